// HelpText.swift: help laid out for a terminal of 80 columns.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

enum HelpText {
    /// Lines that follow each other make up a paragraph, which is folded. A line that begins with a blank is a row of a
    /// table, and is folded behind its name.
    static func folded(_ text: String) -> String {
        var lines: [String] = []
        var paragraph: [Substring] = []
        func endParagraph() {
            if !paragraph.isEmpty { lines += folded(paragraph.joined(separator: " "), behind: "") }
            paragraph = []
        }
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            guard line.isEmpty || line.first == " " else {
                paragraph.append(line)
                continue
            }
            endParagraph()
            lines += row(line)
        }
        endParagraph()
        return lines.joined(separator: "\n")
    }

    /// A table with names on the left and sentences about them on the right.
    static func table(_ rows: [(name: String, sentence: String)]) -> String {
        let width = rows.map(\.name.count).filter { $0 <= widestName }.max() ?? 0
        return rows.flatMap { name, sentence in
            let room = String(repeating: " ", count: max(0, width - name.count))
            let lines = folded(sentence, behind: name.count > width ? blanks(width + 4) : "  \(name)\(room)  ")
            return name.count > width ? ["  \(name)"] + lines : lines
        }.joined(separator: "\n")
    }

    /// `  name  sentence`
    private static func row(_ line: Substring) -> [String] {
        let name = line.prefix { $0 == " " }.endIndex
        guard let gap = line[name...].firstRange(of: "  ") else { return [String(line)] }
        let sentence = line[gap.lowerBound...].drop { $0 == " " }
        return folded(String(sentence), behind: String(line[..<sentence.startIndex]))
    }

    /// Later lines begin below the first word.
    static func folded(_ sentence: String, behind beginning: String, width: Int = HelpText.width) -> [String] {
        var lines: [String] = []
        var line = beginning
        for word in sentence.split(separator: " ") {
            if line.count + 1 + word.count > width, line.count > beginning.count {
                lines.append(line)
                line = blanks(beginning.count)
            }
            line += line.count > beginning.count ? " \(word)" : String(word)
        }
        return lines + [line]
    }

    private static func blanks(_ count: Int) -> String { String(repeating: " ", count: count) }

    static let width = 80
    /// The sentence about a longer name begins on the next line.
    private static let widestName = 22
}
