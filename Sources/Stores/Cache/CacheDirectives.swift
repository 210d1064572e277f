// CacheDirectives.swift: the words of Cache-Control.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainWire

/// RFC 9111 section 5.2. Names in any case; of a directive that is there twice the first counts: section 4.2.1.
struct CacheDirectives: Hashable, Sendable {
    private var arguments: [String: [UInt8]] = [:]

    init(_ fields: [Field]) {
        for value in fields.values(of: "Cache-Control") {
            value.withUnsafeBytes { bytes in
                for member in ListMembers(bytes) where arguments.count < Self.directivesAtMost { take(Array(member)) }
            }
        }
    }

    var isEmpty: Bool { arguments.isEmpty }

    func has(_ name: String) -> Bool { arguments[name] != nil }

    /// Seconds. Where there is something else, it is taken for 0, which is what section 4.2.1 advises; nil: the
    /// directive is not there.
    func seconds(_ name: String) -> Int64? {
        arguments[name].map { ASCII.number($0, atMost: CacheAge.longest) ?? 0 }
    }

    func hasArgument(_ name: String) -> Bool { arguments[name]?.isEmpty == false }

    private mutating func take(_ member: [UInt8]) {
        let equals = member.firstIndex(of: UInt8(ascii: "="))
        let name = String(
            decoding: ASCII.trimmed(member[..<(equals ?? member.endIndex)]).map(Octet.lowercased), as: UTF8.self)
        var argument = ASCII.trimmed(equals.map { member[($0 + 1)...] } ?? [])
        // A directive that is no quoted string is read from one all the same, and the other way round.
        if argument.count > 1, argument.first == UInt8(ascii: "\""), argument.last == argument.first {
            argument = argument.dropFirst().dropLast()
        }
        if arguments[name] == nil { arguments[name] = Array(argument) }
    }

    private static let directivesAtMost = 64
}
