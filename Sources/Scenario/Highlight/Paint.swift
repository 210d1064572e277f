// Paint.swift: the kinds of one line's bytes, and how words and values are painted.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// The kinds of one line's bytes; bytes that are not painted are text.
struct Paint {
    let line: SourceLine
    /// Whether the line is in a file of routes.
    let knowsGenerators: Bool
    private var kinds: [Highlight.Kind]

    init(_ line: SourceLine, knowsGenerators: Bool) {
        self.line = line
        self.knowsGenerators = knowsGenerators
        kinds = Array(repeating: .text, count: line.bytes.count)
    }

    /// A line that curl prints about itself, which the reader skips.
    init(note line: SourceLine) {
        self.line = line
        knowsGenerators = false
        kinds = Array(repeating: .comment, count: line.bytes.count)
    }

    /// Of each line of the file: runs of one kind, which follow each other without a gap.
    var parts: [[Highlight.Part]] {
        guard line.parts.count > 1 else { return [parts(of: line, kinds[...])] }
        return line.parts.map { part in
            let text = kinds[part.start..<(part.start + part.line.bytes.count - part.from)]
            // The mark is that of the first line.
            let mark = kinds[..<min(part.from, part.line.bytes.count)]
            return parts(of: part.line, mark + text)
        }
    }

    private func parts(of line: SourceLine, _ kinds: ArraySlice<Highlight.Kind>) -> [Highlight.Part] {
        let kinds = Array(kinds)
        var parts: [Highlight.Part] = []
        var start = 0
        for index in kinds.indices where kinds[index] != kinds[start] {
            // A character is never cut.
            guard line.bytes[index] & 0xC0 != 0x80 else { continue }
            parts.append(Highlight.Part(kind: kinds[start], text: Text(line, start..<index).string))
            start = index
        }
        if start < kinds.count {
            parts.append(Highlight.Part(kind: kinds[start], text: Text(line, start..<kinds.count).string))
        }
        return parts
    }

    mutating func paint(_ text: Text, _ kind: Highlight.Kind) {
        for index in text.range { kinds[index] = kind }
    }

    func text(_ start: Int, _ end: Int) -> Text { Text(line, start..<max(start, end)) }

    mutating func mark(_ mark: Mark, _ kind: Highlight.Kind) {
        paint(line.whole.upTo(1), kind)
        paint(mark.lane, .lane)
        let end = mark.content.map { $0.start - 1 } ?? line.bytes.count
        if mark.occurrence != .once { paint(text(mark.lane.end, end), .occurrence) }
    }

    // MARK: Words

    /// A word of a closed set, or one that the reader does not know.
    mutating func known(_ text: Text, _ kind: Highlight.Kind, among words: [String]) {
        // The cell that replaces a column is not known here.
        if text.starts(with: "{{") { return value(text) }
        paint(text, words.contains(text.string) ? kind : .unknown)
    }

    /// Words, values and `name=value`, where no certain word is expected.
    mutating func words(_ text: Text) {
        let (words, fault) = Scanner.words(of: text)
        for word in words { self.word(word) }
        switch fault {
        case .unclosedString(let rest)?: paint(rest, .string)
        case .unclosedValue(let rest)?: paint(rest.upTo(rest.start + 2), .unknown)
        case nil: break
        }
    }

    mutating func word(_ word: Word) {
        guard let name = word.name else { return value(word.value) }
        paint(name, .parameter)
        paint(text(name.end, name.end + 1), .punctuation)
        value(word.value)
    }

    /// `302`, `"a b"`, `/done`, `{{bytes 3}}`, or a word.
    mutating func value(_ text: Text) {
        if text.bytes.first == Byte.quote {
            string(text)
        } else if text.equals("->") {
            paint(text, .arrow)
        } else {
            values(in: text, as: Self.isNumber(text) ? .number : text.starts(with: "/") ? .target : .text)
        }
    }

    /// A string with its quotes: escapes, and the columns of tables that are put in.
    mutating func string(_ text: Text) {
        paint(text, .string)
        let bytes = line.bytes
        var index = text.start + 1
        var mayOpen = true
        while index < text.end {
            if bytes[index] == Byte.backslash {
                let length = index + 1 < text.end && bytes[index + 1] == UInt8(ascii: "x") ? 4 : 2
                let escape = self.text(index, min(index + length, text.end))
                paint(escape, Self.isEscape(escape) ? .escape : .unknown)
                index = escape.end
            } else if mayOpen, Scanner.opensValue(bytes, at: index, to: text.end) {
                let end = Scanner.endOfValue(bytes, from: index, to: text.end)
                // A value that is not closed takes the rest of the string.
                mayOpen = end != nil
                if let end, Scanner.isName(bytes[(index + 2)..<(end - 2)]) { column(self.text(index, end)) }
                index = end ?? index + 2
            } else {
                index += 1
            }
        }
    }

    private mutating func column(_ text: Text) {
        paint(text, .brace)
        paint(self.text(text.start + 2, text.end - 2), .variable)
    }

    private static func isEscape(_ text: Text) -> Bool {
        guard text.range.count > 1 else { return false }
        let bytes = Array(text.bytes.dropFirst())
        switch bytes[0] {
        case UInt8(ascii: "x"):
            return bytes.count == 3 && bytes.dropFirst().allSatisfy { Byte.hexValue($0) != nil }
        case UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"), UInt8(ascii: "0"), Byte.quote, Byte.backslash:
            return true
        default: return false
        }
    }

    /// `302`, `200ms`, `10KB/s`, `1..60`, `1.2`
    private static func isNumber(_ text: Text) -> Bool {
        guard let first = text.bytes.first(where: { $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }),
            Byte.isDigit(first)
        else { return false }
        return text.bytes.allSatisfy { Byte.isDigit($0) || Byte.isLetter($0) || "./+-".utf8.contains($0) }
    }

    /// `Name: value`
    mutating func field(_ text: Text) {
        guard text.fieldName != nil, let colon = text.bytes.firstIndex(of: Byte.colon) else {
            return values(in: text, as: .text)
        }
        paint(text.upTo(colon), .field)
        paint(self.text(colon, colon + 1), .punctuation)
        values(in: text.from(colon + 1), as: .text)
    }
}
