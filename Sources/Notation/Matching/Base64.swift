// Base64.swift: RFC 4648 section 4, both ways.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package enum Base64 {
    package static func encoded(_ bytes: some Collection<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity((bytes.count + 2) / 3 * 4)
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            let group = rest.prefix(3)
            rest = rest.dropFirst(3)
            var bits: UInt32 = 0
            for byte in group { bits = bits << 8 | UInt32(byte) }
            bits <<= UInt32(3 - group.count) * 8
            for place in 0..<4 {
                let digit = Int(bits >> UInt32(18 - place * 6)) & 63
                result.append(place <= group.count ? alphabet[digit] : UInt8(ascii: "="))
            }
        }
        return result
    }

    /// Nil if the text is no base64, or not canonical: without padding, or with bits left over.
    package static func decoded(_ text: some Collection<UInt8>) -> [UInt8]? {
        guard text.count % 4 == 0 else { return nil }
        var result: [UInt8] = []
        result.reserveCapacity(text.count / 4 * 3)
        var bits: UInt32 = 0
        var digits = 0
        var padding = 0
        for byte in text {
            if byte == UInt8(ascii: "=") {
                padding += 1
            } else {
                guard padding == 0, let digit = value(of: byte) else { return nil }
                bits = bits << 6 | UInt32(digit)
                digits += 1
                if digits % 4 == 0 {
                    result += [UInt8(truncatingIfNeeded: bits >> 16), UInt8(truncatingIfNeeded: bits >> 8)]
                    result.append(UInt8(truncatingIfNeeded: bits))
                    bits = 0
                }
            }
        }
        switch (digits % 4, padding) {
        case (0, 0): return result
        case (2, 2):
            guard bits & 0xF == 0 else { return nil }
            return result + [UInt8(truncatingIfNeeded: bits >> 4)]
        case (3, 1):
            guard bits & 0x3 == 0 else { return nil }
            return result + [UInt8(truncatingIfNeeded: bits >> 10), UInt8(truncatingIfNeeded: bits >> 2)]
        default: return nil
        }
    }

    private static func value(of byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0") + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
}
