// ReferenceTests.swift: docs/scenario-language.md describes what the reader does.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainAdvice
import QuintainAuth
import QuintainNotation
import QuintainTLS
import Testing
import QuintainWords

@testable import QuintainScenario

/// A table of the reference that lists names: the one below `<!-- names: … -->`.
private struct NameTable: Sendable {
    var key: String
    var head: [String] = []
    var rows: [[String]] = []

    var names: [String] { rows.map { Self.codes(in: $0[0]).first ?? "" } }

    /// The cells of a column, as typed between backticks.
    func column(_ name: String) -> [[String]] {
        guard let index = head.firstIndex(of: name) else { return [] }
        return rows.map { index < $0.count ? Self.codes(in: $0[index]) : [] }
    }

    private static func codes(in cell: String) -> [String] {
        let parts = cell.split(separator: "`", omittingEmptySubsequences: false)
        return stride(from: 1, to: parts.count, by: 2).map { String(parts[$0]) }
    }
}

private enum Reference {
    static let lines: [String] = {
        let bytes = TestFiles.bytes(TestFiles.root + "docs/scenario-language.md") ?? []
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
            .map(String.init)
    }()

    static let scenarios: [String] = {
        var blocks: [String] = []
        var block: String?
        for line in lines {
            if line == "```scenario" {
                block = ""
            } else if line == "```", let whole = block {
                blocks.append(whole)
                block = nil
            } else {
                block?.append(line + "\n")
            }
        }
        return blocks
    }()

    static let tables: [NameTable] = {
        var tables: [NameTable] = []
        var isOpen = false
        for line in lines {
            if line.hasPrefix("<!-- names: ") {
                tables.append(NameTable(key: String(line.dropFirst(12).dropLast(4))))
                isOpen = true
            } else if isOpen, line.hasPrefix("|") {
                let row = cells(line)
                let index = tables.count - 1
                if tables[index].head.isEmpty {
                    tables[index].head = row
                } else if !line.hasPrefix("|--") {
                    tables[index].rows.append(row)
                }
            } else if !line.isEmpty {
                isOpen = false
            }
        }
        return tables
    }()

    /// `\|` within a cell is a bar.
    private static func cells(_ line: String) -> [String] {
        var cells = [""]
        var before: Character = " "
        for character in line.dropFirst() {
            if character == "|", before != "\\" {
                cells.append("")
            } else {
                if character == "|" { cells[cells.count - 1].removeLast() }
                cells[cells.count - 1].append(character)
            }
            before = character
        }
        return cells.dropLast().map {
            String($0.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
        }
    }

    static func table(_ key: String) -> NameTable? { tables.first { $0.key == key } }
}

@Suite struct `The reference of the language` {
    @Test(arguments: Reference.scenarios)
    func `shows scenarios that read without a diagnostic, in the canonical layout`(text: String) {
        let reading = read(text)
        #expect(reading.advised == [])
        #expect(ScenarioFormatter.format(Array(text.utf8), reading).map { String(decoding: $0, as: UTF8.self) } == text)
    }

    @Test func `shows many`() {
        #expect(Reference.scenarios.count >= 20)
    }

    static let sets: [(key: String, words: [String])] = [
        (
            "functions, producing",
            FunctionWord.allCases.filter { !$0.onlyMatches && !FunctionWord.valued.contains($0) }.map(\.rawValue)
        ),
        ("functions, by value", FunctionWord.valued.map(\.rawValue)),
        (
            "functions, matching",
            FunctionWord.allCases.filter { $0.onlyMatches && !FunctionWord.valued.contains($0) }.map(\.rawValue)
        ),
        ("lists of JSON", [JSONPattern.unorderedWord]), ("generators", GeneratorWord.written.map(\.rawValue)),
        ("transforms", TransformWord.words),
        ("callbacks", CallbackKind.words), ("decisions", DecisionWord.written.map(\.rawValue)),
        ("challenge kinds", ["ServerTrust", "ClientCertificate"]), ("failures", FailKind.words),
        ("styles", APIStyle.words),
        ("load kinds", LoadKind.written.map(\.rawValue)), ("load options", LoadOption.words),
        ("orders", OrderWord.words), ("acts", ActWord.words),
        ("awaited", AwaitWord.words), ("handshake fields", HandshakeField.words), ("frame fields", FrameField.words),
        ("words", LineWord.words), ("levels", Level.allCases.map(\.rawValue)), ("needs", NeedWord.words),
        ("origin options", OriginOption.words), ("certificates", CertificateKind.words),
    ]

    @Test(arguments: sets.map(\.key))
    func `names what the reader knows, and nothing else`(key: String) throws {
        let table = try #require(Reference.table(key))
        let words = try #require(Self.sets.first { $0.key == key }).words
        #expect(table.names.sorted() == words.sorted())
    }

    @Test func `has no table of names that is not compared`() {
        #expect(Reference.tables.map(\.key).sorted() == Self.sets.map(\.key).sorted())
    }

    @Test func `says of every callback what it reports and what can be decided`() throws {
        let table = try #require(Reference.table("callbacks"))
        for (index, name) in table.names.enumerated() {
            let kind = try #require(CallbackKind(rawValue: name))
            #expect(table.column("values")[index].joined() == kind.subjectForm, "\(name)")
            #expect(table.column("fields")[index] == kind.fieldNames, "\(name)")
            #expect(
                table.column("decisions")[index]
                    == kind.decisions.filter(DecisionWord.written.contains).map(\.rawValue), "\(name)")
        }
    }

    @Test func `says which acts routes have`() throws {
        let start = "- Of the acts, routes have "
        let first = try #require(Reference.lines.firstIndex { $0.hasPrefix(start) })
        let sentence = Reference.lines[first...].prefix(3).joined(separator: " ").prefix { $0 != "." }
        let named = sentence.split(separator: "`").compactMap { ActWord(rawValue: String($0)) }
        #expect(Set(named) == Set(ActWord.allCases.filter { $0.marks.contains(.isInRoutes) }))
    }

    @Test func `says of every decision which callbacks it answers`() throws {
        let table = try #require(Reference.table("decisions"))
        for (name, kinds) in zip(table.names, table.column("of")) {
            let word = try #require(DecisionWord(rawValue: name))
            let expected = CallbackKind.allCases.filter { $0.decisions.contains(word) }.map(\.rawValue)
            #expect(kinds == expected, "\(name)")
        }
    }

    private static let examples: [(key: String, example: String)] = Reference.tables.flatMap { table in
        table.column("example").compactMap { codes in codes.first.map { (table.key, $0) } }
    }

    @Test(arguments: examples.map { "\($0.key): \($0.example)" })
    func `gives examples that read without an error`(named: String) throws {
        let (key, example) = try #require(Self.examples.first { "\($0.key): \($0.example)" == named })
        let file = key == "generators" ? try Self.framedGenerator(example) : Self.framed(example)
        let files = TestFiles.certificate.merging(["x.png": [1], "x.txt": [2]]) { $1 }
        let reading = read(file, files: files)
        #expect(reading.advised.filter { $0.severity == .error } == [], "\(file)")
    }

    @Test func `gives an example for every name but those that need more than a line`() {
        let examples = Dictionary(grouping: Self.examples, by: \.key).mapValues(\.count)
        let without = [
            "needs", "certificates", "words", "levels",
        ]
        for table in Reference.tables where !without.contains(table.key) {
            #expect(examples[table.key] == table.rows.count, "\(table.key)")
        }
    }

    /// A route that calls the generator, above or below what else a reply has.
    private static func framedGenerator(_ example: String) throws -> String {
        let name = try #require(example.split(separator: "{{").last?.split { " }|".contains($0) }.first)
        let head = "routes\n> GET /{{path n}}/{{path tag}}/{{path name}}\n> Authorization: Bearer {{token = any}}\n"
        let makesReply = try #require(GeneratorWord(rawValue: String(name))).makesReply
        return "\(head)\(makesReply ? "" : "< 200\n<\n")\(example)\n"
    }

    /// The line in a file where it is legal.
    private static func framed(_ example: String) -> String {
        let head = "origin web https http=1.1,2\norigin secure https\nclient GET //web/ lane=b\nclient POST //web/\n"
        if example.hasPrefix("fields ") { return "routes\n\(example)\n> GET /\n< 200\n" }
        if example.contains("{{path") { return "routes\n\(example)\n< 200\n" }
        switch example.first {
        case "<":
            let isHead = example.contains(": {{")
            return head + "repeat 2\n> POST //web/\n< 200\n\(isHead ? "" : "<\n")\(example)\nend\n"
        case ">" where example.hasPrefix("> {{multipart"): return head + "> POST //web/\n>\n\(example)\n"
        case ">": return head + "> POST //web/\n\(example)\n"
        case "!" where example.contains(" at="): return head + "> POST //web/\n\(example)\n< 200\n<\n< x\n"
        case "!": return head + "> POST //web/\n< 200\n<\n< x\n\(example)\n"
        case "c": return "client GET /\n* challenge Basic -> hold\n\(example)\n"
        case "*": return head + "> POST //web/\n\(example)\n"
        default: return "\(example)\n> GET /\n< 200\n"
        }
    }
}
