// Hops.swift: which origin a request is for, and through which proxy it came.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainReply
import QuintainScenario
import QuintainTranscript
import QuintainWire

extension Player {
    /// What the connection leads to: the origin that it came to, or the end of its tunnel.
    func hop(_ number: ConnectionNumber) -> String? {
        connections[number].map { $0.tunnel ?? $0.origin }
    }

    /// The origin that a request is for; nil: a proxy was asked, and not for an origin of this file.
    func destination(of head: RequestHead, on number: ConnectionNumber) -> String? {
        guard let hop = hop(number) else { return nil }
        guard proxies.contains(hop) else { return sharers[hop].map { destination(of: head, among: $0) ?? hop } ?? hop }
        guard head.isAbsolute else { return nil }
        let parts = URLParts(head.targetText)
        return parts.authority.flatMap { origin(calledBy: $0, scheme: parts.scheme?.lowercased()) }
    }

    /// Of several origins at one port, the one whose name the request asks for.
    private func destination(of head: RequestHead, among names: [String]) -> String? {
        let asked =
            head.isAbsolute
            ? URLParts(head.targetText).authority
            : head.fields.first("Host").map { String(decoding: $0, as: UTF8.self) }
        return asked.flatMap { asked in names.first { values.endpoints[$0]?.isNamed(by: asked) ?? false } }
    }

    /// The origin that an authority names.
    private func origin(calledBy authority: String, scheme: String? = nil) -> String? {
        scenario.origins.first { origin in
            guard let endpoint = values.endpoints[origin.name], scheme.map({ $0 == endpoint.scheme }) ?? true else {
                return false
            }
            return endpoint.isNamed(by: authority)
        }?.name
    }

    /// Where the tunnel leads that the lane's last request asks for. The server plays all hosts, those that the
    /// file does not name as `main`.
    func tunnelEnd(_ lane: Lane) -> String? {
        guard let request = connections.request(of: lane), request.method == "CONNECT" else { return nil }
        return origin(calledBy: String(decoding: request.target, as: UTF8.self)) ?? Origin.main.name
    }

    /// The reply that opens a tunnel has left, or the one that refuses it.
    mutating func openTunnels(of out: Outgoing, _ lane: Lane, _ number: ConnectionNumber) {
        if out.content.contains(.strike(.switchProtocols)) { beginStream(number, lane) }
        for case .strike(.tunnel(let origin)) in out.content {
            connections[number]?.becomeTunnel(to: origin)
            record.write(.noted("connection \(number) is a tunnel to \(origin) from here on"), connection: number)
        }
    }

    /// The form of the target, and the way that the request took.
    mutating func checkHop(_ head: RequestHead, _ item: Item, _ number: ConnectionNumber) {
        guard let connection = connections[number], let hop = hop(number) else { return }
        if head.isAbsolute, !proxies.contains(hop) {
            record.breach(
                .wrongTarget, item.first, "the target is in absolute form, which is for proxies: \(head.shortTarget)")
        }
        guard case .some(let wanted) = delegate.proxy(in: item.lane) else { return }
        let proxy = proxies.contains(connection.origin) ? connection.origin : nil
        guard proxy != wanted else { return }
        let way = proxy.map { "through the proxy '\($0)'" } ?? "straight to '\(connection.origin)'"
        let wantedWay = wanted.map { "through the proxy '\($0)'" } ?? "straight"
        record.breach(.wrongTarget, item.first, "the request came \(way), not \(wantedWay)")
    }

    /// Why a request that came to the wrong place is not for this origin.
    func misdirection(of head: RequestHead, on number: ConnectionNumber, to origin: String) -> String? {
        let destination = destination(of: head, on: number)
        guard destination != origin, let hop = hop(number) else { return nil }
        if let destination, sharers[hop] != nil {
            return "its Host names '\(destination)', not '\(origin)'"
        }
        if let destination { return "it came to '\(destination)', not to '\(origin)'" }
        if head.isAbsolute { return "it asks the proxy '\(hop)' for a host that is not '\(origin)'" }
        return "it came to the proxy '\(hop)', which is asked with an absolute URL"
    }
}
