// PlainCommand.swift: a client that is a command, run once for each load or for each case.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainDriver
import QuintainNotation
import QuintainScenario
import QuintainTalk
import QuintainWire
import QuintainWords

/// The words of a command that knows nothing of drivers, with placeholders for what a load asks for.
///
/// A command is told only what its words name, so a load that asks for more does not apply to it. One that is told of no
/// load, but of the server, makes its requests itself.
package struct PlainCommand: Sendable, Hashable {
    package enum Placeholder: String, CaseIterable, Sendable {
        case url
        /// The address of the server without a path, for a command that makes its requests itself.
        case origin
        case method
        /// The path of a file with the body's bytes; nothing without a body.
        case body
        /// The path of a file with the fields, one a line.
        case fields
        /// The name of the case without folders, which differ with what is played: `login.scenario`, `login.scenario#bob`.
        case scenario
        /// The path of a file with the authority to trust.
        case anchor = "ca"

        var text: String { "{{\(rawValue)}}" }
    }

    package let words: [String]
    /// The name by which reports call it.
    let name: String
    /// It refuses each redirect without being told to.
    var followsNone = false
    /// It begins with HTTP/2 in the clear. Nothing of a command tells so but that it is checked over HTTP/2 alone.
    var speaksHTTP2 = false
    private let placeholders: Set<Placeholder>

    /// nil: the words have neither `{{url}}` nor `{{origin}}`, and are those of a driver.
    package init?(_ words: [String], called name: String) {
        self.words = words
        self.name = name
        placeholders = Set(Placeholder.allCases.filter { one in words.contains { $0.contains(one.text) } })
        guard placeholders.contains(.url) || placeholders.contains(.origin) else { return nil }
    }

    /// It is told where the server is, and not what to load.
    var makesRequests: Bool { !placeholders.contains(.url) }

    /// The first `{{…}}` of the words that is none of the placeholders; nil: there is none.
    package static func strange(in words: [String]) -> String? {
        var strange: String?
        for word in words {
            _ = Braces.filled(word) { name in
                if Placeholder(rawValue: name) == nil { strange = strange ?? name }
                return nil
            }
        }
        return strange
    }

    /// What stands for the command where drivers have a greeting. It reports nothing, so only the wire is judged.
    var greeting: Greeting {
        let line = CommandOutline.text(of: words.dropFirst()).map { $0.isNewline ? " " : String($0) }.joined()
        var greeting = Greeting(name: name, version: String(line.prefix(Self.lineAtMost)))
        greeting.loads = [.data, .upload, .download, .handler, .async, .sync]
        greeting.endsAreSeen = true
        greeting.doesManyCases = true
        // Whether it can be told whom to trust is asked where a load needs it.
        greeting.abilities = [.tls]
        greeting.acts = [.trust]
        if speaksHTTP2 {
            greeting.abilities.insert(.h2)
            greeting.options.insert(.priorKnowledge)
        }
        return greeting
    }

    /// What the load asks for and the command cannot be told, as a sentence; nil: it can be told everything.
    func lack(_ load: ResolvedLoad) -> String? {
        if makesRequests { return nil }
        if load.method != "GET", !placeholders.contains(.method) {
            return Self.lack("the method \(load.method)", .method)
        }
        if load.body != nil, !placeholders.contains(.body) { return Self.lack("the body of a load", .body) }
        if load.url.hasPrefix("https:"), !placeholders.contains(.anchor) { return Self.lack("whom to trust", .anchor) }
        if !load.fields.isEmpty, !placeholders.contains(.fields) {
            return Self.lack("the field \(load.fields[0].name) of a load", .fields)
        }
        for planned in load.decisions {
            guard let word = planned.decision.word, word != .byDefault else { continue }
            if word == .no, planned.callback == .redirect, followsNone { continue }
            return "a plain command cannot be told to decide '\(word.rawValue)' at '\(planned.callback.rawValue)'"
        }
        return nil
    }

    private static func lack(_ what: String, _ placeholder: Placeholder) -> String {
        "the command cannot be told \(what): its words have no '\(placeholder.text)', and one that does so of its own "
            + "accord has '{{origin}}' in place of '{{url}}'"
    }

    /// The words for a load.
    func words(for values: [Placeholder: String]) -> [String] {
        words.map { word in
            Braces.filled(word) { name in Placeholder(rawValue: name).map { values[$0] ?? "" } }
        }
    }

    /// Whether its words name the placeholder.
    func names(_ placeholder: Placeholder) -> Bool { placeholders.contains(placeholder) }

    private static let lineAtMost = 200
}
