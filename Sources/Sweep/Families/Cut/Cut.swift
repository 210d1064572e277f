// Cut.swift: connections that end at a byte of a reply, and streams that end between its frames.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainScenario
internal import QuintainWire
internal import QuintainWords

extension Family {
    /// What a client does follows from whether the reply was whole: RFC 9112 sections 8 and 9.8, RFC 9113 section 8.1.
    package static let cut = Family(
        "cut",
        "the connection ends at a byte of a reply, by FIN, by RST, over TLS without close_notify; or a stream of HTTP/2"
    ) { subject in
        var changes = Changes()
        guard let baseline = subject.baseline else { return changes }
        for exchange in subject.exchanges {
            for reply in exchange.replies {
                if let reason = subject.reasonAgainstCutting(exchange, reply) {
                    changes.leaveOut(reason)
                    continue
                }
                guard let arrival = baseline.arrivals(at: exchange.start).first,
                    let sent = arrival.replies.first(where: { $0.line == reply.start })
                else {
                    changes.leaveOut("was not played")
                    continue
                }
                // Nothing says what a request that is sent again gets.
                if arrival.syntax.hasText, arrival.replies.contains(where: { $0.isCut(answering: arrival.method) }) {
                    changes.leaveOut("is cut already")
                    continue
                }
                let text = CutText(subject, exchange, reply, SentMessage(sent, to: arrival.method))
                if arrival.syntax.hasText {
                    for change in ByteCuts(text).changes() { changes.append(change) }
                } else {
                    StreamCuts(text, arrival, baseline).add(to: &changes)
                }
            }
        }
        return changes
    }
}

extension Subject {
    /// Why a reply is not struck at its bytes; nil: it can be.
    func reasonAgainstStriking(_ exchange: SweptExchange, _ reply: ReplyLines) -> String? {
        guard let syntax else { return "over one of two versions" }
        if !scenario.lanes.isEmpty { return "in lanes" }
        if exchange.block != nil { return "in a block" }
        if exchange.replies.contains(where: { !$0.raw.isEmpty || $0.status == nil }) { return "raw or computed" }
        if reply.start > 0, case .act(.at)? = deeds[reply.start - 1]?.deed { return "is struck already" }
        if !syntax.hasText, isStruck(exchange) { return "is struck already" }
        let text = lines[reply.start...reply.last]
        if text.contains(where: { $0.contains("{{nonce") || $0.contains("{{digest-info") }) { return "has a nonce" }
        if text.contains(where: { $0.contains("{{request.") }) { return "depends on the request" }
        if reply.status == 101 || exchange.method == "CONNECT" { return "leads to another protocol" }
        return nil
    }

    /// Whether an act ends the stream of the exchange, or sends frames that the server does not send by itself.
    private func isStruck(_ exchange: SweptExchange) -> Bool {
        let next = exchanges.first { $0.start > exchange.start }?.start ?? lines.count
        return (exchange.start..<next).contains { index in
            guard case .act(let act)? = deeds[index]?.deed else { return false }
            return act.has(.endsSending) || act.word == .goAway || act.word == .frame
        }
    }

    func reasonAgainstCutting(_ exchange: SweptExchange, _ reply: ReplyLines) -> String? {
        if let reason = reasonAgainstStriking(exchange, reply) { return reason }
        guard let last = exchange.request.last, last < (exchange.replies.first?.start ?? 0) else {
            return "its request goes on below"
        }
        guard let load = exchange.load, loads[load].block == nil, end(ofLoad: load) != nil else { return "in a block" }
        if loads[load].client.isEventSource { return "an event source" }
        guard let final = exchange.final else { return "has no final reply" }
        if final.fields("content-type").contains(where: { $0.value.contains("multipart/x-mixed-replace") }) {
            return "its parts are responses"
        }
        let within = reply.start...(exchange.replies.map(\.last).max() ?? reply.last)
        if within.contains(where: { if case .order? = deeds[$0]?.deed { true } else { false } }) {
            return "the client is told to do something within it"
        }
        if syntax?.hasText == false, let reason = reasonAgainstRepeating(exchange) { return reason }
        if mayUseCopy(before: exchange) { return "a stored copy may stand in" }
        if let end = loads[load].end, case .callback(let callback)? = deeds[end]?.deed, callback.kind == .fail {
            return "its load fails as it is"
        }
        return nil
    }

    /// Why no lines can say how a request is sent again; nil: they can.
    private func reasonAgainstRepeating(_ exchange: SweptExchange) -> String? {
        if goesOnBelowReply(exchange) { return "an early reply" }
        let callbacks = exchange.load.map { loads[$0].callbacks } ?? []
        let asksForBody = callbacks.contains { index in
            if case .callback(let callback)? = deeds[index]?.deed { callback.kind == .needBody } else { false }
        }
        return asksForBody ? "a body that is asked for" : nil
    }

    /// Whether an earlier reply may have been stored: RFC 9111 section 4.2.4 lets it be used where the origin cannot be
    /// reached.
    private func mayUseCopy(before exchange: SweptExchange) -> Bool {
        guard exchange.method == nil || ["GET", "HEAD"].contains(exchange.method) else { return false }
        return exchanges.contains { former in
            guard former.start < exchange.start, let fields = former.final?.fields else { return false }
            return fields.contains {
                ["cache-control", "expires", "etag", "last-modified", "age"].contains($0.name ?? "cache-control")
            }
        }
    }

    /// The questions about trust, each optional: a client may judge another connection over TLS anew.
    var trustAgain: [String] {
        var lines: [String] = []
        for index in deeds.keys.sorted() {
            guard case .callback(let callback)? = deeds[index]?.deed, callback.kind == .challenge,
                callback.isChallenge(among: [.serverTrust, .clientCertificate])
            else { continue }
            let line = self.lines[index].optional
            if !lines.contains(line) { lines.append(line) }
        }
        return lines
    }

    /// Whether the exchange is over TLS; a proxy's own TLS is not counted.
    func isSecure(_ exchange: SweptExchange) -> Bool {
        scenario.origins.contains { $0.name == exchange.origin && $0.scheme == .https }
    }

    /// The index behind the last line of the load; nil: the next load begins in a block.
    func end(ofLoad index: Int) -> Int? {
        guard index + 1 < loads.count else { return lines.count }
        return loads[index + 1].block == nil ? loads[index + 1].order : nil
    }
}

extension ClientOrder? {
    fileprivate var isEventSource: Bool { if case .load(let load) = self { load.kind == .events } else { false } }
}
