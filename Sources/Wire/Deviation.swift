// Deviation.swift: where a client left the grammar, and which rule it broke.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// A rule of the wire that was broken, and the byte where it was.
package struct Deviation: Hashable, Sendable {
    /// Counted from the first byte that the reader was given; a ``RequestReader`` counts
    /// from the first byte of its connection.
    package var offset: Int
    package var rule: WireRule

    package init(_ rule: WireRule, at offset: Int) {
        self.offset = offset
        self.rule = rule
    }

    /// Such as `bare-lf`.
    package var slug: String { rule.rawValue }
    package var sentence: String { rule.sentence }
    /// Such as `RFC 9112 section 2.2`.
    package var citation: String { rule.citation }
    /// The status with which to refuse the request, where the rule asks for a refusal.
    package var status: Int? { rule.status }
}
