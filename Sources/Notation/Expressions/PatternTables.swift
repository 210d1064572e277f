// PatternTables.swift: the tables by which bytes are matched with a regular expression.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// The automaton of an expression as rows of bits, for steps that are unions of rows.
final class PatternTables: Sendable {
    /// The number of words in a set of places.
    let wordCount: Int
    /// The set of places before any byte is read.
    let start: [UInt64]
    /// The places behind each subset of four neighbouring places, in rows: 16 for the first four, 16 for the next …
    private let following: [UInt64]
    private let final: [UInt64]
    /// The same places take all characters between two neighbouring bounds: there is a row for each such stretch.
    private let bounds: [UInt32]
    private let takers: [UInt64]
    /// The stretch of each character of ASCII.
    private let stretchOfASCII: [Int]

    init(_ tree: ExpressionTree) {
        let automaton = PlaceAutomaton(tree)
        wordCount = automaton.wordCount
        start = (0..<wordCount).map { $0 == 0 ? 1 : 0 }
        following = Self.unions(of: automaton.following, wordCount: automaton.wordCount)
        final = automaton.final.words
        let ranges = automaton.characters.flatMap(\.ranges)
        bounds = Set([0] + ranges.flatMap { [$0.lowerBound, $0.upperBound + 1] }).sorted()
        var takers = Array(repeating: PlaceSet(wordCount: wordCount), count: bounds.count)
        for (place, set) in automaton.characters.enumerated() {
            for range in set.ranges {
                var stretch = Self.stretch(of: range.lowerBound, bounds)
                while stretch < bounds.count, bounds[stretch] <= range.upperBound {
                    takers[stretch].insert(place)
                    stretch += 1
                }
            }
        }
        self.takers = takers.flatMap(\.words)
        stretchOfASCII = (0..<128).map { [bounds] in Self.stretch(of: $0, bounds) }
    }

    /// Whether the text may end behind the set that begins at `offset`.
    func isFinal(_ set: [UInt64]) -> Bool {
        for index in 0..<wordCount where set[index] & final[index] != 0 { return true }
        return false
    }

    var mayBeEmpty: Bool { final[0] & 1 == 1 }

    /// Appends the set behind this one and this character; false: it is empty, and nothing was appended.
    ///
    /// `visited` counts the places from which the match goes on.
    func append(
        behind set: [UInt64], _ character: LenientCharacter, to next: inout [UInt64], visited: inout Int
    ) -> Bool {
        let scalar = character.scalar
        let stretch = scalar < 128 ? stretchOfASCII[Int(scalar)] : Self.stretch(of: scalar, bounds)
        let (wordCount, start) = (wordCount, next.count)
        for _ in 0..<wordCount { next.append(0) }
        var all: UInt64 = 0
        var count = 0
        next.withUnsafeMutableBufferPointer { next in
            following.withUnsafeBufferPointer { following in
                for index in 0..<wordCount {
                    var rest = set[index]
                    count += rest.nonzeroBitCount
                    var four = index << 4
                    while rest != 0 {
                        let row = (four << 4 + Int(rest & 15)) * wordCount
                        for word in 0..<wordCount { next[start + word] |= following[row + word] }
                        rest >>= 4
                        four += 1
                    }
                }
            }
            for word in 0..<wordCount {
                next[start + word] &= takers[stretch * wordCount + word]
                all |= next[start + word]
            }
        }
        visited += count
        if all == 0 { next.removeLast(wordCount) }
        return all != 0
    }

    private static func unions(of following: [PlaceSet], wordCount: Int) -> [UInt64] {
        var rows: [PlaceSet] = []
        for first in stride(from: 0, to: following.count, by: 4) {
            for choice in 0..<16 {
                var row = PlaceSet(wordCount: wordCount)
                for place in first..<min(first + 4, following.count) where choice >> (place - first) & 1 == 1 {
                    row.formUnion(following[place])
                }
                rows.append(row)
            }
        }
        return rows.flatMap(\.words)
    }

    /// The last stretch that begins at or before the character.
    private static func stretch(of scalar: UInt32, _ bounds: [UInt32]) -> Int {
        var (low, high) = (0, bounds.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if bounds[middle] <= scalar { low = middle } else { high = middle }
        }
        return low
    }
}
