// WordCatalogue.swift: what the words of the language stand for.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// The rows of the tables in `docs/scenario-language.md`, which `quintain explain WORD` prints.
package enum WordCatalogue {
    /// A word in one of its meanings.
    struct Entry: Equatable {
        var word: String
        /// The table, such as `acts`.
        var table: String
        /// The section of the document that has the table.
        var section: String
        /// The text of the row's columns, a line each.
        var text: [String]
    }

    static let entries = entries(in: PackageResources.words_txt)

    package static let words = entries.map(\.word)

    /// The words of scenarios, and those of verdicts.
    package static let ofScenarios = entries.filter { !["verdicts", "literals"].contains($0.table) }.map(\.word)
    package static let ofVerdicts = entries.filter { $0.table == "verdicts" }.map(\.word)

    /// What `quintain explain` prints, or nil if the language has no such word.
    package static func explanation(of word: String) -> String? {
        var found = entries.filter { $0.word == word }
        // A block has a section of its own, which says more than the table of words.
        if let block = found.firstIndex(where: { $0.table == "blocks" }),
            let row = found.firstIndex(where: { $0.table == "words" })
        {
            found[block].text = found[row].text + found[block].text
            found.remove(at: row)
        }
        guard !found.isEmpty else { return nil }
        return found.map { entry in
            let lines = entry.text.map { "\n\($0)" }.joined()
            return "\(entry.word) (\(entry.table))\n\(lines)\n\ndocs/scenario-language.md, '\(entry.section)'"
        }.joined(separator: "\n\n")
    }

    /// The entries of a file: `=== TABLE: SECTION`, then each word, with its lines indented below.
    static func entries(in file: [UInt8]) -> [Entry] {
        var entries: [Entry] = []
        var (table, section) = ("", "")
        for line in String(decoding: file, as: UTF8.self).split(separator: "\n") {
            if line.hasPrefix("=== ") {
                let parts = line.dropFirst(4).split(separator: ": ", maxSplits: 1).map(String.init)
                (table, section) = (parts[0], parts[1])
            } else if line.hasPrefix("  "), !entries.isEmpty {
                entries[entries.count - 1].text.append(String(line.dropFirst(2)))
            } else if !table.isEmpty {
                entries.append(Entry(word: String(line), table: table, section: section, text: []))
            }
        }
        return entries
    }
}
