// Paint+Values.swift: values between `{{` and `}}` in colour.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainAuth
internal import QuintainWords

extension Paint {
    /// Text with values in it.
    mutating func values(in text: Text, as kind: Highlight.Kind) {
        let bytes = line.bytes
        var index = text.start
        var plain = index
        while index < text.end {
            guard Scanner.opensValue(bytes, at: index, to: text.end) else {
                index += 1
                continue
            }
            paint(self.text(plain, index), kind)
            guard let end = Scanner.endOfValue(bytes, from: index, to: text.end) else {
                paint(self.text(index, index + 2), .unknown)
                return
            }
            call(self.text(index, end))
            (index, plain) = (end, end)
        }
        paint(self.text(plain, text.end), kind)
    }

    /// `{{bytes 600 | gzip}}`
    private mutating func call(_ whole: Text) {
        paint(whole.upTo(whole.start + 2), .brace)
        paint(whole.from(whole.end - 2), .brace)
        let inner = text(whole.start + 2, whole.end - 2)
        let steps = Scanner.split(inner, at: Byte.pipe, strings: true, values: false)
        for (index, step) in steps.enumerated() {
            if index > 0 { paint(text(step.start - 1, step.start), .brace) }
            let (words, fault) = Scanner.words(of: step)
            for (position, word) in words.enumerated() {
                if position > 0 {
                    argument(word)
                } else if index > 0 {
                    known(word.text, .function, among: TransformWord.words)
                } else {
                    function(word.text, isAlone: words.count == 1)
                }
            }
            if case .unclosedString(let rest)? = fault { paint(rest, .string) }
        }
    }

    private mutating func function(_ text: Text, isAlone: Bool) {
        let bytes = text.bytes
        if bytes.first == Byte.quote || text.starts(with: "//") { return value(text) }
        // `now+1h` and `count-1` are a function and a number.
        let sign = bytes.firstIndex { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") } ?? text.end
        let name = text.upTo(sign)
        if sign < text.end, name.equals("now") || name.equals("count") {
            paint(name, .function)
            paint(text.from(sign), .number)
        } else if let word = FunctionWord(rawValue: text.string), word.standsAlone || !isAlone {
            paint(text, .function)
        } else if knowsGenerators, GeneratorWord(rawValue: text.string) != nil {
            paint(text, .function)
        } else {
            // A column, or a name of `{{capture …}}` or `{{path …}}`: functions that need arguments may share names
            // with these.
            paint(text, .variable)
        }
    }

    private mutating func argument(_ word: Word) {
        let text = word.value
        if word.name == nil, text.starts(with: "path.") || text.starts(with: "query.") {
            paint(text, .variable)
        } else if word.name == nil,
            EchoMember(rawValue: text.string) != nil || DigestAlgorithm(rawValue: text.string) != nil
        {
            paint(text, .constant)
        } else {
            self.word(word)
        }
    }
}
