// TemplateReading.swift: text with `{{…}}` in it, read into a template.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation

/// Builds a template without joining its literals again and again.
struct TemplateBuilder {
    private var template = Template()
    private var pending: [UInt8] = []

    mutating func append(_ bytes: some Sequence<UInt8>) {
        pending.append(contentsOf: bytes)
    }

    mutating func append(_ byte: UInt8) {
        pending.append(byte)
    }

    mutating func append(_ value: Value) {
        if let text = value.fixedText {
            pending.append(contentsOf: text)
        } else {
            flush()
            template.append(value)
        }
    }

    mutating func append(_ other: Template) {
        for piece in other.pieces {
            switch piece {
            case .literal(let bytes): append(bytes)
            case .value(let value): append(value)
            }
        }
    }

    mutating func finish() -> Template {
        flush()
        return template
    }

    private mutating func flush() {
        template.append(pending)
        pending.removeAll()
    }
}

extension Template {
    /// A `?` stands in the text before its last value.
    fileprivate var beginsQuery: Bool {
        pieces.dropLast().contains { if case .literal(let bytes) = $0 { bytes.contains(Byte.question) } else { false } }
    }
}

extension Template.Piece {
    fileprivate var function: Function? { if case .value(let value) = self { value.function } else { nil } }
}

extension ValueReader {
    /// Reads text in which only `{{` is special.
    mutating func template(_ text: Text, _ side: ValueSide) -> Template {
        guard text.hasValue else { return Template(Array(text.bytes)) }
        var builder = TemplateBuilder()
        read(text, side, into: &builder)
        return checked(builder.finish(), side)
    }

    /// Reads a line of `{{raw …}}` and other values, whose bytes go out, or must come, as they are.
    mutating func rawTemplate(_ text: Text, _ side: ValueSide) -> Template {
        var builder = TemplateBuilder()
        read(text, side, into: &builder)
        let template = builder.finish()
        guard template.pieces.count > 1 else { return template }
        for value in template.values where value.function.onlyMatches {
            faults.add(
                .mustStandAlone, value.place, "a raw line is made of bytes, and this value only compares",
                help: "such as '{{raw \"Location: \"}}{{//main/done}}'")
        }
        return template
    }

    /// Reads one value of a callback, an act or an order: text, `"…"` or `{{…}}`.
    mutating func value(_ text: Text, _ side: ValueSide) -> Template {
        values([text], side)
    }

    /// Reads several values in a row, which are one.
    mutating func values(_ texts: [Text], _ side: ValueSide) -> Template {
        var builder = TemplateBuilder()
        for text in texts {
            var rest = text
            if text.bytes.first == Byte.quote,
                let end = Scanner.endOfString(text.line.bytes, from: text.start, to: text.end)
            {
                builder.append(string(text.upTo(end)))
                rest = text.from(end)
            }
            read(rest, side, into: &builder)
        }
        return checked(builder.finish(), side)
    }

    private mutating func read(_ text: Text, _ side: ValueSide, into builder: inout TemplateBuilder) {
        let bytes = text.line.bytes
        var index = text.start
        var literalStart = index
        while index < text.end {
            guard Scanner.opensValue(bytes, at: index, to: text.end) else {
                index += 1
                continue
            }
            builder.append(bytes[literalStart..<index])
            guard let end = Scanner.endOfValue(bytes, from: index, to: text.end) else {
                unclosedValue(Text(text.line, index..<text.end))
                return
            }
            let whole = Text(text.line, index..<end)
            if let (word, behind) = Scanner.holdingWord(bytes, from: index + 2, to: end), word == .event, side != .route
            {
                let parts = Text(text.line, behind..<(end - 2)).trimmed
                let standsAlone = index == text.start && end == text.end
                if let event = event(parts, whole: whole, standsAlone: standsAlone, side) { builder.append(event) }
            } else if let value = call(Text(text.line, (index + 2)..<(end - 2)), whole: whole, side) {
                builder.append(value)
            }
            index = end
            literalStart = end
        }
        builder.append(bytes[literalStart..<index])
    }

    /// Checks that `{{absent}}` and `{{raw …}}` stand alone.
    private mutating func checked(_ template: Template, _ side: ValueSide) -> Template {
        checkBehindUpTo(template, side)
        guard template.pieces.count > 1 else { return template }
        for value in template.values {
            let help: String
            switch value.function {
            case .absent: help = "a field that must not come is '> Name: {{absent}}'"
            case .raw: help = "within a line write the text itself, or '{{\"…\"}}'"
            case .valued(.query) where side.matches:
                if template.beginsQuery, template.pieces.last == .value(value) { continue }
                help = "it is all that stands behind the '?' of a target: '?{{\(FunctionWord.query.example)}}'"
            case .valued(let pattern) where side.matches && pattern.isWhole:
                help =
                    pattern.isOfBody
                    ? "it is the whole body, blanks included"
                    : "it is the whole field, and '...' in it is for other cookies"
            default: continue
            }
            faults.add(
                .mustStandAlone, value.place, "this value stands alone, and is no part of another text", help: help)
        }
        return template
    }

    /// Checks that the text behind `{{up-to}}`, which may end at any byte, is written byte for byte.
    private mutating func checkBehindUpTo(_ template: Template, _ side: ValueSide) {
        guard let start = template.pieces.firstIndex(where: { $0.function == .upTo }),
            case .value(let upTo) = template.pieces[start]
        else { return }
        let behind = template.pieces[(start + 1)...]
        if behind.isEmpty {
            faults.add(
                .missingValue, upTo.place, "nothing stands behind '{{up-to}}'",
                help: "the bytes of which the first may come: "
                    + (side == .report ? "'* data {{up-to}} \"roses are red\"'" : "'{{up-to}}roses are red'"))
        }
        for case .value(let value) in behind {
            guard value.function.onlyMatches || value.coded != nil else { continue }
            faults.add(
                .mustStandAlone, value.place, "behind '{{up-to}}' stand bytes, and this value is compared otherwise",
                help: "write the bytes themselves; what else comes stands above: '{{any}}{{up-to}}end'")
            return
        }
    }

    /// The bytes of a string, quotes included in the text.
    mutating func string(_ text: Text) -> [UInt8] {
        let bytes = text.line.bytes
        var result: [UInt8] = []
        result.reserveCapacity(text.range.count)
        var index = text.start + 1
        let end = text.end - 1
        while index < end {
            guard bytes[index] == Byte.backslash else {
                result.append(bytes[index])
                index += 1
                continue
            }
            switch bytes[index + 1] {
            case UInt8(ascii: "n"): result.append(Byte.newline)
            case UInt8(ascii: "r"): result.append(Byte.carriageReturn)
            case UInt8(ascii: "t"): result.append(Byte.tab)
            case UInt8(ascii: "0"): result.append(0)
            case Byte.quote, Byte.backslash: result.append(bytes[index + 1])
            case UInt8(ascii: "x"):
                if index + 4 <= end, let high = Byte.hexValue(bytes[index + 2]),
                    let low = Byte.hexValue(bytes[index + 3])
                {
                    result.append(high << 4 | low)
                    index += 2
                } else {
                    badEscape(Text(text.line, index..<min(index + 4, end)))
                }
            default: badEscape(Text(text.line, index..<min(index + 2, end)))
            }
            index += 2
        }
        return result
    }

    private mutating func badEscape(_ text: Text) {
        faults.add(
            .badEscape, text.place, "'\(text.string)' is no escape",
            help: "\\n \\r \\t \\0 \\\" \\\\ and \\xHH are; a backslash itself is '\\\\'")
    }

    mutating func unclosedValue(_ text: Text) {
        faults.add(
            .unclosedValue, text.upTo(text.start + 2).place, "this '{{' is not closed by '}}'",
            help: text.from(text.start + 2).starts(with: "/")
                ? "an expression ends with '/}}' in its line: '{{/[0-9]+/}}'"
                : "a value ends in its line, one of a body such as '{{json …}}' in a line with the same mark below; "
                    + "a '{{' that is text is written '{{\"{{\"}}'")
    }

    mutating func unclosedString(_ text: Text) {
        faults.add(
            .unclosedString, text.upTo(text.start + 1).place, "this string is not closed by '\"' in its line",
            help: "a line end in it is '\\n', and a quote '\\\"'")
    }

    /// The words of a text; where they cannot be told apart, nil and a fault.
    mutating func words(_ text: Text, marks: UInt8? = nil) -> [Word]? {
        if faults.commentBehind(text) || faults.hasOddBlank(text) { return nil }
        if let tab = text.bytes.firstIndex(of: Byte.tab) {
            let place = Text(text.line, tab..<(tab + 1)).place
            faults.add(.tab, place, "a tab in this line", help: "write a blank, or '\\t' in a string")
            return nil
        }
        let (words, fault) = Scanner.words(of: text, marks: marks)
        switch fault {
        case .unclosedString(let text):
            unclosedString(text)
            return nil
        case .unclosedValue(let text):
            unclosedValue(text)
            return nil
        case nil: break
        }
        guard words.count <= FileLimits.words else {
            faults.add(
                .extraValue, text.line.whole.place, "more than \(FileLimits.words) words in a line",
                help: "text with blanks is one word between quotes")
            return nil
        }
        return words
    }
}
