// PercentSpelling.swift: the spellings that one text has as a part of a URL.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// Clients differ in what they percent-encode, and in the case of the digits: `%27`, `'` and `%2f`, `%2F`.
enum PercentSpelling {
    /// How many of the first bytes spell this text; nil: they spell another one. RFC 3986 sections 3.3, 3.4 and 6.2.2.
    ///
    /// - Parameter inQuery: a `?` stands before it. There `/` and `?` may stand as they are, and what keeps parameters
    ///   apart may not; a `+` is a blank, as in forms.
    /// - Parameter work: counts the bytes that are compared.
    static func extent(
        of bytes: UnsafeRawBufferPointer, _ text: [UInt8], inQuery: Bool, work: inout Int
    ) -> Int? {
        var position = 0
        for byte in text {
            work += 1
            guard position < bytes.count else { return nil }
            if let escaped = Urlencoded.escape(in: bytes, at: position) {
                guard escaped == byte else { return nil }
                position += 3
                continue
            }
            let isBlank = inQuery && byte == UInt8(ascii: " ") && bytes[position] == UInt8(ascii: "+")
            guard isBlank || bytes[position] == byte && mayStand(byte, inQuery) else { return nil }
            position += 1
        }
        return position
    }

    /// Whether a URL may have the byte as it is, without another meaning. Bytes that no URL has at all are judged with
    /// the form of the request.
    private static func mayStand(_ byte: UInt8, _ inQuery: Bool) -> Bool {
        switch byte {
        case 0...UInt8(ascii: " "), UInt8(ascii: "%"), UInt8(ascii: "#"), 0x7F: false
        case UInt8(ascii: "/"), UInt8(ascii: "?"): inQuery
        case UInt8(ascii: "&"), UInt8(ascii: "="), UInt8(ascii: "+"): !inQuery
        default: true
        }
    }
}
