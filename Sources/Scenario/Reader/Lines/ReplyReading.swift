// ReplyReading.swift: `<` lines.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation
internal import QuintainWire

extension ScenarioBuilder {
    /// Reads a `<` line, by what the server said before in its lane.
    mutating func send(
        _ content: Text, isBare: Bool, _ phase: Speech.Phase, _ goesOn: Bool, _ speaker: Speech.Speaker,
        _ line: SourceLine
    ) {
        draft.exchanges.serverSpoke()
        if content.isRaw {
            sendRaw(content, phase, speaker, line)
            return
        }
        if ValueReader.isEvent(content), !phase.isBody {
            faults.add(
                .notHere, content.place, "an event is a part of a body, and none has begun here",
                help: "a bare mark '<' above it ends the head")
            return
        }
        switch phase {
        case .none: replyStart(content, isBare: isBare, afterInformational: false, speaker, line)
        case .over: replyStart(content, isBare: isBare, afterInformational: true, speaker, line)
        case .head where isBare:
            speech.enter(endOfHead(phase), speaker)
            add(.send(.headEnd), speaker.lane, line)
        case .head where content.isReplyStart, .closed where content.isReplyStart,
            .body where !goesOn && content.isReplyStart, .trailers where !goesOn && content.isReplyStart:
            replyStart(content, isBare: false, afterInformational: false, speaker, line)
        case .head:
            guard let field = sentField(content) else {
                // What follows is mostly a body.
                speech.enter(endOfHead(phase), speaker)
                return
            }
            let isSpelled = content.starts(with: "{{")
            let name = field.fieldName
            if name == "content-encoding" { speech.write(nil, speaker) }
            // Each part is a response of its own.
            if name == "content-type", content.from(content.start + 13).trimmed.starts(with: "multipart/x-mixed") {
                draft.needs.append(NeedWord.parts.rawValue)
            }
            add(.send(.field(field, name: name, isSpelled: isSpelled)), speaker.lane, line)
        case .closed: lineBehindHead(content, isBare: isBare, "<", speaker, line)
        case .body:
            if !goesOn, content.looksLikeStart("<") { faults.misspeltStart(content, "<") }
            let isBelowEvent = speech.saysBody(endingItself: ValueReader.isEvent(content), speaker)
            let newline = isBelowEvent ? Newline.none : .lf
            if ValueReader.isEvent(content) { speech.write(nil, speaker) }
            if !scope.isRoutes { speech.writeBody(content, speaker) }
            add(.send(.body(reader.template(content, .send), newline: newline)), speaker.lane, line)
        case .trailers where isBare: bareInTrailers(line)
        case .trailers:
            if let field = sentField(content) { add(.send(.trailer(field)), speaker.lane, line) }
        }
    }

    /// A field line of a head or of trailers; nil: it is none, and a fault was left.
    private mutating func sentField(_ content: Text) -> Template? {
        let before = faults.errors
        if content.isFieldLine {
            _ = faults.hasOddBlank(content)
            let field = reader.template(content, .send)
            if faults.errors > before || field.mayBeField { return field }
        }
        faults.badField(content, "<")
        return nil
    }

    private mutating func replyStart(
        _ content: Text, isBare: Bool, afterInformational: Bool, _ speaker: Speech.Speaker, _ line: SourceLine
    ) {
        speech.enter(.head(informational: false), speaker)
        let before = faults.errors
        let text = reader.template(content, .send)
        if faults.hasOddBlank(content) { return }
        guard content.isReplyStart || faults.errors > before || Self.mayBeStatus(content, text) else {
            // A line that cells have changed is put right in the cell.
            let place = line.hasCells ? content.place : line.whole.place
            if content.hasValue, text.literal == nil {
                faults.add(
                    .badStartLine, place, "no status comes of this value, and a reply begins with one",
                    help: "write '< 200' above it, and a bare mark '<' if it is the body")
            } else if afterInformational {
                faults.add(
                    .noBody, place, "a 1xx reply has no body", help: "the next reply begins with three digits")
            } else {
                faults.add(
                    isBare ? .noMessage : .badStartLine, place,
                    isBare ? "no reply has begun here" : "a reply begins with three digits or 'HTTP/'",
                    help: "such as '< 200' or '< 302 Found'")
            }
            return
        }
        var builder = TemplateBuilder()
        let isWhole = content.starts(with: "HTTP/")
        if !isWhole { builder.append("HTTP/1.1 ".utf8) }
        builder.append(text)
        if !isWhole, let status = text.literal, status.count == 3, let number = Units.number(status) {
            // Where no phrase is known, the blank before it still stands (RFC 9112 section 4).
            builder.append(" \(ReasonPhrase.phrase(for: number)?.description ?? "")".utf8)
        }
        let start = SendLine.start(builder.finish())
        speech.enter(.head(informational: start.isInformational), speaker)
        if !start.isInformational, !scope.isRoutes { speech.write(WrittenMessage(content), speaker) }
        add(.send(start), speaker.lane, line)
    }

    private mutating func sendRaw(_ content: Text, _ phase: Speech.Phase, _ speaker: Speech.Speaker, _ line: SourceLine)
    {
        speech.write(nil, speaker)
        let template = reader.rawTemplate(content, .send)
        guard !template.isEmpty else { return }
        let bytes = Self.rawText(template)
        let endsHead = Self.endsHead(bytes) || Self.endsHead(Self.rawEnd(template))
        let starts: Bool =
            switch phase {
            case .none, .over: true
            case .head, .closed, .body, .trailers: bytes.starts(with: "HTTP/".utf8)
            }
        if starts {
            let informational = Self.isInformational(bytes[...])
            speech.enter(.head(informational: informational), speaker)
            if endsHead { speech.enter(informational ? .over : .body, speaker) }
        } else if case .head(let informational) = phase, endsHead || Self.endsHead([13, 10] + bytes) {
            speech.enter(informational ? .over : .body, speaker)
        }
        add(.send(.raw(template, startsMessage: starts)), speaker.lane, line)
    }

    /// A value that only the run decides, or text that has three digits first: `{{path.code}}`, `{{"404"}}`.
    private static func mayBeStatus(_ content: Text, _ template: Template) -> Bool {
        guard content.starts(with: "{{") else { return false }
        switch template.pieces.first {
        case nil: return false
        case .value(let value)?: return value.function.mayBeStatus
        case .literal(let bytes)?: return isStatus(bytes)
        }
    }

    /// Three digits, alone or with a phrase.
    private static func isStatus(_ bytes: [UInt8]) -> Bool {
        bytes.count >= 3 && bytes.prefix(3).allSatisfy(Byte.isDigit)
            && (bytes.count == 3 || bytes[3] == Byte.space)
    }

    /// Whether the bytes begin with a start line of the class 1xx.
    static func isInformational(_ line: ArraySlice<UInt8>) -> Bool {
        guard line.starts(with: "HTTP/".utf8) else { return line.first == UInt8(ascii: "1") }
        let code = line.drop { $0 != Byte.space }.drop { $0 == Byte.space }.prefix { $0 > Byte.space }
        return code.count == 3 && code.first == UInt8(ascii: "1") && code.allSatisfy(Byte.isDigit)
    }
}

extension SendLine {
    /// A start line of the class 1xx, raw or not, whose status is written.
    var isInformational: Bool {
        switch self {
        case .start(let line):
            if case .literal(let bytes)? = line.pieces.first {
                ScenarioBuilder.isInformational(bytes[...])
            } else {
                false
            }
        case .raw(let line, startsMessage: true): ScenarioBuilder.isInformational(ScenarioBuilder.rawText(line)[...])
        case .raw, .field, .headEnd, .body, .trailer: false
        }
    }
}

extension Template {
    /// Whether the line can be a field: its colon is written, or a value makes the line that is known to have one. A
    /// string goes out as it stands.
    fileprivate var mayBeField: Bool {
        let isColonWritten = pieces.contains {
            if case .literal(let bytes) = $0 { bytes.contains(Byte.colon) } else { false }
        }
        if literal != nil || isColonWritten { return true }
        var start: [UInt8] = []
        for piece in pieces {
            switch piece {
            case .literal(let bytes): start += bytes
            case .value(let value):
                guard let bytes = value.bytes(in: EmptyEnvironment()) else { return false }
                start += bytes
            }
        }
        let name = start.prefix { $0 != Byte.colon }
        return name.count < start.count && !name.isEmpty && name.allSatisfy(Byte.isToken)
    }
}

extension Function {
    /// Whether the value comes from a request, or is counted, so that it may be a status.
    fileprivate var mayBeStatus: Bool {
        switch self {
        case .pathPart, .captured, .requestHeader, .requestBody, .count, .generated: true
        default: false
        }
    }
}
