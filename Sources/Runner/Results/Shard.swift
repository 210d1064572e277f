// Shard.swift: one of several machines that share the cases among them.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// `2/3`: every third case, from the second on. All shards together have every case once.
package struct Shard: Sendable, Hashable, CustomStringConvertible {
    package let index: Int
    package let count: Int

    package static let countAtMost = 1000

    /// Nil if the text is not `I/N` with I from 1 to N.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let index = Int(parts[0]), let count = Int(parts[1]),
            (1...Self.countAtMost).contains(count), (1...count).contains(index)
        else { return nil }
        self.index = index
        self.count = count
    }

    package init(_ index: Int, of count: Int) {
        precondition(1...count ~= index, "a shard is one of them")
        self.index = index
        self.count = count
    }

    package var description: String { "\(index)/\(count)" }

    package func has(_ ordinal: Int) -> Bool { ordinal % count == index - 1 }
}
