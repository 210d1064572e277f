// ASCII.swift: the small grammar that cookies, caches and challenges share.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainWire

enum ASCII {
    static func lowercased(_ text: String) -> String {
        String(decoding: text.utf8.map(Octet.lowercased), as: UTF8.self)
    }

    /// Without blanks at both ends.
    static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var bytes = bytes.drop(while: Octet.isBlank)
        while let last = bytes.last, Octet.isBlank(last) { bytes.removeLast() }
        return bytes
    }

    /// A run of digits as a number, at most `limit`; nil if it has other characters.
    static func number(_ digits: some Collection<UInt8>, atMost limit: Int64) -> Int64? {
        guard !digits.isEmpty else { return nil }
        var number: Int64 = 0
        for digit in digits {
            guard Octet.isDigit(digit) else { return nil }
            number = min(number * 10 + Int64(digit - 0x30), limit)
        }
        return number
    }
}
