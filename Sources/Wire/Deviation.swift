// Deviation.swift: a rule of the grammar that a client broke, with its place.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// A broken rule of the wire, and the byte at which it was broken.
package struct Deviation: Hashable, Sendable {
    /// Counted from the reader's first byte; a ``RequestReader`` counts from the first byte of its connection.
    package var offset: Int
    package var rule: WireRule

    package init(_ rule: WireRule, at offset: Int) {
        self.offset = offset
        self.rule = rule
    }

    /// The rule's stable name, such as `bare-lf`.
    package var slug: String { rule.rawValue }
    package var sentence: String { rule.sentence }
    /// The section, such as `RFC 9112 section 2.2`.
    package var citation: String { rule.citation }
    /// The status with which to refuse the request; nil: the rule demands no refusal.
    package var status: Int? { rule.status }
}
