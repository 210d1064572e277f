// Octet.swift: the classes of bytes that the grammars of HTTP and URLs name.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// Single bytes, and the sets of bytes that RFC 9110 and RFC 3986 give names to.
package enum Octet {
    package static var tab: UInt8 { 0x09 }
    package static var lf: UInt8 { 0x0A }
    package static var cr: UInt8 { 0x0D }
    package static var space: UInt8 { 0x20 }

    /// RFC 9110 section 5.5: CR, LF and NUL, by which a value would end its line, or would do so for some recipients.
    package static func endsLine(_ byte: UInt8) -> Bool { byte == lf || byte == cr || byte == 0 }

    /// RFC 9110 section 5.6.2: `tchar`.
    package static func isToken(_ byte: UInt8) -> Bool { classes(byte) & 1 != 0 }

    /// RFC 3986: `pchar`, `/`, `?` and `%`: the bytes of a path or a query.
    package static func isPathOrQuery(_ byte: UInt8) -> Bool { classes(byte) & 2 != 0 }

    /// RFC 3986 section 2.3: bytes that never need percent-encoding.
    package static func isUnreserved(_ byte: UInt8) -> Bool { classes(byte) & 4 != 0 }

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

    /// ASCII letters in lower case, all other bytes unchanged.
    @inlinable
    package static func lowercased(_ byte: UInt8) -> UInt8 {
        byte &- 0x41 < 26 ? byte | 0x20 : byte
    }

    @inline(__always)
    private static func classes(_ byte: UInt8) -> UInt8 { table.utf8Start[Int(byte)] }

    /// A digit for each byte, whose lowest bits are the byte's classes. A string, because its bytes exist without any
    /// code that makes them.
    private static let table: StaticString = """
        0000000000000000\
        0000000000000000\
        0301333322332772\
        7777777777220202\
        2777777777777777\
        7777777777700017\
        1777777777777777\
        7777777777701070\
        0000000000000000\
        0000000000000000\
        0000000000000000\
        0000000000000000\
        0000000000000000\
        0000000000000000\
        0000000000000000\
        0000000000000000
        """
}

/// Comparisons that ignore the case of ASCII letters and do not allocate.
package enum CaseInsensitive {
    /// `lowercase` must not have upper-case letters.
    package static func equals(_ bytes: UnsafeRawBufferPointer, _ lowercase: StaticString) -> Bool {
        guard bytes.count == lowercase.utf8CodeUnitCount else { return false }
        let other = lowercase.utf8Start
        for index in 0..<bytes.count where Octet.lowercased(bytes[index]) != other[index] { return false }
        return true
    }

    package static func equals(_ one: some Collection<UInt8>, _ other: some Collection<UInt8>) -> Bool {
        guard one.count == other.count else { return false }
        var rest = other.makeIterator()
        for byte in one where rest.next().map(Octet.lowercased) != Octet.lowercased(byte) { return false }
        return true
    }

    package static func equals(_ one: String, _ other: String) -> Bool { equals(one.utf8, other.utf8) }

    /// Whether the whole value of a field with this name is of words that have no case: RFC 9110 sections 7.6.1, 7.8, 8.4.1,
    /// 10.1.1, 10.1.4 and 12.5.3, RFC 9112 section 7.
    package static func holds(forValuesOf name: String) -> Bool { caseless.contains { equals(name, $0) } }

    private static let caseless = [
        "Accept-Encoding", "Connection", "Content-Encoding", "Expect", "TE", "Transfer-Encoding", "Upgrade",
    ]
}
