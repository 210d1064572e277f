// RouteAdvice.swift: routes that can be served, and are hardly meant.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation

extension ScenarioBuilder {
    /// What other tools write for a segment that may be anything: `:id`, `{id}`, `*`.
    mutating func warnOfOddSegment(_ text: Text, isLast: Bool) {
        let typed = text.string
        let meant: String
        if typed == "*" || typed == "**" {
            meant = isLast ? "{{any}}" : "{{path NAME}}"
        } else if typed.hasPrefix(":"), Scanner.isName(text.bytes.dropFirst()) {
            meant = "{{path \(typed.dropFirst())}}"
        } else if text.range.count > 2, typed.hasPrefix("{"), typed.hasSuffix("}"),
            Scanner.isName(text.bytes.dropFirst().dropLast())
        {
            meant = "{{path \(typed.dropFirst().dropLast())}}"
        } else if typed.hasPrefix("<"), typed.hasSuffix(">"), text.range.count > 2 {
            meant = "{{path \(typed.dropFirst().dropLast().split(separator: ":").last ?? "NAME")}}"
        } else {
            return
        }
        faults.add(
            .oddPath, text.place, "this segment is text: it fits only itself",
            help: "write '\(meant)'; text is written '{{\(Quoting.quoted(text.bytes))}}'")
    }

    /// An early reply cannot quote the body, because the body has not come yet.
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
        for exchange in exchanges {
            let key = RouteKey(exchange)
            guard let upper = seen[key] else {
                seen[key] = exchange.place
                continue
            }
            faults.add(
                .shadowedRoute, exchange.place,
                "this exchange is never chosen: the one of line \(upper.line) asks the same",
                help: "take one of them away, or let this one ask for a field or a query")
        }
    }

    /// What can never be played as it is written, in a scenario or here.
    mutating func warnOfUnplayable(_ exchange: StandingExchange) {
        var prospects = Prospects()
        for step in exchange.reply {
            let (deed, place) =
                switch step {
                case .send(let line, let place): (Deed.send(line), place)
                case .act(let act, let place): (Deed.act(act), place)
                }
            let line = Line(place: place, lane: .unnamed, level: settings.level, within: settings.within, deed: deed)
            prospects.follow(line, [], isWithin: false, &faults)
        }
        prospects.warnOfOpenMessage(&faults)
    }

    /// What stands below a whole reply is a reply that nobody asked for.
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

/// What an exchange asks for, the names of its segments apart.
private struct RouteKey: Hashable {
    let method: Template
    let path: [PathSegment]
    let query: Template?
    let header: [String: [Template]]
    let body: Template?

    init(_ exchange: StandingExchange) {
        method = Self.unplaced(exchange.method)
        path = exchange.path.map { if case .named = $0 { .named("") } else { $0 } }
        query = exchange.query.map(Self.unplaced)
        header = Dictionary(grouping: exchange.header) { $0.name.lowercased() }
            .mapValues { $0.map { Self.unplaced($0.value) } }
        body = exchange.body.map(Self.unplaced)
    }

    /// The template without the places of its values, which make no difference.
    private static func unplaced(_ template: Template) -> Template {
        var result = Template()
        for piece in template.pieces {
            switch piece {
            case .literal(let bytes): result.append(bytes)
            case .value(let value): result.append(Value(value.function, value.transforms, at: Place(line: 1)))
            }
        }
        return result
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
