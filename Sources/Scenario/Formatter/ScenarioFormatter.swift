// ScenarioFormatter.swift: the one way in which a scenario is laid out.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation

/// Changes only what means nothing, nearly always blanks: the result reads back the same.
///
/// - The text behind a word begins in column 8, and so does what is indented below a line.
/// - One blank stands between the words of callbacks, acts, orders and settings.
/// - The columns of a table stand below each other.
/// - Never two empty lines in a row.
/// - Lines end in LF, or all in CRLF where all of them did, as a checkout on Windows has them.
/// - Lines of messages stay as they are, but for blanks at their end, which are an error.
package enum ScenarioFormatter {
    /// The file in its canonical layout; nil if it has errors that no layout mends, by its `reading`.
    package static func format(_ bytes: [UInt8], _ reading: Reading) -> [UInt8]? {
        let errors = reading.diagnostics.filter { $0.severity == .error }
        guard errors.allSatisfy({ $0.slug == .trailingBlank }) else { return nil }
        var layout = Layout()
        let lines = Lines.split(bytes)
        let blanks = Dictionary(errors.map { ($0.place.line, $0.place.length) }, uniquingKeysWith: { one, _ in one })
        layout.add(
            lines.enumerated().map { SourceLine(number: $0 + 1, bytes: Self.line($1, without: blanks[$0 + 1] ?? 0)) })
        guard endsInCRLF(bytes) else { return layout.bytes }
        return layout.bytes.flatMap { $0 == Byte.newline ? [13, Byte.newline] : [$0] }
    }

    /// A line without so many blanks at its end. Behind the status of a raw status line one of them stays.
    private static func line(_ bytes: ArraySlice<UInt8>, without blanks: Int) -> [UInt8] {
        let shorter = Array(bytes.dropLast(blanks))
        let keepsOne = blanks > 0 && SourceLine(number: 0, bytes: shorter).isStatusLine
        return keepsOne ? shorter + [Byte.space] : shorter
    }

    /// Whether every line ends in CRLF.
    private static func endsInCRLF(_ bytes: [UInt8]) -> Bool {
        var isFirst = true
        for index in bytes.indices where bytes[index] == Byte.newline {
            guard index > 0, bytes[index - 1] == 13 else { return false }
            isFirst = false
        }
        return !isFirst
    }
}

private struct Layout {
    private(set) var bytes: [UInt8] = []
    private var isBelowEmptyLine = true
    /// The kind of line that an indented line continues.
    private var head = Head.callback

    private enum Head {
        case callback
        case word(LineWord)
    }

    mutating func add(_ lines: [SourceLine]) {
        var index = 0
        while index < lines.count {
            let line = lines[index]
            index += 1
            if line.whole.equals("cases") || line.whole.starts(with: "cases ") {
                table(line, Self.inner(lines, &index))
            } else {
                add(line)
            }
        }
        if bytes.count >= 2, bytes.suffix(2).allSatisfy({ $0 == Byte.newline }) { bytes.removeLast() }
    }

    private mutating func add(_ line: SourceLine) {
        var ignored = Faults(file: "")
        if let (level, rest) = LineForm.strength(of: line) {
            bytes += Array(level.rawValue.utf8) + [Byte.space]
            return add(SourceLine(number: line.number, bytes: Array(rest.bytes)))
        }
        switch LineForm.of(line, &ignored) {
        case .blank: empty()
        case .comment: comment(line)
        case .message(_, let mark):
            // A single blank behind a bare mark means nothing.
            write(mark.content?.isEmpty == true ? line.bytes.dropLast() : line.bytes[...])
        case .broken: write(line.bytes)
        case .callback(let mark):
            head = .callback
            marked(mark, line)
        case .act(let mark): marked(mark, line)
        case .word(let word, let rest):
            let known = LineWord(rawValue: word.string) ?? .spec
            head = .word(known)
            worded(word, words(rest, of: known))
        case .continuation(let text): write(Self.indent + continued(text))
        }
    }

    // MARK: - Lines

    private mutating func write(_ line: some Sequence<UInt8>) {
        bytes += line
        bytes.append(Byte.newline)
        isBelowEmptyLine = false
    }

    private mutating func empty() {
        guard !isBelowEmptyLine else { return }
        bytes.append(Byte.newline)
        isBelowEmptyLine = true
    }

    private mutating func comment(_ line: SourceLine) {
        let end = 1 + (line.bytes.lastIndex { $0 != Byte.space && $0 != Byte.tab } ?? 0)
        let text = line.bytes[1..<max(1, end)]
        let needsBlank = text.first.map { $0 != Byte.space } ?? false
        write(Array("#".utf8) + (needsBlank ? [Byte.space] : []) + text)
    }

    private mutating func marked(_ mark: Mark, _ line: SourceLine) {
        guard let content = mark.content else {
            write(line.bytes)
            return
        }
        write(Array(line.bytes[..<(content.start - 1)]) + [Byte.space] + Self.spaced(Self.withoutStyles(content)))
    }

    private mutating func worded(_ word: Text, _ rest: [UInt8]) {
        guard !rest.isEmpty else {
            write(word.bytes)
            return
        }
        let padding = [UInt8](repeating: Byte.space, count: max(1, Self.indent.count - word.range.count))
        write(Array(word.bytes) + padding + rest)
    }

    private func words(_ rest: Text, of word: LineWord) -> [UInt8] {
        switch word {
        // Free text stays as the author wrote it.
        case .spec, .either, .or, .anyOrder: return Array(rest.bytes)
        case .fields: return Self.field(rest)
        default: return Self.spaced((nil, rest))
        }
    }

    private func continued(_ text: Text) -> [UInt8] {
        switch head {
        case .word(.client) where text.equals("body") || text.starts(with: "body "): return Self.spaced((nil, text))
        case .callback, .word(.client), .word(.fields): return Self.field(text)
        case .word(.origin), .word(.proxy), .word(.tags), .word(.needs): return Self.spaced((nil, text))
        case .word: return Array(text.bytes)
        }
    }

    /// `Name: value`
    private static func field(_ text: Text) -> [UInt8] {
        guard let colon = text.bytes.firstIndex(of: Byte.colon) else { return Array(text.bytes) }
        let value = text.from(colon + 1).trimmed
        return text.line.bytes[text.start...colon] + (value.isEmpty ? [] : [Byte.space] + value.bytes)
    }

    // MARK: - Words

    /// `[nsurlconnection nsurldownload]` apart from what follows.
    private static func withoutStyles(_ content: Text) -> ([UInt8]?, Text) {
        let content = content.trimmed
        guard content.starts(with: "["), let end = content.bytes.firstIndex(of: UInt8(ascii: "]")) else {
            return (nil, content)
        }
        let names = Scanner.split(
            Text(content.line, (content.start + 1)..<end), at: Byte.space, strings: false, values: false)
        let list = names.filter { !$0.isEmpty }.map { Array($0.bytes) }.joined(separator: [Byte.space])
        return (Array("[".utf8) + list + Array("]".utf8), content.from(end + 1))
    }

    /// The words with one blank between.
    private static func spaced(_ parts: (first: [UInt8]?, rest: Text)) -> [UInt8] {
        let rest = parts.rest.trimmed
        let (words, fault) = Scanner.words(of: rest)
        // A cell may hold quotes, so that only the expanded line shows which blanks mean nothing.
        let isPlain = fault == nil && !mayHoldCell(rest)
        let all =
            (parts.first.map { [$0] } ?? []) + (isPlain ? words.map { Array($0.text.bytes) } : [Array(rest.bytes)])
        return Array(all.joined(separator: [Byte.space]))
    }

    /// Whether `{{name}}` stands in the text, which may be a column.
    private static func mayHoldCell(_ text: Text) -> Bool {
        let bytes = text.line.bytes
        return text.range.contains { index in
            guard Scanner.opensValue(bytes, at: index, to: text.end) else { return false }
            let inner = text.from(index + 2)
            let name = inner.bytes.prefix { Byte.isNameByte($0) || $0 == Byte.space }
            guard inner.from(inner.start + name.count).starts(with: "}}") else { return false }
            let typed = inner.upTo(inner.start + name.count).trimmed
            guard !typed.bytes.contains(Byte.space) else { return false }
            return FunctionWord(rawValue: typed.string)?.standsAlone != true
        }
    }

    // MARK: - Tables

    private static func inner(_ lines: [SourceLine], _ index: inout Int) -> [SourceLine] {
        var inner: [SourceLine] = []
        var ahead = index
        while ahead < lines.count {
            let line = lines[ahead]
            guard line.isBlank || line.bytes.first == Byte.space || line.bytes.first == UInt8(ascii: "#") else { break }
            ahead += 1
            // Lines behind the last row are no part of the table.
            guard line.bytes.first == Byte.space, !line.isBlank else { continue }
            inner += lines[index..<ahead]
            index = ahead
        }
        return inner
    }

    private mutating func table(_ head: SourceLine, _ inner: [SourceLine]) {
        let first = head.whole.from(min(6, head.bytes.count)).trimmed
        if first.starts(with: "from ") {
            worded(head.whole.upTo(5), Self.spaced((nil, first)))
            for line in inner { add(line) }
            return
        }
        var widths: [Int] = []
        let rows = (first.isEmpty ? [] : [first]) + inner.filter(Self.isRow).map(\.whole.trimmed)
        for row in rows {
            for (column, cell) in Self.cells(row).enumerated() {
                let width = TextWidth.columns(of: cell.string)
                if column == widths.count { widths.append(0) }
                if width <= Self.widestCell { widths[column] = max(widths[column], width) }
            }
        }
        worded(head.whole.upTo(5), Self.aligned(first, widths))
        for line in inner {
            if Self.isRow(line) {
                write(Self.indent + Self.aligned(line.whole.trimmed, widths))
            } else if line.isBlank {
                empty()
            } else {
                comment(line)
            }
        }
    }

    private static func isRow(_ line: SourceLine) -> Bool {
        line.bytes.first == Byte.space && !line.isBlank
    }

    private static func cells(_ row: Text) -> [Text] {
        Scanner.split(row, at: Byte.pipe, strings: false, values: true).map(\.trimmed)
    }

    private static func aligned(_ row: Text, _ widths: [Int]) -> [UInt8] {
        var line: [UInt8] = []
        let cells = cells(row)
        for (column, cell) in cells.enumerated() {
            if column > 0 { line += Array("| ".utf8) }
            line += cell.bytes
            guard column < cells.count - 1 else { continue }
            let padding = max(0, widths[column] - TextWidth.columns(of: cell.string))
            line += [UInt8](repeating: Byte.space, count: padding + 1)
        }
        while line.last == Byte.space { line.removeLast() }
        return line
    }

    private static let indent = [UInt8](repeating: Byte.space, count: 7)
    /// A longer cell widens its own row, and not its column.
    private static let widestCell = 48
}
