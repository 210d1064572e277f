// AuthClause.swift: a challenge, or credentials: a scheme and its parameters.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainWire

/// A challenge or credentials, which are written alike, RFC 9110 sections 11.3 and 11.4: `scheme [ 1*SP ( token68 /
/// #auth-param ) ]`.
package struct AuthClause: Hashable, Sendable {
    /// The scheme in its own spelling; comparisons ignore case.
    package var scheme: String
    /// The token68 that some schemes have instead of parameters: `dXNlcjpwYXNz`.
    package var token: [UInt8]?
    package var parameters: [AuthParameter]

    package init(_ scheme: String, token: [UInt8]? = nil, _ parameters: [AuthParameter] = []) {
        self.scheme = scheme
        self.token = token
        self.parameters = parameters
    }

    package func isScheme(_ name: String) -> Bool { CaseInsensitive.equals(scheme, name) }

    /// The first parameter of this name.
    package subscript(name: String) -> AuthParameter? { parameters.first { $0.isNamed(name) } }

    /// The value of a field. Bytes that no quoted string can hold are left out, so that nothing can be injected.
    package var bytes: [UInt8] {
        var bytes = Array(scheme.utf8)
        if let token { bytes += [Octet.space] + token }
        for (index, parameter) in parameters.enumerated() {
            bytes += Array((index == 0 ? " " : ", ").utf8) + parameter.bytes
        }
        return bytes
    }

    package var text: String { String(decoding: bytes, as: UTF8.self) }
}

/// A name and its value, as in `realm="a b"`; the value is without quotes and escapes.
package struct AuthParameter: Hashable, Sendable {
    package var name: String
    package var value: [UInt8]
    package var isQuoted: Bool

    package init(_ name: String, _ value: some Sequence<UInt8>, isQuoted: Bool = true) {
        self.name = name
        self.value = Array(value)
        self.isQuoted = isQuoted
    }

    /// A quoted value.
    package init(_ name: String, quoted text: String) { self.init(name, text.utf8) }

    /// A token.
    package init(_ name: String, token text: String) { self.init(name, text.utf8, isQuoted: false) }

    package func isNamed(_ other: String) -> Bool { CaseInsensitive.equals(name, other) }

    package var text: String { String(decoding: value, as: UTF8.self) }

    /// Whether the value is this word, in any case.
    package func says(_ word: String) -> Bool { CaseInsensitive.equals(value, Array(word.utf8)) }

    /// The parameter as it is sent; a value that is no token is always quoted.
    package var bytes: [UInt8] {
        var bytes = Array(name.utf8) + [UInt8(ascii: "=")]
        guard isQuoted || value.isEmpty || !value.allSatisfy(Octet.isToken) else { return bytes + value }
        bytes.append(UInt8(ascii: "\""))
        bytes += Self.escaped(value)
        bytes.append(UInt8(ascii: "\""))
        return bytes
    }

    /// The text between the quotes, RFC 9110 section 5.6.4.
    package static func escaped(_ value: some Sequence<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = []
        for byte in value where byte >= Octet.space && byte != 0x7F || byte == Octet.tab {
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { bytes.append(UInt8(ascii: "\\")) }
            bytes.append(byte)
        }
        return bytes
    }
}

/// A breach of the grammar in a field, with its place.
package struct AuthFault: Error, Hashable, Sendable {
    /// The offset in bytes from the start of the field's value.
    package var offset: Int
    package var sentence: String

    package init(offset: Int, _ sentence: String) {
        self.offset = offset
        self.sentence = sentence
    }
}
