// JSONNumber.swift: numbers of JSON, compared by their value.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// A number of RFC 8259 by its value: `100`, `1e2` and `100.0` are one.
struct JSONNumber: Hashable {
    private var isNegative = false
    /// Without zeros at either end; empty: the number is zero.
    private var digits: [UInt8] = []
    /// The exponent of the last digit.
    private var exponent = 0
    /// The text of a number with an exponent that is too large to compute: it is equal only to itself.
    private var text: String?

    init(_ text: String) {
        let halves = text.utf8.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 | 0x20 == UInt8(ascii: "e") }
        let power = halves.count > 1 ? Int(String(decoding: halves[1], as: UTF8.self)) : 0
        guard let power, power.magnitude < Self.powerAtMost else {
            self.text = text
            return
        }
        exponent = power
        var isBehindPoint = false
        for byte in halves[0] {
            switch byte {
            case UInt8(ascii: "-"): isNegative = true
            case UInt8(ascii: "."): isBehindPoint = true
            default:
                if byte != UInt8(ascii: "0") || !digits.isEmpty { digits.append(byte) }
                if isBehindPoint { exponent -= 1 }
            }
        }
        while digits.last == UInt8(ascii: "0") {
            digits.removeLast()
            exponent += 1
        }
        if digits.isEmpty { (isNegative, exponent) = (false, 0) }
    }

    private static let powerAtMost: UInt = 1_000_000_000_000
}
