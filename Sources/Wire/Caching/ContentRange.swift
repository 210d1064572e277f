// ContentRange.swift: which part of a representation a message carries.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// RFC 9110 section 14.4: `bytes 42-1233/1234`, `bytes 42-1233/*`, `bytes */1234`.
package struct ContentRange: Hashable, Sendable {
    /// The bytes that the message carries; nil if the range could not be satisfied.
    package var range: Range<Int>?
    /// The length of the whole representation; nil: it is unknown.
    package var completeLength: Int?

    /// nil: the unit is not bytes, or the value contradicts itself.
    package init?(_ value: [UInt8]) {
        let parts = value.split(separator: Octet.space, omittingEmptySubsequences: false)
        guard parts.count == 2, CaseInsensitive.equals(parts[0], "bytes".utf8),
            let slash = parts[1].firstIndex(of: UInt8(ascii: "/"))
        else { return nil }
        let span = parts[1][..<slash]
        let length = parts[1][(slash + 1)...]
        let isUnknown = length.elementsEqual("*".utf8)
        completeLength = isUnknown ? nil : Self.number(length)
        if !isUnknown, completeLength == nil { return nil }
        if span.elementsEqual("*".utf8) {
            if isUnknown { return nil }
            return
        }
        guard let dash = span.firstIndex(of: UInt8(ascii: "-")), let first = Self.number(span[..<dash]),
            let last = Self.number(span[(dash + 1)...]), first <= last, last < completeLength ?? Int.max
        else { return nil }
        range = first..<last + 1
    }

    /// The range of a message; nil if it has none, several, or an invalid one.
    package init?(_ fields: [Field]) {
        let values = fields.values(of: "content-range")
        guard values.count == 1 else { return nil }
        self.init(values[0])
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        guard !digits.isEmpty, digits.allSatisfy({ Octet.isDigit($0) }) else { return nil }
        return Int(String(decoding: digits, as: UTF8.self))
    }
}
