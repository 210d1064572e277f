// MessageReading.swift: the lines of requests and replies.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation
internal import QuintainWire

extension ScenarioBuilder {
    mutating func message(_ voice: Voice, _ mark: Mark, _ line: SourceLine) {
        guard let lane = lane(mark.lane, voice == .client ? ">" : "<") else { return }
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

    // MARK: - Replies

    private mutating func send(
        _ content: Text, isBare: Bool, _ phase: Speech.Phase, _ goesOn: Bool, _ speaker: Speech.Speaker,
        _ line: SourceLine
    ) {
        if isRaw(content) {
            sendRaw(content, phase, speaker, line)
            return
        }
        switch phase {
        case .none, .over:
            replyStart(content, isBare: isBare, afterInformational: !isNone(phase), speaker, line)
        case .head where isBare:
            speech.enter(endOfHead(phase), speaker)
            add(.send(.headEnd), speaker.lane, line)
        case .head where Self.isReplyStart(content):
            replyStart(content, isBare: false, afterInformational: false, speaker, line)
        case .head:
            add(.send(.field(template(content, .send), name: Self.fieldName(content))), speaker.lane, line)
        case .body where !goesOn && Self.isReplyStart(content):
            replyStart(content, isBare: false, afterInformational: false, speaker, line)
        case .body:
            add(.send(.body(template(content, .send), newline: settings.newline)), speaker.lane, line)
        case .trailers where !goesOn && Self.isReplyStart(content):
            replyStart(content, isBare: false, afterInformational: false, speaker, line)
        case .trailers where isBare:
            bareInTrailers(line)
        case .trailers:
            add(.send(.trailer(template(content, .send))), speaker.lane, line)
        }
    }

    private mutating func replyStart(
        _ content: Text, isBare: Bool, afterInformational: Bool, _ speaker: Speech.Speaker, _ line: SourceLine
    ) {
        speech.enter(.head(informational: false), speaker)
        let opensWithValue = content.starts(with: "{{")
        guard Self.isReplyStart(content) || opensWithValue else {
            if afterInformational {
                faults.add(
                    .noBody, line.whole.place, "a 1xx reply has no body",
                    help: "the next reply begins with three digits")
            } else {
                faults.add(
                    isBare ? .noMessage : .badStartLine, line.whole.place,
                    isBare ? "no reply has begun here" : "a reply begins with three digits or 'HTTP/'",
                    help: "such as '< 200' or '< 302 Found'")
            }
            return
        }
        speech.enter(.head(informational: Self.isInformational(content)), speaker)
        var builder = TemplateBuilder()
        if !content.starts(with: "HTTP/") {
            builder.append("HTTP/1.1 ".utf8)
            builder.append(template(content, .send))
            if content.bytes.count == 3, let status = Int(content.string) {
                // Where no phrase is known the blank before it still stands (RFC 9112 section 4).
                builder.append(" \(ReasonPhrase.phrase(for: status)?.description ?? "")".utf8)
            }
        } else {
            builder.append(template(content, .send))
        }
        add(.send(.start(builder.finish())), speaker.lane, line)
    }

    private mutating func sendRaw(_ content: Text, _ phase: Speech.Phase, _ speaker: Speech.Speaker, _ line: SourceLine)
    {
        let template = template(content, .send)
        guard case .raw(let bytes) = template.soleValue?.function else { return }
        let starts: Bool =
            switch phase {
            case .none, .over: true
            case .head, .body, .trailers: bytes.starts(with: "HTTP/".utf8)
            }
        if starts {
            speech.enter(Self.endsHead(bytes) ? .body : .head(informational: false), speaker)
        } else if case .head(let informational) = phase, Self.endsHead([13, 10] + bytes) {
            speech.enter(informational ? .over : .body, speaker)
        }
        add(.send(.raw(template, startsMessage: starts)), speaker.lane, line)
    }

    /// Three digits, or `HTTP/`.
    static func isReplyStart(_ content: Text) -> Bool {
        if content.starts(with: "HTTP/") { return true }
        let bytes = content.bytes
        guard bytes.count >= 3, bytes.prefix(3).allSatisfy(Byte.isDigit) else { return false }
        return bytes.count == 3 || bytes[bytes.startIndex + 3] == Byte.space
    }

    private static func isInformational(_ content: Text) -> Bool {
        guard content.starts(with: "HTTP/") else { return content.starts(with: "1") }
        let code = content.bytes.drop { $0 != Byte.space }.drop { $0 == Byte.space }.prefix { $0 != Byte.space }
        return code.count == 3 && code.first == UInt8(ascii: "1") && code.allSatisfy(Byte.isDigit)
    }

    /// The name in front of the colon, in lower case, if all of it is plain text.
    private static func fieldName(_ content: Text) -> String? {
        let name = content.bytes.prefix { $0 != Byte.colon }
        guard name.count < content.range.count, !name.isEmpty, name.allSatisfy(Byte.isToken) else { return nil }
        return String(decoding: name.map { Byte.isUpper($0) ? $0 + 32 : $0 }, as: UTF8.self)
    }

    // MARK: - Requests

    private mutating func receive(
        _ content: Text, isBare: Bool, _ phase: Speech.Phase, _ goesOn: Bool, _ speaker: Speech.Speaker,
        _ line: SourceLine
    ) {
        if isRaw(content) {
            let template = template(content, .receive)
            if case .none = phase { speech.enter(.head(informational: false), speaker) }
            if case .raw(let bytes) = template.soleValue?.function, case .head = phase, Self.endsHead([13, 10] + bytes)
            {
                speech.enter(.body, speaker)
            }
            add(.receive(.raw(template)), speaker.lane, line)
            return
        }
        switch phase {
        case .none, .over: requestStart(content, isBare: isBare, speaker, line)
        case .head where isBare:
            speech.enter(.body, speaker)
            add(.receive(.headEnd), speaker.lane, line)
        case .head where content.equals("{{absent}}"):
            requestBody(content, goesOn: false, speaker, line)
        case .head:
            if let field = field(content, .receive) {
                add(.receive(.field(name: field.name, field.value)), speaker.lane, line)
                implied.field(field, isPlain: !Self.hasValue(content))
            } else if Self.isRequestStart(content) {
                requestStart(content, isBare: false, speaker, line)
            } else {
                badField(content, line)
            }
        case .body where !goesOn && Self.isRequestStart(content),
            .trailers where !goesOn && Self.isRequestStart(content):
            requestStart(content, isBare: false, speaker, line)
        case .body: requestBody(content, goesOn: goesOn, speaker, line)
        case .trailers where isBare: bareInTrailers(line)
        case .trailers:
            if let field = field(content, .receive) {
                add(.receive(.trailer(name: field.name, field.value)), speaker.lane, line)
            } else {
                badField(content, line)
            }
        }
    }

    private mutating func requestStart(_ content: Text, isBare: Bool, _ speaker: Speech.Speaker, _ line: SourceLine) {
        speech.enter(.head(informational: false), speaker)
        if scope.isRoutes {
            routeStart(content, line)
            return
        }
        guard let (method, target) = startWords(content) else {
            faults.add(
                isBare ? .noMessage : .badStartLine, line.whole.place,
                isBare ? "no request has begun here" : "a request begins with a method and a target",
                help: "such as '> GET /index'; a blank in the target is written '{{\" \"}}'")
            implied.lost()
            return
        }
        let start = (method: template(method, .receive), target: self.target(target, .receive))
        implied.request(start.method, start.target, line.whole.place)
        add(.receive(.start(method: start.method, start.target)), speaker.lane, line)
    }

    private mutating func requestBody(_ content: Text, goesOn: Bool, _ speaker: Speech.Speaker, _ line: SourceLine) {
        let template = template(content, .receive)
        // Where there is no body, or no more of it, the next line begins a message.
        if template.isAbsent { speech.enter(.over, speaker) }
        implied.body(template, newline: goesOn ? settings.newline : nil, line.whole.place)
        add(.receive(.body(template, newline: settings.newline)), speaker.lane, line)
    }

    /// A method and a target with one blank between, and none in them.
    func startWords(_ content: Text) -> (method: Text, target: Text)? {
        let parts = Scanner.split(content, at: Byte.space, strings: false, values: true)
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return nil }
        guard parts[0].bytes.allSatisfy(Byte.isToken) || parts[0].starts(with: "{{") else { return nil }
        return (parts[0], parts[1])
    }

    /// A method in capitals, and a target.
    static func isRequestStart(_ content: Text) -> Bool {
        let parts = Scanner.split(content, at: Byte.space, strings: false, values: true)
        guard parts.count == 2, let first = parts[0].bytes.first, Byte.isUpper(first), !parts[1].isEmpty else {
            return false
        }
        return parts[0].bytes.allSatisfy { Byte.isToken($0) && !Byte.isLower($0) }
    }

    /// `/x`, `//name/x`, or anything else as text.
    mutating func target(_ text: Text, _ side: Side) -> Target {
        if text.starts(with: "//") {
            let name = text.from(text.start + 2)
            let isEnd: (UInt8) -> Bool = { $0 == Byte.slash || $0 == Byte.question || $0 == UInt8(ascii: "#") }
            let end = Scanner.first(in: name, where: isEnd) ?? name.end
            let origin = originName(name.upTo(end)) ?? name.upTo(end).string
            return .path(origin: origin, template(name.from(end), side))
        }
        if text.starts(with: "/") { return .path(origin: Origin.main.name, template(text, side)) }
        return .text(template(text, side))
    }

    // MARK: - What both have

    private func isNone(_ phase: Speech.Phase) -> Bool {
        if case .none = phase { true } else { false }
    }

    private func endOfHead(_ phase: Speech.Phase) -> Speech.Phase {
        if case .head(informational: true) = phase { .over } else { .body }
    }

    /// Whether the line is `{{raw …}}` and nothing else.
    private func isRaw(_ content: Text) -> Bool {
        guard content.starts(with: "{{") else { return false }
        let bytes = content.line.bytes
        guard Scanner.endOfValue(bytes, from: content.start, to: content.end) == content.end else { return false }
        let inner = Text(content.line, (content.start + 2)..<(content.end - 2)).trimmed
        return inner.equals("raw") || inner.starts(with: "raw ")
    }

    static func hasValue(_ text: Text) -> Bool {
        let bytes = text.line.bytes
        return text.range.contains { Scanner.opensValue(bytes, at: $0, to: text.end) }
    }

    /// Whether an empty line is among the bytes, so that a head which they end has ended.
    private static func endsHead(_ bytes: [UInt8]) -> Bool {
        for index in bytes.indices.dropLast() where bytes[index] == Byte.newline {
            if bytes[index + 1] == Byte.newline { return true }
            if index + 2 < bytes.count, bytes[index + 1] == Byte.carriageReturn, bytes[index + 2] == Byte.newline {
                return true
            }
        }
        return false
    }

    /// `Name: value`
    mutating func field(_ content: Text, _ side: Side) -> NamedValue? {
        let name = content.bytes.prefix { $0 != Byte.colon }
        guard name.count < content.range.count, !name.isEmpty, name.allSatisfy(Byte.isToken) else { return nil }
        let value = content.from(content.start + name.count + 1).trimmed
        return NamedValue(String(decoding: name, as: UTF8.self), template(value, side))
    }

    mutating func badField(_ content: Text, _ line: SourceLine) {
        faults.add(
            .badField, content.place, "'\(content.string)' is no field line",
            help: "a field is 'Name: value'; a bare mark ends the head")
    }

    private mutating func bareInTrailers(_ line: SourceLine) {
        faults.add(
            .badField, line.whole.place, "trailers end by themselves", help: "take this line away")
    }
}
