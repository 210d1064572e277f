// RouteAdvice.swift: routes that can be served, but are hardly meant.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation

extension ScenarioBuilder {
    /// Warns of a segment that other tools write for anything: `:id`, `{id}`, `*`.
    mutating func warnOfOddSegment(_ text: Text, isLast: Bool) {
        guard text.bytes.contains(where: Self.isOdd) else { return }
        let typed = text.string
        let meant: String
        if typed == "*" || typed == "**" {
            meant = isLast ? "{{any}}" : "{{path NAME}}"
        } else if typed.hasPrefix(":"), Scanner.isName(text.bytes.dropFirst()) {
            meant = "{{path \(typed.dropFirst())}}"
        } else if text.range.count > 2, typed.hasPrefix("{"), typed.hasSuffix("}"),
            Scanner.isName(text.bytes.dropFirst().dropLast())
        {
            meant = isLast && typed == "{any}" ? "{{any}}" : "{{path \(typed.dropFirst().dropLast())}}"
        } else if typed.hasPrefix("<"), typed.hasSuffix(">"), text.range.count > 2 {
            meant = "{{path \(typed.dropFirst().dropLast().split(separator: ":").last ?? "NAME")}}"
        } else if [".*", ".+", "]+", "]*", "\\d", "\\w"].contains(where: typed.contains) {
            meant = isLast && typed.hasSuffix(".*") ? "{{any}}" : "{{path NAME}}"
        } else {
            return
        }
        faults.add(
            .oddPath, text.place, "this segment is text: it fits only itself",
            help: "write '\(meant)'; text is written '{{\(Quoting.quoted(text.bytes))}}'")
    }

    /// One of them is in whatever other tools write for anything: `*`, `.`, `:`, `<`, `\`, `]`, `{`.
    private static func isOdd(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x2A, 0x2E, 0x3A, 0x3C, 0x5C, 0x5D, 0x7B: true
        default: false
        }
    }

    /// Reports an early reply that quotes the body: the body has not come yet.
    mutating func refuseEarlyQuotes(_ exchange: StandingExchange) {
        guard exchange.isEarly else { return }
        for case .send(let line, let place) in exchange.reply where line.template?.looksAtBody == true {
            faults.add(
                .notInRoutes, place, "the reply is sent before the body has come, and this line tells of it",
                help: "take '! early' away")
        }
    }

    /// Warns of an exchange that asks for the same as one above it, which always answers instead.
    mutating func warnOfShadowed(_ exchanges: [StandingExchange]) {
        var seen: [RouteKey: Place] = [:]
        /// Bodies that take more than one, by what their exchanges ask besides.
        var patterns: [RouteKey: [(body: Template, line: Int)]] = [:]
        for exchange in exchanges {
            let key = RouteKey(exchange)
            guard let upper = seen.updateValue(exchange.place, forKey: key) else {
                warnOfTaken(exchange, by: &patterns)
                continue
            }
            seen[key] = upper
            faults.add(
                .shadowedRoute, exchange.place,
                "this exchange is never chosen: the one of line \(upper.line) asks the same",
                help:
                    "take one of them away, or let this one ask for a field or a query; one answer after the other is for a scenario, for stubs of a Swift test, or for 'inTurn' of POST /routes"
            )
        }
    }

    /// Warns of an exchange whose body always fits the pattern of one above it.
    private mutating func warnOfTaken(
        _ exchange: StandingExchange, by patterns: inout [RouteKey: [(body: Template, line: Int)]]
    ) {
        guard let body = exchange.body else { return }
        let head = RouteKey(exchange, readsBody: false)
        if let upper = patterns[head]?.first(where: { $0.body.covers(body) }) {
            faults.add(
                .shadowedRoute, exchange.place,
                "this exchange is never chosen: the one of line \(upper.line) takes each body that fits it",
                help: "put the exchange that takes more below the others")
        }
        if body.literal == nil, patterns[head, default: []].count < Self.patternsAtMost {
            patterns[head, default: []].append((body, exchange.place.line))
        }
    }

    private static var patternsAtMost: Int { 100 }

    /// Warns of lines that can never be played as they are written, in a scenario or here.
    mutating func warnOfUnplayable(_ exchange: StandingExchange) {
        if exchange.isPlain { return }
        var prospects = Prospects()
        var quotes = CapturedQuotes()
        if let body = exchange.body { quotes.take(body) }
        for step in exchange.reply {
            let (deed, place) =
                switch step {
                case .send(let line, let place): (Deed.send(line), place)
                case .act(let act, let place): (Deed.act(act), place)
                }
            quotes.follow(deed, &reader.proof.faults)
            let line = Line(
                place: place, last: place.line, lane: .unnamed, level: blocks.settings.values.level,
                within: blocks.settings.values.within, deed: deed)
            prospects.follow(line, [], isWithin: false, &reader.proof.faults)
        }
        prospects.warnOfOpenMessage(&reader.proof.faults)
    }

    /// Warns of a second reply: nobody has asked for it.
    mutating func warnOfSecondReply(_ exchange: StandingExchange) {
        var isAnswered = false
        for case .send(let line, let place) in exchange.reply {
            guard case .start = line else { continue }
            if isAnswered {
                faults.add(
                    .secondReply, place, "a second reply to one request",
                    help: "each exchange begins with its '>' line; stray bytes are written '{{raw \"…\"}}'")
                return
            }
            isAnswered = !line.isInformational
        }
    }
}

extension StandingExchange {
    /// One whole reply, written out, without acts and values: it can be played.
    fileprivate var isPlain: Bool {
        guard body == nil, case .send(.start(let start), _)? = reply.first, start.literal != nil,
            !SendLine.start(start).isInformational
        else { return false }
        return reply.dropFirst().allSatisfy { step in
            switch step {
            case .send(.field(let field, let name, isSpelled: false), _): name != nil && field.literal != nil
            case .send(.headEnd, _): true
            case .send(.body(let body, _), _): body.literal != nil
            case .send, .act: false
            }
        }
    }
}

extension Template {
    /// Whether it tells of the body of the request.
    fileprivate var looksAtBody: Bool {
        values.flatMap(\.all).contains { (value: Value) -> Bool in
            switch value.function {
            case .requestBody: true
            case .generated(let call): GeneratorWord.readsBody(call)
            default: false
            }
        }
    }
}
