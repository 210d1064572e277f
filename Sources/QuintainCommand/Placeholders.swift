// Placeholders.swift: `{{origin}}` and its like in the words of a client's command.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainPlayer

enum Placeholders {
    /// The word with each `{{…}}` replaced by what it stands for in this run.
    static func filled(_ word: String, _ endpoints: [Endpoint], authority: String?) throws(WrongUse) -> String {
        var result = ""
        var rest = word[...]
        while let open = rest.firstRange(of: "{{") {
            guard let close = rest[open.upperBound...].firstRange(of: "}}") else { break }
            result += rest[..<open.lowerBound]
            result += try value(String(rest[open.upperBound..<close.lowerBound]), endpoints, authority)
            rest = rest[close.upperBound...]
        }
        return result + rest
    }

    private static func value(_ inside: String, _ endpoints: [Endpoint], _ authority: String?) throws(WrongUse)
        -> String
    {
        let words = inside.split(separator: " ").map(String.init)
        if words == ["origin"] { return endpoints[0].url }
        if words == ["ca"], let authority { return authority }
        if words.count == 1, words[0].hasPrefix("//") {
            let rest = words[0].dropFirst(2)
            let name = rest.prefix { $0 != "/" && $0 != "?" }
            return try endpoint(String(name), endpoints).url + rest.dropFirst(name.count)
        }
        if words.count == 2, words[0] == "authority" { return try endpoint(words[1], endpoints).authority }
        if words.count == 2, words[0] == "port" {
            return String(try endpoint(words[1], endpoints).authority.split(separator: ":").last ?? "")
        }
        throw WrongUse(
            "'{{\(inside)}}' is no placeholder",
            help: "write {{origin}}, {{//NAME}}, {{authority NAME}}, {{port NAME}} or {{ca}}")
    }

    private static func endpoint(_ name: String, _ endpoints: [Endpoint]) throws(WrongUse) -> Endpoint {
        if let endpoint = endpoints.first(where: { $0.origin == name }) { return endpoint }
        let names = endpoints.map(\.origin)
        throw WrongUse(
            "the scenario has no origin '\(name)'",
            help: Nearest.suggestion(for: name, among: names) ?? "it has: \(names.joined(separator: ", "))")
    }
}
