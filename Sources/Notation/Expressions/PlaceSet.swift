// PlaceSet.swift: some of the places of an automaton.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// A bit for each place, 64 to a word.
struct PlaceSet: Hashable, Sendable {
    private(set) var words: [UInt64]

    init(wordCount: Int) { words = Array(repeating: 0, count: wordCount) }

    mutating func insert(_ place: Int) { words[place >> 6] |= 1 << (place & 63) }

    mutating func formUnion(_ other: PlaceSet) {
        for index in words.indices { words[index] |= other.words[index] }
    }

    func forEach(_ body: (Int) -> Void) {
        for (index, word) in words.enumerated() {
            var rest = word
            while rest != 0 {
                body(index << 6 + rest.trailingZeroBitCount)
                rest &= rest - 1
            }
        }
    }
}
