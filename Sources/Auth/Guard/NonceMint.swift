// NonceMint.swift: nonces that a server recognises without keeping them.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainCoding

/// A nonce has the time when it was made and a running number, and is sealed with a key of this process, as RFC 7616
/// section 3.3 recommends.
///
/// ```
/// 6564f00d 00000000000001a7 5d0c…        seconds, number, the first half of HMAC-SHA-256 of both
/// ```
package struct NonceMint: Sendable {
    package struct Stamp: Hashable, Sendable {
        /// Seconds since 1970.
        package var time: Int
        package var number: UInt64
    }

    private let inner: [UInt8]
    private let outer: [UInt8]
    private var made: UInt64 = 0

    /// The key must be random; 32 bytes are enough.
    package init(key: [UInt8]) {
        // RFC 2104.
        let key = key.count > Self.blockSize ? Hash.sha256.of(key) : key
        let block = key + Array(repeating: 0, count: Self.blockSize - key.count)
        inner = block.map { $0 ^ 0x36 }
        outer = block.map { $0 ^ 0x5C }
    }

    package mutating func nonce(at time: Int) -> [UInt8] {
        made &+= 1
        let stamp = Self.digits(UInt64(UInt32(truncatingIfNeeded: time)), 8) + Self.digits(made, 16)
        return stamp + seal(stamp)
    }

    /// Nil if the nonce was not made here.
    package func stamp(of nonce: [UInt8]) -> Stamp? {
        guard nonce.count == Self.length, Hexadecimal.isLowerCase(nonce) else { return nil }
        let stamp = Array(nonce[..<24])
        guard Self.areEqual(seal(stamp), Array(nonce[24...])) else { return nil }
        guard let time = Int(String(decoding: stamp[..<8], as: UTF8.self), radix: 16),
            let number = UInt64(String(decoding: stamp[8...], as: UTF8.self), radix: 16)
        else { return nil }
        return Stamp(time: time, number: number)
    }

    private func seal(_ stamp: [UInt8]) -> [UInt8] {
        Hexadecimal.digits(Hash.sha256.of(outer + Hash.sha256.of(inner + stamp)).prefix(16))
    }

    /// Compares in constant time.
    private static func areEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        one.count == other.count && zip(one, other).reduce(0) { $0 | $1.0 ^ $1.1 } == 0
    }

    private static func digits(_ number: UInt64, _ count: Int) -> [UInt8] {
        let digits = String(number, radix: 16)
        return Array(repeating: UInt8(ascii: "0"), count: count - digits.utf8.count) + Array(digits.utf8)
    }

    private static let blockSize = 64
    private static let length = 8 + 16 + 32
}
