// MessageReading.swift: common parts of the lines of requests and of replies.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation

extension ScenarioBuilder {
    mutating func message(_ voice: Voice, _ mark: Mark, _ line: SourceLine) {
        let voice = voiceMeant(by: mark, of: voice, line)
        guard let named = lane(mark.lane, voice == .client ? ">" : "<") else { return }
        let lane = forgottenLane(voice, mark, named, line) ?? named
        let speaker = Speech.Speaker(voice: voice, lane: lane)
        var (phase, goesOn) = speech.speaks(speaker)
        // In a file of routes, what the client says below a reply begins another exchange.
        if scope.isRoutes, voice == .client, exchanges.isReplied { phase = .none }
        let content = mark.content ?? Text(line, line.bytes.count..<line.bytes.count)
        switch voice {
        case .client: receive(content, isBare: mark.content == nil, phase, goesOn, speaker, line)
        case .server: send(content, isBare: mark.content == nil, phase, goesOn, speaker, line)
        }
    }

    func isNone(_ phase: Speech.Phase) -> Bool {
        if case .none = phase { true } else { false }
    }

    func endOfHead(_ phase: Speech.Phase) -> Speech.Phase {
        if case .head(informational: true) = phase { .over } else { .body }
    }

    /// Whether the line begins with `{{raw …}}` and has nothing but values.
    static func isRaw(_ content: Text) -> Bool {
        let bytes = content.line.bytes
        var index = content.start
        while index < content.end {
            guard Scanner.opensValue(bytes, at: index, to: content.end),
                let end = Scanner.endOfValue(bytes, from: index, to: content.end)
            else { return false }
            if index == content.start {
                let inner = Text(content.line, (index + 2)..<(end - 2)).trimmed
                guard inner.equals("raw") || inner.starts(with: "raw ") else { return false }
            }
            index = end
        }
        return index > content.start
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

    static func hasValue(_ text: Text) -> Bool {
        let bytes = text.line.bytes
        var index = text.start
        while index < text.end {
            if Scanner.opensValue(bytes, at: index, to: text.end) { return true }
            index += 1
        }
        return false
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
        _ = hasOddBlank(content)
        warnOfMisspeltName(content)
        warnOfUnquotedTag(content)
        warnOfOddForm(content)
        warnOfStrayBraces(content)
        warnOfOddQuotes(inHead: content)
        if side == .receive { warnOfMatcherAsText(content) }
        warnOfOtherSide(content, side)
        warnOfComment(inField: content)
        let value = content.from(content.start + name.count + 1).trimmed
        warnOfPlaceholder(value, side)
        warnOfTypedLineEnd(content)
        if side == .receive { warnOfOddName(content, ">") }
        return NamedValue(String(decoding: name, as: UTF8.self), template(value, side))
    }

    /// Reports a line behind a head that another voice has ended without a bare mark; the lines below it get no report.
    mutating func lineBehindHead(
        _ content: Text, isBare: Bool, _ mark: Character, _ speaker: Speech.Speaker, _ line: SourceLine
    ) {
        defer {
            speech.enter(.body, speaker)
            _ = speech.beginsBody(speaker)
        }
        if let meant = startSlip(content, mark) {
            misspeltStart(content, meant, mark, isBody: false)
        } else if Self.fieldName(content) != nil {
            faults.add(
                .headEnded, content.place, "the head has ended before the line of another voice above",
                help: "put the field above that line; if it is body, a bare mark ends the head: '\(mark)'")
        } else {
            faults.add(
                .headEnded, isBare ? line.whole.place : content.place,
                "the head above has ended without a bare mark, so no body follows",
                help: (mark == "<" ? Self.helpForAct(content) : Self.helpForMissingMethod(content))
                    ?? "put the bare mark '\(mark)' directly below the head, above the line of another voice")
        }
    }

    /// `> /c`, `> * /c`
    private static func helpForMissingMethod(_ content: Text) -> String? {
        let words = content.string.split(separator: " ")
        guard let target = words.last, target.hasPrefix("/"), words.count == 1 || words.count == 2 && words[0] == "*"
        else {
            return nil
        }
        return "a request begins with its method: '> GET \(target)'"
    }

    /// Reads a line of a body, with a warning if it looks like a field or a start line.
    mutating func bodyLine(_ content: Text, goesOn: Bool, _ mark: Character, _ speaker: Speech.Speaker) {
        let isFirst = speech.beginsBody(speaker)
        warnOfBraced(bodyLine: content, mark)
        if content.equals("trailers") {
            faults.add(
                .takenAsText, content.place, "this is a line of the body",
                help: "trailers stand below an act: '! trailers'; if it is text, write '\(mark) {{\"trailers\"}}'")
        }
        if goesOn {
            if isFirst {
                warnOfFieldInBody(content, mark)
                warnOfForeignBody(content, mark)
            }
        } else if let meant = startSlip(content, mark) {
            misspeltStart(content, meant, mark, isBody: true)
        }
    }

    /// The start line that a line below another voice's is probably meant to be: it would be taken for body.
    func startSlip(_ content: Text, _ mark: Character) -> String? {
        mark == ">" ? StartLineSlip.request(content) : StartLineSlip.reply(content)
    }

    mutating func misspeltStart(_ content: Text, _ meant: String, _ mark: Character, isBody: Bool) {
        if commentBehind(content) { return }
        let otherwise = isBody ? ", or as text of the body '\(mark) {{\(Quoting.quoted(content.bytes))}}'" : ""
        faults.add(
            .misspeltStart, content.place, "this looks like a start line, but is none",
            help: Self.helpForOption(in: content) ?? "write '\(mark) \(meant)'" + otherwise)
    }

    mutating func bareInTrailers(_ line: SourceLine) {
        faults.add(
            .badField, line.whole.place, "trailers end by themselves", help: "take this line away")
    }

    /// `/x`, `//name/x`, or anything else as text.
    mutating func target(_ text: Text, _ side: ValueSide) -> Target {
        guard let (origin, path) = originAndPath(of: text) else { return .text(template(text, side)) }
        return .path(origin: origin, template(path, side))
    }

    /// The origin that a target names, and the text behind it; nil: the target is text.
    mutating func originAndPath(of text: Text) -> (origin: String, path: Text)? {
        guard text.starts(with: "//") else { return text.starts(with: "/") ? (Origin.main.name, text) : nil }
        let name = text.from(text.start + 2)
        let isEnd: (UInt8) -> Bool = { $0 == Byte.slash || $0 == Byte.question || $0 == UInt8(ascii: "#") }
        let end = Scanner.first(in: name, where: isEnd) ?? name.end
        return (originName(name.upTo(end)) ?? name.upTo(end).string, name.from(end))
    }
}
