// RouteHost+Unanswered.swift: requests that no route answers, counted, kept and logged.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainNotation
import QuintainWire

extension RouteHost {
    /// Tells of a request that is whole, and that no route answers.
    func tellUnmatched(_ request: RequestView, _ sentence: String, breaking breach: WireRule? = nil) {
        unmatched += 1
        keep { $0.take(request, by: nil, refusal: sentence, malformed: breach?.rawValue, at: url) }
        if let log, log.tells(.requestUnmatched) { tell(log, .requestUnmatched, request, ("nearest", sentence)) }
    }

    /// Tells of bytes that are no request.
    func tellMalformed(_ rule: String, _ bytes: some Collection<UInt8>, _ refusal: String) {
        malformed += 1
        keep { $0.take(malformed: rule, bytes, refusal: refusal, at: url) }
        log?.tell(.requestMalformed, nil, [("rule", .text(rule)), ("message", .text(refusal))])
    }

    /// Tells of a request that breaks a rule, and that a route answers nevertheless.
    func tellMalformed(_ request: RequestView, _ breach: WireRule, by route: String) {
        malformed += 1
        let sentence = "a route answered, though \(breach.sentence)"
        keep { $0.take(request, by: route, refusal: sentence, malformed: breach.rawValue, at: url) }
        if let log, log.tells(.requestMalformed) {
            tell(
                log, .requestMalformed, request, ("rule", breach.rawValue), ("message", sentence),
                ("route", route))
        }
    }

    /// Tells of a request whose body is none.
    func tellMalformed(_ awaited: AwaitedBody, _ rule: String, _ refusal: String) {
        malformed += 1
        awaited.request.withView(body: []) { view in
            keep { $0.take(view, by: nil, refusal: refusal, malformed: rule, at: url) }
            if let log { tell(log, .requestMalformed, view, ("rule", rule), ("message", refusal)) }
        }
    }

    /// Tells of a connection of HTTP/1 that ends here, if a head has begun and has not ended. Empty lines alone begin
    /// none: some clients send one behind a body, and RFC 9112 section 2.2 has a server ignore it.
    @inline(never)
    func tellEnd(having bytes: UnsafeRawBufferPointer, _ sentence: String, of channel: Channel) {
        guard bytes.contains(where: { $0 != 13 && $0 != 10 }) else { return }
        tellIncomplete(bytes, sentence, on: channel)
    }

    /// Tells of a head that does not end.
    func tellIncomplete(_ bytes: some Collection<UInt8>, _ sentence: String, on channel: Channel) {
        // A connection that this side has closed, because the server stops, is no fault of the client's.
        guard !channel.isClosed else { return }
        incomplete += 1
        keep { $0.take(incomplete: bytes, refusal: sentence, at: url) }
        log?.tell(.requestIncomplete, nil, [("message", .text(sentence))])
    }

    /// Tells of a request whose body does not end.
    func tellIncomplete(_ awaited: AwaitedBody, _ sentence: String, on channel: Channel) {
        guard !channel.isClosed else { return }
        incomplete += 1
        awaited.request.withView(body: []) { view in
            keep { $0.take(view, by: nil, refusal: sentence, isIncomplete: true, at: url) }
            if let log { tell(log, .requestIncomplete, view, ("message", sentence)) }
        }
    }

    private func keep(_ take: (Journal) -> Void) {
        if let journal { take(journal) }
        take(unanswered)
    }

    static let endedInHead = "the client ended before the request's head was whole"
    static let endedInBody = "the client ended before the request's body was whole"
    /// How many requests without an answer are kept: enough to see what is wrong.
    nonisolated package static let unansweredAtMost = 100
}
