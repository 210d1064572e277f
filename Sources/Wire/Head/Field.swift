// Field.swift: one field line of a head or of a trailer section.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// A field as it arrived: the name in its own spelling, the value without the blanks around it.
package struct Field: Hashable, Sendable {
    package var name: String
    package var value: [UInt8]

    package init(_ name: String, _ value: [UInt8]) {
        self.name = name
        self.value = value
    }

    package init(_ name: String, _ value: String) {
        self.init(name, Array(value.utf8))
    }

    package func isNamed(_ other: String) -> Bool { CaseInsensitive.equals(name, other) }

    /// The value as text; bytes that are no UTF-8 become U+FFFD.
    package var text: String { String(decoding: value, as: UTF8.self) }
}

extension [Field] {
    /// The values of all fields of this name, in the order of their arrival.
    package func values(of name: String) -> [[UInt8]] {
        compactMap { $0.isNamed(name) ? $0.value : nil }
    }

    package func first(_ name: String) -> [UInt8]? {
        first { $0.isNamed(name) }?.value
    }
}

/// The place of a field in the bytes that a ``HeadParser`` was given.
package struct FieldSpan: Hashable, Sendable {
    var nameStart: Int32
    var nameEnd: Int32
    var valueStart: Int32
    var valueEnd: Int32
    var known: KnownField
    /// The value spans several lines; it is read from the parser's own copy, in which line ends are blanks.
    var isFolded = false

    /// A field that was not found by a ``HeadParser``.
    package init(name: Range<Int>, value: Range<Int>) {
        self.init(
            nameStart: Int32(name.lowerBound), nameEnd: Int32(name.upperBound), valueStart: Int32(value.lowerBound),
            valueEnd: Int32(value.upperBound), known: .other)
    }

    init(nameStart: Int32, nameEnd: Int32, valueStart: Int32, valueEnd: Int32, known: KnownField) {
        self.nameStart = nameStart
        self.nameEnd = nameEnd
        self.valueStart = valueStart
        self.valueEnd = valueEnd
        self.known = known
    }

    package var name: Range<Int> { Int(nameStart)..<Int(nameEnd) }
    /// The range of the value; a folded value still has its line ends there.
    package var value: Range<Int> { Int(valueStart)..<Int(valueEnd) }
}

/// The fields that matter for reading a request.
enum KnownField: UInt8, Hashable, Sendable {
    case other, host, expect, connection, contentLength, transferEncoding, te, upgrade

    static func named(_ base: UnsafeRawPointer, _ name: Range<Int>) -> KnownField {
        let first = base.byte(name.lowerBound) | 0x20
        switch name.count {
        case 2 where first == UInt8(ascii: "t"): return te.ifNamed("te", base, name)
        case 4 where first == UInt8(ascii: "h"): return host.ifNamed("host", base, name)
        case 6 where first == UInt8(ascii: "e"): return expect.ifNamed("expect", base, name)
        case 7 where first == UInt8(ascii: "u"): return upgrade.ifNamed("upgrade", base, name)
        case 10 where first == UInt8(ascii: "c"): return connection.ifNamed("connection", base, name)
        case 14 where first == UInt8(ascii: "c"): return contentLength.ifNamed("content-length", base, name)
        case 17 where first == UInt8(ascii: "t"): return transferEncoding.ifNamed("transfer-encoding", base, name)
        default: return .other
        }
    }

    private func ifNamed(_ own: StaticString, _ base: UnsafeRawPointer, _ name: Range<Int>) -> KnownField {
        CaseInsensitive.equals(base.bytes(name), own) ? self : .other
    }
}
