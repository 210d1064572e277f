// ExtendedValue.swift: a parameter's value in a named character set.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// RFC 8187 section 3.2: `UTF-8'en'%e2%82%ac%20rates`.
package enum ExtendedValue {
    /// The text; nil if the value is not of this form, or in a character set other than UTF-8 and ISO-8859-1.
    package static func text(_ value: [UInt8]) -> String? {
        let parts = value.split(separator: UInt8(ascii: "'"), maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, isCoded(parts[2]) else { return nil }
        let bytes = PercentCoding.decoded(parts[2])
        if CaseInsensitive.equals(parts[0], "utf-8".utf8) { return String(validating: bytes, as: UTF8.self) }
        // RFC 5987 allowed ISO-8859-1, so it is still sent.
        if CaseInsensitive.equals(parts[0], "iso-8859-1".utf8) { return latin1(bytes) }
        return nil
    }

    /// Each byte as the character of its number.
    static func latin1(_ bytes: [UInt8]) -> String {
        String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }

    /// Whether the bytes are only `attr-char` and complete escapes.
    private static func isCoded(_ bytes: ArraySlice<UInt8>) -> Bool {
        var rest = bytes
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%") {
                guard rest.count >= 2, rest.prefix(2).allSatisfy({ Octet.hexValue($0) != nil }) else { return false }
                rest = rest.dropFirst(2)
            } else if !Octet.isToken(byte) || "*'".utf8.contains(byte) {
                return false
            }
        }
        return true
    }
}
