// Cookies.swift: generators that set and delete cookies.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation
internal import QuintainWire

extension Generator {
    /// `{{set-cookies}}` sets the cookies of the query, `{{set-cookies path.name path.value}}` that one.
    mutating func setCookies(_ call: GeneratorCall) throws(GeneratorRefusal) -> [Field] {
        if call.operands.count == 2 {
            let name = string(call.operands[0]) ?? ""
            return [try setting(name, string(call.operands[1]) ?? "")]
        }
        var fields: [Field] = []
        for (name, value) in try asked() { fields.append(try setting(name, value)) }
        return fields
    }

    /// `{{delete-cookies}}`: deletes the cookies that the query names.
    mutating func deleteCookies() throws(GeneratorRefusal) -> [Field] {
        var fields: [Field] = []
        for (name, _) in try asked() {
            try check(name)
            fields.append(CookieCoding.deletion(name))
        }
        return fields
    }

    private mutating func asked() throws(GeneratorRefusal) -> [(name: String, value: String)] {
        let asked = query.firsts
        // More cookies would make a head that no client reads.
        guard asked.count <= Self.cookiesAtMost else {
            throw GeneratorRefusal(400, "more than \(Self.cookiesAtMost) cookies at once")
        }
        return asked
    }

    private func setting(_ name: String, _ value: String) throws(GeneratorRefusal) -> Field {
        try check(name)
        return CookieCoding.setting(name, value, secure: occasion.visit.scheme == "https")
    }

    private func check(_ name: String) throws(GeneratorRefusal) {
        guard CookieCoding.isName(name) else {
            throw GeneratorRefusal(400, "'\(Quoting.escaped(name.utf8.prefix(100)))' cannot be the name of a cookie")
        }
    }

    private static let cookiesAtMost = 100
}
