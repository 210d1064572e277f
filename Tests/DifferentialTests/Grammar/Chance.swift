// Chance.swift: random decisions of a round, by its seed.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// SplitMix64: the same seed gives the same decisions.
struct Chance {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        return Self.mixed(state)
    }

    static func mixed(_ state: UInt64) -> UInt64 {
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }

    /// A number below `sides`.
    mutating func roll(_ sides: Int) -> Int { Int(next() % UInt64(max(1, sides))) }

    mutating func roll(_ range: ClosedRange<Int>) -> Int { range.lowerBound + roll(range.count) }

    mutating func happens(_ percent: Int) -> Bool { roll(100) < percent }

    mutating func one<Element>(of list: [Element]) -> Element { list[roll(list.count)] }

    mutating func shuffled<Element>(_ list: [Element]) -> [Element] {
        var list = list
        for index in list.indices.reversed() where index > 0 { list.swapAt(index, roll(index + 1)) }
        return list
    }
}

/// The stream of `{{bytes N}}`, written anew from docs/scenario-language.md.
enum KnownStream {
    static func bytes(_ count: Int, from: Int = 0) -> [UInt8] {
        (from..<(from + count)).map { index in
            let word = Chance.mixed(UInt64(index / 8 + 1) &* 0x9E37_79B9_7F4A_7C15)
            return UInt8(truncatingIfNeeded: word >> UInt64(index % 8 * 8))
        }
    }
}
