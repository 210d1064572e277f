// RouteStreams+Answering.swift: from the events of an HTTP/2 connection to replies under way.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainFrames
import QuintainLoop
import QuintainReply
import QuintainRoutes
import QuintainTransport
import QuintainWire

extension RouteStreams {
    /// A request whose body is still to come, with the bytes that have come.
    struct AwaitedRequest {
        let awaited: RouteHost.AwaitedBody
        var body: [UInt8] = []
        /// The request has been answered: further bytes are dropped.
        var isAnswered = false
    }

    /// Takes all events that have come.
    func understand() {
        while let event = wire.next() {
            let answer = event.answer
            take(event)
            if case .breach(let breach) = event, breach.rule == .prefaceMissing, !transport.isSecure {
                // A client that speaks HTTP/1 does not read frames. Over TLS both sides have agreed on HTTP/2.
                owed.append(RouteRefusal(505, "\(host.url) speaks HTTP/2 alone").bytes(closes: true))
            } else {
                owe(answer)
            }
        }
    }

    private func owe(_ answer: FrameAnswer?) { if let answer { owed.append(answer) } }

    private func take(_ event: borrowing HTTP2Connection.Event) {
        switch event {
        case .preface: begin()
        case .head(let stream, let isWhole):
            if isWhole { answer(stream) } else { expectBody(on: stream) }
        case .content(let stream, let bytes, let weight):
            keep(bytes, of: stream)
            owe(wire.consumed(weight, on: stream))
        case .end(let stream): bodyEnded(on: stream)
        case .dropped(_, let weight): owe(wire.consumed(weight, on: 0))
        case .reset(let stream, _):
            tellIncomplete(stream)
            forget(stream)
        case .breach(let breach):
            host.tellMalformed(breach.slug, EmptyCollection(), "\(breach.sentence) (\(breach.citation))")
            forget(breach.stream)
            // The bytes of the stream no longer count against the connection's window.
            owe(wire.consumed(0, on: 0))
        case .settings, .settingsAcknowledged, .informational, .trailers, .refused, .goAway, .ping,
            .pingAcknowledged, .windowUpdate, .priority, .unknown:
            break
        }
    }

    /// Answers a request without a body.
    private func answer(_ stream: Int) {
        guard var request = wire.requestView else { return }
        request.body = UnsafeRawBufferPointer(start: nil, count: 0)
        let lookup = host.table.find(request, in: host.surroundings)
        start(host.elements(for: request, lookup, of: transport.channel), on: stream)
    }

    private func expectBody(on stream: Int) {
        guard let request = wire.requestView else { return }
        let expectsContinue =
            request.value(of: "expect" as StaticString).map { CaseInsensitive.equals($0, "100-continue") } ?? false
        let awaited = host.awaited(request, .chunked, expectsContinue: expectsContinue)
        self.awaited[stream] = AwaitedRequest(awaited: awaited)
        if awaited.isEarly {
            answerAwaited(on: stream)
        } else if expectsContinue {
            start(host.continuation(of: awaited, on: transport.channel), on: stream)
        }
    }

    /// Keeps the bytes of a body that a route looks at, up to the limits.
    private func keep(_ bytes: UnsafeRawBufferPointer, of stream: Int) {
        guard let request = awaited[stream], !request.isAnswered, !bytes.isEmpty else { return }
        guard !request.awaited.isIgnored else {
            let portion = bytes.prefix(max(0, host.keptOfIgnored - request.body.count))
            awaited[stream]!.body += portion
            kept += portion.count
            return
        }
        awaited[stream]!.body += bytes
        kept += bytes.count
        if request.body.count + bytes.count > RouteHost.bodyLimit || kept > Self.keptAtMost {
            request.awaited.request.withView(body: []) { host.tellUnmatched($0, RouteHost.tooLong.sentence) }
            letGo(of: stream)
            // Further bytes are read and dropped: some clients lose the answer when their upload is reset.
            start(RouteHost.tooLong.elements, on: stream)
        }
    }

    private func bodyEnded(on stream: Int) {
        guard let request = awaited[stream] else { return }
        if !request.isAnswered { answerAwaited(on: stream) }
        awaited[stream] = nil
    }

    private func answerAwaited(on stream: Int) {
        guard let request = awaited[stream] else { return }
        letGo(of: stream)
        start(host.elements(for: request.awaited, request.body, of: transport.channel), on: stream)
    }

    /// Tells of requests that end with the connection before they are whole.
    func tellIncomplete() {
        // What a breach has ended was told with it.
        guard !wire.isOver else { return }
        for stream in awaited.keys.sorted() { tellIncomplete(stream) }
        if wire.hasBegunHead || (!hasBegun && !wire.isBetweenFrames) {
            host.tellIncomplete(EmptyCollection(), RouteHost.endedInHead, on: transport.channel)
        }
    }

    /// Tells of a request on this stream that is not whole, if there is one.
    private func tellIncomplete(_ stream: Int) {
        guard let request = awaited[stream], !request.isAnswered else { return }
        host.tellIncomplete(request.awaited, RouteHost.endedInBody, on: transport.channel)
    }

    /// Drops the body of a request that has been answered.
    private func letGo(of stream: Int) {
        kept -= awaited[stream]?.body.count ?? 0
        awaited[stream]?.body = []
        awaited[stream]?.isAnswered = true
    }

    private func start(_ elements: [Batch.Element], on stream: Int) {
        replies.append(StreamReply(elements, on: stream))
    }

    /// Drops everything that is kept of a stream that is over.
    private func forget(_ stream: Int) {
        letGo(of: stream)
        replies.removeAll { $0.stream == stream }
        awaited[stream] = nil
        stalled.remove(stream)
    }

    /// The greatest size of the bodies of all streams together.
    private static let keptAtMost = 4 * RouteHost.bodyLimit
}

extension RouteHost {
    /// The reply to a request on a stream, or a refusal that names the nearest route.
    func elements(
        for request: RequestView, _ lookup: RouteTable.Lookup, of channel: Channel, _ portion: ReplyPortion = .whole
    ) -> [Batch.Element] {
        if let route = lookup.route {
            return elements(for: request, by: route, in: &streamReplies, of: channel, portion)
        }
        switch make(for: request) {
        case .route(let route):
            // It was made for this request alone, and nothing of it is kept.
            var replies = StreamReplies()
            return elements(for: request, by: route, in: &replies, of: channel, portion)
        case .none(let fault): return refusal(of: request, because: fault).elements
        }
    }

    private func elements(
        for request: RequestView, by route: FoundRoute, in replies: inout StreamReplies, of channel: Channel,
        _ portion: ReplyPortion
    ) -> [Batch.Element] {
        tellAnswered(request, by: route)
        let elements = replies.answer(
            request, by: route, in: surroundings, visit: visit(request, of: channel), portion)
        // RFC 9113 section 7: the client asks again over HTTP/1.1.
        return elements ?? [.strike(.resetStream(.http11Required))]
    }

    func elements(for awaited: AwaitedBody, _ body: [UInt8], of channel: Channel) -> [Batch.Element] {
        awaited.request.withView(body: body) { view in
            elements(for: view, awaited.table.find(view, in: surroundings), of: channel, awaited.portion)
        }
    }

    /// The answer to a client that waits for `100 Continue`: the route's own `< 100`, or one of ours.
    func continuation(of awaited: AwaitedBody, on channel: Channel) -> [Batch.Element] {
        let own = awaited.request.withView { view in
            awaited.route.flatMap {
                streamReplies.goOn(view, by: $0, in: surroundings, visit: visit(view, of: channel))
            }
        }
        return own ?? [.status(of: Array("100".utf8)), .strike(.headers(endsStream: false))]
    }
}
