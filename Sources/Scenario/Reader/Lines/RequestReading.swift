// RequestReading.swift: `>` lines.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation

extension ScenarioBuilder {
    /// Reads a `>` line, by what the client said before in its lane.
    mutating func receive(
        _ content: Text, isBare: Bool, _ phase: Speech.Phase, _ goesOn: Bool, _ speaker: Speech.Speaker,
        _ line: SourceLine
    ) {
        if content.isRaw {
            raw(reader.rawTemplate(content, .receive), phase, speaker, line)
            return
        }
        switch phase {
        case .none, .over: requestStart(content, isBare: isBare, speaker, line)
        case .head where isBare, .closed(isAnswered: true) where isBare:
            speech.enter(.body, speaker)
            add(.receive(.headEnd), speaker.lane, line)
        case .head where content.equals("{{absent}}"):
            requestBody(content, goesOn: false, speaker, line)
        case .head:
            if content.isExactly {
                add(.receive(.exactHead), speaker.lane, line)
            } else if let field = expectedField(content) {
                checkCredentials(NamedValue(field.name, field.value))
                add(.receive(.field(name: field.name, field.value, isSpelled: field.isSpelled)), speaker.lane, line)
                draft.implied.field(NamedValue(field.name, field.value), isPlain: field.isPlain)
            } else if content.isRequestStart {
                requestStart(content, isBare: false, speaker, line)
            } else {
                faults.badField(content, ">")
                speech.enter(.body, speaker)
            }
        case .closed where content.isRequestStart, .body where !goesOn && content.isRequestStart,
            .trailers where !goesOn && content.isRequestStart:
            requestStart(content, isBare: false, speaker, line)
        case .closed where content.starts(with: "{{") && content.requestWords != nil:
            requestStart(content, isBare: false, speaker, line)
        case .closed where content.equals("{{absent}}"), .closed(isAnswered: true) where content.equals("{{any}}"):
            requestBody(content, goesOn: false, speaker, line)
        case .closed: lineBehindHead(content, isBare: isBare, ">", speaker, line)
        case .body:
            if !goesOn, content.looksLikeStart(">") { faults.misspeltStart(content, ">") }
            requestBody(content, goesOn: goesOn, speaker, line)
        case .trailers where isBare: bareInTrailers(line)
        case .trailers:
            if let field = expectedField(content) {
                add(.receive(.trailer(name: field.name, field.value, isSpelled: field.isSpelled)), speaker.lane, line)
            } else {
                faults.badField(content, ">")
            }
        }
    }

    private mutating func raw(
        _ template: Template, _ phase: Speech.Phase, _ speaker: Speech.Speaker, _ line: SourceLine
    ) {
        let place: RawPlace =
            switch phase {
            case .none, .over: .start
            case .head: .head
            case .body, .closed, .trailers: .body
            }
        if place == .start {
            speech.enter(.head(informational: false), speaker)
            draft.implied.lost()
        }
        if case .raw(let bytes) = template.soleValue?.function, place != .body,
            Self.endsHead((place == .head ? [13, 10] : []) + bytes)
        {
            speech.enter(.body, speaker)
        }
        add(.receive(.raw(template, place)), speaker.lane, line)
    }

    private mutating func requestStart(_ content: Text, isBare: Bool, _ speaker: Speech.Speaker, _ line: SourceLine) {
        speech.enter(.head(informational: false), speaker)
        if !scope.isRoutes { speech.write(WrittenMessage(content), speaker) }
        if scope.isRoutes {
            routeStart(content, line)
            return
        }
        if faults.hasOddBlank(content) {
            draft.implied.lost()
            return
        }
        guard let (method, target, version) = content.requestWords else {
            defer { draft.implied.lost() }
            if faults.commentBehind(content) { return }
            faults.add(
                isBare ? .noMessage : .badStartLine, line.whole.place,
                isBare ? "no request has begun here" : "a request begins with a method and a target",
                help: "such as '> GET /index'; a blank in the target is coded: '%20'")
            return
        }
        begin(method, target, version: version, speaker, line)
    }

    private mutating func begin(
        _ method: Text, _ target: Text, version: Text?, _ speaker: Speech.Speaker, _ line: SourceLine
    ) {
        let start = (method: reader.template(method, .receive), target: self.target(target, .receive))
        draft.implied.request(start.method, start.target, line.whole.place)
        add(
            .receive(.start(method: start.method, start.target, version: version?.string)), speaker.lane, line)
    }

    private mutating func requestBody(_ content: Text, goesOn: Bool, _ speaker: Speech.Speaker, _ line: SourceLine) {
        reader.readsBody = true
        let template = reader.template(content, .receive)
        reader.readsBody = false
        // Where there is no body, or no more of it, the next line begins a message.
        if template.isAbsent || template.values.contains(where: { $0.function == .upTo }) {
            speech.enter(.over, speaker)
        }
        draft.implied.body(template, newline: goesOn ? .lf : nil)
        add(.receive(.body(template, newline: .lf)), speaker.lane, line)
    }

    /// Checks that credentials are the whole value of the two fields that carry them.
    private mutating func checkCredentials(_ field: NamedValue) {
        for value in field.value.values {
            let word: String
            switch value.function {
            case .basic: word = "basic"
            case .digest: word = "digest"
            default: continue
            }
            if !["authorization", "proxy-authorization"].contains(field.name.lowercased()) {
                faults.add(
                    .notHere, value.place, "'\(word)' belongs in Authorization or Proxy-Authorization",
                    help: "> Authorization: {{\(word) alice:secret}}")
            } else if field.value.pieces.count > 1 {
                faults.add(
                    .mustStandAlone, value.place, "'{{\(word) …}}' is the whole value, scheme included",
                    help: "> \(field.name): {{\(word) alice:secret}}")
            }
        }
    }

    // MARK: - Heads

    /// A field line of a request.
    private struct ExpectedField {
        var name: String
        var value: Template
        var isSpelled = false
        /// Whether the run decides nothing in its value.
        var isPlain: Bool
    }

    /// `Name: value`, or `{{"Name"}}: value` where the spelling counts.
    private mutating func expectedField(_ content: Text) -> ExpectedField? {
        guard let (typed, value) = content.spelledField else {
            return field(content, .receive).map {
                ExpectedField(name: $0.name, value: $0.value, isPlain: !content.hasValue)
            }
        }
        let name = reader.string(typed)
        if name.isEmpty || !name.allSatisfy(Byte.isToken) {
            faults.add(
                .badField, typed.place, "'\(String(decoding: name, as: UTF8.self))' is no name of a field",
                help: "a name is made of letters, digits and !#$%&'*+-.^_`|~")
        }
        let text = value.trimmed
        return ExpectedField(
            name: String(decoding: name, as: UTF8.self), value: reader.template(text, .receive), isSpelled: true,
            isPlain: !text.hasValue)
    }
}
