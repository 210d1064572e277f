// Origins.swift: which origin of a run a request is for.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainScenario
import QuintainTranscript
import QuintainWire

/// The origins of a run: which are proxies, which share a port, and by which authority each is called.
struct Origins {
    private let all: [(name: String, endpoint: Endpoint)]
    private let proxies: Set<String>
    /// The origins at one port, by the origin that owns the port, which comes first.
    private let sharers: [String: [String]]

    init(_ scenario: Scenario, at endpoints: [String: Endpoint]) {
        let origins = scenario.origins
        all = origins.compactMap { origin in endpoints[origin.name].map { (origin.name, $0) } }
        proxies = Set(origins.filter { $0.role == .proxy }.map(\.name))
        sharers = Dictionary(grouping: origins.filter { $0.at != nil }) { $0.at ?? "" }
            .reduce(into: [:]) { $0[$1.key] = [$1.key] + $1.value.map(\.name) }
    }

    func isProxy(_ name: String) -> Bool { proxies.contains(name) }

    func scheme(of name: String) -> String? { all.first { $0.name == name }?.endpoint.scheme }

    /// The origin that a request to `hop` is for; nil: a proxy was asked for an origin that is not in this file.
    func destination(of head: RequestHead, at hop: String) -> String? {
        guard isProxy(hop) else { return sharers[hop].map { destination(of: head, among: $0) ?? hop } ?? hop }
        guard head.isAbsolute else { return nil }
        return head.hostOfTarget.flatMap {
            origin(calledBy: $0, scheme: URLParts(head.targetText).scheme?.lowercased())
        }
    }

    /// The origin that the request names, of several at one port.
    private func destination(of head: RequestHead, among names: [String]) -> String? {
        let asked =
            head.isAbsolute
            ? head.hostOfTarget
            : head.fields.first("Host").map { String(decoding: $0, as: UTF8.self) }
        guard let asked else { return nil }
        return names.first { name in all.contains { $0.name == name && $0.endpoint.isNamed(by: asked) } }
    }

    /// Whether a `Host` names an origin at that port.
    func isNamed(_ hop: String, by host: String) -> Bool {
        let names = sharers[hop] ?? [hop]
        return all.contains { names.contains($0.name) && $0.endpoint.isNamed(by: host) }
    }

    /// The origin that an authority names.
    func origin(calledBy authority: String, scheme: String? = nil) -> String? {
        all.first { _, endpoint in
            scheme.map { $0 == endpoint.scheme } ?? true && endpoint.isNamed(by: authority)
        }?.name
    }

    /// The end of the tunnel that a request asks for. The server plays all hosts; a host that the file does not name is
    /// `main`. nil: the request asks for none.
    func tunnelEnd(of request: Scope.Request?) -> String? {
        guard let request, request.method == "CONNECT" else { return nil }
        return origin(calledBy: String(decoding: request.target, as: UTF8.self)) ?? Origin.main.name
    }

    /// The reason why a request that came to `hop` is not for this origin; nil: it is.
    func misdirection(of head: RequestHead, at hop: String, to origin: String) -> Misdirection? {
        let destination = destination(of: head, at: hop)
        guard destination != origin else { return nil }
        if let destination {
            return sharers[hop] == nil
                ? .origin(destination, wanted: origin) : .host(destination, wanted: origin)
        }
        if head.isAbsolute { return .hostAtProxy(hop, wanted: origin) }
        return head.method == "CONNECT" ? .tunnel(proxy: hop) : .form(proxy: hop)
    }
}

extension RequestHead {
    /// The host of an absolute target, with its port. The user before it, who must not be there, is judged as form.
    fileprivate var hostOfTarget: String? {
        URLParts(targetText).authority.map {
            String($0[($0.lastIndex(of: "@").map($0.index(after:)) ?? $0.startIndex)...])
        }
    }
}
