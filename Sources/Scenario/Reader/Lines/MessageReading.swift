// MessageReading.swift: common parts of the lines of requests and of replies.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation

extension ScenarioBuilder {
    mutating func message(_ voice: Voice, _ mark: Mark, _ line: SourceLine) {
        guard let lane = lane(mark.lane) else { return }
        let speaker = Speech.Speaker(voice: voice, lane: lane)
        var (phase, goesOn) = speech.speaks(speaker)
        // In a file of routes, what the client says below a reply begins another exchange.
        let content = mark.text(in: line)
        if scope.isRoutes, speaker.voice == .client, draft.exchanges.isReplied {
            if content.equals("{{any}}") { return answerEarly(line) }
            phase = .none
        }
        switch speaker.voice {
        case .client: receive(content, isBare: mark.content == nil, phase, goesOn, speaker, line)
        case .server: send(content, isBare: mark.content == nil, phase, goesOn, speaker, line)
        }
    }

    func endOfHead(_ phase: Speech.Phase) -> Speech.Phase {
        if case .head(informational: true) = phase { .over } else { .body }
    }

    /// The bytes that a raw line begins with, as far as they are written out.
    static func rawText(_ template: Template) -> [UInt8] {
        guard case .value(let value)? = template.pieces.first, case .raw(let bytes) = value.function else { return [] }
        // Transformed bytes are not known here.
        return value.transforms.isEmpty ? bytes : []
    }

    /// The bytes that a raw line ends with, as far as they are written out.
    static func rawEnd(_ template: Template) -> [UInt8] {
        switch template.pieces.last {
        case .literal(let bytes)?: bytes
        case .value(let value)?:
            if case .raw(let bytes) = value.function, value.transforms.isEmpty { bytes } else { [] }
        case nil: []
        }
    }

    /// Whether an empty line is among the bytes, so that a head which they end has ended.
    static func endsHead(_ bytes: [UInt8]) -> Bool {
        for index in bytes.indices.dropLast() where bytes[index] == Byte.newline {
            if bytes[index + 1] == Byte.newline { return true }
            if index + 2 < bytes.count, bytes[index + 1] == Byte.carriageReturn, bytes[index + 2] == Byte.newline {
                return true
            }
        }
        return false
    }

    /// `Name: value`
    mutating func field(_ content: Text, _ side: ValueSide) -> NamedValue? {
        let name = content.bytes.prefix { $0 != Byte.colon }
        guard name.count < content.range.count, !name.isEmpty, name.allSatisfy(Byte.isToken) else { return nil }
        _ = faults.hasOddBlank(content)
        let value = content.from(content.start + name.count + 1).trimmed
        return NamedValue(String(decoding: name, as: UTF8.self), reader.template(value, side))
    }

    /// Reports a line behind a head that another voice has ended without a bare mark; the lines below it get no report.
    mutating func lineBehindHead(
        _ content: Text, isBare: Bool, _ mark: Character, _ speaker: Speech.Speaker, _ line: SourceLine
    ) {
        defer { speech.enter(.body, speaker) }
        if content.looksLikeStart(mark) {
            faults.misspeltStart(content, mark)
        } else {
            faults.add(
                .headEnded, isBare ? line.whole.place : content.place,
                "the head has ended before the line of another voice above",
                help: "put a field, or the bare mark '\(mark)' above a body, above that line")
        }
    }

    mutating func bareInTrailers(_ line: SourceLine) {
        faults.add(
            .badField, line.whole.place, "trailers end by themselves", help: "take this line away")
    }

    /// `/x`, `//name/x`, or anything else as text.
    mutating func target(_ text: Text, _ side: ValueSide) -> Target {
        guard let (origin, path) = originAndPath(of: text) else { return .text(reader.template(text, side)) }
        return .path(origin: origin, reader.template(path, side))
    }

    /// The origin that a target names, and the text behind it; nil: the target is text.
    mutating func originAndPath(of text: Text) -> (origin: String, path: Text)? {
        guard text.starts(with: "//") else { return text.starts(with: "/") ? (Origin.main.name, text) : nil }
        let name = text.from(text.start + 2)
        let isEnd: (UInt8) -> Bool = { $0 == Byte.slash || $0 == Byte.question || $0 == UInt8(ascii: "#") }
        let end = Scanner.first(in: name, where: isEnd) ?? name.end
        return (reader.originName(name.upTo(end)) ?? name.upTo(end).string, name.from(end))
    }
}
