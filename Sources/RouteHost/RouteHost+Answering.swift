// RouteHost+Answering.swift: from the bytes of a request to the bytes of its reply.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainGenerators
import QuintainLoop
import QuintainNotation
import QuintainReply
import QuintainRoutes
import QuintainScenario
import QuintainWire

extension RouteHost {
    /// The result of answering the requests in the buffer.
    enum Step {
        /// The next request is incomplete.
        case more
        /// The reply has acts or many bytes, which are played before the next request is answered.
        case slow([Batch.Element], keepsAlive: Bool)
        /// The request has a body that has not come yet. Boxed, so that the other results stay small.
        indirect case body(AwaitedBody)
        /// The connection ends behind the reply; if it `lingers`, the client is still sending.
        case last(lingers: Bool)
        /// The bytes are the beginning of HTTP/2.
        case preface
    }

    /// A request whose body is still to come.
    struct AwaitedBody {
        let request: KeptRequest
        let framing: BodyFraming
        let expectsContinue: Bool
        let keepsAlive: Bool
        /// The route that answers, if the head tells which one it is.
        let route: FoundRoute?
        /// No possible route looks at the body, so it is not kept.
        let isIgnored: Bool
        /// The table that was in service when the head came, which answers even if it is replaced meanwhile.
        let table: RouteTable
        /// The rule that the head breaks, though it can be read.
        let breach: WireRule?

        /// The reply is sent before the body has come.
        var isEarly: Bool { route?.isEarly == true }
        /// The messages of the reply that are sent behind the body: a client that waited for `100 Continue` has got
        /// one.
        var portion: ReplyPortion { expectsContinue && !isEarly ? .rest : .whole }
    }

    /// Answers the requests in the buffer, one after the other, into `output`.
    func answer(_ input: inout ReadBuffer, _ parser: inout HeadParser, of channel: Channel) -> Step {
        while !input.isEmpty {
            let bytes = input.bytes
            switch parser.parse(bytes) {
            case .incomplete: return .more
            case .malformed(let deviation):
                if deviation.rule == .http2Preface, parser.earlier == 0, let isWhole = expectsPreface(bytes) {
                    return isWhole ? .preface : .more
                }
                return refuse(deviation, bytes)
            case .complete:
                // Such as one without Host, which could be read, and must not be answered otherwise.
                if let deviation = parser.deviations.first(where: { $0.status == 400 }) {
                    return refuse(deviation, bytes)
                }
            }
            let breach = parser.deviations.first { $0.rule.isAnsweredMalformed }?.rule
            let length = parser.length
            let keepsAlive = parser.keepsAlive
            var view = parser.view(in: bytes)
            let bodyLength: Int
            switch parser.framing {
            case .none: bodyLength = 0
            // A client with `Expect: 100-continue` gets its 100 even if its body is here: a reply must not depend on
            // timing.
            case .length(let count) where bytes.count - length >= count && !parser.expectsContinue:
                bodyLength = count
            case .length, .chunked:
                let body = awaited(
                    view, parser.framing, expectsContinue: parser.expectsContinue, keepsAlive: keepsAlive,
                    breaking: breach)
                parser.reset()
                input.consume(length)
                return .body(body)
            }
            view.body = UnsafeRawBufferPointer(rebasing: bytes[length..<length + bodyLength])
            let lookup = table.find(view, in: surroundings)
            // The view is consumed before the reset, so that the memory of the fields can be reused.
            let acts = answer(consume view, lookup, of: channel, breaking: breach)
            parser.reset()
            input.consume(length + bodyLength)
            if !acts.isEmpty { return .slow(acts, keepsAlive: keepsAlive) }
            // A client that announced the end and has sent nothing more is not waited for.
            if !keepsAlive { return .last(lingers: !input.isEmpty) }
            if output.count >= Self.outputLimit { return .slow([], keepsAlive: true) }
        }
        return .more
    }

    /// Refuses bytes that are no HTTP, or a request that must be refused; the connection ends behind the reply.
    private func refuse(_ deviation: Deviation, _ bytes: UnsafeRawBufferPointer) -> Step {
        let refusal = RouteRefusal(deviation)
        tellMalformed(deviation.slug, bytes, refusal.sentence)
        output.append(refusal.bytes(closes: true))
        return .last(lingers: true)
    }

    /// Writes the reply to one request, or a refusal that names the nearest route.
    func answer(
        _ request: RequestView, _ lookup: RouteTable.Lookup, of channel: Channel, _ portion: ReplyPortion = .whole,
        breaking breach: WireRule?
    ) -> [Batch.Element] {
        if let route = lookup.route { return answer(request, by: route, of: channel, portion, breaking: breach) }
        switch make(for: request) {
        case .route(let route): return answer(request, by: route, of: channel, portion, breaking: breach)
        case .none(let fault):
            output.append(refusal(of: request, because: fault, breaking: breach).bytes())
            return []
        }
    }

    private func answer(
        _ request: RequestView, by route: FoundRoute, of channel: Channel, _ portion: ReplyPortion,
        breaking breach: WireRule?
    ) -> [Batch.Element] {
        if let breach { tellMalformed(request, breach, by: route.name) } else { tellAnswered(request, by: route) }
        return route.answer(request, in: surroundings, visit: visit(request, of: channel), portion, into: &output)
    }

    /// Counts and logs a request that a route answers.
    func tellAnswered(_ request: RequestView, by route: FoundRoute) {
        answered += 1
        if let journal { journal.take(request, by: route.name, at: url) }
        if let log, log.tells(.requestAnswered) { tell(log, .requestAnswered, request, ("route", route.name)) }
    }

    /// Counts and logs a request that no route answers, and makes its refusal.
    func refusal(
        of request: RequestView, because fault: String?, breaking breach: WireRule? = nil
    ) -> RouteRefusal {
        let leaving = code.map { request.body == nil ? "" : "; \($0.name) leaves it without an answer" } ?? ""
        let sentence = fault ?? table.diagnosis(of: request, in: surroundings) + leaving
        tellUnmatched(request, sentence, breaking: breach)
        if fault != nil { return RouteRefusal(500, sentence, hasBody: !request.method.elementsEqual("HEAD".utf8)) }
        let allowed = table.methods(atPathOf: request, in: surroundings)
        let method = String(decoding: request.method, as: UTF8.self)
        // RFC 9110 section 15.5.6. If a route has the method and only asks for more, the answer is 404.
        let isAllowed = allowed.isEmpty || allowed.contains(method)
        return RouteRefusal(
            isAllowed ? 404 : 405, sentence, allowed: isAllowed ? [] : allowed, hasBody: method != "HEAD")
    }

    /// The number of bytes kept of a body that no route looks at: the journal notes whether there are more than it
    /// keeps.
    var keptOfIgnored: Int { journal.map { $0.bodyLimit + 1 } ?? 0 }

    /// A request whose body is still to come.
    func awaited(
        _ request: RequestView, _ framing: BodyFraming, expectsContinue: Bool, keepsAlive: Bool = true,
        breaking breach: WireRule? = nil
    ) -> AwaitedBody {
        let lookup = table.find(request, in: surroundings)
        // Code may look at any body.
        let needsBody = lookup.needsBody || lookup.routeByHead == nil && code != nil
        return AwaitedBody(
            request: KeptRequest(request), framing: framing, expectsContinue: expectsContinue, keepsAlive: keepsAlive,
            route: lookup.routeByHead, isIgnored: !needsBody, table: table, breach: breach)
    }

    /// Whether the bytes begin with the preface of HTTP/2; false: they are a beginning of it. nil: they are something
    /// else, or HTTP/2 is not spoken in the clear here.
    private func expectsPreface(_ bytes: UnsafeRawBufferPointer) -> Bool? {
        guard takesPreface else { return nil }
        guard let isWhole = HTTP2Preface.begins(bytes) else { return false }
        return isWhole ? true : nil
    }

    func tell(_ log: ServerLog, _ kind: ServerLog.Kind, _ request: RequestView, _ more: (String, String)...) {
        let method = String(decoding: request.method.prefix(Self.toldAtMost), as: UTF8.self)
        let target = String(decoding: request.target.prefix(Self.toldAtMost), as: UTF8.self)
        log.tell(
            kind, nil, [("method", .text(method)), ("target", .text(target))] + more.map { ($0, .text($1)) })
    }

    /// The facts about the connection and the server that generators may use.
    func visit(_ request: RequestView, of channel: Channel) -> Visit {
        Visit(
            peer: channel.peer?.host ?? "", scheme: String(surroundings.scheme),
            authority: String(surroundings.authority),
            methods: table.methods(atPathOf: request, in: surroundings), seed: .random(in: 0 ... .max))
    }

    private static let toldAtMost = 1000
    private static let outputLimit = 256 * 1024
}

extension RouteTable.Lookup {
    var route: FoundRoute? { if case .found(let route) = self { route } else { nil } }
    var needsBody: Bool { if case .needsBody = self { true } else { false } }

    /// The route that answers, even if its reply depends on the body.
    var routeByHead: FoundRoute? { if case .needsBody(let route) = self { route } else { route } }
}

extension FoundRoute {
    /// `notes.routes:4`
    fileprivate var name: String { "\(file):\(place.line)" }
}
