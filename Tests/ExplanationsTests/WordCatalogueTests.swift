// WordCatalogueTests.swift: `quintain explain` says the same of each word as the reference.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainWords
import Testing

@testable import QuintainExplanations
@testable import QuintainScenario

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

private let root = String(#filePath.dropLast("Tests/ExplanationsTests/WordCatalogueTests.swift".count))

private func text(of path: String) -> String { String(decoding: (try? Files.read(path)) ?? [], as: UTF8.self) }

/// The tables of the reference in which each row is about one word, as `words.txt` has them.
private enum WordTables {
    static let written: String = {
        var text = """
            words.txt: what the words of the language stand for, by the tables of docs/scenario-language.md.
            Part of Quintain. SPDX-License-Identifier: Apache-2.0

            """
        var section = ""
        var key: String?
        var head: [String] = []
        for line in reference {
            if line.hasPrefix("## ") {
                section = String(line.dropFirst(3))
            } else if line.hasPrefix("<!-- names: ") || line.hasPrefix("<!-- rows: ") {
                key = String(line.drop { $0 != ":" }.dropFirst(2).dropLast(4))
                head = []
            } else if line.hasPrefix("|"), let table = key {
                if line.hasPrefix("|--") { continue }
                let row = cells(line)
                if head.isEmpty {
                    head = row
                    text += "\n=== \(table): \(section)\n"
                } else {
                    text += entry(row, head)
                }
            } else if !line.isEmpty {
                key = nil
            }
        }
        return text + explained
    }()

    /// The sections that explain words of a table at greater length: `<!-- explains: either or -->` below a heading. Of
    /// each come the first paragraph and the first example.
    private static let explained: String = {
        var text = ""
        var section = ""
        for (index, line) in reference.enumerated() {
            if line.hasPrefix("##") { section = String(line.drop { $0 == "#" }.dropFirst()) }
            guard line.hasPrefix("<!-- explains: ") else { continue }
            let words = line.dropFirst("<!-- explains: ".count).dropLast(4).split(separator: " ")
            let rest = reference[(index + 1)...].prefix { !$0.hasPrefix("##") }
            let paragraph = rest.drop(while: \.isEmpty).prefix { !$0.isEmpty }
            let example = rest.drop { $0 != "```scenario" }.dropFirst().prefix { $0 != "```" }
            let lines = paragraph.map { "  \(plain($0))\n" } + ["  example:\n"] + example.map { "    \($0)\n" }
            text += "\n=== blocks: \(section)\n" + words.map { "\($0)\n" + lines.joined() }.joined()
        }
        return text
    }()

    private static let reference = text(of: root + "docs/scenario-language.md").split(
        separator: "\n", omittingEmptySubsequences: false
    ).map(String.init)

    private static func entry(_ row: [String], _ head: [String]) -> String {
        // A row may be about several words, or about none.
        let words = codes(in: row[0])
        let lines = zip(head, row).dropFirst().compactMap { title, cell -> String? in
            if cell.isEmpty { return nil }
            return title.isEmpty ? plain(cell) : "\(title): \(plain(cell))"
        }
        return words.map { ([$0] + lines.map { "  \($0)" }).joined(separator: "\n") + "\n" }.joined()
    }

    /// The texts between backticks.
    private static func codes(in cell: String) -> [String] {
        let parts = cell.split(separator: "`", omittingEmptySubsequences: false)
        return stride(from: 1, to: parts.count, by: 2).map { String(parts[$0]) }
    }

    /// `\|` within a cell is a bar.
    private static func cells(_ line: String) -> [String] {
        line.replacing("\\|", with: "\u{1}").split(separator: "|", omittingEmptySubsequences: false).dropFirst()
            .dropLast().map { cell in
                let text = cell.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()
                return String(text).replacing("\u{1}", with: "|")
            }
    }

    /// The cell without backticks and without the addresses of links.
    private static func plain(_ cell: String) -> String {
        cell.replacing(#/\[([^\]\[]*)\]\([^)]*\)/#) { "\($0.output.1)" }.replacing("`", with: "")
    }
}

@Suite struct `What explain says of words` {
    private static let path = root + "Sources/Explanations/Catalogue/words.txt"

    @Test func `is what the reference says`() throws {
        if getenv("QUINTAIN_GOLDEN").map({ String(cString: $0) }) == "rewrite" {
            try #require(getenv("CI") == nil, "expectations are rewritten by hand, and reviewed, never in CI")
            let file = try #require(fopen(Self.path, "w"))
            defer { fclose(file) }
            fputs(WordTables.written, file)
            return
        }
        #expect(text(of: Self.path) == WordTables.written)
    }

    @Test func `is on the cheat sheet`() throws {
        let path = root + "docs/cheat-sheet.md"
        if getenv("QUINTAIN_GOLDEN").map({ String(cString: $0) }) == "rewrite" {
            try #require(getenv("CI") == nil, "expectations are rewritten by hand, and reviewed, never in CI")
            let file = try #require(fopen(path, "w"))
            defer { fclose(file) }
            fputs(CheatSheet.text, file)
            return
        }
        #expect(text(of: path) == CheatSheet.text)
    }

    @Test func `is something of every word that begins or makes a line`() {
        let words =
            LineWord.words + ActWord.words + AwaitWord.words + CallbackKind.words + OrderWord.words
            + DecisionWord.written.map(\.rawValue) + FunctionWord.words + TransformWord.words + [
                ">", "<", "*", "!", "#",
            ]
        for word in words { #expect(WordCatalogue.explanation(of: word) != nil, "\(word)") }
    }

    @Test func `has an example and the place to read on`() {
        #expect(
            WordCatalogue.explanation(of: "quiet") == """
                quiet (acts)

                what happens: neither side may send or report anything for so long
                example: ! quiet 300ms

                docs/scenario-language.md, 'Acts of the server'
                """)
    }

    @Test(arguments: [
        ("either", "Alternatives"), ("or", "Alternatives"), ("any-order", "Any order"),
        ("repeat", "Repetition"), ("cases", "Tables"),
    ])
    func `has an example of each block, and the section about it`(word: String, section: String) throws {
        let text = try #require(WordCatalogue.explanation(of: word))
        #expect(text.contains("\n  # ") && text.contains("\n  > "), "\(text)")
        #expect(text.hasSuffix("docs/scenario-language.md, '\(section)'"))
        #expect(!text.contains("'Settings'"))
    }

    @Test func `names each meaning of a word`() throws {
        let text = try #require(WordCatalogue.explanation(of: "close"))
        #expect(text.contains("close (acts)") && text.contains("close (awaited)"))
    }
}
