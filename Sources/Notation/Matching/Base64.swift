// Base64.swift: RFC 4648 section 4, one way.
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

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
}
