// CallbackTraits.swift: what can be known of a callback by its name.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// A row of the table of callbacks.
package struct CallbackTraits: Sendable {
    /// The values behind the name.
    package let values: [CallbackValue]
    /// A value that may stand behind the others.
    package let optionalValue: CallbackValue?
    /// The reported fields that can be compared; `after` can be on every line.
    package let fields: [String]
    /// What the delegate can decide, the default first; `cancel` and `hold` are always allowed. Empty: nothing is
    /// asked.
    package let decisions: [DecisionWord]
    /// The APIs that can report it.
    package let styles: [APIStyle]
    package let marks: CallbackMarks

    init(
        values: [CallbackValue] = [], optional: CallbackValue? = nil, fields: [String] = [],
        decisions: [DecisionWord] = [], styles: [APIStyle] = APIStyle.allCases,
        _ marks: CallbackMarks = []
    ) {
        self.values = values
        self.optionalValue = optional
        self.fields = fields
        self.decisions = decisions
        self.styles = styles
        self.marks =
            marks
            .union(values == [.bytes] ? .hasBytes : [])
            .union(values == [.amount] ? .hasAmount : [])
            .union(decisions.isEmpty ? [] : .isQuestion)
    }
}

/// The kinds of values behind a callback's name.
package enum CallbackValue: String, Sendable {
    case url = "URL"
    case status = "STATUS"
    case challenge, failure
    case mediaType = "TYPE"
    case amount = "N/TOTAL"
    case name = "NAME"
    case text = "TEXT"
    /// Any number of values, joined to one.
    case bytes = "[BYTES]"

    /// In the reference's words.
    var form: String {
        switch self {
        case .challenge, .failure: "KIND"
        case .url, .status, .mediaType, .amount, .name, .text, .bytes: rawValue
        }
    }
}

package struct CallbackMarks: OptionSet, Sendable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) { self.rawValue = rawValue }

    /// Counts in every file that names any callback; the other kinds count only in a file that names them.
    package static let isAlwaysCounted = Self(rawValue: 1 << 0)
    /// Header fields can be indented below: the new request's, or the reply's.
    package static let hasHeader = Self(rawValue: 1 << 1)
    /// Clients without a delegate have an option that decides it beforehand.
    package static let isPlanned = Self(rawValue: 1 << 2)
    /// A question: whether it is asked, and how it is answered, steers what the client does next.
    package static let steersLoad = Self(rawValue: 1 << 3)
    /// May be the first callback of a load that the client makes by itself.
    package static let canBeginLoad = Self(rawValue: 1 << 4)
    /// Reported as soon as some bytes of a reply arrive, while more of them may be on their way.
    package static let followsBytes = Self(rawValue: 1 << 5)
    /// A load that reports at its end need not report this.
    package static let isOptionalOnCompletion = Self(rawValue: 1 << 6)
    /// The load's last callback.
    package static let endsLoad = Self(rawValue: 1 << 7)

    // Marks that follow from the rest of the row.

    /// Its subject is a run of bytes.
    package static let hasBytes = Self(rawValue: 1 << 8)
    /// Its subject is `N/TOTAL`.
    package static let hasAmount = Self(rawValue: 1 << 9)
    /// The delegate is asked, and answers with a decision.
    package static let isQuestion = Self(rawValue: 1 << 10)
}
