// CookieString.swift: the cookies of a request, as one field has them.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// `a=1; b=2`, the value of `Cookie` (RFC 6265 section 4.2.1).
enum CookieString {
    /// The cookies in order. Quotes are a part of a value (section 5.2), and what has no `=` has no name.
    static func pairs(_ bytes: [UInt8]) -> some Sequence<(name: [UInt8], value: [UInt8])> {
        parts(bytes).enumerated().lazy.map { index, part in
            let cookie = index > 0 && part.first == blank ? part.dropFirst() : part
            guard let equals = cookie.firstIndex(of: UInt8(ascii: "=")) else { return ([], Array(cookie)) }
            return (Array(cookie[..<equals]), Array(cookie[(equals + 1)...]))
        }
    }

    /// A sentence about a `;` without the blank or the cookie that stands behind it.
    static func fault(in bytes: [UInt8]) -> String? {
        for part in parts(bytes).dropFirst() where part.first != blank || part.count == 1 {
            let isEmpty = part.allSatisfy { $0 == blank }
            return "no \(isEmpty ? "cookie" : "blank") stands behind a ';' (RFC 6265 section 4.2.1)"
        }
        return nil
    }

    static func written(_ pairs: some Sequence<(name: [UInt8], value: [UInt8])>) -> [UInt8] {
        Array(pairs.map { $0.name + [UInt8(ascii: "=")] + $0.value }.joined(separator: [UInt8(ascii: ";"), blank]))
    }

    private static func parts(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        bytes.isEmpty ? [] : bytes.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
    }

    private static let blank = UInt8(ascii: " ")
}
