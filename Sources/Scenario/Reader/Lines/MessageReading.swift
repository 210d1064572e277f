// MessageReading.swift: common parts of the lines of requests and of replies.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation

extension ScenarioBuilder {
    mutating func message(_ voice: Voice, _ mark: Mark, _ line: SourceLine) {
        guard let speaker = speaker(voice, mark, line) else { return }
        var (phase, goesOn) = speech.speaks(speaker)
        // In a file of routes, what the client says below a reply begins another exchange.
        if scope.isRoutes, speaker.voice == .client, draft.exchanges.isReplied { phase = .none }
        let content = mark.text(in: line)
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
        _ = proof.hasOddBlank(content)
        let value = content.from(content.start + name.count + 1).trimmed
        if proof.isAsked { warnOfSlips(inField: content, value, side) }
        return NamedValue(String(decoding: name, as: UTF8.self), reader.template(value, side))
    }

    private mutating func warnOfSlips(inField content: Text, _ value: Text, _ side: ValueSide) {
        proof.warnOfMisspeltName(content)
        proof.warnOfUnquotedTag(content)
        proof.warnOfOddForm(content, side)
        proof.warnOfRawDigest(inField: content)
        proof.warnOfStrayBraces(content, readsValue: true)
        proof.warnOfOddQuotes(inHead: content)
        if side == .receive {
            proof.warnOfMatcherAsText(content)
            proof.warnOfGreed(inField: content)
        }
        proof.warnOfOtherSide(content, side)
        proof.warnOfComment(inField: content)
        proof.warnOfTextBehind(content)
        proof.warnOfPlaceholder(value, side)
        proof.warnOfForeignName(value, .field(content.fieldName ?? ""))
        proof.warnOfTypedLineEnd(content)
        if side == .receive { proof.warnOfOddName(content, ">") }
    }

    /// Reports a line behind a head that another voice has ended without a bare mark; the lines below it get no report.
    mutating func lineBehindHead(
        _ content: Text, isBare: Bool, _ mark: Character, _ speaker: Speech.Speaker, _ line: SourceLine
    ) {
        defer {
            speech.enter(.body, speaker)
            _ = speech.beginsBody(speaker)
        }
        if let meant = StartLineSlip.meant(by: content, mark) {
            proof.misspeltStart(content, meant, mark, isBody: false)
        } else if content.fieldName != nil {
            faults.add(
                .headEnded, content.place, "the head has ended before the line of another voice above",
                help: "put the field above that line; if it is body, a bare mark ends the head: '\(mark)'")
        } else {
            faults.add(
                .headEnded, isBare ? line.whole.place : content.place,
                "the head above has ended without a bare mark, so no body follows",
                help: (mark == "<"
                    ? Proofreader.helpForAct(content) ?? Self.helpForMissingStatus(content)
                    : Self.helpForMissingMethod(content))
                    ?? "put the bare mark '\(mark)' directly below the head, above the line of another voice")
        }
    }

    /// `< 20`, `< OK` behind the head of a reply that is over.
    private static func helpForMissingStatus(_ content: Text) -> String? {
        let isCut = (1...4).contains(content.bytes.count) && content.bytes.allSatisfy(Byte.isDigit)
        let isPhrase = ["ok", "created", "found"].contains(content.string.lowercased())
        return isCut || isPhrase
            ? "a reply begins with three digits, such as '< 200'; a body stands below a bare '<'" : nil
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
        let bodyAbove = above.bodyLine(content)
        if proof.isAsked {
            proof.warnOfBraced(bodyLine: content, mark)
            proof.warnOfForeignName(content, .body)
            proof.warnOfOddQuotes(inBody: content)
            proof.warnOfTextBehind(content)
        }
        if mark == ">" { proof.warnOfGreed(inBody: content) }
        if content.equals("trailers") {
            faults.add(
                .takenAsText, content.place, "this is a line of the body",
                help: "trailers stand below an act: '! trailers'; if it is text, write '\(mark) {{\"trailers\"}}'")
        }
        let beginsMessage = goesOn && !isFirst && StartLineSlip.isStartLine(content, mark, below: bodyAbove)
        if beginsMessage {
            proof.startLineInBody(content, mark)
        } else if goesOn, !isFirst, above.isGap {
            faults.add(
                .gapInBody, content.line.whole.place, "the empty line above this line of the body has no meaning",
                help: "an empty line of the body is a bare mark, '\(mark)'; take it away if none is meant")
        }
        if goesOn {
            if isFirst, proof.isAsked {
                proof.warnOfFieldInBody(content, mark)
                proof.warnOfForeignBody(content, mark)
            } else if !isFirst, let bodyAbove, bodyAbove.line.numbers.upperBound + 1 == content.line.number {
                proof.warnOfField(content, below: bodyAbove, mark)
            }
        } else if let meant = StartLineSlip.meant(by: content, mark) {
            proof.misspeltStart(content, meant, mark, isBody: true)
        }
    }

    /// Warns of a field below an empty line, with which the body begins in other formats.
    mutating func warnOfGap(inHead content: Text, _ mark: Character) {
        guard above.isGap else { return }
        faults.add(
            .gapInHead, content.line.whole.place,
            "the empty line above this line has no meaning: this is a field of the head",
            help: "a body begins below a bare mark, '\(mark)'; take the empty line away if a field is meant")
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
