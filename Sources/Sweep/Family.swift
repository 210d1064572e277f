// Family.swift: a rule by which variants of a scenario are derived.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// A kind of variants, and how they are derived from a subject.
package struct Family: Sendable {
    /// The word of variants' names: `cut`.
    package let name: String
    /// What is varied, in one sentence, for the command's help.
    package let summary: String
    private let derive: @Sendable (Subject) -> Changes

    package init(_ name: String, _ summary: String, derive: @escaping @Sendable (Subject) -> Changes) {
        self.name = name
        self.summary = summary
        self.derive = derive
    }

    package func changes(of subject: Subject) -> Changes { derive(subject) }

    /// The families in the order in which pairs are made: acts at bytes of a reply are applied last.
    package static let all: [Family] = [
        framing, dressing, interim, coding, connection, split, stall, cut,
    ]

    /// Whether the family puts acts at bytes of a reply; two such families are not mixed.
    package var strikesAtBytes: Bool { ["split", "stall", "cut"].contains(name) }

    package static func named(_ name: String) -> Family? { all.first { $0.name == name } }
}
