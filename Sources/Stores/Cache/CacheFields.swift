// CacheFields.swift: which fields are stored, which a 304 changes, and which tell variants apart.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainWire

enum CacheFields {
    /// RFC 9111 section 3.1: what is of one connection, or of one proxy, is not stored.
    static func kept(_ fields: [Field]) -> [Field] {
        let named = fields.values(of: "Connection").flatMap { CommaList.members(of: $0) }
        let names = Set(named.map { String(decoding: $0.map(Octet.lowercased), as: UTF8.self) } + ofConnection)
        return fields.filter { !names.contains(ASCII.lowercased($0.name)) }
    }

    /// Section 3.2: each field of the 304 takes the place of those with its name, but for those that tell of a body.
    static func updated(_ old: [Field], with new: [Field]) -> [Field] {
        let new = kept(new).filter { !ofBody.contains(ASCII.lowercased($0.name)) }
        let names = Set(new.map { ASCII.lowercased($0.name) })
        return old.filter { !names.contains(ASCII.lowercased($0.name)) } + new
    }

    private static let ofConnection = [
        "connection", "keep-alive", "proxy-connection", "te", "transfer-encoding", "upgrade", "trailer",
        "proxy-authenticate", "proxy-authentication-info", "proxy-authorization",
    ]
    private static let ofBody: Set = ["content-length", "content-encoding", "content-range", "content-type"]
}

/// Section 4.1: what the fields that `Vary` names were in the request.
struct VaryingFields: Hashable, Sendable {
    /// By name in lower case; nil: there was none.
    private var values: [String: [UInt8]?] = [:]

    init(_ response: [Field], of request: [Field]) {
        for name in Self.names(response).prefix(Self.namesAtMost) {
            values[name] = .some(Self.value(name, request))
        }
    }

    func fit(_ request: [Field]) -> Bool { values.allSatisfy { $1 == Self.value($0, request) } }

    var cost: Int { values.reduce(0) { $0 + $1.key.utf8.count + ($1.value?.count ?? 0) } }

    /// Whether no other request would be given this response: `*`, or more names than are looked at.
    static func isEverything(_ response: [Field]) -> Bool {
        let names = names(response)
        return names.contains("*") || names.count > namesAtMost
    }

    private static func names(_ response: [Field]) -> [String] {
        let members = response.values(of: "Vary").flatMap { CommaList.members(of: $0) }
        return members.map { String(decoding: $0.map(Octet.lowercased), as: UTF8.self) }
    }

    /// All of one name, as one list without blanks around the members.
    private static func value(_ name: String, _ request: [Field]) -> [UInt8]? {
        let values = request.values(of: name)
        guard !values.isEmpty else { return nil }
        let members = values.flatMap { value in
            let members = CommaList.members(of: value)
            return members.isEmpty ? [[]] : members
        }
        return Array(members.joined(separator: Array(", ".utf8)))
    }

    private static let namesAtMost = 32
}

/// Section 4.3.4: whether a 304 speaks of what is stored.
enum Validators {
    static func areOfOne(_ stored: [Field], _ new: [Field]) -> Bool {
        if let tag = new.first("ETag"), let own = stored.first("ETag") { return core(tag) == core(own) }
        if let date = new.first("Last-Modified"), let own = stored.first("Last-Modified") { return date == own }
        return true
    }

    /// RFC 9110 section 8.8.3.2: compared weakly, as a server compares If-None-Match.
    private static func core(_ tag: [UInt8]) -> ArraySlice<UInt8> {
        tag.starts(with: Array("W/".utf8)) ? tag.dropFirst(2) : tag[...]
    }
}
