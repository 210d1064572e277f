// Rule.swift: the rules of all contracts, by name.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// A rule by its name; its text and sources are in ``entry``.
package enum Rule: String, CaseIterable, Sendable {
    // Every contract.
    case question = "Q"
    case noSuchCallback = "no-such-callback"

    // URLSession.
    case u1 = "U1"
    case u2 = "U2"
    case u3 = "U3"
    case u4 = "U4"
    case u5 = "U5"
    case u6 = "U6"
    case u7 = "U7"
    case u8 = "U8"
    case u9 = "U9"
    case u10 = "U10"
    case u11 = "U11"
    case u12 = "U12"
    case u13 = "U13"
    case u14 = "U14"
    case u15 = "U15"
    case u16 = "U16"
    case u17 = "U17"
    case u18 = "U18"
    case u1XX = "U-1XX"
    case uOneR = "U-ONE-R"
    case uRBeforeA = "U-R-BEFORE-A"
    case uZWithoutR = "U-Z-WITHOUT-R"
    case uAfterZ = "U-AFTER-Z"
    case uTwoZ = "U-TWO-Z"
    case uBecome = "U-BECOME"
    case ud1 = "UD1"
    case ud2 = "UD2"
    case ud3 = "UD3"
    case ud4 = "UD4"
    case ud5 = "UD5"
    case uOneX = "U-ONE-X"

    // NSURLConnection.
    case c1 = "C1"
    case c2 = "C2"
    case c3 = "C3"
    case c4 = "C4"
    case c5 = "C5"
    case c6 = "C6"
    case c7 = "C7"
    case c8 = "C8"
    case c9 = "C9"
    case c10 = "C10"
    case c11 = "C11"
    case c12 = "C12"
    case c13 = "C13"
    case c14 = "C14"
    case c15 = "C15"
    case c16 = "C16"

    // NSURLDownload.
    case n1 = "N1"
    case n2 = "N2"
    case n3 = "N3"
    case n4 = "N4"
    case n5 = "N5"
    case n6 = "N6"
    case n7 = "N7"
    case n8 = "N8"
    case n9 = "N9"
    case n10 = "N10"
    case n11 = "N11"
    case n12 = "N12"

    // URLProtocolClient.
    case pStart = "P-START"
    case p1 = "P1"
    case p2 = "P2"
    case p3 = "P3"
    case p4 = "P4"
    case p5 = "P5"
    case p6 = "P6"
    case p7 = "P7"
    case p8 = "P8"
    case p9 = "P9"
    case p10 = "P10"
    case p11 = "P11"
    case p12 = "P12"
    case p13 = "P13"

    package var name: String { rawValue }

    /// The rules of one family of contracts, in the order of the document.
    package static func rules(of family: Contract.Family) -> [Rule] {
        allCases.filter { $0.entry.family == family }
    }

    package static var ofEveryContract: [Rule] { allCases.filter { $0.entry.family == nil } }
}

/// The text of a rule, its sources, and examples that keep and break it.
package struct RuleEntry: Sendable {
    /// The severity of a breach.
    package enum Weight: Sendable, Equatable {
        case failure
        /// The documents conflict or leave the point open: a finding is reported, but is no failure.
        case warning
        /// The documents say only that something may happen, so nothing breaks the rule.
        case permission
    }

    /// The family of contracts that has this rule; nil: all of them.
    package let family: Contract.Family?

    /// The contracts that have this rule, in words.
    package var owner: String {
        switch family {
        case .session: "the urlsession contracts"
        case .connection: "the nsurlconnection contracts"
        case .download: "nsurldownload"
        case .client: "urlprotocol-client"
        case nil: "every contract"
        }
    }

    /// Two or three words.
    package let title: String
    package let text: String
    package let sources: [Source]
    /// What breaks the rule, and what is accepted.
    package let broken: String
    package let weight: Weight
    /// The rule that this one guards: it checks what the order of callbacks alone cannot show.
    package let guards: Rule?
    package let keeps: Example
    /// nil: the rule only permits something.
    package let breaks: Example?
    /// The remark on documents that conflict or are silent, and how the judge decides there.
    package let remark: String?

    init(
        _ family: Contract.Family?, _ title: String, _ text: String, _ sources: [Source], broken: String,
        weight: Weight = .failure, guards: Rule? = nil, keeps: Example, breaks: Example?, remark: String? = nil
    ) {
        self.family = family
        self.title = title
        self.text = text
        self.sources = sources
        self.broken = broken
        self.weight = weight
        self.guards = guards
        self.keeps = keeps
        self.breaks = breaks
        self.remark = remark
    }
}

extension Rule {
    package var entry: RuleEntry { Self.entries[self]! }

    /// Merged once; a test checks that every rule has an entry.
    private static let entries: [Rule: RuleEntry] = {
        var entries = commonEntries
        for more in [sessionEntries, sessionGuardEntries, connectionEntries, downloadEntries, clientEntries] {
            entries.merge(more) { one, _ in one }
        }
        return entries
    }()
}

/// A set of rules, for example those that were reported already.
struct RuleSet {
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    /// Returns false if the rule is in the set already.
    mutating func insert(_ rule: Rule) -> Bool {
        let index = UInt64(Rule.indexes[rule]!)
        let bit = UInt64(1) << (index & 63)
        if index < 64 {
            defer { low |= bit }
            return low & bit == 0
        }
        defer { high |= bit }
        return high & bit == 0
    }
}

extension Rule {
    fileprivate static let indexes = Dictionary(uniqueKeysWithValues: allCases.enumerated().map { ($1, $0) })
}
