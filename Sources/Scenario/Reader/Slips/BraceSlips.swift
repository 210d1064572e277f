// BraceSlips.swift: one pair of braces where a value has two, and a brace too many.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation

extension Proofreader {
    /// `}` behind a value, or one pair of braces where two should be, on a line of a head.
    ///
    /// - Parameter readsValue: the reader tells of braces behind a field's value that holds others.
    mutating func warnOfStrayBraces(_ text: Text, readsValue: Bool) {
        let bytes = text.line.bytes
        var index = text.start
        var depth = 0
        var opened = index
        while index < text.end {
            if Scanner.opensValue(bytes, at: index, to: text.end) {
                let start = index
                if readsValue, Scanner.holdingWord(bytes, from: index + 2, to: text.end) != nil { return }
                index = Scanner.endOfValue(bytes, from: index, to: text.end) ?? text.end
                // A value within a value has a fault of its own.
                if Text(text.line, min(start + 2, index)..<index).hasValue { return }
                // In `{{{a}}}` each brace has its fellow.
                if depth == 0, index < text.end, bytes[index] == Byte.close {
                    faults.add(
                        .strayBrace, Text(text.line, index..<(index + 1)).place,
                        "this '}' is one more than closes the value",
                        help: "take it away, or write '{{\"}\"}}' if it is meant")
                    return
                }
                continue
            }
            if bytes[index] == Byte.open {
                depth += 1
                opened = index
            } else if bytes[index] == Byte.close, depth > 0 {
                depth -= 1
                let braced = Text(text.line, opened..<(index + 1))
                if let word = firstWord(in: braced), isValueName(word), !isPlaceholder(braced) {
                    warn(ofBraced: braced)
                }
            }
            index += 1
        }
    }

    /// `{any}` in a target, and the name of a column or of what was captured: no URL has braces, though tests of
    /// templates do.
    mutating func warnOfBraced(inTarget text: Text, _ side: ValueSide) {
        // Any other target has a warning of its own.
        guard text.starts(with: "/") else { return }
        for braced in Self.innerBraces(of: text) {
            guard !isPlaceholder(braced), let word = firstWord(in: braced) else {
                continue
            }
            if word == FunctionWord.any.rawValue && side == .receive || scope.captures[word] != nil
                || scope.columns.contains(word)
            {
                warn(ofBraced: braced)
            }
        }
    }

    /// `{json {"a": 1}}` as the whole of a body's line, as an f-string of Python leaves it. In other bodies braces are
    /// text.
    mutating func warnOfBraced(bodyLine content: Text, _ mark: Character) {
        if warnOfBracedNames(in: content) { return }
        guard Self.isOnePair(content), let word = firstWord(in: content), isValueName(word) else { return }
        let behind = content.bytes.dropFirst()
        guard behind.starts(with: word.utf8) else { return }
        let arguments = behind.dropFirst(word.utf8.count).drop { $0 == Byte.space }
        guard let first = arguments.first else { return }
        // What is sent may be text in somebody's notation, such as `{file not found}`.
        let isCall = "{[\"".utf8.contains(first) || Byte.isDigit(first) || word.hasPrefix("request.")
        let isOurs = scope.captures[word] != nil || scope.columns.contains(word)
        if mark == ">" || isCall || isOurs || arguments.contains(Byte.equals) { warn(ofBraced: content) }
    }

    /// `{id}` and `${id}`, where a column has this name or something was captured.
    private mutating func warnOfBracedNames(in content: Text) -> Bool {
        for braced in Self.innerBraces(of: content) {
            let name = Text(content.line, (braced.start + 1)..<(braced.end - 1)).string
            guard scope.captures[name] != nil || scope.columns.contains(name) else { continue }
            let isDollar = braced.start > content.start && content.line.bytes[braced.start - 1] == UInt8(ascii: "$")
            let typed = isDollar ? Text(content.line, (braced.start - 1)..<braced.end) : braced
            faults.add(
                .strayBrace, typed.place, "a value stands between '{{' and '}}'",
                help: "write '{{\(name)}}'; text is written '{{\(Quoting.quoted(typed.bytes))}}'")
            return true
        }
        return false
    }

    /// What to write in place of one pair of braces on a line that is refused: `/find?{query a=1}`.
    func helpForBraces(in text: Text) -> String? {
        for braced in Self.innerBraces(of: text) {
            guard let word = firstWord(in: braced), isValueName(word) else { continue }
            return "write '{\(braced.string)}'"
        }
        return nil
    }

    /// `${id}` and `%{id}`, which have a warning of their own.
    private func isPlaceholder(_ braced: Text) -> Bool {
        braced.start > 0 && "$%".utf8.contains(braced.line.bytes[braced.start - 1])
            && Scanner.isName(braced.bytes.dropFirst().dropLast())
    }

    private mutating func warn(ofBraced text: Text) {
        faults.add(
            .strayBrace, text.place, "a value stands between '{{' and '}}'",
            help: "write '{\(withValuesDoubled(text))}'; text is written '{{\(Quoting.quoted(text.bytes))}}'")
    }

    /// `{json {"a": {{any}}}}` of `{json {"a": {any}}}`
    private func withValuesDoubled(_ text: Text) -> String {
        var result = ""
        var start = text.start
        for braced in Self.innerBraces(of: text) where braced.start > text.start {
            guard let word = firstWord(in: braced), isValueName(word) else { continue }
            result += Text(text.line, start..<braced.start).string + "{\(braced.string)}"
            start = braced.end
        }
        return result + text.from(start).string
    }

    /// Pairs of single braces that have no others within.
    private static func innerBraces(of text: Text) -> [Text] {
        var found: [Text] = []
        var opened: Int?
        var index = text.start
        let bytes = text.line.bytes
        while index < text.end {
            if Scanner.opensValue(bytes, at: index, to: text.end) {
                index = Scanner.endOfValue(bytes, from: index, to: text.end) ?? text.end
                opened = nil
                continue
            }
            if bytes[index] == Byte.open { opened = index }
            if bytes[index] == Byte.close, let start = opened {
                found.append(Text(text.line, start..<(index + 1)))
                opened = nil
            }
            index += 1
        }
        return found
    }

    /// Whether the first brace is closed by the last byte.
    private static func isOnePair(_ text: Text) -> Bool {
        guard text.bytes.count > 2, text.bytes.last == Byte.close, !text.hasValue else { return false }
        var depth = 0
        for (index, byte) in zip(text.range, text.bytes) {
            if byte == Byte.open { depth += 1 }
            if byte == Byte.close { depth -= 1 }
            if depth == 0 { return index == text.end - 1 }
        }
        return false
    }

    private func firstWord(in braced: Text) -> String? {
        let inner = Text(braced.line, (braced.start + 1)..<(braced.end - 1)).trimmed
        return Scanner.words(of: inner).words.first?.string
    }

    /// Whether `{{word …}}` is a value here.
    func isValueName(_ word: String) -> Bool {
        FunctionWord(rawValue: word) != nil || scope.captures[word] != nil || scope.columns.contains(word)
            || GeneratorWord(rawValue: word) != nil || (word.hasPrefix("path.") && scope.isRoutes)
            || word.hasPrefix("count+") || word.hasPrefix("count-") || word.hasPrefix("now+") || word.hasPrefix("now-")
    }
}
