// Dice.swift: the randomness of one reply.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation

/// SplitMix64 with a given seed: the same seed gives the same numbers.
struct Dice {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func word() -> UInt64 {
        defer { state &+= 1 }
        return PatternBytes.word(state)
    }

    mutating func bytes(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count + 8)
        while bytes.count < count {
            let word = word()
            for place in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: word >> (place * 8))) }
        }
        bytes.removeLast(bytes.count - count)
        return bytes
    }

    /// A number from zero up to, but not including, one.
    mutating func fraction() -> Double { Double(word() >> 11) / Double(1 << 53) }

    /// Hexadecimal digits.
    mutating func digits(_ count: Int) -> [UInt8] {
        Array(Quoting.hexDigits(bytes((count + 1) / 2)).utf8.prefix(count))
    }

    /// A random UUID, RFC 9562 section 5.4.
    mutating func uuid() -> [UInt8] {
        var bytes = bytes(16)
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        var text: [UInt8] = []
        for (index, byte) in bytes.enumerated() {
            if [4, 6, 8, 10].contains(index) { text.append(UInt8(ascii: "-")) }
            text += Array(Quoting.hexDigits(byte).utf8)
        }
        return text
    }
}
