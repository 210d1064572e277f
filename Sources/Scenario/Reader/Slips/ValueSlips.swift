// ValueSlips.swift: values that are not what they look like.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation
internal import QuintainWords

extension Proofreader {
    /// Warns of `'text'` and `“text”`, which are no strings: the quotes would be part of the text. true: there are
    /// such.
    @discardableResult
    mutating func warnOfOddQuotes(_ text: Text) -> Bool {
        let string = text.string
        guard let first = string.unicodeScalars.first, Self.oddQuotes.contains(first) else { return false }
        let inner = string.unicodeScalars.filter { !Self.oddQuotes.contains($0) }
        faults.add(
            .oddQuotes, text.place, "these quotes are part of the text",
            help:
                "a string stands between '\"' and '\"': \(Quoting.quoted(String(String.UnicodeScalarView(inner)).utf8))"
        )
        return true
    }

    /// Typographic quotes in a head, where a word processor has put them.
    mutating func warnOfOddQuotes(inHead content: Text) {
        let bytes = content.line.bytes
        var rest = content
        // The first byte of U+2018 and its kin; values are checked where they are read.
        while let index = Scanner.first(in: rest, where: { $0 == 0xE2 }) {
            rest = rest.from(index + 1)
            guard index + 2 < content.end, bytes[index + 1] == 0x80,
                [0x98, 0x99, 0x9C, 0x9D].contains(bytes[index + 2])
            else { continue }
            oddQuoteInHead(Text(content.line, index..<(index + 3)))
            return
        }
    }

    /// `{“a”: 1}`: JSON that a word processor has put right.
    mutating func warnOfOddQuotes(inBody content: Text) {
        guard !content.starts(with: "{{"), let first = content.bytes.first(where: { $0 != Byte.space }),
            [UInt8(ascii: "{"), UInt8(ascii: "["), 0xE2].contains(first), !content.bytes.contains(Byte.quote)
        else { return }
        let typed = content.string
        guard typed.contains("\u{201D}:") || typed.contains("\u{201C}:") else { return }
        let meant = String(typed.map { "\u{201C}\u{201D}".contains($0) ? "\"" : $0 })
        faults.add(
            .oddQuotes, content.place, "these quotes are part of the text, and JSON has others",
            help: "write '\(meant)'; if they are meant, write the line as a string")
    }

    private mutating func oddQuoteInHead(_ text: Text) {
        faults.add(
            .oddQuotes, text.place, "these quotes are part of the text",
            help: "in a head write '\"', or the text as a string")
    }

    /// `{{//other/}}/b`, which is `http://…//b`.
    mutating func warnOfTwoSlashes(_ value: Text, _ rest: Text) {
        guard value.starts(with: "{{//"), value.string.hasSuffix("/}}"), rest.bytes.first == Byte.slash,
            !(value.line.bytes.first == UInt8(ascii: ">") && scope.proxies.isEmpty)
        else { return }
        faults.add(
            .oddTarget, value.place, "this ends in '/', and another one stands behind it",
            help: "write '\(value.string.dropLast(2))\(rest.string.dropFirst().prefix { $0 != " " })}}'")
    }

    private static let oddQuotes: Set<Unicode.Scalar> = [
        "'", "\u{2018}", "\u{2019}", "\u{201C}", "\u{201D}", "\u{AB}", "`",
    ]

    /// Warns of `data hello world`, which is the text `helloworld`.
    mutating func warnOfJoinedWords(_ texts: [Text]) {
        for (index, text) in texts.enumerated() {
            guard let last = texts[index...].last(where: { $0.line === text.line }) else { continue }
            if warnOfOddQuotes(Text(text.line, text.start..<last.end)) { return }
        }
        if texts.contains(where: { warnOfGluedString($0) }) { return }
        func isWord(_ text: Text) -> Bool { text.bytes.first != Byte.quote && !text.hasValue && !text.isEmpty }
        for (one, other) in zip(texts, texts.dropFirst())
        where isWord(one) && isWord(other) && one.line === other.line {
            let last = texts.last { $0.line === one.line && isWord($0) } ?? other
            let both = Text(one.line, one.start..<last.end)
            faults.add(
                .joinedWords, both.place, "values in a row are joined, without a blank between them",
                help: "write \(Quoting.quoted(both.bytes))")
            return
        }
    }

    /// Warns of `{{up-to}}"text"`, in which the quotes are part of the text. true: there are such.
    private mutating func warnOfGluedString(_ text: Text) -> Bool {
        let bytes = text.line.bytes
        let isString = text.bytes.first == Byte.quote
        let start = isString ? Scanner.endOfString(bytes, from: text.start, to: text.end) ?? text.end : text.start
        for end in Scanner.values(in: Text(text.line, start..<text.end)).map(\.upperBound) {
            guard end < text.end, bytes[end] == Byte.quote else { continue }
            let close = Scanner.endOfString(bytes, from: end, to: bytes.count) ?? text.end
            let string = Text(text.line, end..<close)
            faults.add(
                .oddQuotes, string.place, "these quotes are part of the text",
                help: "put a blank before the string: '\(Text(text.line, text.start..<end).string) \(string.string)'")
            return true
        }
        return false
    }

    /// Checks a field that a callback or a handshake reports and that has only certain values.
    mutating func checkReported(_ name: String, of what: String, _ value: Text) {
        guard !value.hasValue, value.bytes.first != Byte.quote else { return }
        let typed = value.string
        let help: String?
        switch name {
        case "proxy", "resumed":
            help = ["yes", "no"].contains(typed) ? nil : WordHelp.help(for: typed, among: ["yes", "no"], .truths)
        case "storage":
            let words = ["no", "memory", "disk"]
            help = words.contains(typed) ? nil : WordHelp.help(for: typed, among: words, .storages)
        case "failures", "length":
            help = Units.number(value.bytes, atMost: FileLimits.byteCount) == nil ? "a number" : nil
        case "method":
            help = typed.contains { $0.isLowercase } ? "methods are in capitals: '\(typed.uppercased())'" : nil
        case "version" where what == "handshake":
            let versions = ["1.0", "1.1", "1.2", "1.3"]
            help = versions.contains(typed) ? nil : WordHelp.help(for: typed, among: versions, .tlsVersions)
        default: help = nil
        }
        guard let help else { return }
        faults.add(.badValue, value.place, "'\(what)' never reports \(name)=\(typed)", help: help)
    }
}

// MARK: - Arrows

extension Proofreader {
    /// The words before the arrow and the decision behind it; a misspelt arrow is reported, and counts as one.
    mutating func arrow(in words: [Word]) -> (before: ArraySlice<Word>, arrow: Word, decision: ArraySlice<Word>)? {
        for (index, word) in words.enumerated().dropFirst() {
            if word.isArrow { return (words[..<index], word, words[(index + 1)...]) }
            guard word.text.bytes.first != Byte.quote, !word.text.hasValue else { continue }
            let typed = word.string
            if Self.oddArrows.contains(typed) {
                badArrow(word.text, (words[(index + 1)...].first?.string).map { "-> \($0)" } ?? "-> follow")
                return (words[..<index], word, words[(index + 1)...])
            }
            // `/b->follow`
            guard let head = word.text.bytes.lastIndex(of: UInt8(ascii: ">")), head > word.text.start,
                [UInt8(ascii: "-"), Byte.equals].contains(word.text.line.bytes[head - 1]),
                DecisionWord(rawValue: word.text.from(head + 1).string) != nil
            else { continue }
            let before = word.text.upTo(head - 1).string
            badArrow(word.text, (before.isEmpty ? "" : "\(before) ") + "-> \(word.text.from(head + 1).string)")
            return (words[..<(before.isEmpty ? index : index + 1)], word, [])
        }
        return nil
    }

    private mutating func badArrow(_ text: Text, _ meant: String) {
        faults.add(
            .badArrow, text.place, "a decision stands behind '->', with a blank on either side",
            help: "write '\(meant)'")
    }

    private static let oddArrows: Set<String> = ["=>", "-->", "==>", "→", "⇒", "—>", "–>", "~>", ">", "->>", "–", "—"]
}
