// SideText.swift: the two sides beside each other, as wide as a terminal.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainTranscript

package struct SideText {
    private let style: Style
    private let column: Int
    package private(set) var lines: [String] = []
    private var isCut = false

    /// - Parameter remedy: what prints lines as a whole that are cut here.
    package init(_ rows: [SideRow], style: Style, width: Int, remedy: String? = nil) {
        self.style = style
        let column = max(24, (width - 5) / 2)
        // Where there is room, the sides are no wider than what stands there.
        self.column = width <= Self.usual ? column : max(24, min(column, Self.longest(of: rows)))
        row("", "expected", "happened", .strong)
        for one in rows { lay(one) }
        if isCut, let remedy { lines.append(style("  … long lines are cut: \(remedy)", .faint)) }
    }

    /// The width up to which both sides have the same place whatever they say.
    private static let usual = 120

    private static func longest(of rows: [SideRow]) -> Int {
        rows.lazy.map { row in
            switch row {
            case .line(_, _, let expected, let happened): max(Columns.width(of: expected), Columns.width(of: happened))
            case .more(let text), .loose(let text): Columns.width(of: text)
            case .broken, .leftOut: 0
            }
        }.max() ?? 0
    }

    private mutating func lay(_ one: SideRow) {
        switch one {
        case .line(let mark, _, let expected, let happened): row(mark.sign, expected, happened, mark.tone)
        case .more(let text): row("", "", text, nil)
        case .loose(let text): for line in wrapped(text) { row("", "", line, .faint) }
        case .broken(let severity, let sentence, let follows):
            let tone: Style.Tone = severity == .failure ? .bad : severity == .warning ? .doubtful : .faint
            lines.append(style("  └─ \(follows ? "so " : "")\(sentence)", follows ? .faint : tone))
        case .leftOut(let count): row("", "… \(count) lines are left out", "", .faint)
        }
    }

    /// A comment of ours, wrapped to the column; a line from the wire stays one line.
    private func wrapped(_ line: String) -> [String] {
        guard line.hasPrefix("# "), Columns.width(of: line) > column else { return [line] }
        var lines: [String] = []
        var rest = "#"
        for word in line.dropFirst(2).split(separator: " ") {
            if Columns.width(of: rest) + 1 + Columns.width(of: String(word)) > column, rest.contains(where: \.isLetter)
            {
                lines.append(rest)
                rest = "#  "
            }
            rest += " \(word)"
        }
        return lines + [rest]
    }

    private mutating func row(_ mark: String, _ left: String, _ right: String, _ tone: Style.Tone?) {
        isCut = isCut || Columns.width(of: left) > column || Columns.width(of: right) > column
        let marked = mark.isEmpty ? " " : mark
        let expected = Columns.fitted(left, to: column)
        var line = style(marked, tone ?? .faint) + " "
        line += tone.map { style(expected, $0 == .good ? .faint : $0) } ?? expected
        line += style(" │ ", .faint)
        let happened = Columns.width(of: right) > column ? Columns.fitted(right, to: column) : right
        line += left.isEmpty && tone == .faint ? style(happened, .faint) : happened
        while line.last == " " { line.removeLast() }
        lines.append(line)
    }
}
