// AuthReader.swift: reads `WWW-Authenticate`, `Authorization` and similar fields.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainWire

/// The clauses that could be read of a field, and its faults.
package struct AuthReading: Hashable, Sendable {
    package var clauses: [AuthClause] = []
    package var faults: [AuthFault] = []
}

extension AuthClause {
    /// The challenges of one field, which may have several: RFC 9110 section 11.6.1. Where something is wrong,
    /// reading goes on behind the next comma.
    package static func challenges(in value: [UInt8]) -> AuthReading {
        var reader = AuthReader(value)
        return reader.read()
    }

    /// The challenges of several fields of one name, which mean the same as one list.
    package static func challenges(in values: [[UInt8]]) -> [AuthClause] {
        values.flatMap { challenges(in: $0).clauses }
    }

    /// The first thing in a field that recipients read over, and that no sender may write, if there is one.
    package static func unsendable(in value: [UInt8]) -> AuthFault? {
        var reader = AuthReader(value)
        _ = reader.read()
        return reader.unsendable
    }

    /// The credentials of a field: one scheme, and nothing that breaks the grammar.
    package static func credentials(in value: [UInt8]) throws(AuthFault) -> AuthClause {
        var reader = AuthReader(value)
        let reading = reader.read()
        if let fault = reading.faults.first { throw fault }
        guard let clause = reading.clauses.first else { throw AuthFault(offset: 0, "it is empty") }
        guard reading.clauses.count == 1 else {
            let second = Quoting.quoted(reading.clauses[1].scheme.utf8)
            throw AuthFault(offset: 0, "it has a second scheme, \(second): credentials are of one")
        }
        return clause
    }
}

extension AuthParameter {
    /// The parameters of a field that has no scheme: `Authentication-Info`, RFC 9110 section 11.6.3.
    package static func list(in value: [UInt8]) throws(AuthFault) -> [AuthParameter] {
        var reader = AuthReader(value)
        reader.beginWithoutScheme()
        let reading = reader.read()
        if let fault = reading.faults.first { throw fault }
        guard reading.clauses.count == 1 else { throw AuthFault(offset: 0, "it has parameters, and no scheme") }
        return reading.clauses[0].parameters
    }
}

/// Reads members between commas. A member with `=` after its first word is a parameter of the scheme before it; another
/// one begins a scheme.
private struct AuthReader {
    private let bytes: [UInt8]
    private var index = 0
    private var reading = AuthReading()
    /// The first comma that has no member before it, or none behind it (RFC 9110 section 5.6.1), or the first blanks
    /// around a `=` (section 5.6.3): recipients read over them, and no sender may write them.
    fileprivate var unsendable: AuthFault?

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func beginWithoutScheme() { reading.clauses.append(AuthClause("")) }

    mutating func read() -> AuthReading {
        while true {
            skipCommas()
            guard index < bytes.count else { return reading }
            let count = reading.clauses.reduce(0) { $0 + 1 + $1.parameters.count }
            guard count < Self.membersAtMost else {
                reading.faults.append(fault("it has more than \(Self.membersAtMost) members"))
                return reading
            }
            do throws(AuthFault) {
                try member()
                try endOfMember()
            } catch {
                reading.faults.append(error)
                skipMember()
            }
        }
    }

    /// Goes on to the next member: one comma stands before it, and none before the first.
    private mutating func skipCommas() {
        var commas = reading.clauses.isEmpty ? 1 : 0
        while true {
            skip(Octet.isBlank)
            let isAtEnd = index == bytes.count
            if commas > 1 || commas == 1 && isAtEnd && !reading.clauses.isEmpty { noteEmptyMember() }
            guard !isAtEnd, bytes[index] == UInt8(ascii: ",") else { return }
            commas += 1
            index += 1
        }
    }

    private mutating func noteEmptyMember() {
        note(AuthFault(offset: index, "the list has an empty member (RFC 9110 section 5.6.1)"))
    }

    private mutating func note(_ fault: AuthFault) { unsendable = unsendable ?? fault }

    private mutating func member() throws(AuthFault) {
        let start = index
        if let parameter = try parameter() {
            // A comma stands directly behind the scheme.
            if let last = reading.clauses.last, last.token == nil, last.parameters.isEmpty { noteEmptyMember() }
            return try add(parameter, at: start)
        }
        let name = token()
        guard !name.isEmpty else {
            throw fault("a scheme or a parameter begins with a letter or the like, not with \(shown(index))")
        }
        reading.clauses.append(AuthClause(String(decoding: name, as: UTF8.self)))
        let gap = index
        skip(Octet.isBlank)
        guard index < bytes.count, bytes[index] != UInt8(ascii: ",") else { return }
        if let tab = bytes[gap..<index].firstIndex(of: Octet.tab) {
            throw AuthFault(offset: tab, "a tab stands behind the scheme, where only blanks may")
        }
        guard index > gap else { throw fault("\(shown(index)) stands in the name of a scheme") }
        if let token = token68() {
            reading.clauses[reading.clauses.count - 1].token = token
        } else {
            let start = index
            guard let parameter = try parameter() else {
                throw fault("\(shown(index)) is neither a parameter nor a token68")
            }
            try add(parameter, at: start)
        }
    }

    private mutating func add(_ parameter: AuthParameter, at start: Int) throws(AuthFault) {
        guard let last = reading.clauses.indices.last else {
            throw AuthFault(offset: start, "the parameter '\(parameter.name)' has no scheme before it")
        }
        guard reading.clauses[last].token == nil else {
            let scheme = reading.clauses[last].scheme
            throw AuthFault(offset: start, "'\(parameter.name)' stands behind the token68 of '\(scheme)'")
        }
        // RFC 9110 section 11.2: "each parameter name MUST only occur once per challenge".
        let isThere = reading.clauses[last][parameter.name] != nil
        reading.clauses[last].parameters.append(parameter)
        if isThere { throw AuthFault(offset: start, "'\(parameter.name)' is there twice") }
    }

    /// `name BWS "=" BWS ( token / quoted-string )`; nil, without reading anything, if there is no parameter.
    private mutating func parameter() throws(AuthFault) -> AuthParameter? {
        let start = index
        let name = token()
        skip(Octet.isBlank)
        guard !name.isEmpty, index < bytes.count, bytes[index] == UInt8(ascii: "=") else {
            index = start
            return nil
        }
        let equals = index
        index += 1
        skip(Octet.isBlank)
        let text = String(decoding: name, as: UTF8.self)
        if equals > name.endIndex || index > equals + 1 {
            note(AuthFault(offset: equals, "blanks stand around the '=' of '\(text)' (RFC 9110 section 5.6.3)"))
        }
        if index < bytes.count, bytes[index] == UInt8(ascii: "\"") {
            return AuthParameter(text, try quoted(text))
        }
        let value = token()
        guard !value.isEmpty else {
            throw fault("'\(text)' has no value: an empty one is written \(text)=\"\"")
        }
        return AuthParameter(text, value, isQuoted: false)
    }

    /// Reads a quoted string, RFC 9110 section 5.6.4.
    private mutating func quoted(_ name: String) throws(AuthFault) -> [UInt8] {
        let start = index
        index += 1
        var value: [UInt8] = []
        while index < bytes.count {
            var byte = bytes[index]
            if byte == UInt8(ascii: "\"") {
                index += 1
                return value
            }
            if byte == UInt8(ascii: "\\") {
                index += 1
                guard index < bytes.count else { break }
                byte = bytes[index]
            }
            guard byte >= Octet.space && byte != 0x7F || byte == Octet.tab else {
                throw fault("a control character stands in '\(name)'")
            }
            value.append(byte)
            index += 1
        }
        throw AuthFault(offset: start, "the quoted value of '\(name)' does not end")
    }

    /// Reads a token68, which must fill its member; nil, with nothing read, if there is none.
    private mutating func token68() -> [UInt8]? {
        var end = index
        while end < bytes.count, Self.isToken68(bytes[end]) { end += 1 }
        guard end > index else { return nil }
        while end < bytes.count, bytes[end] == UInt8(ascii: "=") { end += 1 }
        var next = end
        while next < bytes.count, Octet.isBlank(bytes[next]) { next += 1 }
        guard next == bytes.count || bytes[next] == UInt8(ascii: ",") else { return nil }
        defer { index = end }
        return Array(bytes[index..<end])
    }

    private mutating func endOfMember() throws(AuthFault) {
        skip(Octet.isBlank)
        guard index < bytes.count, bytes[index] != UInt8(ascii: ",") else { return }
        throw fault("a comma is missing before \(shown(index))")
    }

    /// Skips to the next comma that is not quoted.
    private mutating func skipMember() {
        var isQuoted = false
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""): isQuoted.toggle()
            case UInt8(ascii: "\\") where isQuoted: index += 1
            case UInt8(ascii: ",") where !isQuoted: return
            default: break
            }
            index += 1
        }
        index = bytes.count
    }

    private mutating func token() -> ArraySlice<UInt8> {
        let start = index
        skip(Octet.isToken)
        return bytes[start..<index]
    }

    private mutating func skip(_ belongs: (UInt8) -> Bool) {
        while index < bytes.count, belongs(bytes[index]) { index += 1 }
    }

    private func fault(_ sentence: String) -> AuthFault { AuthFault(offset: index, sentence) }

    private func shown(_ offset: Int) -> String { Quoting.quoted(bytes[offset...].prefix(16)) }

    private static func isToken68(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "+"),
            UInt8(ascii: "/"):
            true
        default: false
        }
    }

    private static let membersAtMost = 256
}
