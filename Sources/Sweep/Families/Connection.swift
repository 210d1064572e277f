// Connection.swift: connections that cannot be used again.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainScenario
internal import QuintainTranscript
internal import QuintainWire

extension Family {
    /// RFC 9112 section 9, RFC 9113 section 6.8: a connection may end between requests; a client goes on with another.
    package static let connection = Family(
        "connection", "the kept connection is dead before the next request, or each reply says that it is the last"
    ) { subject in
        var changes = Changes()
        guard let baseline = subject.baseline else { return changes }
        if let reason = subject.reasonAgainstClosing {
            changes.leaveOut(reason, subject.exchanges.count)
            return changes
        }
        if let change = subject.eachReplyIsLast(baseline) { changes.append(change) }
        for (former, exchange) in zip(subject.exchanges, subject.exchanges.dropFirst()) {
            guard let before = baseline.arrivals(at: former.start).last,
                let arrival = baseline.arrivals(at: exchange.start).first,
                before.sharesConnection(with: arrival)
            else { continue }
            let reason = subject.reasonAgainstIdling(former, exchange)
            if let reason { changes.leaveOut(reason) }
            let idle = reason == nil ? subject.closedWhileIdle(former, exchange) : []
            for change in idle + subject.deaths(of: exchange, arrival, baseline) { changes.append(change) }
        }
        return changes
    }
}

extension Subject {
    /// Why a variant cannot say on which connection a request comes; nil: it can.
    var reasonAgainstClosing: String? {
        if syntax == nil { return "over one of two versions" }
        if !scenario.lanes.isEmpty { return "in lanes" }
        if exchanges.contains(where: { $0.method == "CONNECT" || $0.final?.status == 101 }) { return "a tunnel" }
        for line in deeds.values {
            switch line.deed {
            case .binding(.named): return "connections with names"
            case .await: return "awaits something of a connection"
            case .act(let act) where act.has(.closes) || act.word == .goAway || act.word == .frame:
                return "closes connections itself"
            default: continue
            }
        }
        return nil
    }

    /// RFC 9112 section 9.6: behind `Connection: close` no request follows on the connection, even if it is open for
    /// a while. Over HTTP/2 a GOAWAY says so.
    fileprivate func eachReplyIsLast(_ baseline: Baseline) -> Change? {
        var edits: [Edit] = []
        for exchange in exchanges {
            guard let reply = exchange.final, reply.raw.isEmpty, reply.fields("connection").isEmpty else { return nil }
            edits.append(
                sharesConnections
                    ? .insert("! goaway NO_ERROR", above: reply.start)
                    : .insert("< Connection: close", above: reply.start + 1))
        }
        guard !edits.isEmpty else { return nil }
        for (former, exchange) in zip(exchanges, exchanges.dropFirst()) {
            let before = baseline.arrivals(at: former.start).last?.connection.carrier
            guard before == baseline.arrivals(at: exchange.start).first?.connection.carrier else { continue }
            edits += comingElsewhere(exchange)
        }
        return Change(
            sharesConnections ? "goaway" : "close", place: "every reply", edits: edits)
    }

    /// Whether a connection carries several requests at once, so that no field of one says that it ends.
    private var sharesConnections: Bool { syntax?.sharesConnection == true }

    private func comingElsewhere(_ exchange: SweptExchange) -> [Edit] {
        (exchange.binding.map { [.remove($0)] } ?? [])
            + [.insert(trustAgain + ["! new-connection"], above: exchange.start)]
    }

    /// The edits by which the next request on a connection comes on another one; nil: it stands in a block.
    func comingElsewhere(
        behind exchange: SweptExchange, _ arrival: Baseline.Arrival, _ baseline: Baseline
    ) -> [Edit]? {
        let next = exchanges.first { later in
            later.start > exchange.start
                && baseline.arrivals(at: later.start).first?.sharesConnection(with: arrival) ?? false
        }
        guard let next else { return [] }
        return next.block == nil ? comingElsewhere(next) : nil
    }

    /// Why the connection is not closed between two requests; nil: it can be.
    fileprivate func reasonAgainstIdling(_ former: SweptExchange, _ exchange: SweptExchange) -> String? {
        guard let load = exchange.load, load != former.load, loads[load].order != nil, exchange.block == nil,
            loads[load].block == nil, !exchange.replies.isEmpty
        else { return "no load begins between the requests" }
        // A request that crosses the FIN is asked again, unless nobody knows that the reply before it was whole.
        if former.final?.raw.isEmpty == false { return "behind a reply of raw bytes" }
        // RFC 9110 section 9.2.2: such a request is not to be sent again.
        let isSafe = exchange.method.map { !["POST", "PATCH"].contains($0) } ?? false
        return isSafe ? nil : "a request that is not to be sent twice"
    }

    /// Closes the kept connection while nothing is under way: every client can notice the FIN.
    fileprivate func closedWhileIdle(_ former: SweptExchange, _ exchange: SweptExchange) -> [Change] {
        guard let load = exchange.load, let order = loads[load].order, let reply = exchange.replies.first else {
            return []
        }
        return (sharesConnections ? ["", "-goaway"] : [""]).map { how in
            Change(
                "idle-\(reply.number)\(how)", place: "while it is idle",
                edits: [
                    .insert((how.isEmpty ? [] : ["! goaway NO_ERROR"]) + ["! close", "! wait 20ms"], above: order)
                ] + comingElsewhere(exchange) + withoutSameConnection(from: exchange.start))
        }
    }

    /// Ends the connection in place of a reply, once the request has arrived (RFC 9112 section 9.3.1).
    fileprivate func deaths(
        of exchange: SweptExchange, _ arrival: Baseline.Arrival, _ baseline: Baseline
    ) -> [Change] {
        guard let reply = exchange.replies.first, reasonAgainstCutting(exchange, reply) == nil,
            let sent = arrival.replies.first(where: { $0.line == reply.start })
        else { return [] }
        let text = CutText(self, exchange, reply, SentMessage(sent, to: arrival.method))
        let value = "dies-\(reply.number)"
        return sharesConnections ? StreamCuts(text, arrival, baseline).deaths(value) : ByteCuts(text).deaths(value)
    }

    private func withoutSameConnection(from start: Int) -> [Edit] {
        deeds.filter { index, line in
            if case .binding(.same) = line.deed { index >= start } else { false }
        }.keys.sorted().map { .remove($0) }
    }
}
