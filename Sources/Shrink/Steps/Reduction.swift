// Reduction.swift: one change that makes a scenario smaller.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// Rows are named by their index in the draft to which the step is to be done.
struct Reduction: Hashable, Sendable {
    var removed: Set<Int> = []
    var replaced: [Int: String] = [:]

    static func removing(_ rows: some Sequence<Int>) -> Reduction { Reduction(removed: Set(rows)) }

    /// Both steps at once; for a row that both replace, the second one counts.
    func joined(with other: Reduction) -> Reduction {
        Reduction(removed: removed.union(other.removed), replaced: replaced.merging(other.replaced) { $1 })
    }

    var isIdle: Bool { removed.isEmpty && replaced.isEmpty }
}
