// SynonymTests.swift: words of other tools, and the hints that they get.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainTLS
import Testing
import QuintainWords

@testable import QuintainScenario

@Suite struct `Words of other tools` {
    private static let tables: [(name: String, synonyms: Synonyms, words: [String])] = [
        ("acts", .acts, ActWord.words), ("awaited", .awaited, AwaitWord.words),
        ("words", .words, LineWord.words), ("orders", .orders, OrderWord.words + StartLineSlip.methods),
        ("decisions", .decisions, DecisionWord.words), ("failures", .failures, FailKind.words),
        ("challenges", .challenges, ChallengeKind.words), ("levels", .levels, Level.allCases.map(\.rawValue)),
        ("loads", .loads, LoadKind.allCases.map(\.rawValue)), ("policies", .policies, CachePolicy.words),
        ("load options", .loadOptions, LoadOption.words), ("switches", .switches, ["on", "off"]),
        ("truths", .truths, ["yes", "no"]), ("origin options", .originOptions, OriginOption.words),
        ("origin words", .originWords, ScenarioBuilder.originWords),
        ("certificates", .certificates, CertificateKind.words),
        ("needs", .needs, NeedWord.all), ("line ends", .lineEnds, ["lf", "crlf"]),
        ("transforms", .transforms, TransformWord.words), ("handshake fields", .handshakeFields, HandshakeField.words),
        ("versions", .tlsVersions, ["1.0", "1.1", "1.2", "1.3"]), ("storages", .storages, ["no", "memory", "disk"]),
    ]

    @Test(arguments: tables.map(\.name))
    func `stand for words that there are, or for whole lines`(name: String) throws {
        let table = try #require(Self.tables.first { $0.name == name })
        for group in table.synonyms.groups {
            #expect(table.words.contains(group.meant) || Self.isLine(group.meant), "\(name): \(group.meant)")
            #expect(!group.typed.isEmpty)
            for typed in group.typed {
                #expect(typed == typed.lowercased())
                // A word that is legal where it stands needs no synonym;
                // decisions are legal behind some callbacks only.
                #expect(
                    name == "decisions" || !table.words.contains(typed) || table.words.contains(typed.uppercased()),
                    "\(name): \(typed)")
            }
        }
    }

    @Test func `of callbacks stand for callbacks, and of functions for functions`() {
        for group in Synonyms.callbacks.groups {
            #expect(CallbackKind(rawValue: String(group.meant.prefix { $0 != " " })) != nil, "\(group.meant)")
        }
        for group in Synonyms.functions.groups {
            #expect(
                group.meant.hasPrefix("//") || FunctionWord(rawValue: String(group.meant.prefix { $0 != " " })) != nil,
                "\(group.meant)")
        }
    }

    @Test(arguments: [
        ("! sleep", "write '! wait 200ms'"), ("! finish", "write '* finish'"),
        ("! close-notfy", "did you mean 'close-notify'?"),
        ("* done", "write '* finish'"), ("* half-close", "write '! half-close'"),
        ("client stop", "write 'cancel'"), ("client flush", "write 'forget'"), ("sleep 5s", "write '! wait 5s'"),
        ("response 200", "write '< 200'"), ("* fail dns", "write 'host-not-found'"),
        ("* redirect 302 /a -> deny", "write 'refuse'"),
        ("* response 200 -> deny", "one of: allow, download, cancel, hold"),
    ])
    func `are told before the words that are spelt nearly so`(line: String, help: String) {
        #expect(read("> GET /\n\(line)\n").diagnostics.first?.help == help)
    }

    /// A line of any kind that begins with an existing word.
    private static func isLine(_ text: String) -> Bool {
        let words = text.split(separator: " ").map(String.init)
        switch words.first {
        case "!": return ActWord(rawValue: words[1]) != nil
        case "*": return CallbackKind(rawValue: words[1]) != nil
        case "<", ">", "#", "as", "via", "body": return true
        default: return LineWord(rawValue: words.first ?? "") != nil
        }
    }
}
