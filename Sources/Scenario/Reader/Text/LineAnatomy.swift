// LineAnatomy.swift: where the words, values and strings of a line stand.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// The parts of one line, as ranges of its UTF-8 bytes, told apart by the reader's own rules.
package struct LineAnatomy: Sendable {
    /// The kind of a line, by its first column.
    package enum Form: Sendable {
        case blank, comment, request, reply, callback, act, order, setting, continuation
    }

    package let form: Form
    /// `should` by itself, whose lines have that level down to its `end`.
    package var opensLevel: Bool { form == .setting && word == nil }
    /// The first word of a line without a mark: `repeat`.
    package let word: LineWord?
    /// The text behind the mark, the word or the blanks.
    package let content: Range<Int>
    /// The words of the content; each value and each string is in one.
    package let words: [Range<Int>]
    /// `{{…}}`, braces included.
    package let values: [Range<Int>]
    /// Between the quotes of strings, also of those in values.
    package let strings: [Range<Int>]

    package init(_ line: String) {
        let source = SourceLine(number: 1, bytes: Array(line.utf8))
        var ignored = Faults(file: "")
        var word: LineWord?
        let text: Text
        switch LineForm.of(source, &ignored) {
        case .blank: (form, text) = (.blank, source.whole.from(source.bytes.count))
        case .comment(let comment): (form, text) = (.comment, comment)
        case .message(let voice, let mark):
            (form, text) = (voice == .client ? .request : .reply, mark.content ?? source.whole.from(source.bytes.count))
        case .callback(let mark): (form, text) = (.callback, mark.content ?? source.whole)
        case .act(let mark): (form, text) = (.act, mark.content ?? source.whole)
        case .word(let first, let rest):
            word = LineWord(rawValue: first.string)
            (form, text) = (word == .client ? .order : .setting, rest)
        case .continuation(let rest): (form, text) = (.continuation, rest)
        case .broken: (form, text) = (.comment, source.whole)
        }
        self.word = word
        content = text.range
        words = Scanner.words(of: text).words.map(\.text.range)
        values = Scanner.values(in: text)
        strings = Self.strings(in: text, isMessage: form == .request || form == .reply, values)
    }

    /// In the text of a message, quotes are quotes only within values.
    private static func strings(in text: Text, isMessage: Bool, _ values: [Range<Int>]) -> [Range<Int>] {
        let bytes = text.line.bytes
        var strings: [Range<Int>] = []
        for stretch in isMessage ? values : [text.range] {
            var index = stretch.lowerBound
            while index < stretch.upperBound {
                if bytes[index] == Byte.quote,
                    let end = Scanner.endOfString(bytes, from: index, to: stretch.upperBound)
                {
                    strings.append((index + 1)..<(end - 1))
                    index = end
                } else {
                    index += 1
                }
            }
        }
        return strings
    }
}

extension String {
    /// `should ` and `> X: 1` of `should > X: 1`; the level is empty where the line has none of its own.
    package var strength: (level: Substring, rest: Substring) {
        let source = SourceLine(number: 1, bytes: Array(utf8))
        guard let start = LineForm.strength(of: source)?.1.start else { return ("", self[...]) }
        return (prefix(start), dropFirst(start))
    }

    /// Whether lines that belong together begin here.
    package var opensBlock: Bool {
        let anatomy = LineAnatomy(self)
        guard let word = anatomy.word else { return anatomy.opensLevel }
        return [.either, .never, .repeat, .anyOrder].contains(word)
    }
}
