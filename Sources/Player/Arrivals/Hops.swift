// Hops.swift: which origin a request is for, and through which proxy it came.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainReply
import QuintainScenario
package import QuintainTranscript
import QuintainWire

extension Player {
    // MARK: Inputs

    /// The `:scheme` of a request on a stream came. A proxy may be asked for any scheme, an origin only for its own.
    package mutating func schemeArrived(
        _ scheme: String, offset: Int, on number: ConnectionNumber, at now: Instant
    ) -> [Effect] {
        input(now) { player in
            guard let hop = player.hop(number.carrier), !player.origins.isProxy(hop),
                let spoken = player.origins.scheme(of: hop), scheme.lowercased() != spoken
            else { return }
            let said = Quoting.quoted(Array(scheme.utf8.prefix(40)))
            player.record.deviated(
                .deviation(
                    offset: offset, rule: "scheme-differs",
                    sentence: ":scheme is \(said), and '\(hop)' is of \(spoken)",
                    citation: "RFC 9113 section 8.3.1"), on: number)
        }
    }

    // MARK: Where it leads

    /// The end to which the connection leads: the origin that it came to, or the end of its tunnel.
    func hop(_ number: ConnectionNumber) -> String? {
        connections[number].map { $0.tunnel ?? $0.origin }
    }

    /// The origin that a request is for; nil: a proxy was asked for an origin that is not in this file.
    func destination(of head: RequestHead, on number: ConnectionNumber) -> String? {
        hop(number).flatMap { origins.destination(of: head, at: $0) }
    }

    /// The end of the tunnel that the lane's last request asks for. The server plays all hosts; a host that the file
    /// does not name is `main`.
    func tunnelEnd(_ lane: Lane) -> String? {
        guard let request = connections.request(of: lane), request.method == "CONNECT" else { return nil }
        return origins.origin(calledBy: String(decoding: request.target, as: UTF8.self)) ?? Origin.main.name
    }

    /// A reply has left: it may switch protocols or open a tunnel.
    mutating func openTunnels(of out: Outgoing, _ lane: Lane, _ number: ConnectionNumber) {
        if out.content.contains(.strike(.switchProtocols)) { beginRaw(number, lane) }
        for case .strike(.tunnel(let origin)) in out.content {
            connections[number]?.becomeTunnel(to: origin)
            record.write(.noted("connection \(number) is a tunnel to \(origin) from here on"), connection: number)
        }
    }

    /// Checks the form of the target, and whether the request came as ordered: straight, or through a proxy.
    mutating func checkHop(_ head: RequestHead, _ item: Item, _ number: ConnectionNumber) {
        guard let connection = connections[number], let hop = hop(number) else { return }
        if head.isAbsolute, !origins.isProxy(hop) {
            record.breach(
                .wrongTarget, item.first, "the target is in absolute form, which is for proxies: \(head.shortTarget)")
        }
        guard case .some(let wanted) = delegate.proxy(in: item.lane) else { return }
        let proxy = origins.isProxy(connection.origin) ? connection.origin : nil
        guard proxy != wanted else { return }
        let way = proxy.map { "through the proxy '\($0)'" } ?? "straight to '\(connection.origin)'"
        let wantedWay = wanted.map { "through the proxy '\($0)'" } ?? "straight"
        record.breach(.wrongTarget, item.first, "the request came \(way), not \(wantedWay)")
    }

    /// The reason why a request that came to the wrong place is not for this origin.
    func misdirection(of head: RequestHead, on number: ConnectionNumber, to origin: String) -> String? {
        hop(number).flatMap { origins.misdirection(of: head, at: $0, to: origin) }
    }
}
