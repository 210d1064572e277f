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
        case .head where isBare:
            speech.enter(.body, speaker)
            add(.receive(.headEnd), speaker.lane, line)
        case .head where content.equals("{{absent}}"):
            requestBody(content, goesOn: false, speaker, line)
        case .head:
            if let rule = content.headRule {
                add(.receive(.headRule(rule)), speaker.lane, line)
            } else if let field = expectedField(content) {
                warnOfGap(inHead: content, ">")
                proof.warnOfFixedPort(inExpected: content)
                warnOfSecondCookie(content)
                checkCredentials(NamedValue(field.name, field.value))
                add(.receive(.field(name: field.name, field.value, isSpelled: field.isSpelled)), speaker.lane, line)
                draft.implied.field(NamedValue(field.name, field.value), isPlain: field.isPlain)
            } else if content.isRequestStart {
                requestStart(content, isBare: false, speaker, line)
            } else if proof.badField(content, ">") {
                speech.enter(.body, speaker)
                _ = speech.beginsBody(speaker)
                add(.receive(.headEnd), speaker.lane, line)
            }
        case .closed where content.isRequestStart, .body where !goesOn && content.isRequestStart,
            .trailers where !goesOn && content.isRequestStart:
            requestStart(content, isBare: false, speaker, line)
        case .closed where content.starts(with: "{{") && content.requestWords != nil:
            requestStart(content, isBare: false, speaker, line)
        case .closed where content.equals("{{absent}}"): requestBody(content, goesOn: false, speaker, line)
        case .closed: lineBehindHead(content, isBare: isBare, ">", speaker, line)
        case .body:
            bodyLine(content, goesOn: goesOn, ">", speaker)
            requestBody(content, goesOn: goesOn, speaker, line)
        case .trailers where isBare: bareInTrailers(line)
        case .trailers:
            if let field = expectedField(content) {
                add(.receive(.trailer(name: field.name, field.value, isSpelled: field.isSpelled)), speaker.lane, line)
            } else {
                _ = proof.badField(content, ">", isTrailer: true)
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
        above.beginRequest()
        if scope.isRoutes {
            routeStart(content, line)
            return
        }
        if proof.hasOddBlank(content) {
            draft.implied.lost()
            return
        }
        guard let (method, target, version) = content.requestWords else {
            defer { draft.implied.lost() }
            if proof.commentBehind(content) || proof.slashesBehind(content) { return }
            faults.add(
                isBare ? .noMessage : .badStartLine, line.whole.place,
                isBare ? "no request has begun here" : "a request begins with a method and a target",
                help: Self.helpForCredentials(in: content) ?? Self.helpForOption(in: content) ?? Self.helpForOr(
                    in: content) ?? helpForLane(in: content, ">") ?? Self.helpForTab(in: content, ">")
                    ?? proof.helpForBraces(in: content)
                    ?? proof.helpForTypedLineEnd(content) ?? Self.helpForQuoted(in: content)
                    ?? StartLineSlip.request(content).map { "write '> \($0)'" }
                    ?? "such as '> GET /index'; a blank in the target is coded: '%20'")
            return
        }
        proof.warnOfOddMethod(method)
        if Proofreader.typedLineEnd(of: content) == nil {
            proof.warnOfBraced(inTarget: target, .receive)
            if !proof.warnOfForeignName(target, .target) { proof.warnOfOddTarget(target, of: method) }
            proof.warnOfPlaceholder(target, .receive)
            proof.warnOfGreed(inTarget: target)
        } else {
            proof.warnOfTypedLineEnd(content)
        }
        if let version, version.isPastedVersion {
            proof.passOverVersion(at: version.place)
            return begin(method, target, version: nil, speaker, line)
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
        warnOfQuotesBehindUpTo(content)
        // Where there is no body, or no more of it, the next line begins a message.
        if template.isAbsent || template.values.contains(where: { $0.function == .upTo }) {
            speech.enter(.over, speaker)
        }
        draft.implied.body(template, newline: goesOn ? blocks.settings.values.newline : nil)
        add(.receive(.body(template, newline: blocks.settings.values.newline)), speaker.lane, line)
    }

    /// `> {{up-to}} "roses"`, as a `* data` line has it: in a body blank and quotes are bytes.
    private mutating func warnOfQuotesBehindUpTo(_ content: Text) {
        let beginning: StaticString = "{{up-to}} \""
        guard content.starts(with: beginning), content.bytes.last == Byte.quote else { return }
        let text = content.from(content.start + beginning.utf8CodeUnitCount)
        guard !text.isEmpty else { return }
        faults.add(
            .oddQuotes, content.place, "these quotes, and the blank before them, are part of the text",
            help: "write '> {{up-to}}\(text.upTo(text.end - 1).string)'")
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

    /// `GET /a {{basic alice:secret}}`
    private static func helpForCredentials(in content: Text) -> String? {
        let typed = content.string
        guard let start = ["{{basic ", "{{digest "].lazy.compactMap({ typed.firstRange(of: $0)?.lowerBound }).first,
            typed.hasSuffix("}}"),
            SourceLine(number: 0, bytes: Array(typed[..<start].utf8)).whole.trimmed.isRequestStart
        else { return nil }
        return "credentials are a field below it: '> Authorization: \(typed[start...])'"
    }

    /// `"GET" /a`, as a cell of a table may have it.
    private static func helpForQuoted(in content: Text) -> String? {
        let words = content.string.split(separator: " ", maxSplits: 1)
        guard words.count == 2, words[0].count > 2, words[0].hasPrefix("\""), words[0].hasSuffix("\""),
            StartLineSlip.methods.contains(String(words[0].dropFirst().dropLast()))
        else { return nil }
        return "a method has no quotes, also in a cell of a table: '> \(words[0].dropFirst().dropLast()) \(words[1])'"
    }

    /// `GET /a or GET /b`
    private static func helpForOr(in content: Text) -> String? {
        let typed = content.string
        guard let or = [" or ", " OR ", " || "].lazy.compactMap({ typed.firstRange(of: $0) }).first else { return nil }
        let first = typed[..<or.lowerBound]
        guard SourceLine(number: 0, bytes: Array(first.utf8)).whole.isRequestStart else { return nil }
        return "of two that may come each is a branch: 'either', '> \(first)' and its reply, 'or', the other, 'end'"
    }

    /// `b GET /a`, `1 200`
    func helpForLane(in content: Text, _ mark: Character) -> String? {
        let typed = content.bytes.prefix { $0 != Byte.space }
        let rest = content.from(typed.endIndex).trimmed
        guard let first = typed.first, typed.allSatisfy({ Byte.isLower($0) || Byte.isDigit($0) }),
            mark == ">" ? rest.isRequestStart : rest.isReplyStart
        else { return nil }
        let lane = String(decoding: typed, as: UTF8.self)
        if Byte.isLower(first) { return "a lane stands right behind the mark: '\(mark)\(lane) \(rest.string)'" }
        let known = Int(lane).flatMap { scope.laneOrder.indices.contains($0 - 1) ? scope.laneOrder[$0 - 1] : nil }
        return "a lane stands right behind the mark, and begins with a small letter: "
            + "'\(mark)\(known ?? "lane\(lane)") \(rest.string)'"
    }

    /// `GET<TAB>/a`
    static func helpForTab(in content: Text, _ mark: Character) -> String? {
        guard content.bytes.contains(Byte.tab) else { return nil }
        let bytes = content.bytes.map { $0 == Byte.tab ? Byte.space : $0 }
        let meant = SourceLine(number: 0, bytes: bytes).whole
        guard mark == ">" ? meant.isRequestStart : meant.isReplyStart else { return nil }
        return "a tab stands where a blank belongs: '\(mark) \(meant.string)'"
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
