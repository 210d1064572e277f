// Snippet.swift: as many of some bytes as are told of them.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// The first bytes of many, or those around the place that matters: whatever holds them may be kept for long.
package struct Snippet: Sendable, Equatable {
    package let bytes: [UInt8]
    /// The offset of the first of them, and how many there were in all.
    package let start: Int
    package let count: Int

    package init(_ all: some Collection<UInt8>, from start: Int = 0) {
        bytes = Array(all.dropFirst(start).prefix(Self.atMost))
        self.start = start
        count = all.count
    }

    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Both from a little before the place where they differ.
    package static func pair(_ one: [UInt8], _ other: [UInt8]) -> (Snippet, Snippet) {
        let same = zip(one, other).prefix { $0 == $1 }.count
        let start = max(0, same - before)
        return (Snippet(one, from: start), Snippet(other, from: start))
    }

    private static let atMost = 1_000
    private static let before = 200
}
