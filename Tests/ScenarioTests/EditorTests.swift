// EditorTests.swift: what is in editors/ knows the words that the reader knows.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainAuth
import QuintainNotation
import QuintainTLS
import Testing
import QuintainWords

@testable import QuintainScenario

/// The lists of words in the files for editors, by name.
private enum Editors {
    static func text(_ name: String) throws -> String {
        String(decoding: try #require(TestFiles.bytes(TestFiles.root + "editors/" + name)), as: UTF8.self)
    }

    static func json(_ name: String) throws -> JSONText { try JSONText(parsing: try text(name)) }

    /// A rule that is a list is words between these.
    static let head = #"(?<![\w.-])(?:"#
    static let tail = #")(?![\w.]|-[A-Za-z])"#

    static func grammarLists() throws -> [String: [String]] {
        let rules = try #require(json("scenario.tmLanguage.json")["repository"]?.members)
        var lists: [String: [String]] = [:]
        for (name, rule) in rules {
            guard let match = rule["match"]?.text, match.hasPrefix(head), match.hasSuffix(tail) else { continue }
            lists[name] = match.dropFirst(head.count).dropLast(tail.count).split(separator: "|").map {
                $0.filter { $0 != "\\" }
            }
        }
        return lists
    }

    /// `let s:load_kinds = 'data upload'`, and what goes on below it.
    static func vimLists() throws -> [String: [String]] {
        var lists: [String: [String]] = [:]
        var name: String?
        for line in try text("vim/syntax/scenario.vim").split(separator: "\n") {
            let parts = line.split(separator: "'", omittingEmptySubsequences: false).map(String.init)
            if line.hasPrefix("let s:"), line.contains(" =") {
                let key = line.dropFirst(6).prefix { $0 != " " }
                name = String(key.map { $0 == "_" ? "-" : $0 })
            } else if !line.hasPrefix("    \\ ") {
                name = nil
            }
            guard let name, parts.count == 3 else { continue }
            lists[name, default: []] += parts[1].split(separator: " ").map(String.init)
        }
        return lists
    }
}

@Suite struct `The files for editors` {
    private static let blocks: [LineWord] = [.cases, .repeat, .either, .or, .anyOrder, .and, .end]

    static let sets: [(name: String, words: [String])] = [
        ("callbacks", CallbackKind.words), ("decisions", DecisionWord.words), ("styles", APIStyle.words),
        ("challenges", ChallengeKind.words), ("failures", FailKind.words),
        ("acts", ActWord.words), ("awaited", AwaitWord.words), ("handshake-fields", HandshakeField.words),
        ("orders", OrderWord.words), ("load-kinds", LoadKind.allCases.map(\.rawValue)),
        ("load-options", LoadOption.words), ("cache-policies", CachePolicy.words),
        ("blocks", blocks.map(\.rawValue)),
        ("settings", LineWord.allCases.filter { $0 != .client && !blocks.contains($0) }.map(\.rawValue)),
        ("levels", Level.allCases.map(\.rawValue)), ("needed", NeedWord.words),
        ("origin-options", OriginOption.words), ("certificates", CertificateKind.words),
        ("functions", FunctionWord.words), ("generators", GeneratorWord.words), ("echo-members", EchoMember.words),
        ("transforms", TransformWord.words), ("algorithms", DigestAlgorithm.allCases.map(\.rawValue)),
    ]

    @Test(arguments: sets.map(\.name))
    func `list the words that the reader knows, and no others`(name: String) throws {
        let words = try #require(Self.sets.first { $0.name == name }).words.sorted()
        #expect(try Editors.grammarLists()[name]?.sorted() == words)
        #expect(try Editors.vimLists()[name]?.sorted() == words)
    }

    @Test func `have no list that is not compared`() throws {
        let names = Self.sets.map(\.name).sorted()
        #expect(try Editors.grammarLists().keys.sorted() == names)
        #expect(try Editors.vimLists().keys.sorted() == names)
    }

    @Test func `have a grammar all of whose rules are there and used`() throws {
        let grammar = try Editors.json("scenario.tmLanguage.json")
        var included: Set<String> = []
        func walk(_ value: JSONText) {
            for (name, member) in value.members ?? [] {
                if name == "include", let rule = member.text { included.insert(String(rule.dropFirst())) }
                walk(member)
            }
            for member in value.list ?? [] { walk(member) }
        }
        walk(grammar)
        let rules = try #require(grammar["repository"]?.members).map(\.0)
        #expect(rules.sorted() == included.sorted())
        #expect(grammar["patterns"]?.list?.isEmpty == false)
    }

    @Test func `have an extension that leads to its files`() throws {
        let contributes = try #require(Editors.json("vscode/package.json")["contributes"])
        let language = try #require(contributes["languages"]?.list?.first)
        let grammar = try #require(contributes["grammars"]?.list?.first)
        #expect(grammar["language"] == language["id"])
        let configuration = try #require(language["configuration"]?.text)
        #expect(try Editors.json("vscode/" + configuration)["comments"]?["lineComment"]?.text == "#")
        let path = try #require(grammar["path"]?.text)
        let whole = try Editors.json("vscode/" + path)
        #expect(whole["scopeName"] == grammar["scopeName"])
        let extensions = try #require(language["extensions"]?.list).compactMap(\.text)
        #expect(extensions == (whole["fileTypes"]?.list ?? []).compactMap(\.text).map { ".\($0)" })
        let detection = try Editors.text("vim/ftdetect/scenario.vim")
        #expect(extensions.allSatisfy { detection.contains("*\($0)") })
    }
}
