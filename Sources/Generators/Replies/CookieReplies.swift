// CookieReplies.swift: replies that set or delete cookies, and lead to the page that tells of them.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation
internal import QuintainWire

extension Generator {
    /// `{{set-cookies}}` sets the cookies of the query, `{{set-cookies path.name path.value}}` that one.
    mutating func setCookies(_ call: GeneratorCall) throws(GeneratorRefusal) -> GeneratedReply {
        let isSecure = occasion.visit.scheme == "https"
        if call.operands.count == 2 {
            let name = string(call.operands[0]) ?? ""
            let value = string(call.operands[1]) ?? ""
            return try leading([name], [CookieCoding.setting(name, value, secure: isSecure)])
        }
        let asked = query.firsts
        return try leading(asked.map(\.name), asked.map { CookieCoding.setting($0.name, $0.value, secure: isSecure) })
    }

    /// `{{delete-cookies}}`: deletes the cookies that the query names.
    mutating func deleteCookies() throws(GeneratorRefusal) -> GeneratedReply {
        let names = query.firsts.map(\.name)
        return try leading(names, names.map { CookieCoding.deletion($0) })
    }

    private func leading(_ names: [String], _ cookies: [Field]) throws(GeneratorRefusal) -> GeneratedReply {
        // More cookies would make a head that no client reads.
        guard names.count <= Self.cookiesAtMost else {
            throw GeneratorRefusal(400, "more than \(Self.cookiesAtMost) cookies at once")
        }
        if let name = names.first(where: { !CookieCoding.isName($0) }) {
            throw GeneratorRefusal(400, "'\(Quoting.escaped(name.utf8.prefix(100)))' cannot be the name of a cookie")
        }
        return GeneratedReply(
            302, [Field("Location", "/cookies"), Field("Content-Type", "text/html; charset=utf-8")] + cookies, body: [])
    }

    private static let cookiesAtMost = 100
}
