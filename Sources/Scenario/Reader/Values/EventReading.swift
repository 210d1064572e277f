// EventReading.swift: `{{event …}}`, an event of a stream as its server writes it.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation
internal import QuintainWords

extension ValueReader {
    /// Whether the line is an event, which has its own line ends, and nothing else.
    static func isEvent(_ content: Text) -> Bool {
        let bytes = content.line.bytes
        guard Scanner.opensValue(bytes, at: content.start, to: content.end) else { return false }
        return Scanner.holdingWord(bytes, from: content.start + 2, to: content.end)?.word == .event
            && Scanner.endOfValue(bytes, from: content.start, to: content.end) == content.end
    }

    /// The bytes of an event, and the empty line that sends it off. A nil result has left a fault.
    mutating func event(_ parts: Text, whole: Text, standsAlone: Bool, _ side: ValueSide) -> Template? {
        guard side == .send else {
            faults.add(.notHere, whole.place, "'event' belongs in a reply: a server sends it", help: Self.eventHelp)
            return nil
        }
        guard standsAlone else {
            faults.add(.mustStandAlone, whole.place, "'{{event …}}' stands alone on its line", help: Self.eventHelp)
            return nil
        }
        guard let words = words(parts) else { return nil }
        var builder = TemplateBuilder()
        var seen: Set<EventWord> = []
        for word in words {
            guard let (name, value) = part(word) else { return nil }
            if !seen.insert(name).inserted, !name.takesLines {
                faults.add(
                    .duplicateName, word.text.place, "'\(name.rawValue)=' stands there already",
                    help: "an event has one: write another '{{event …}}' for the next one")
            }
            append(name, value, to: &builder)
        }
        builder.append("\n".utf8)
        return builder.finish()
    }

    /// `id=7`
    private mutating func part(_ word: Word) -> (EventWord, Text)? {
        guard let typed = word.name else {
            faults.add(
                .badArgument, word.text.place, "'\(word.string)' is no part of an event",
                help: "such as '{{\(FunctionWord.event.example)}}'")
            return nil
        }
        guard let name = faults.word(typed, of: EventWord.self, .badArgument, "part of an event") else { return nil }
        return (name, word.value)
    }

    private mutating func append(_ name: EventWord, _ text: Text, to builder: inout TemplateBuilder) {
        let value = value(text, .send)
        check(name, value, text)
        let ends: [UInt8]? = name.takesLines ? Array("\n\(name.start) ".utf8) : nil
        builder.append(name.start.utf8)
        if !value.isEmpty { builder.append(" ".utf8) }
        for piece in value.pieces {
            switch piece {
            case .literal(let bytes):
                builder.append(ends.map { EventLines.replacingEnds(in: bytes, with: $0) } ?? bytes)
            case .value(var value):
                value.transforms.append(.lineEnds(ends))
                if isOfSize(value, text) { builder.append(value) }
            }
        }
        builder.append("\n".utf8)
    }

    /// Checks that a value that is written out fits its line in the stream.
    private mutating func check(_ name: EventWord, _ value: Template, _ text: Text) {
        guard let literal = value.literal else { return }
        switch name {
        case .comment, .data: break
        case .type, .id:
            if EventLines.fitsOneLine(literal) { break }
            faults.add(
                .badArgument, text.place, "'\(name.rawValue)' is one line, and has no NUL in it",
                help: "a line that breaks this is written as it is: '< {{\"\(name.start) …\"}}'")
        case .retry:
            if Units.number(literal, atMost: FileLimits.eventDelay) != nil { break }
            faults.add(
                .badNumber, text.place, "'\(text.string)' is no number of milliseconds",
                help: "such as 500; what clients must ignore is written as it is: '< retry: 1s'")
        }
    }

    private static let eventHelp = "'< {{event id=7 data=\"x\"}}', below the bare mark of its reply"
}
