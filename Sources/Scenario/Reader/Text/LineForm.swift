// LineForm.swift: the form of a line, by its first column.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainWords

/// The mark at the beginning of a line, and what stands with it.
struct Mark {
    /// `b` of `>b`; empty where there is none.
    var lane: Text
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

    var isBlank: Bool { if case .blank = self { true } else { false } }
    var isComment: Bool { if case .comment = self { true } else { false } }

    static func of(_ line: SourceLine, _ faults: inout Faults) -> LineForm {
        let whole = line.whole
        guard let first = line.bytes.first else { return .blank }
        if isMergeMark(whole) {
            faults.add(
                .unknownMark, whole.place, "a merge was not finished here",
                help: "keep the lines of one of both sides, and take the marks of the merge away")
            return .broken
        }
        switch first {
        case UInt8(ascii: "#"): return .comment(whole.from(1).trimmed)
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
            let end = line.bytes.firstIndex { $0 == Byte.space || $0 == Byte.tab } ?? line.bytes.count
            return .word(whole.upTo(end), rest: whole.from(end).trimmed)
        default:
            if let length = Proofreader.lengthOfOddBlank(line.bytes[...]), length > 1 {
                faults.add(oddBlank: Text(line, 0..<length))
                return .broken
            }
            let character = whole.string.first.map(String.init) ?? ""
            faults.add(
                .unknownMark, Text(line, 0..<1).place, "no line begins with '\(character)'", help: helpForMark(whole))
            return .broken
        }
    }

    /// `<<<<<<< HEAD`
    private static func isMergeMark(_ whole: Text) -> Bool {
        let signs = whole.bytes.prefix { $0 == whole.bytes.first }
        guard signs.count == 7, let sign = signs.first, "<>=|".utf8.contains(sign) else { return false }
        return whole.bytes.count == 7 || whole.bytes[signs.endIndex] == Byte.space
    }

    private static func mark(_ whole: Text, suffixes: Bool = false, _ faults: inout Faults) -> Mark? {
        let bytes = whole.line.bytes
        var index = 1
        if index < bytes.count, Byte.isLower(bytes[index]) {
            while index < bytes.count, Byte.isLower(bytes[index]) || Byte.isDigit(bytes[index]) { index += 1 }
        }
        if index == 1 { index = endOfOddLane(whole) ?? index }
        let lane = Text(whole.line, 1..<index)
        var occurrence = Occurrence.once
        if suffixes, index < bytes.count, let suffix = Self.suffix(bytes[index]) {
            occurrence = suffix
            index += 1
        }
        if index == bytes.count { return Mark(lane: lane, occurrence: occurrence, content: nil) }
        guard bytes[index] == Byte.space else {
            let mark = Character(Unicode.Scalar(bytes[0]))
            if !suffixes, let help = helpForSign(mark, whole.from(index)) {
                faults.add(
                    .markSpacing, Text(whole.line, 0..<(index + 1)).place, "only a '*' line has a sign behind its mark",
                    help: help)
                return nil
            }
            if let length = Proofreader.lengthOfOddBlank(bytes[index...]), length > 2 {
                faults.add(oddBlank: Text(whole.line, index..<(index + length)))
                return nil
            }
            let rest = whole.from(1).string.drop {
                $0 == mark || "-=\t".contains($0) || $0 == " " || $0 == "\u{A0}"
            }
            var help = "write '\(Self.mark(of: rest) ?? mark) \(rest)'"
            if mark == "<", isTag(whole) {
                help = "a line of the body has a mark, and stands below a bare '<': '< \(whole.string)'"
            }
            if suffixes, Self.suffix(bytes[1]) != nil { help = "a lane stands before ? + &: '\(mark)b?'" }
            faults.add(
                .markSpacing, Text(whole.line, 0..<(index + 1)).place, "a blank stands between a mark and its text",
                help: help)
            return nil
        }
        return Mark(lane: lane, occurrence: occurrence, content: whole.from(index + 1))
    }

    /// `>? GET /a`, `>! GET /b`
    private static func helpForSign(_ mark: Character, _ rest: Text) -> String? {
        guard mark == ">", let sign = rest.bytes.first,
            rest.from(rest.start + 1).trimmed.isRequestStart
        else { return nil }
        switch sign {
        case Byte.question:
            return "a request that may be left out stands, with its reply, between 'repeat 0..1' and 'end'"
        case UInt8(ascii: "+"): return "one that may come again stands, with its reply, between 'repeat 1..9' and 'end'"
        case UInt8(ascii: "&"): return "requests in any order stand in a block: 'any-order', 'and', 'end'"
        case UInt8(ascii: "!"): return "what no line expects must not come: take the line away"
        default: return nil
        }
    }

    /// `<p>hi</p>`, `<!DOCTYPE html>`
    private static func isTag(_ whole: Text) -> Bool {
        let name = whole.bytes.dropFirst().first.map { Byte.isLetter($0) || "/!?".utf8.contains($0) } ?? false
        return name && whole.bytes.contains(UInt8(ascii: ">"))
    }

    /// `>1 GET /a`, `<B 200`: what is written like a lane, and is no name of one. `<20 OK` lacks a blank.
    private static func endOfOddLane(_ whole: Text) -> Int? {
        let bytes = whole.line.bytes
        guard let blank = bytes.prefix(longestOddLane + 2).firstIndex(of: Byte.space), blank > 1,
            bytes[1..<blank].allSatisfy({ Byte.isUpper($0) || Byte.isDigit($0) })
        else { return nil }
        let content = whole.from(blank + 1)
        let isHead = content.fieldName != nil
        switch bytes[0] {
        case UInt8(ascii: ">"): return isHead || content.isRequestStart ? blank : nil
        case UInt8(ascii: "<"): return isHead || content.isReplyStart ? blank : nil
        default: return blank
        }
    }

    private static let longestOddLane = 2

    /// The mark that a start line has, whatever arrow stands before it.
    private static func mark(of typed: Substring) -> Character? {
        let text = SourceLine(number: 0, bytes: Array(typed.utf8)).whole
        if text.isReplyStart { return "<" }
        let method = String(typed.prefix { $0 != " " })
        return StartLineSlip.methods.contains(method) && text.isRequestStart ? ">" : nil
    }

    private static func helpForMark(_ whole: Text) -> String {
        let typed = whole.string
        if let first = whole.bytes.first, Byte.isDigit(first), typed.contains(" | ") {
            return "the rows of a table are indented: '       \(typed)'"
        }
        if let first = whole.bytes.first, !"`{}[]".utf8.contains(first), whole.range.count > 2,
            whole.bytes.allSatisfy({ $0 == first })
        {
            return "a line between parts is a comment: '# \(typed)'; another scenario is another file"
        }
        if let decision = typed.split(separator: " ").dropFirst().first, ["->", "=>"].contains(where: typed.hasPrefix),
            DecisionWord(rawValue: String(decision)) != nil
        {
            return "a decision stands behind its callback, such as '* redirect 302 /b -> \(decision)'"
        }
        for (start, mark) in [
            ("//", "#"), (";", "#"), ("-->", ">"), ("--", "#"), ("->", ">"), ("=>", ">"), ("＞", ">"), ("＜", "<"),
        ]
        where typed.hasPrefix(start) {
            let rest = typed.dropFirst(start.count).drop { $0 == " " }
            return "write '\(Self.mark(of: rest).map(String.init) ?? mark) \(rest)'"
        }
        if let help = helpForSign(">", whole) { return help }
        if let first = whole.bytes.first, suffix(first) != nil {
            let rest = whole.from(1).trimmed
            if rest.isReplyStart { return "write '< \(rest.string)'" }
            return "write '*\(typed.prefix(1)) \(typed.dropFirst().drop { $0 == " " })'"
        }
        if whole.isReplyStart { return "write '< \(typed)'" }
        if let section = Synonyms.sections.meant(by: typed.trimmingBrackets).first { return "write \(section)" }
        if typed.hasPrefix("```") {
            return "a fence of Markdown is no part of a scenario: take it away; text of one's own begins with '# '"
        }
        if let first = typed.first, "{}[]\"".contains(first) {
            return "a line of a body stands behind a mark, below a bare one: '< \(typed)' or '> \(typed)'"
        }
        return "a line begins with > < * ! or a word, or with blanks to continue the line above; a note with '# '"
    }

    private static func suffix(_ byte: UInt8) -> Occurrence? {
        switch byte {
        case Byte.question: .optional
        case UInt8(ascii: "+"): .oneOrMore
        case UInt8(ascii: "&"): .anyOrder
        default: nil
        }
    }
}

extension String {
    /// `Asserts` of `[Asserts]`.
    var trimmingBrackets: String {
        hasPrefix("[") && hasSuffix("]") ? String(dropFirst().dropLast()) : ""
    }
}
