// EditorTests.swift: editors/ and the fuzzer's dictionary list the words that the reader knows.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainAuth
import QuintainNotation
import QuintainTLS
import Testing
import QuintainWords

@testable import QuintainScenario

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The lists of words in the files for editors, by name.
private enum Editors {
    static func text(_ name: String) throws -> String {
        String(decoding: try #require(TestFiles.bytes(TestFiles.root + folder + name)), as: UTF8.self)
    }

    static let folder = "editors/"

    static func json(_ name: String) throws -> JSONText { try JSONText(parsing: try text(name)) }

    /// A rule that is a list has its words between these two.
    static let head = #"(?<![\w.-])(?:"#
    static let tail = #")(?![\w.]|-[A-Za-z])"#

    static func grammarLists() throws -> [String] {
        let rules = try #require(json("scenario.tmLanguage.json")["repository"]?.members)
        return rules.filter { $1["match"]?.text?.hasPrefix(head) == true }.map(\.0)
    }

    static func vimLists() throws -> [String] {
        try text("vim/syntax/scenario.vim").split(separator: "\n").compactMap(vimName)
    }

    /// The grammar with these words in its lists.
    static func grammar(_ text: String, _ words: [String: [String]]) -> String {
        let (head, tail) = (asJSON(head), asJSON(tail))
        var rule: String?
        return lines(text).map { line in
            if line.hasPrefix("    \"") { rule = line.split(separator: "\"").dropFirst().first.map(String.init) }
            guard let list = rule.flatMap({ words[$0] }), let start = line.firstRange(of: head),
                let end = line.firstRange(of: tail)
            else { return line }
            let escaped = list.map { $0.replacing(".", with: asJSON(#"\."#)) }.joined(separator: "|")
            return line[..<start.upperBound] + escaped + line[end.lowerBound...]
        }
        .joined(separator: "\n")
    }

    /// Vim's file with these words in its lists: `let s:load_kinds = 'data upload'` and its continuation lines.
    static func vim(_ text: String, _ words: [String: [String]]) -> String {
        var written: [String] = []
        var isReplacing = false
        for line in lines(text) {
            if isReplacing, line.hasPrefix("    \\ ") { continue }
            let list = vimName(line[...]).flatMap { words[$0] }
            isReplacing = list != nil
            written.append(list.map { vimList(String(line.prefix { $0 != "=" }), $0) } ?? line)
        }
        return written.joined(separator: "\n")
    }

    /// The fuzzer's dictionary with these words below its comment about them.
    static func dictionary(_ text: String, _ words: [String: [String]]) -> String {
        let comment = "# The words of the language: make editors writes them."
        let own = lines(text).prefix { $0 != comment }
        let listed = Set(words.values.joined()).sorted().map { "\"\($0)\"" }
        return (own + [comment] + listed).joined(separator: "\n") + "\n"
    }

    private static func vimList(_ name: String, _ words: [String]) -> String {
        let whole = "\(name)= '\(words.joined(separator: " "))'"
        if whole.count <= longestLine { return whole }
        var rows = [""]
        for word in words {
            if rows[rows.count - 1].count + word.count > longestLine - 14 { rows.append("") }
            rows[rows.count - 1] += "\(word) "
        }
        rows[rows.count - 1].removeLast()
        return "\(name)=\n    \\ " + rows.map { "'\($0)'" }.joined(separator: "\n    \\ . ")
    }

    /// `let s:load_kinds = …` lists load-kinds.
    private static func vimName(_ line: Substring) -> String? {
        guard line.hasPrefix("let s:"), line.contains(" =") else { return nil }
        let name = String(line.dropFirst(6).prefix { $0 != " " }).replacing("_", with: "-")
        return name == "options" ? nil : name
    }

    private static func lines(_ text: String) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// The text as a JSON string has it.
    private static func asJSON(_ text: String) -> String { text.replacing(#"\"#, with: #"\\"#) }

    private static let longestLine = 110
}

@Suite struct `The files for editors` {
    private static let blocks: [LineWord] = [.cases, .repeat, .either, .or, .anyOrder, .end]

    static let sets: [(name: String, words: [String])] = [
        ("callbacks", CallbackKind.words + ["ok"]), ("decisions", DecisionWord.written.map(\.rawValue)),
        ("styles", APIStyle.words),
        ("challenges", ChallengeKind.words), ("failures", FailKind.words),
        ("acts", ActWord.words), ("awaited", AwaitWord.words), ("handshake-fields", HandshakeField.words),
        ("orders", OrderWord.words), ("load-kinds", LoadKind.written.map(\.rawValue)),
        ("load-options", LoadOption.words), ("cache-uses", CacheUseWord.words),
        ("blocks", blocks.map(\.rawValue)),
        ("settings", LineWord.allCases.filter { $0 != .client && !blocks.contains($0) }.map(\.rawValue)),
        ("levels", Level.allCases.map(\.rawValue)), ("needed", NeedWord.words),
        ("origin-options", OriginOption.words), ("certificates", CertificateKind.words),
        ("functions", FunctionWord.words + [JSONPattern.unorderedWord]),
        ("generators", GeneratorWord.written.map(\.rawValue)),
        ("transforms", TransformWord.words), ("algorithms", DigestAlgorithm.allCases.map(\.rawValue)),
    ]

    private static let words = Dictionary(uniqueKeysWithValues: sets.map { ($0.name, $0.words) })

    private typealias Rewriting = @Sendable (String, [String: [String]]) -> String

    private static let files: [(name: String, rewritten: Rewriting)] = [
        ("scenario.tmLanguage.json", Editors.grammar), ("vim/syntax/scenario.vim", Editors.vim),
        ("../Fuzz/scenario.dict", Editors.dictionary),
    ]

    /// `make editors` writes them.
    @Test(arguments: files.indices)
    func `list the words that the reader knows, and no others`(index: Int) throws {
        let file = Self.files[index]
        let text = try Editors.text(file.name)
        let written = file.rewritten(text, Self.words)
        if getenv("QUINTAIN_GOLDEN").map({ String(cString: $0) }) == "rewrite" {
            try #require(getenv("CI") == nil, "expectations are rewritten by hand, and reviewed, never in CI")
            let stream = try #require(fopen(TestFiles.root + Editors.folder + file.name, "w"))
            defer { fclose(stream) }
            fputs(written, stream)
            return
        }
        #expect(text == written, "make editors writes \(file.name)")
    }

    @Test func `have no list that is not compared`() throws {
        let names = Self.words.keys.sorted()
        #expect(try Editors.grammarLists().sorted() == names)
        #expect(try Editors.vimLists().sorted() == names)
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

    @Test func `let a value stand in another one, and keep the braces of JSON together`() throws {
        let rules = try #require(Editors.json("scenario.tmLanguage.json")["repository"])
        func included(by rule: String) -> [String] {
            rules[rule]?["patterns"]?.list?.compactMap { $0["include"]?.text } ?? []
        }
        #expect(included(by: "template") == ["#in-value"] && included(by: "braces") == ["#in-value"])
        #expect(Set(included(by: "in-value")).isSuperset(of: ["#template", "#braces"]))
        let vim = try Editors.text("vim/syntax/scenario.vim")
        #expect(vim.contains("contains=scenarioTemplate,scenarioPair,") && vim.contains("region scenarioPair"))
    }

    @Test func `let a value go on over lines with its mark, and no further`() throws {
        let rules = try #require(Editors.json("scenario.tmLanguage.json")["repository"])
        for (name, mark) in [("client", ">>?"), ("server", "<")] {
            let value = rules["value-\(name)"]
            #expect(value?["while"]?.text == #"^(\#(mark))(\2)(?: |$)"#)
            #expect(
                value?["begin"]?.text?.contains(FunctionWord.ofBodies.map(\.rawValue).joined(separator: "|")) == true)
            let body = rules["body-\(name)"]?["patterns"]?.list?.compactMap { $0["include"]?.text } ?? []
            #expect(body.contains("#value-\(name)"))
        }
        // These end in their line, and would leave the lines below without colours.
        let lines = ["lines-template", "lines-braces"].compactMap { rules[$0]?["end"]?.text }
        #expect(lines.count == 2 && !lines.contains { $0.contains("$") })
        let vim = try Editors.text("vim/syntax/scenario.vim")
        #expect(vim.contains(FunctionWord.ofBodies.map(\.rawValue).joined(separator: #"\|"#)))
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
