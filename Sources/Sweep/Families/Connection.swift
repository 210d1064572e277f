// Connection.swift: connections that cannot be used again.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainScenario

extension Family {
    /// RFC 9112 section 9: a connection may end between requests, and a client goes on with another one.
    package static let connection = Family(
        "connection", "the kept connection is dead before the next request, or each reply says that it is the last",
        needsBaseline: true
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
                let arrival = baseline.arrivals(at: exchange.start).first, before.connection == arrival.connection
            else { continue }
            if let change = subject.closedWhileIdle(former, exchange) {
                changes.append(change)
            } else {
                changes.leaveOut("no load begins between the requests")
            }
            for change in subject.deaths(of: exchange, arrival) { changes.append(change) }
        }
        return changes
    }
}

extension Subject {
    fileprivate var reasonAgainstClosing: String? {
        if scenario.demands.contains(.http2) { return "over HTTP/2" }
        if !scenario.lanes.isEmpty { return "in lanes" }
        if exchanges.contains(where: { $0.method == "CONNECT" || $0.final?.status == 101 }) { return "a tunnel" }
        for line in deeds.values {
            switch line.deed {
            case .binding(.named): return "connections with names"
            case .await: return "awaits something of a connection"
            case .act(let act) where act.has(.closes): return "closes connections itself"
            default: continue
            }
        }
        return nil
    }

    /// RFC 9112 section 9.6: behind `Connection: close` no request follows on the connection, even if it is open for
    /// a while.
    fileprivate func eachReplyIsLast(_ baseline: Baseline) -> Change? {
        var edits: [Edit] = []
        for exchange in exchanges {
            guard let reply = exchange.final, reply.raw.isEmpty, reply.fields("connection").isEmpty else { return nil }
            edits.append(.insert("< Connection: close", above: reply.start + 1))
        }
        guard !edits.isEmpty else { return nil }
        for (former, exchange) in zip(exchanges, exchanges.dropFirst()) {
            let before = baseline.arrivals(at: former.start).last?.connection
            guard before == baseline.arrivals(at: exchange.start).first?.connection else { continue }
            if let binding = exchange.binding { edits.append(.remove(binding)) }
            edits.append(.insert(trustAgain + ["! new-connection"], above: exchange.start))
        }
        return Change(
            "close", place: "every reply", sentence: "each reply says that it is the last on its connection",
            edits: edits)
    }

    /// The FIN has come while nothing was under way: every client can know of it.
    fileprivate func closedWhileIdle(_ former: Exchange, _ exchange: Exchange) -> Change? {
        guard let load = exchange.load, load != former.load, let order = loads[load].order, exchange.block == nil,
            loads[load].block == nil, let reply = exchange.replies.first
        else { return nil }
        let binding = exchange.binding.map { [Edit.remove($0)] } ?? []
        return Change(
            "idle-\(reply.number)", place: "while it is idle",
            sentence: "the kept connection is closed before request \(reply.number)",
            edits: [
                .insert(["! close", "! wait 20ms"], above: order),
                .insert(trustAgain + ["! new-connection"], above: exchange.start),
            ] + binding + withoutSameConnection(from: exchange.start))
    }

    /// The request arrives, and the connection ends in place of a reply (RFC 9112 section 9.3.1).
    fileprivate func deaths(of exchange: Exchange, _ arrival: Baseline.Arrival) -> [Change] {
        guard let reply = exchange.replies.first, reasonAgainstCutting(exchange, reply) == nil,
            let sent = arrival.replies.first(where: { $0.line == reply.start })
        else { return [] }
        let text = CutText(self, exchange, reply, SentMessage(sent, to: arrival.method))
        return ByteCuts(text).deaths("dies-\(reply.number)")
    }

    private func withoutSameConnection(from start: Int) -> [Edit] {
        deeds.filter { index, line in
            if case .binding(.same) = line.deed { index >= start } else { false }
        }.keys.sorted().map { .remove($0) }
    }
}
