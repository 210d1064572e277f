// RouteReading.swift: files that begin with `routes`.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation

/// The standing exchanges of a file, while it is read.
struct ExchangeList {
    private(set) var all: [StandingExchange] = []
    /// The fields that `fields` adds to the replies from here on.
    private var common: [CommonField] = []
    private var hasBegun = false
    /// Whether a line of the last exchange's reply has come, even one that could not be read.
    private var hasReply = false
    private var body = TemplateBuilder()
    private var hasBody = false
    private var commonOfLast: [CommonField] = []

    /// Whether the client's next line begins another exchange.
    var isReplied: Bool { all.isEmpty || hasReply || !all[all.count - 1].reply.isEmpty }

    /// The place of the last exchange, if it has no reply.
    var unanswered: Place? { isReplied ? nil : all[all.count - 1].place }

    mutating func begun(_ line: SourceLine, _ rest: Text, _ faults: inout Faults) {
        if !rest.isEmpty { faults.addExtra(rest, behind: "routes") }
        if hasBegun || !all.isEmpty {
            faults.add(
                .badSetting, line.whole.place, "'routes' stands once, above all exchanges", help: "take this line away")
        }
        hasBegun = true
    }

    mutating func serverSpoke() { hasReply = true }

    /// `fields`: those of one further up are no longer in force.
    mutating func beginCommon() { common = [] }

    mutating func add(common field: CommonField) { common.append(field) }

    mutating func begin(_ exchange: StandingExchange) {
        finish()
        hasReply = false
        all.append(exchange)
        commonOfLast = common
    }

    mutating func add(_ field: NamedValue) {
        guard !all.isEmpty else { return }
        all[all.count - 1].header.append(field)
    }

    mutating func add(body line: Template, newline: Newline) {
        if hasBody { body.append(newline.bytes) }
        hasBody = true
        body.append(line)
    }

    /// `> {{any}}` below a reply: it is sent before the body of its request has come. false: the route looks at the body.
    mutating func answerEarly() -> Bool {
        guard let last = all.indices.last else { return true }
        all[last].isEarly = true
        return all[last].body == nil
    }

    mutating func add(_ step: ReplyStep) -> Bool {
        guard !all.isEmpty else { return false }
        finishBody()
        all[all.count - 1].reply.append(step)
        return true
    }

    /// Completes the last exchange.
    mutating func finish() {
        finishBody()
        guard let last = all.indices.last, !commonOfLast.isEmpty else { return }
        all[last].commonFields = commonOfLast.map(\.step)
        all[last].reply = CommonField.added(commonOfLast, to: all[last].reply)
    }

    private mutating func finishBody() {
        if hasBody, !all.isEmpty { all[all.count - 1].body = body.finish() }
        body = TemplateBuilder()
        hasBody = false
    }
}

extension ScenarioBuilder {
    mutating func routes(_ lines: [SourceLine], file: String, title: String) -> RouteFile {
        scope.isRoutes = true
        go(through: lines)
        draft.exchanges.finish()
        refuseUnanswered()
        if !faults.hasErrors { for exchange in draft.exchanges.all { refuseEarlyQuotes(exchange) } }
        var routes = RouteFile(file: file, title: title)
        routes.exchanges = draft.exchanges.all
        routes.demands = reader.demands
        return routes
    }

    func allowsInRoutes(_ word: LineWord) -> Bool {
        switch word {
        case .routes, .spec, .tags, .fields: true
        case .client, .cases, .repeat, .either, .or, .never, .anyOrder, .end, .level, .needs, .over, .within,
            .origin, .proxy:
            false
        }
    }

    mutating func allowedInRoutes(_ known: LineWord, _ word: Text) -> Bool {
        if allowsInRoutes(known) { return true }
        faults.addNotInRoutes(word.place, "'\(known.rawValue)' lines")
        return false
    }

    // MARK: - Exchanges

    mutating func routeStart(_ content: Text, _ line: SourceLine) {
        refuseUnanswered()
        scope.endExchange()
        scope.reply = nil
        let client = Speech.Speaker(voice: .client, lane: .unnamed)
        speech = Speech()
        _ = speech.speaks(client)
        speech.enter(.head(informational: false), client)
        guard let (method, target, version) = content.requestWords else {
            faults.add(
                .badStartLine, line.whole.place, "an exchange begins with a method and a path",
                help: "such as '> GET /status/{{path code}}'")
            draft.exchanges.begin(
                StandingExchange(place: line.whole.place, method: Template("GET"), path: [], query: nil))
            return
        }
        if let version { faults.addNotInRoutes(version.place, "versions: it answers requests of any") }
        let isQuery: (UInt8) -> Bool = { $0 == Byte.question }
        let question = Scanner.first(in: target, where: isQuery)
        let path = segments(target.upTo(question ?? target.end))
        draft.exchanges.begin(
            StandingExchange(
                place: line.whole.place, method: reader.template(method, .receive), path: path,
                query: question.map { reader.template(target.from($0 + 1), .receive) }))
    }

    private mutating func segments(_ path: Text) -> [PathSegment] {
        guard path.starts(with: "/"), !path.starts(with: "//") else {
            faults.add(
                .badRoute, path.isEmpty ? path.line.whole.place : path.place, "the path of a route begins with one '/'",
                help: "such as '/status/{{path code}}'; '/{{any}}' is every path")
            return []
        }
        let parts = Scanner.split(path.from(path.start + 1), at: Byte.slash, strings: false, values: true)
        guard parts.count <= FileLimits.segments else {
            faults.add(
                .badRoute, path.place, "more than \(FileLimits.segments) segments in a path",
                help: "'{{any}}' as the last segment takes all that follows")
            return []
        }
        return parts.enumerated().compactMap { index, part in segment(part, isLast: index == parts.count - 1) }
    }

    private mutating func segment(_ text: Text, isLast: Bool) -> PathSegment? {
        guard text.hasValue else { return .literal(Array(text.bytes)) }
        let before = faults.errors
        let template = reader.template(text, .route)
        if let literal = template.literal { return .literal(literal) }
        if let value = template.soleValue, value.transforms.isEmpty {
            switch value.function {
            case .pathSegment(let name): return .named(name)
            case .any where isLast: return .rest
            default: break
            }
        }
        if faults.errors == before {
            let isRest = template.soleValue?.function == .any
            faults.add(
                .badRoute, text.place,
                isRest ? "'{{any}}' is the rest of a path, and more follows" : "'{{path NAME}}' is one whole segment",
                help: "such as '/files/{{path user}}/{{any}}'")
        }
        return nil
    }

    private mutating func refuseUnanswered() {
        guard let place = draft.exchanges.unanswered else { return }
        faults.add(.badRoute, place, "this exchange has no reply", help: "such as '< 200' below it")
    }

    /// Reports an early reply that quotes the body: the body has not come yet.
    mutating func refuseEarlyQuotes(_ exchange: StandingExchange) {
        guard exchange.isEarly else { return }
        for case .send(let line, let place) in exchange.reply where line.template?.looksAtBody == true {
            faults.add(
                .notInRoutes, place, "the reply is sent before the body has come, and this line tells of it",
                help: "take the line '> {{any}}' below the reply away")
        }
    }

    // MARK: - What belongs to an exchange

    mutating func routeDeed(_ deed: Deed, _ line: SourceLine) {
        let place = line.whole.place
        switch deed {
        case .receive(.field(let name, let value, isSpelled: false)): draft.exchanges.add(NamedValue(name, value))
        case .receive(.body(let text, let newline)): draft.exchanges.add(body: text, newline: newline)
        case .receive(.start), .receive(.headEnd): break
        case .send(let sent):
            reader.checkGenerators(of: sent)
            reader.checkGeneratedBody(sent, place)
            step(.send(sent, place), line)
        case .act(let act): routeAct(act, line)
        case .receive(.field), .receive(.exactHead), .receive(.raw), .receive(.trailer), .await, .binding:
            faults.addNotInRoutes(place, "such lines: it compares a method, a path, fields and a body")
        case .order, .callback: break
        }
    }

    /// `> {{any}}` below a reply.
    mutating func answerEarly(_ line: SourceLine) {
        guard !draft.exchanges.answerEarly() else { return }
        faults.add(
            .notInRoutes, line.whole.place, "this route looks at the body, so it has to wait for it",
            help: "take this line away, or the body above")
    }

    private mutating func routeAct(_ act: Act, _ line: SourceLine) {
        let place = line.whole.place
        if act.has(.isInRoutes) {
            step(.act(act, place), line)
        } else {
            faults.addNotInRoutes(place, "'! \(act.word?.rawValue ?? "")' like this")
        }
    }

    private mutating func step(_ step: ReplyStep, _ line: SourceLine) {
        guard !draft.exchanges.add(step) else { return }
        faults.add(.noMessage, line.whole.place, "no request stands above this reply", help: "such as '> GET /index'")
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
