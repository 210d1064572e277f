// Callback.swift: what the client's delegate must report, and what it then decides.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainNotation
package import QuintainWords

/// One `*` line.
package struct Callback: Hashable, Sendable {
    package var kind: CallbackKind
    package var occurrence: Occurrence
    /// The values behind the name: `302 /done`; those of `data` and `file` are one template.
    package var subject: [Template]
    /// `method=GET`, `failures=0`.
    package var fields: [NamedValue]
    /// The header fields indented below the line. Those of a new request belong to the decision instead.
    package var header: [NamedValue]
    package var decision: Decision?
    /// Milliseconds since the line above was done.
    package var after: ClosedRange<Int>?
    /// The API styles to which the line is limited; empty: all.
    package var styles: [String]

    package init(
        kind: CallbackKind,
        occurrence: Occurrence = .once,
        subject: [Template] = [],
        fields: [NamedValue] = [],
        header: [NamedValue] = [],
        decision: Decision? = nil,
        after: ClosedRange<Int>? = nil,
        styles: [String] = []
    ) {
        self.kind = kind
        self.occurrence = occurrence
        self.subject = subject
        self.fields = fields
        self.header = header
        self.decision = decision
        self.after = after
        self.styles = styles
    }
}

extension Callback {
    /// Whether the line can come true for a client whose delegate is asked about these kinds of challenges. A kind that
    /// is given by a value may be any.
    package func isChallenge(among kinds: Set<ChallengeKind>) -> Bool {
        guard kind == .challenge, let literal = subject.first?.literal else { return true }
        guard let challenge = ChallengeKind(rawValue: String(decoding: literal, as: UTF8.self)) else { return true }
        return kinds.contains(challenge)
    }
}

package struct NamedValue: Hashable, Sendable {
    package var name: String
    package var value: Template

    package init(_ name: String, _ value: Template) {
        self.name = name
        self.value = value
    }
}

package enum Occurrence: Hashable, Sendable {
    case once
    /// `*?`
    case optional
    /// A part of `any-order`: those of a run may come in any order.
    case anyOrder
}

package enum Decision: Hashable, Sendable {
    /// A word without anything behind it.
    case plain(DecisionWord)
    /// `to URL`, with the header fields of the new request.
    case toURL(Template, header: [NamedValue])
    /// `to NAME`, for a destination.
    case toName(Template)
    case use(user: Template, password: Template)
    case useCertificate(Template)
    /// `body BYTES`; at a redirect with the header fields of the new request.
    case body(Template, header: [NamedValue])

    package var word: DecisionWord {
        switch self {
        case .plain(let word): word
        case .toURL, .toName: .to
        case .use, .useCertificate: .use
        case .body: .body
        }
    }
}
