// CheatSheet.swift: all words of the language on one page.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// docs/cheat-sheet.md: a row for each word of the reference's tables, under the section that says more.
package enum CheatSheet {
    package static var text: String {
        var text = """
            # Cheat sheet

            All words of scenarios on one page, as `quintain explain --sheet` prints it. The titles lead to the
            [reference](scenario-language.md), and `quintain explain WORD` prints all of its entry.

            """
        var section = ""
        for entry in WordCatalogue.entries where entry.table != "blocks" {
            if entry.section != section {
                section = entry.section
                text +=
                    "\n## [\(section)](scenario-language.md#\(anchor(of: section)))\n\n| write | it means |\n|---|---|\n"
            }
            let written = entry.text.first { $0.hasPrefix(example) }.map { String($0.dropFirst(example.count)) }
            text += "| `\(cell(written ?? entry.word))` | \(cell(meaning(of: entry))) |\n"
        }
        return text
    }

    /// The first column that is a sentence.
    private static func meaning(of entry: WordCatalogue.Entry) -> String {
        let line = entry.text.first { line in !listed.contains { line.hasPrefix($0) } } ?? ""
        return line.firstRange(of: ": ").map { String(line[$0.upperBound...]) } ?? line
    }

    private static func cell(_ text: String) -> String { text.replacing("|", with: "\\|") }

    private static func anchor(of section: String) -> String {
        String(section.lowercased().map { $0 == " " ? "-" : $0 }.filter { $0.isLetter || $0.isNumber || $0 == "-" })
    }

    private static let example = "example: "
    private static let listed = [example, "values: ", "fields: ", "decisions: ", "of: "]
}
