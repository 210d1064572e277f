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
    /// Refuses `{{port` and `main}}`, which a shell makes of a placeholder with a blank outside of quotes, and
    /// `http://{{origin}}`, which has the scheme twice.
    nonisolated static func check(_ command: [String]) throws(WrongUse) {
        for word in command {
            for scheme in ["http://", "https://"] where word.contains(scheme + "{{origin}}") {
                throw WrongUse(
                    "'\(scheme){{origin}}' has a scheme twice: '{{origin}}' is a whole URL, such as "
                        + "http://127.0.0.1:8080",
                    help: "write '{{origin}}' without '\(scheme)' before it; host and port alone are "
                        + "'{{authority main}}'")
            }
        }
        for (index, word) in command.enumerated() {
            guard names.contains(where: { word.hasSuffix("{{" + $0) }), index + 1 < command.count,
                let close = command[index + 1].firstRange(of: "}}")
            else { continue }
            let whole = "\(word) \(command[index + 1])"
            throw WrongUse(
                "'\(word)' and '\(command[index + 1][..<close.upperBound])' have come as two words",
                help: "a placeholder with a blank stands between quotes: '\(whole)'")
        }
    }

    /// Those that have a word behind them.
    nonisolated private static let names = ["authority", "port", "certificate"]

    /// The word with each `{{…}}` replaced by its value in this run.
    static func filled(_ word: String, _ session: Session) throws(WrongUse) -> String {
        var result = ""
        var rest = word[...]
        while let open = rest.firstRange(of: "{{") {
            guard let close = rest[open.upperBound...].firstRange(of: "}}") else { break }
            result += rest[..<open.lowerBound]
            result += try value(String(rest[open.upperBound..<close.lowerBound]), session)
            rest = rest[close.upperBound...]
        }
        return result + rest
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
            let url = inside == "url" ? "'{{url}}' belongs to 'quintain check', which knows the load; " : ""
            throw WrongUse(
                "'{{\(inside)}}' is no placeholder\(inside == "url" ? " of 'quintain play'" : "")",
                help: url
                    + "write {{origin}}, {{//NAME}}, {{authority NAME}}, {{port NAME}}, {{ca}}, {{scenario}} or {{certificate NAME}}"
                    + columns)
        }
    }

    /// The path of a file with a client's certificate and key, made for this run.
    private static func certificate(_ name: String, _ session: Session) throws(WrongUse) -> String {
        do throws(LoopError) {
            return try session.clientCertificate(name)
        } catch {
            throw WrongUse(error.message, help: error.help)
        }
    }

    private static func endpoint(_ name: String, _ session: Session) throws(WrongUse) -> Endpoint {
        if let endpoint = session.endpoints.first(where: { $0.origin == name }) { return endpoint }
        let names = session.endpoints.map(\.origin)
        throw WrongUse(
            "the scenario has no origin '\(name)'",
            help: NearestWord.suggestion(for: name, among: names) ?? "it has: \(names.joined(separator: ", "))")
    }
}
