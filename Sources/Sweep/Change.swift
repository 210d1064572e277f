// Change.swift: one value of a family, as edits of a subject.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainScenario

/// A change that makes a variant of a subject.
package struct Change: Hashable, Sendable {
    /// The part of the variant's name behind the colon, `17`; unique among those of its family and subject.
    package var value: String
    /// The place by which the report groups: `a chunk's size`, `the head`.
    package var place: String
    package var edits: [Edit]
    /// The replies that leave altered, by the index of their first line before the edits.
    package var alterations: [Int: Alteration]
    /// Where it is written what the client is to do about it, if the scenario is about something else: `RFC 1950
    /// section 2.3`.
    package var rule: String?

    package init(
        _ value: String, place: String, rule: String? = nil, edits: [Edit], alterations: [Int: Alteration] = [:]
    ) {
        self.value = value
        self.place = place
        self.rule = rule
        self.edits = edits
        self.alterations = alterations
    }
}

/// The changes that a family makes of a subject, and what it leaves out.
package struct Changes: Equatable, Sendable {
    package private(set) var all: [Change] = []
    /// How many places were left out, by the reason: `in a block`.
    package private(set) var leftOut: [String: Int] = [:]

    package init() {}

    package mutating func append(_ change: Change) { all.append(change) }

    /// Counts a place that is not varied.
    package mutating func leaveOut(_ reason: String, _ count: Int = 1) { leftOut[reason, default: 0] += count }
}
