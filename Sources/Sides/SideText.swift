// SideText.swift: the two sides beside each other, as wide as a terminal.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainTranscript

package struct SideText {
    private let style: Style
    private let column: Int
    package private(set) var lines: [String] = []
    private var isCut = false
    /// That of the last line of the scenario.
    private var tone: Style.Tone?

    /// - Parameters:
    ///   - remedy: what prints lines as a whole that are cut here.
    ///   - isFull: no rows are folded.
    package init(_ rows: [SideRow], style: Style, width: Int, remedy: String? = nil, isFull: Bool = false) {
        self.style = style
        let folds = isFull ? [] : Self.folds(in: rows)
        let column = max(24, (width - 5) / 2)
        // Where there is room, the sides are no wider than what stands there.
        self.column = width <= Self.usual ? column : max(24, min(column, Self.longest(of: rows)))
        row("", "expected", "happened", .strong)
        var next = 0
        let rows = flowed(rows)
        for fold in folds {
            for one in rows[next..<fold.lowerBound] { lay(one) }
            row("", "… \(fold.count) rows as written", "", .faint)
            next = fold.upperBound
        }
        for one in rows[next...] { lay(one) }
        if isCut, let remedy { lines.append(style("  … long lines are cut: \(remedy)", .faint)) }
    }

    /// The width up to which both sides have the same place whatever they say.
    private static let usual = 120

    private static func longest(of rows: [SideRow]) -> Int {
        rows.lazy.map { row in
            switch row {
            case .line(_, _, let expected, let happened), .further(_, let expected, let happened):
                max(Columns.width(of: expected), Columns.width(of: happened))
            case .more(let text), .loose(let text): Columns.width(of: text)
            case .broken, .leftOut: 0
            }
        }.max() ?? 0
    }

    /// The long runs of rows on which all happened as written, without those at the beginning and around a row on which
    /// it did not. Where all did, nothing is folded: nothing else is to be found.
    private static func folds(in rows: [SideRow]) -> [Range<Int>] {
        let differing = differing(in: rows)
        guard !differing.isEmpty else { return [] }
        var folds: [Range<Int>] = []
        var start = keptFirst
        for row in differing + [rows.count] {
            let end = row == rows.count ? row : row - keptAround
            if end - start > shownAtMost { folds.append(start..<end) }
            start = max(start, row + 1 + keptAround)
        }
        return folds
    }

    /// The rows on which something else happened than is written.
    private static func differing(in rows: [SideRow]) -> [Int] {
        var isAsWritten = true
        /// The rows are those of a request that a line has taken: its other fields have no line.
        var isTaken = false
        return rows.indices.filter { row in
            switch rows[row] {
            case .line(let mark, _, let expected, _):
                isAsWritten = mark == .done || mark == .unobserved
                isTaken = isAsWritten && expected.hasPrefix(">")
            case .loose(let text) where text.hasPrefix(">"): isAsWritten = isTaken
            case .loose(let text): isAsWritten = !text.hasPrefix("*")
            case .broken: isAsWritten = false
            // Further lines of it, and of what happened, belong to the line above.
            case .further, .more, .leftOut: break
            }
            return !isAsWritten
        }
    }

    private static let keptFirst = 6
    private static let keptAround = 8
    private static let shownAtMost = 20

    /// What happened otherwise beside a value of several lines goes on beside its further lines, where it is too long for
    /// the first one.
    private func flowed(_ rows: [SideRow]) -> [SideRow] {
        var rows = rows
        var rest = ""
        for index in rows.indices {
            switch rows[index] {
            case .line(let mark, let number, let expected, let happened):
                rest = ""
                guard mark.isBroken, index + 1 < rows.count,
                    case .further(_, _, happened: "") = rows[index + 1]
                else { continue }
                let part: String
                (part, rest) = Columns.split(happened, at: column)
                rows[index] = .line(mark, number: number, expected: expected, happened: part)
            case .further(let number, let expected, happened: "") where !rest.isEmpty:
                var part = rest
                if index + 1 < rows.count, case .further(_, _, happened: "") = rows[index + 1] {
                    (part, rest) = Columns.split(rest, at: column - Self.indent.count)
                } else {
                    rest = ""
                }
                rows[index] = .further(number: number, expected: expected, happened: Self.indent + part)
            default: rest = ""
            }
        }
        return rows
    }

    private static let indent = "    "

    private mutating func lay(_ one: SideRow) {
        switch one {
        case .line(let mark, _, let expected, let happened):
            tone = mark.tone
            guard mark.isBroken else { return row(mark.sign, expected, happened, mark.tone) }
            let (left, right) = (parts(of: expected), parts(of: happened))
            for index in 0..<max(left.count, right.count) {
                row(
                    index == 0 ? mark.sign : "", index < left.count ? left[index] : "",
                    index < right.count ? right[index] : "", mark.tone)
            }
        case .further(_, let expected, let happened): row("", expected, happened, tone)
        case .more(let text): row("", "", text, nil)
        case .loose(let text): for line in wrapped(text) { row("", "", line, .faint) }
        case .broken(let severity, let sentence, let follows):
            let tone: Style.Tone = severity == .failure ? .bad : severity == .warning ? .doubtful : .faint
            lines.append(style("  └─ \(follows ? "so " : "")\(sentence)", follows ? .faint : tone))
        case .leftOut(let count): row("", "… \(count) lines are left out", "", .faint)
        }
    }

    /// A side of a line on which something else happened: it is what is looked for, so it goes on in rows below.
    private func parts(of text: String) -> [String] {
        var (parts, rest) = ([String](), text)
        while Columns.width(of: rest) > column, parts.count < Self.partsAtMost - 1 {
            let (part, more) = Columns.split(rest, at: column)
            parts.append(part)
            rest = Self.indent + more
        }
        return parts + [rest]
    }

    private static let partsAtMost = 8

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
