// RequestReading.swift: `>` lines.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation

extension ScenarioBuilder {
    /// A `>` line, from what the client said before in its lane.
    mutating func receive(
        _ content: Text, isBare: Bool, _ phase: Speech.Phase, _ goesOn: Bool, _ speaker: Speech.Speaker,
        _ line: SourceLine
    ) {
        if Self.isRaw(content) {
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
        case .body:
            warnOfLateField(content, speaker)
            requestBody(content, goesOn: goesOn, speaker, line)
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
}
