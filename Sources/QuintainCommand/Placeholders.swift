// Placeholders.swift: `{{origin}}` and other placeholders in the words of a client's command.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainPlayer
import QuintainRunner
import QuintainScenario
import QuintainSessions
import QuintainWords

@OnLoop
enum Placeholders {
    /// The word with each `{{…}}` replaced by its value in this run.
    static func filled(_ word: String, _ session: Session) throws(WrongUse) -> String {
        try Braces.filled(word) { (inside) throws(WrongUse) in try value(inside, session) }
    }

    private static func value(_ inside: String, _ session: Session) throws(WrongUse) -> String {
        let words = inside.split(separator: " ").map(String.init)
        switch (words.first, words.count) {
        case ("origin", 1): return session.url
        case ("scenario", 1): return session.scenario.nameWithoutFolders
        case ("ca", 1):
            if let anchor = session.anchor { return anchor.path }
            throw WrongUse("the scenario has no origin with TLS, so there is no '{{ca}}'")
        case ("authority", 2): return try endpoint(words[1], session).authority
        case ("port", 2): return String(try endpoint(words[1], session).authority.split(separator: ":").last ?? "")
        case ("certificate", 2): return try certificate(words[1], session)
        case (let word?, 1) where word.hasPrefix("//"):
            let rest = word.dropFirst(2)
            let name = rest.prefix { $0 != "/" && $0 != "?" }
            return try endpoint(String(name), session).url + rest.dropFirst(name.count)
        default:
            if let cell = session.scenario.cell(inside) { return cell }
            let columns = session.scenario.columns.map { ", {{\($0)}}" }.joined()
            throw WrongUse(
                "'{{\(inside)}}' is no placeholder of 'quintain play'",
                help:
                    "write {{origin}}, {{//NAME}}, {{authority NAME}}, {{port NAME}}, {{ca}}, {{scenario}} or {{certificate NAME}}"
                    + columns)
        }
    }

    /// The path of a file with a client's certificate and key, made for this run.
    private static func certificate(_ name: String, _ session: Session) throws(WrongUse) -> String {
        try WrongUse.telling { () throws(LoopError) in try session.clientCertificate(name) }
    }

    private static func endpoint(_ name: String, _ session: Session) throws(WrongUse) -> Endpoint {
        if let endpoint = session.endpoints.first(where: { $0.origin == name }) { return endpoint }
        let names = session.endpoints.map(\.origin)
        throw WrongUse(
            "the scenario has no origin '\(name)'",
            help: NearestWord.suggestion(for: name, among: names) ?? "it has: \(names.joined(separator: ", "))")
    }
}
