// FieldParameters.swift: the parameters of a field, after semicolons.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// RFC 9110 section 5.6.6: `word; name=value; name="quoted value"`.
///
/// Read as leniently as recipients do: text that is no parameter is skipped, of two parameters with the same name the
/// first one counts, and an unclosed quoted string ends with the field.
package struct FieldParameters: Hashable, Sendable {
    package struct Parameter: Hashable, Sendable {
        /// In lower case.
        package var name: String
        /// Without quotes and backslashes.
        package var value: [UInt8]
        package var isQuoted: Bool
    }

    /// The text before the first semicolon, without the blanks around it.
    package private(set) var word: [UInt8]
    package private(set) var list: [Parameter] = []

    package init(_ value: [UInt8]) {
        let value = value.prefix(Self.bytesAtMost)
        var rest = value[...]
        word = Array(FieldSection.trimmed(rest.prefix { $0 != UInt8(ascii: ";") }))
        rest = rest.drop { $0 != UInt8(ascii: ";") }
        while !rest.isEmpty, list.count < Self.countAtMost {
            rest = rest.dropFirst().drop { Octet.isBlank($0) }
            take(&rest)
            rest = rest.drop { $0 != UInt8(ascii: ";") }
        }
    }

    package subscript(name: String) -> [UInt8]? { parameter(name)?.value }

    package func parameter(_ name: String) -> Parameter? { list.first { $0.name == name } }

    /// Reads one parameter, and leaves the rest from a semicolon on or before one.
    private mutating func take(_ rest: inout ArraySlice<UInt8>) {
        let name = rest.prefix { Octet.isToken($0) }
        rest = rest.dropFirst(name.count).drop { Octet.isBlank($0) }
        let isNamed = !name.isEmpty && rest.first == UInt8(ascii: "=")
        if isNamed { rest = rest.dropFirst().drop { Octet.isBlank($0) } }
        let isQuoted = rest.first == UInt8(ascii: "\"")
        let value =
            isQuoted
            ? Self.quoted(&rest) : Array(FieldSection.trimmed(rest.prefix { $0 != UInt8(ascii: ";") }))
        let text = String(decoding: name.map(Octet.lowercased), as: UTF8.self)
        guard isNamed, parameter(text) == nil else { return }
        list.append(Parameter(name: text, value: value, isQuoted: isQuoted))
    }

    /// RFC 9110 section 5.6.4: a byte behind a backslash is part of the value.
    private static func quoted(_ rest: inout ArraySlice<UInt8>) -> [UInt8] {
        var value: [UInt8] = []
        rest = rest.dropFirst()
        while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
            value.append(byte == UInt8(ascii: "\\") ? rest.popFirst() ?? byte : byte)
        }
        return value
    }

    private static let bytesAtMost = 16_384
    private static let countAtMost = 64
}
