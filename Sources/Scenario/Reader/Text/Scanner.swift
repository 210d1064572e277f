// Scanner.swift: where strings, values and words end.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// Finds ends without reading what is inside. Every function looks at each byte once.
package enum Scanner {
    /// The place behind the closing quote of the string that opens at `start`, or nil. A string ends in its line.
    static func endOfString(_ bytes: [UInt8], from start: Int, to end: Int) -> Int? {
        var index = start + 1
        while index < end {
            switch bytes[index] {
            case Byte.newline: return nil
            case Byte.backslash: index += index + 1 < end && bytes[index + 1] == Byte.newline ? 1 : 2
            case Byte.quote: return index + 1
            default: index += 1
            }
        }
        return nil
    }

    /// The place behind the `}}` of the value that opens at `start`, or nil.
    static func endOfValue(_ bytes: [UInt8], from start: Int, to end: Int, depth: Int = 0) -> Int? {
        guard depth < valuesAtMost else { return nil }
        if let (word, behind) = holdingWord(bytes, from: start + 2, to: end) {
            return word == .json
                ? endOfJSON(bytes, from: behind, to: end, depth) : endOfPairs(bytes, from: behind, to: end, depth)
        }
        if let slash = expression(bytes, from: start + 2, to: end) {
            return endOfExpression(bytes, behind: slash, to: end)
        }
        var index = start + 2
        while index < end {
            if bytes[index] == Byte.quote {
                guard let after = endOfString(bytes, from: index, to: end) else { return nil }
                index = after
            } else if bytes[index] == Byte.close, index + 1 < end, bytes[index + 1] == Byte.close {
                return index + 2
            } else if bytes[index] == Byte.newline {
                // Only a value that holds others goes on below its line.
                return nil
            } else {
                index += 1
            }
        }
        return nil
    }

    /// Whether a value, its braces included, is an expression.
    package static func isExpression(_ value: [UInt8]) -> Bool { expression(value, from: 2, to: value.count) != nil }

    /// The place of the slash that opens an expression: `/[0-9]+/`, `id = /[0-9]+/`. A second slash makes a URL of it.
    private static func expression(_ bytes: [UInt8], from start: Int, to end: Int) -> Int? {
        let index = keptName(bytes, from: start, to: end)?.behind ?? skipped(bytes, from: start, to: end)
        return index + 1 < end && bytes[index] == Byte.slash && bytes[index + 1] != Byte.slash ? index : nil
    }

    /// The name before a `=` with which a value begins, and the place behind the `=` and its blanks.
    static func keptName(_ bytes: [UInt8], from start: Int, to end: Int) -> (name: Range<Int>, behind: Int)? {
        let from = skipped(bytes, from: start, to: end)
        let name = from..<(bytes[from..<end].firstIndex { !Byte.isNameByte($0) } ?? end)
        let index = skipped(bytes, from: name.upperBound, to: end)
        guard isName(bytes[name]), index < end, bytes[index] == Byte.equals else { return nil }
        return (name, skipped(bytes, from: index + 1, to: end))
    }

    private static func skipped(_ bytes: [UInt8], from start: Int, to end: Int) -> Int {
        bytes[start..<end].firstIndex { $0 != Byte.space } ?? end
    }

    private static func endOfExpression(_ bytes: [UInt8], behind start: Int, to end: Int) -> Int? {
        var index = start + 1
        while index + 2 < end, bytes[index] != Byte.newline {
            if bytes[index] == Byte.slash, bytes[index + 1] == Byte.close, bytes[index + 2] == Byte.close {
                return index + 3
            }
            index += 1
        }
        return nil
    }

    /// The first word of a value in which others may stand, and the place behind it.
    static func holdingWord(_ bytes: [UInt8], from start: Int, to end: Int) -> (word: FunctionWord, behind: Int)? {
        var index = start
        while index < end, bytes[index] == Byte.space { index += 1 }
        for word in FunctionWord.holding {
            let behind = index + word.rawValue.utf8.count
            // `{{json}}` may be a column.
            guard behind < end, Byte.isBlank(bytes[behind]), bytes[index..<behind].elementsEqual(word.rawValue.utf8)
            else {
                continue
            }
            return (word, behind)
        }
        return nil
    }

    /// The place behind the `}}` of JSON: brackets may stand in brackets, and `}}` ends the value only outside of all.
    private static func endOfJSON(_ bytes: [UInt8], from start: Int, to end: Int, _ outer: Int) -> Int? {
        guard let close = closing(bytes, from: start, to: end, outer, isEnd: { $0 < 0 }) else { return nil }
        return close + 1 < end && bytes[close + 1] == Byte.close ? close + 2 : nil
    }

    /// The place behind the bracket that closes the first one, or the end of a text without any; nil: it is not closed.
    static func endOfBrackets(_ bytes: [UInt8], from start: Int, to end: Int) -> Int? {
        if let close = closing(bytes, from: start, to: end, 0, isEnd: { $0 <= 0 }) { return close + 1 }
        return bytes[start..<end].contains { $0 == Byte.open || $0 == UInt8(ascii: "[") } ? nil : end
    }

    /// The place of the bracket that closes as many as the condition asks for.
    private static func closing(
        _ bytes: [UInt8], from start: Int, to end: Int, _ outer: Int, isEnd: (Int) -> Bool
    ) -> Int? {
        var index = start
        var depth = 0
        while index < end {
            switch bytes[index] {
            case Byte.quote:
                guard let after = endOfJSONString(bytes, from: index, to: end, depth: outer + 1) else { return nil }
                index = after
                continue
            case Byte.open where opensValue(bytes, at: index, to: end):
                guard let after = endOfValue(bytes, from: index, to: end, depth: outer + 1) else { return nil }
                index = after
                continue
            case Byte.open, UInt8(ascii: "["): depth += 1
            case Byte.close, UInt8(ascii: "]"):
                depth -= 1
                if isEnd(depth), bytes[index] == Byte.close || depth == 0 { return index }
                depth = max(0, depth)
            default: break
            }
            index += 1
        }
        return nil
    }

    /// `>json {"a": 1}`, the end of a head and a body: where its mark ends, and where its JSON begins; nil: the line is no such one.
    static func glued(_ line: [UInt8]) -> (mark: Int, text: Int)? {
        guard line.count > 6, line[0] == UInt8(ascii: ">") || line[0] == UInt8(ascii: "<") else { return nil }
        let mark = line[1] == UInt8(ascii: ">") ? 2 : 1
        guard line[mark] == UInt8(ascii: "j") else { return nil }
        return line.dropFirst(mark).starts(with: "json ".utf8) ? (mark, mark + "json ".utf8.count) : nil
    }

    /// The place behind the quote that closes a string of JSON, in which values may stand. A string that its line does
    /// not close ends behind the line end, so that the value around it can be read.
    static func endOfJSONString(_ bytes: [UInt8], from start: Int, to end: Int, depth: Int = 1) -> Int? {
        var index = start + 1
        while index < end {
            if opensValue(bytes, at: index, to: end) {
                guard let after = endOfValue(bytes, from: index, to: end, depth: depth) else { return nil }
                index = after
            } else if bytes[index] == Byte.quote {
                return index + 1
            } else if bytes[index] == Byte.newline {
                return index + 1
            } else {
                let isEscape = bytes[index] == Byte.backslash && index + 1 < end && bytes[index + 1] != Byte.newline
                index += isEscape ? 2 : 1
            }
        }
        return nil
    }

    private static func endOfPairs(_ bytes: [UInt8], from start: Int, to end: Int, _ outer: Int) -> Int? {
        var index = start
        while index < end {
            if bytes[index] == Byte.quote {
                guard let after = endOfString(bytes, from: index, to: end) ?? endOfLine(bytes, from: index, to: end)
                else { return nil }
                index = after
            } else if opensValue(bytes, at: index, to: end) {
                guard let after = endOfValue(bytes, from: index, to: end, depth: outer + 1) else { return nil }
                index = after
            } else if bytes[index] == Byte.close, index + 1 < end, bytes[index + 1] == Byte.close {
                return index + 2
            } else {
                index += 1
            }
        }
        return nil
    }

    /// The line end behind this place, in a value that goes on below it.
    private static func endOfLine(_ bytes: [UInt8], from start: Int, to end: Int) -> Int? {
        bytes[start..<end].firstIndex(of: Byte.newline)
    }

    /// The most values that may stand within each other.
    private static let valuesAtMost = 8
    /// For the end of each of them all of the text is read.
    private static let unclosedAtMost = 64

    static func opensValue(_ bytes: [UInt8], at index: Int, to end: Int) -> Bool {
        index + 1 < end && bytes[index] == Byte.open && bytes[index + 1] == Byte.open
    }

    /// The values of a text that are closed, from `{{` to `}}`. Behind many that are not, no more are looked for.
    static func values(in text: Text) -> [Range<Int>] {
        let bytes = text.line.bytes
        var values: [Range<Int>] = []
        var unclosed = 0
        var index = text.start
        while index < text.end, unclosed < unclosedAtMost {
            let isOpen = opensValue(bytes, at: index, to: text.end)
            guard isOpen, let end = endOfValue(bytes, from: index, to: text.end) else {
                unclosed += isOpen ? 1 : 0
                index += 1
                continue
            }
            values.append(index..<end)
            index = end
        }
        return values
    }

    /// The first byte outside values that fulfils the condition.
    static func first(in text: Text, where condition: (UInt8) -> Bool) -> Int? {
        let bytes = text.line.bytes
        var index = text.start
        while index < text.end {
            if opensValue(bytes, at: index, to: text.end) {
                index = endOfValue(bytes, from: index, to: text.end) ?? text.end
            } else if condition(bytes[index]) {
                return index
            } else {
                index += 1
            }
        }
        return nil
    }

    /// The parts between separators that stand outside values and, if asked, outside strings.
    static func split(_ text: Text, at separator: UInt8, strings: Bool, values: Bool) -> [Text] {
        let bytes = text.line.bytes
        var parts: [Text] = []
        var start = text.start
        var index = text.start
        while index < text.end {
            if strings, bytes[index] == Byte.quote {
                index = endOfString(bytes, from: index, to: text.end) ?? text.end
            } else if values, opensValue(bytes, at: index, to: text.end) {
                index = endOfValue(bytes, from: index, to: text.end) ?? text.end
            } else if bytes[index] == separator {
                parts.append(Text(text.line, start..<index))
                index += 1
                start = index
            } else {
                index += 1
            }
        }
        parts.append(Text(text.line, start..<text.end))
        return parts
    }
}

/// A word of a callback, an act or a word line: `302`, `method=GET`, `realm="a b"`, `{{bytes 3}}`.
struct Word {
    /// As typed.
    let text: Text
    /// In `name=value`, the name.
    let name: Text?
    /// In `name=value`, the value; else the whole word.
    let value: Text

    var string: String { text.string }
    var isArrow: Bool { text.equals("->") }
}

enum WordFault: Error {
    case unclosedString(Text)
    case unclosedValue(Text)
}

extension Scanner {
    /// The words of a line, as far as they can be told apart.
    ///
    /// - Parameter marks: behind this byte a word goes on with another `name=value`, whose value may be a string, too.
    static func words(of text: Text, marks: UInt8? = nil) -> (words: [Word], fault: WordFault?) {
        let bytes = text.line.bytes
        var words: [Word] = []
        var index = text.start
        while true {
            while index < text.end, Byte.isBlank(bytes[index]) { index += 1 }
            guard index < text.end else { return (words, nil) }
            let start = index
            var valueStart = start
            // Behind a name that is a string itself: `"b c"="d e"`.
            var stringStart = start
            var mayBeName = true
            var isMark = false
            while index < text.end, !Byte.isBlank(bytes[index]) {
                let opensString = bytes[index] == Byte.quote && (index == valueStart || index == stringStart)
                if opensString {
                    guard let end = endOfString(bytes, from: index, to: text.end) else {
                        return (words, .unclosedString(Text(text.line, index..<text.end)))
                    }
                    index = end
                } else if opensValue(bytes, at: index, to: text.end) {
                    guard let end = endOfValue(bytes, from: index, to: text.end) else {
                        return (words, .unclosedValue(Text(text.line, index..<text.end)))
                    }
                    index = end
                } else {
                    if bytes[index] == marks {
                        isMark = true
                    } else if bytes[index] == Byte.equals, isMark {
                        isMark = false
                        stringStart = index + 1
                    } else if bytes[index] == Byte.equals, mayBeName {
                        mayBeName = false
                        if bytes[start] == Byte.quote { stringStart = index + 1 }
                        if isName(bytes[start..<index]) { valueStart = index + 1 }
                    }
                    index += 1
                }
            }
            let name = valueStart == start ? nil : Text(text.line, start..<(valueStart - 1))
            words.append(
                Word(
                    text: Text(text.line, start..<index), name: name, value: Text(text.line, valueStart..<index)))
        }
    }

    /// Letters, digits and hyphens, a letter first.
    static func isName(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard let first = bytes.first, Byte.isLetter(first) else { return false }
        return bytes.allSatisfy(Byte.isNameByte)
    }
}
