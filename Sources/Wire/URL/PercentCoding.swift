// PercentCoding.swift: encodes bytes as `%` and two digits, and decodes them.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// Percent-encoding, RFC 3986 section 2.1.
package enum PercentCoding {
    /// The bytes with each `%XX` decoded; a `%` without two digits after it is kept.
    ///
    /// Call it on a component that was already split from the others, because a decoded `%26` is no separator.
    package static func decoded(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        let bytes = Array(bytes)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count, let high = Octet.hexValue(bytes[index + 1]),
                let low = Octet.hexValue(bytes[index + 2])
            {
                result.append(high << 4 | low)
                index += 3
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return result
    }

    /// The bytes with each one that is not allowed as `%XX`, in upper case as section 2.1 asks.
    package static func encoded(
        _ bytes: some Sequence<UInt8>, allowing isAllowed: (UInt8) -> Bool = Octet.isUnreserved
    ) -> [UInt8] {
        var result: [UInt8] = []
        for byte in bytes {
            if isAllowed(byte) {
                result.append(byte)
            } else {
                result.append(UInt8(ascii: "%"))
                result.append(digits[Int(byte >> 4)])
                result.append(digits[Int(byte & 15)])
            }
        }
        return result
    }

    private static let digits = Array("0123456789ABCDEF".utf8)
}
