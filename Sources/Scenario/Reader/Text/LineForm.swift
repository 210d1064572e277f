// LineForm.swift: the form of a line, by its first column.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainWords

/// The mark at the beginning of a line, and what stands with it.
struct Mark {
    /// `b` of `>b`; empty where there is none.
    var lane: Text
    /// `>>`: the line is an order to the client, too.
    var asks = false
    var occurrence: Occurrence
    /// The text behind the blank; nil for a bare mark.
    var content: Text?

    /// The same, or nothing of that line.
    func text(in line: SourceLine) -> Text { content ?? line.whole.from(line.bytes.count) }
}

enum Voice: Hashable {
    case client, server
}

enum LineForm {
    case blank
    case comment(Text)
    case message(Voice, Mark)
    case callback(Mark)
    case act(Mark)
    case word(Text, rest: Text)
    case continuation(Text)
    /// A fault was left.
    case broken

    /// The level of one line, written in front of it: `should > X: 1`, and the line behind it.
    static func strength(of line: SourceLine) -> (Level, Text)? {
        // The first letters of the levels.
        guard let first = line.bytes.first, first == 0x6d || first == 0x73 || first == 0x63,
            let end = line.bytes.firstIndex(of: Byte.space), let level = Level(rawValue: line.whole.upTo(end).string)
        else { return nil }
        let rest = line.whole.from(end).trimmed
        guard let next = rest.bytes.first, "><*!".utf8.contains(next) || rest.starts(with: "never") else { return nil }
        return (level, rest)
    }

    static func of(_ line: SourceLine, _ faults: inout Faults) -> LineForm {
        let whole = strength(of: line)?.1 ?? line.whole
        guard let first = whole.bytes.first else { return .blank }
        switch first {
        case UInt8(ascii: "#"): return .comment(whole.from(whole.start + 1).trimmed)
        case UInt8(ascii: ">"): return mark(whole, &faults).map { .message(.client, $0) } ?? .broken
        case UInt8(ascii: "<"): return mark(whole, &faults).map { .message(.server, $0) } ?? .broken
        case UInt8(ascii: "*"): return mark(whole, suffixes: true, &faults).map { .callback($0) } ?? .broken
        case UInt8(ascii: "!"): return mark(whole, &faults).map { .act($0) } ?? .broken
        case Byte.space:
            let text = whole.trimmed
            if text.isEmpty { return .blank }
            return .continuation(text)
        case Byte.tab:
            if line.isBlank { return .blank }
            faults.add(.tab, Text(line, 0..<1).place, "a tab at the beginning of a line", help: "indent with blanks")
            return .broken
        case _ where Byte.isLetter(first):
            let end = whole.bytes.firstIndex { $0 == Byte.space || $0 == Byte.tab } ?? whole.end
            return .word(whole.upTo(end), rest: whole.from(end).trimmed)
        default:
            if let odd = whole.oddBlank {
                faults.add(oddBlank: odd)
                return .broken
            }
            let character = whole.string.first.map(String.init) ?? ""
            faults.add(
                .unknownMark, Text(line, 0..<1).place, "no line begins with '\(character)'",
                help:
                    "a line begins with > < * ! or a word, or with blanks to continue the line above; a note with '# '")
            return .broken
        }
    }

    private static func mark(_ whole: Text, suffixes: Bool = false, _ faults: inout Faults) -> Mark? {
        let bytes = whole.line.bytes
        let asks = whole.starts(with: ">>")
        let start = whole.start + (asks ? 2 : 1)
        var index = start
        if index < whole.end, Byte.isLower(bytes[index]) {
            while index < whole.end, Byte.isLower(bytes[index]) || Byte.isDigit(bytes[index]) { index += 1 }
        }
        let lane = Text(whole.line, start..<index)
        var occurrence = Occurrence.once
        if suffixes, index < whole.end, bytes[index] == Byte.question {
            occurrence = .optional
            index += 1
        }
        if index == whole.end { return Mark(lane: lane, asks: asks, occurrence: occurrence) }
        guard bytes[index] == Byte.space else {
            if let odd = whole.from(index).oddBlank {
                faults.add(oddBlank: odd)
                return nil
            }
            let mark = whole.upTo(whole.start + 1).string
            faults.add(
                .markSpacing, Text(whole.line, whole.start..<(index + 1)).place,
                "a blank stands between a mark and its text",
                help:
                    "write '\(mark) \(whole.from(whole.start + 1).trimmed.string)'; a lane stands before '?': '*b? data'"
            )
            return nil
        }
        return Mark(lane: lane, asks: asks, occurrence: occurrence, content: whole.from(index + 1))
    }
}
