// Octet.swift: the classes of bytes that the grammars of HTTP and URLs name.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// Single bytes, and the sets of bytes that RFC 9110 and RFC 3986 give names to.
///
/// The sets are bit maps of two words, so that a test is a shift and not a load.
package enum Octet {
    package static var tab: UInt8 { 0x09 }
    package static var lf: UInt8 { 0x0A }
    package static var cr: UInt8 { 0x0D }
    package static var space: UInt8 { 0x20 }

    /// RFC 9110 section 5.6.2: `tchar`.
    @inlinable
    package static func isToken(_ byte: UInt8) -> Bool {
        isIn(byte, 0x03FF_6CFA_0000_0000, 0x57FF_FFFF_C7FF_FFFE)
    }

    /// RFC 3986: `pchar`, `/`, `?` and `%`: what a path or a query is made of.
    @inlinable
    package static func isPathOrQuery(_ byte: UInt8) -> Bool {
        isIn(byte, 0xAFFF_FFF2_0000_0000, 0x47FF_FFFE_87FF_FFFF)
    }

    /// RFC 3986 section 2.3: never in need of percent-encoding.
    @inlinable
    package static func isUnreserved(_ byte: UInt8) -> Bool {
        isIn(byte, 0x03FF_6000_0000_0000, 0x47FF_FFFE_87FF_FFFE)
    }

    @inlinable
    package static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    @inlinable
    package static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

    /// The value of a hexadecimal digit, either case.
    @inlinable
    package static func hexValue(_ byte: UInt8) -> UInt8? {
        let digit = byte &- 0x30
        if digit < 10 { return digit }
        let letter = (byte | 0x20) &- 0x61
        return letter < 6 ? letter + 10 : nil
    }

    /// ASCII letters in lower case, all else as it is.
    @inlinable
    package static func lowercased(_ byte: UInt8) -> UInt8 {
        byte &- 0x41 < 26 ? byte | 0x20 : byte
    }

    @inlinable
    package static func isIn(_ byte: UInt8, _ low: UInt64, _ high: UInt64) -> Bool {
        let word = byte & 0x40 == 0 ? low : high
        return byte < 0x80 && (word >> UInt64(byte & 0x3F)) & 1 != 0
    }
}

/// Comparisons that do not look at the case of ASCII letters, and do not allocate.
package enum CaseInsensitive {
    /// `lowercase` must have no upper-case letter.
    package static func equals(_ bytes: UnsafeRawBufferPointer, _ lowercase: StaticString) -> Bool {
        guard bytes.count == lowercase.utf8CodeUnitCount else { return false }
        let other = lowercase.utf8Start
        for index in 0..<bytes.count where Octet.lowercased(bytes[index]) != other[index] { return false }
        return true
    }

    package static func equals(_ one: some Collection<UInt8>, _ other: some Collection<UInt8>) -> Bool {
        one.count == other.count && zip(one, other).allSatisfy { Octet.lowercased($0) == Octet.lowercased($1) }
    }

    package static func equals(_ one: String, _ other: String) -> Bool { equals(one.utf8, other.utf8) }
}
