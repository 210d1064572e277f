// SourceLine.swift: a line of a file, with the cells of a table put in, and the way back to what was typed.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation

final class SourceLine: Sendable {
    /// A cell of a table that stands in for `{{column}}`.
    struct Insertion: Sendable {
        var there: Range<Int>
        /// Where the author wrote `{{column}}`.
        var typed: Range<Int>
    }

    /// One of the lines on which a value stands, and where its text behind the mark begins, in it and in all of them.
    struct Part: Sendable {
        var line: SourceLine
        var from: Int
        var start: Int
    }

    let number: Int
    let bytes: [UInt8]
    private let insertions: [Insertion]
    /// Empty: the line is one line of the file.
    let parts: [Part]
    /// Characters before each byte of the typed line; nil where every byte is a character.
    private let columns: [Int32]?
    private let typedCount: Int
    /// The file has shorthand in its place.
    let isStandIn: Bool

    init(number: Int, bytes: [UInt8]) {
        self.number = number
        self.bytes = bytes
        self.insertions = []
        self.isStandIn = false
        self.parts = []
        self.typedCount = bytes.count
        self.columns = Self.columns(of: bytes)
    }

    /// The same line with cells put in.
    init(_ typed: SourceLine, bytes: [UInt8], insertions: [Insertion], isStandIn: Bool = false) {
        self.isStandIn = isStandIn
        self.number = typed.number
        self.bytes = bytes
        self.insertions = insertions
        self.parts = typed.parts
        self.columns = typed.columns
        self.typedCount = typed.typedCount
    }

    /// A line that the typed one stands for. The first so many bytes of the one are the first so many of the other; nil: all.
    convenience init(_ typed: SourceLine, standingFor text: String, _ first: (there: Int, typed: Int)? = nil) {
        let whole = first ?? (text.utf8.count, typed.typedCount)
        self.init(
            typed, bytes: Array(text.utf8), insertions: [Insertion(there: 0..<whole.there, typed: 0..<whole.typed)],
            isStandIn: true)
    }

    /// The lines of a value as one: the first one, and of the others what stands behind the mark and one blank.
    init(joining lines: [SourceLine], behind mark: ArraySlice<UInt8>) {
        var start = 0
        parts = lines.enumerated().map { index, line in
            let part = Part(
                line: line, from: index == 0 ? 0 : Self.text(of: line, behind: mark).startIndex, start: start)
            start += line.bytes.count - part.from + 1
            return part
        }
        number = lines[0].number
        bytes = Self.bytes(joining: lines, behind: mark)
        insertions = []
        isStandIn = false
        columns = nil
        typedCount = bytes.count
    }

    static func bytes(joining lines: [SourceLine], behind mark: ArraySlice<UInt8>) -> [UInt8] {
        var bytes = lines.first?.bytes ?? []
        for line in lines.dropFirst() {
            bytes.append(Byte.newline)
            bytes += text(of: line, behind: mark)
        }
        return bytes
    }

    private static func text(of line: SourceLine, behind mark: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        line.bytes.dropFirst(mark.count + 1)
    }

    /// `>json {"a": 1}` as what it stands for: the bare mark below a head, and a line with the value; no line, if the JSON is
    /// not closed; nil: it is no such line.
    var bodyOfJSON: [SourceLine]? {
        guard let (markEnd, start) = Scanner.glued(bytes) else { return nil }
        guard Scanner.endOfBrackets(bytes, from: start, to: bytes.count) != nil else { return [] }
        let mark = whole.upTo(markEnd).string
        let value = "\(mark) {{json "
        return [
            SourceLine(self, standingFor: mark, (markEnd, markEnd)),
            SourceLine(self, standingFor: "\(value)\(whole.from(start).string)}}", (value.utf8.count, start)),
        ]
    }

    /// The numbers of the lines of the file that it is made of.
    var numbers: ClosedRange<Int> { number...(number + max(0, parts.count - 1)) }

    /// The lines as the file has them, with cells put in.
    var texts: [String] {
        guard let first = parts.first else { return [whole.string] }
        let mark = Scanner.glued(bytes).map { bytes[..<$0.mark] } ?? first.line.bytes.prefix { $0 != Byte.space }
        return bytes.split(separator: Byte.newline, omittingEmptySubsequences: false).enumerated().map { index, text in
            String(decoding: index == 0 ? text : text.isEmpty ? mark : mark + [Byte.space] + text, as: UTF8.self)
        }
    }

    /// The text, for one line.
    var inOneLine: String { whole.string.replacing("\n", with: " ") }

    /// Whether a table has put cells in.
    var hasCells: Bool { !insertions.isEmpty }

    var whole: Text { Text(self, 0..<bytes.count) }

    var isBlank: Bool { bytes.allSatisfy { $0 == Byte.space || $0 == Byte.tab } }

    /// `>`, `<b`: the end of a head, or an empty line.
    var isBareMark: Bool {
        guard bytes.first == UInt8(ascii: ">") || bytes.first == UInt8(ascii: "<") else { return false }
        return bytes.dropFirst().allSatisfy { Byte.isLower($0) || Byte.isDigit($0) }
    }

    /// `< HTTP/1.1 200`: one blank behind it is a part of it, RFC 9112 section 4.
    var isStatusLine: Bool {
        guard bytes.first == UInt8(ascii: "<"), let blank = bytes.firstIndex(of: Byte.space) else { return false }
        let mark = SourceLine(number: number, bytes: Array(bytes[..<blank]))
        return mark.isBareMark && whole.from(blank + 1).isPlainStatus
    }

    func place(_ range: Range<Int>) -> Place {
        let first = typedOffset(range.lowerBound, end: false)
        let last = range.isEmpty ? first : max(first, typedOffset(range.upperBound - 1, end: true))
        if !parts.isEmpty {
            let part = part(at: first)
            let end = part.line.bytes.count
            let from = min(part.from + first - part.start, end)
            return part.line.place(from..<max(from, min(part.from + last - part.start, end)))
        }
        let column = characters(before: first)
        return Place(line: number, column: column + 1, length: max(1, characters(before: last) - column))
    }

    /// The line on which this byte of the typed text stands.
    private func part(at offset: Int) -> Part {
        var low = 0
        var high = parts.count - 1
        while low < high {
            let middle = (low + high + 1) / 2
            if parts[middle].start <= offset { low = middle } else { high = middle - 1 }
        }
        return parts[low]
    }

    private func characters(before offset: Int) -> Int {
        guard let columns else { return offset }
        return Int(columns[min(offset, columns.count - 1)])
    }

    /// Where a byte stood in the line as typed; `end`: where the next one did.
    private func typedOffset(_ offset: Int, end: Bool) -> Int {
        var low = 0
        var high = insertions.count
        while low < high {
            let middle = (low + high) / 2
            if insertions[middle].there.lowerBound <= offset { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return min(offset + (end ? 1 : 0), typedCount) }
        let insertion = insertions[low - 1]
        if offset < insertion.there.upperBound {
            return end ? insertion.typed.upperBound : insertion.typed.lowerBound
        }
        let typed = insertion.typed.upperBound + offset - insertion.there.upperBound
        return min(typed + (end ? 1 : 0), typedCount)
    }

    private static func columns(of bytes: [UInt8]) -> [Int32]? {
        guard bytes.contains(where: { $0 >= 0x80 }) else { return nil }
        var columns: [Int32] = []
        columns.reserveCapacity(bytes.count + 1)
        var count: Int32 = 0
        for byte in bytes {
            // The second and later bytes of a UTF-8 sequence begin no character.
            if byte & 0xC0 == 0x80, count > 0 {
                columns.append(count - 1)
            } else {
                columns.append(count)
                count += 1
            }
        }
        columns.append(count)
        return columns
    }
}

/// A stretch of a line.
struct Text {
    let line: SourceLine
    var range: Range<Int>

    init(_ line: SourceLine, _ range: Range<Int>) {
        self.line = line
        self.range = range
    }

    var bytes: ArraySlice<UInt8> { line.bytes[range] }
    var string: String { String(decoding: bytes, as: UTF8.self) }
    var place: Place { line.place(range) }
    var isEmpty: Bool { range.isEmpty }
    var start: Int { range.lowerBound }
    var end: Int { range.upperBound }

    func from(_ start: Int) -> Text { Text(line, min(start, end)..<end) }
    func upTo(_ end: Int) -> Text { Text(line, start..<max(start, min(end, self.end))) }

    func starts(with prefix: StaticString) -> Bool {
        guard range.count >= prefix.utf8CodeUnitCount else { return false }
        for offset in 0..<prefix.utf8CodeUnitCount where line.bytes[start + offset] != prefix.utf8Start[offset] {
            return false
        }
        return true
    }

    func equals(_ text: StaticString) -> Bool {
        range.count == text.utf8CodeUnitCount && starts(with: text)
    }

    /// Without blanks at either end.
    var trimmed: Text {
        var range = range
        while let first = range.first, Byte.isBlank(line.bytes[first]) { range = (first + 1)..<range.upperBound }
        while let last = range.last, Byte.isBlank(line.bytes[last]) { range = range.lowerBound..<last }
        return Text(line, range)
    }
}

enum Byte {
    static let tab = UInt8(ascii: "\t")
    static let newline = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")
    static let space = UInt8(ascii: " ")
    static let quote = UInt8(ascii: "\"")
    static let backslash = UInt8(ascii: "\\")
    static let open = UInt8(ascii: "{")
    static let close = UInt8(ascii: "}")
    static let pipe = UInt8(ascii: "|")
    static let slash = UInt8(ascii: "/")
    static let colon = UInt8(ascii: ":")
    static let equals = UInt8(ascii: "=")
    static let question = UInt8(ascii: "?")

    /// A blank between words: a line of a file has no line end, but a value over several lines has.
    static func isBlank(_ byte: UInt8) -> Bool { byte == space || byte == newline }

    static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }
    static func isLower(_ byte: UInt8) -> Bool { (97...122).contains(byte) }
    static func isUpper(_ byte: UInt8) -> Bool { (65...90).contains(byte) }
    static func isLetter(_ byte: UInt8) -> Bool { isLower(byte) || isUpper(byte) }

    /// A letter of a name that the language or the author gives: `self-signed`, `token_2`.
    static func isNameByte(_ byte: UInt8) -> Bool {
        isLetter(byte) || isDigit(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }

    /// RFC 9110 section 5.6.2, `tchar`.
    static func isToken(_ byte: UInt8) -> Bool {
        switch byte {
        // ! # $ % & ' * + - . digits, capitals, ^ _ ` small letters, | ~
        case 33, 35...39, 42, 43, 45, 46, 48...57, 65...90, 94...122, 124, 126: true
        default: false
        }
    }

    static func hexValue(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 48...57: byte - 48
        case 65...70: byte - 55
        case 97...102: byte - 87
        default: nil
        }
    }
}
