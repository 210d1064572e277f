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
            if !content.isFieldLine, proof.badField(content, "<") {
                bodyInHead(phase, speaker, line)
                return
            }
            _ = proof.hasOddBlank(content)
            proof.warnOfSlips(inSent: content)
            if proof.isAsked, let colon = content.bytes.firstIndex(of: Byte.colon) {
                proof.warnOfPlaceholder(content.from(colon + 1).trimmed, .send)
                proof.warnOfForeignName(content.from(colon + 1).trimmed, .field(content.fieldName ?? ""))
            }
            proof.warnOfTypedLineEnd(content)
            proof.warnOfOddName(content, "<")
            let before = faults.errors
            let field = reader.template(content, .send)
            if faults.errors == before, !field.mayBeField, proof.badField(content, "<") {
                bodyInHead(phase, speaker, line)
                return
            }
            warnOfGap(inHead: content, "<")
            let isSpelled = content.starts(with: "{{")
            if content.hasValue || line.hasCells, content.fieldName == "content-type" {
                scope.madeLines.insert(line.number)
            }
            add(.send(.field(field, name: field.fieldName, isSpelled: isSpelled)), speaker.lane, line)
            proof.warnOfOddChallenge(content, named: content.fieldName)
        case .closed: lineBehindHead(content, isBare: isBare, "<", speaker, line)
        case .body:
            bodyLine(content, goesOn: goesOn, "<", speaker)
            if content.hasValue { scope.madeLines.insert(line.number) }
            let isBelowEvent = speech.saysBody(endingItself: ValueReader.isEvent(content), speaker)
            let newline = isBelowEvent ? Newline.none : blocks.settings.values.newline
            add(.send(.body(reader.template(content, .send), newline: newline)), speaker.lane, line)
        case .trailers where isBare: bareInTrailers(line)
        case .trailers:
            if !content.isFieldLine { _ = proof.badField(content, "<", isTrailer: true) }
            let before = faults.errors
            let field = reader.template(content, .send)
            if faults.errors == before, !field.mayBeField { _ = proof.badField(content, "<", isTrailer: true) }
            add(.send(.trailer(field)), speaker.lane, line)
        }
    }

    /// A line of the head, which was reported, is body, and so are the lines below it.
    private mutating func bodyInHead(_ phase: Speech.Phase, _ speaker: Speech.Speaker, _ line: SourceLine) {
        speech.enter(endOfHead(phase), speaker)
        _ = speech.beginsBody(speaker)
        add(.send(.headEnd), speaker.lane, line)
    }

    private mutating func replyStart(
        _ content: Text, isBare: Bool, afterInformational: Bool, _ speaker: Speech.Speaker, _ line: SourceLine
    ) {
        speech.enter(.head(informational: false), speaker)
        let content = withoutPastedVersion(content)
        let before = faults.errors
        let text = reader.template(content, .send)
        if proof.hasOddBlank(content) { return }
        guard content.isReplyStart || faults.errors > before || Self.mayBeStatus(content, text) else {
            if content.starts(with: "{{"), let string = text.literalText, string.hasPrefix("HTTP/") {
                let isPlain = string.utf8.allSatisfy { 0x20..<0x7F ~= $0 } && !string.contains("{{")
                faults.add(
                    .badStartLine, content.place, "a string in place of a status begins with three digits",
                    help: isPlain
                        ? "a whole start line is no string: '< \(string)'"
                        : "bytes as they are: '< {{raw \(Quoting.quoted(string.utf8))}}'")
            } else if content.starts(with: "{{"), content.hasValue, text.literal == nil {
                let typed = content.string
                faults.add(
                    .badStartLine, content.place, "no status comes of this value, and a reply begins with one",
                    help: "write '< 200' above it, and a bare mark '<' if it is the body; "
                        + "without anything added: '< {{raw \"\"}}\(typed)'")
            } else if afterInformational {
                faults.add(
                    .noBody, line.whole.place, "a 1xx reply has no body",
                    help: "the next reply begins with three digits")
            } else {
                // A line that cells have changed is put right in the cell.
                let mark = line.hasCells ? "" : "< "
                faults.add(
                    isBare ? .noMessage : .badStartLine, line.hasCells ? content.place : line.whole.place,
                    isBare ? "no reply has begun here" : "a reply begins with three digits or 'HTTP/'",
                    help: proof.helpForTypedLineEnd(content)
                        ?? Self.helpForListedStatuses(content)
                        ?? StartLineSlip.reply(content).map { "write '\(mark)\($0)'" }
                        ?? helpForLane(in: content, "<") ?? Self.helpForTab(in: content, "<")
                        ?? Proofreader.status(with: content.string).map { "write '< \($0)'" }
                        ?? Self.helpForStatuses(content) ?? Proofreader.helpForAct(content)
                        ?? "such as '\(mark)200' or '\(mark)302 Found'")
            }
            return
        }
        proof.warnOfSlips(inStatus: content)
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
        add(.send(start), speaker.lane, line)
    }

    /// `200, 201`
    static func helpForListedStatuses(_ content: Text) -> String? {
        let parts = content.string.split(separator: ",").map { $0.trimmed }
        guard parts.count > 1, parts.allSatisfy({ $0.utf8.count == 3 && $0.utf8.allSatisfy(Byte.isDigit) }) else {
            return nil
        }
        return "a reply has one status: '< \(parts[0])'"
    }

    /// `400..499`, `2xx`, `200|204`
    private static func helpForStatuses(_ content: Text) -> String? {
        guard let first = content.bytes.first, Byte.isDigit(first),
            let typed = content.string.split(separator: " ").first,
            typed.count >= 3,
            typed.lowercased().hasSuffix("xx") || ["..", "-", "|", ",", "/"].contains(where: typed.contains)
        else { return nil }
        let status = typed.prefix { $0.isNumber }.count == 3 ? String(typed.prefix(3)) : "\(typed.prefix(1))00"
        return "a reply has one status: '< \(status)'; several are rows of a table, 'cases status'"
    }

    /// `HTTP/2 200 ` is what curl prints of a status.
    private mutating func withoutPastedVersion(_ content: Text) -> Text {
        guard !scope.isRoutes, content.bytes.last == Byte.space,
            let parts = content.trimmed.versionAndStatus, parts.version.isPastedVersion
        else { return content }
        proof.passOverVersion(at: content.place)
        return parts.status
    }

    private mutating func sendRaw(_ content: Text, _ phase: Speech.Phase, _ speaker: Speech.Speaker, _ line: SourceLine)
    {
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
                if case .generated(let call) = value.function, GeneratorWord(rawValue: call.name)?.place != .value {
                    return true
                }
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
