// CacheFields.swift: the fields that are stored, that a 304 updates, and that tell variants apart.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainWire

enum CacheFields {
    /// RFC 9111 section 3.1: fields of the connection or of a proxy are not stored.
    static func kept(_ fields: [Field]) -> [Field] {
        let named = fields.members(of: "Connection")
        let names = Set(named.map { String(decoding: $0.map(Octet.lowercased), as: UTF8.self) } + ofConnection)
        return fields.filter { !names.contains(ASCII.lowercased($0.name)) }
    }

    /// Section 3.2: each new field replaces those of its name, except fields that describe the form of the stored body.
    /// Its age is that of the new response, even if that has none.
    static func updated(_ old: [Field], with new: [Field]) -> [Field] {
        let new = kept(new).filter { !ofBody.contains(ASCII.lowercased($0.name)) }
        let names = Set(new.map { ASCII.lowercased($0.name) }).union(["age", "date"])
        return old.filter { !names.contains(ASCII.lowercased($0.name)) } + new
    }

    private static let ofConnection = [
        "connection", "keep-alive", "proxy-connection", "te", "transfer-encoding", "upgrade", "trailer",
        "proxy-authenticate", "proxy-authentication-info", "proxy-authorization",
    ]
    private static let ofBody: Set = ["content-length", "content-encoding", "content-range"]
}

/// Section 4.1: the values that the fields named by `Vary` had in the request.
struct VaryingFields: Hashable, Sendable {
    private var vary: Vary
    private var named: [Field]

    init(_ response: [Field], of request: [Field]) {
        vary = Self.isEverything(response) ? .everything : Vary(response)
        named = []
        if case .fields(let names) = vary {
            named = request.filter { names.contains(ASCII.lowercased($0.name)) }
        }
    }

    func fit(_ request: [Field]) -> Bool { vary.matches(named, request) }

    /// Whether the response names fields that it depends on.
    var isTold: Bool { vary != .fields([]) }

    var cost: Int { named.reduce(0) { $0 + $1.name.utf8.count + $1.value.count } }

    /// Whether the response fits no other request: `*`, or more names than are checked.
    static func isEverything(_ response: [Field]) -> Bool {
        response.members(of: "Vary").count > namesAtMost || Vary(response) == .everything
    }

    private static let namesAtMost = 32
}

/// Sections 4.3.4 and 4.3.5: whether a 304, or the reply to a HEAD, is about the stored response.
enum Validators {
    static func areOfOne(_ stored: [Field], _ new: [Field]) -> Bool {
        if let tag = new.first("ETag"), let own = stored.first("ETag") {
            guard let one = EntityTag(tag), let other = EntityTag(own) else { return tag == own }
            // A strong tag stands for responses with the same strong tag only.
            return one.isWeak ? one.weakly(equals: other) : one.strongly(equals: other)
        }
        if let date = new.first("Last-Modified"), let own = stored.first("Last-Modified") { return date == own }
        return true
    }
}
