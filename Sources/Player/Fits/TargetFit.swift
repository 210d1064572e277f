// TargetFit.swift: where a request came and what host it names, compared with the origin of its line.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainScenario
import QuintainTranscript
import QuintainWire

/// The result of comparing the hop, the form of the target and `Host` with a line, as far as the file writes nothing
/// else about them.
struct TargetFit {
    private(set) var breaches: [Difference] = []

    /// - Parameter way: the proxy that the load was to go through, nil for none; nil altogether where no line says so.
    init(
        _ request: ComingRequest, against expected: ExpectedRequest, _ values: Values, by way: String??
    ) {
        guard let passage = request.passage else { return }
        guard case .path(let origin, _) = expected.target, let endpoint = values.endpoints[origin] else {
            holdHost(request, by: passage, expected, values.origins)
            return
        }
        holdPassage(request, passage, values.origins, way)
        if !expected.writesHost { holdHost(request.head, of: endpoint) }
    }

    /// Whether the request came as ordered: straight, or through a proxy.
    private mutating func holdPassage(_ request: ComingRequest, _ passage: Passage, _ origins: Origins, _ way: String??)
    {
        if request.head.isAbsolute, !origins.isProxy(passage.end) {
            breaches.append(.target(.absoluteForm(request.head.shortTarget)))
        }
        guard case .some(let wanted) = way else { return }
        let proxy = origins.isProxy(passage.origin) ? passage.origin : nil
        guard proxy != wanted else { return }
        breaches.append(.target(.way(proxy: proxy, origin: passage.origin, wanted: wanted)))
    }

    private mutating func holdHost(_ head: RequestHead, of endpoint: Endpoint) {
        let hosts = head.values(of: "Host").map { String(decoding: $0, as: UTF8.self) }
        guard let host = hosts.first else {
            if !head.version.isOld { breaches.append(.field("Host", .missing)) }
            return
        }
        if hosts.count > 1 { breaches.append(.field("Host", .tooMany(hosts.count, of: nil))) }
        if !endpoint.isNamed(by: host) {
            breaches.append(.field("Host", .host(String(host.prefix(120)), wanted: endpoint.authority)))
        }
    }

    /// Whether `Host` names the origin to which the connection leads, for a target that is compared as text. Whether it
    /// is a host at all is judged as form, and a proxy may be asked for other hosts.
    private mutating func holdHost(
        _ request: ComingRequest, by passage: Passage, _ expected: ExpectedRequest, _ origins: Origins
    ) {
        guard request.head.form == .origin || request.head.form == .asterisk, request.number.syntax.hasText,
            !expected.isRaw, !expected.writesHost, !passage.isTunnel, !origins.isProxy(passage.origin),
            let host = request.head.soleHost, !origins.isNamed(passage.origin, by: host)
        else { return }
        let fault = FormFault.host(
            String(host.prefix(120)), origin: passage.origin, citation: WireRule.hostDiffers.citation)
        breaches.append(.malformed(request.number, fault))
    }
}

extension ExpectedRequest {
    fileprivate var writesHost: Bool { fields.contains { $0.name.lowercased() == "host" } }
}

extension Endpoint {
    /// The port as text: `8080`.
    var port: String {
        let port = Authority(authority)?.port ?? defaultPort
        return "\(port)"
    }

    private var defaultPort: Int { scheme == "https" ? 443 : 80 }

    /// The endpoint where its clients may have its name in their code.
    func named(inCodeFor scenario: Scenario) -> Endpoint {
        var endpoint = self
        endpoint.mayLackPort = scenario.origins.first { $0.name == origin }?.mayBeNamedInCode ?? false
        return endpoint
    }

    /// Whether a `Host` names this endpoint. `localhost` and `::1` also stand for the loopback address.
    func isNamed(by host: String) -> Bool {
        guard let named = Authority(host.lowercased()), let own = Authority(authority.lowercased()),
            named.userInformation == nil,
            named.port == nil && mayLackPort || named.port ?? defaultPort == own.port ?? defaultPort
        else { return false }
        return named.host == own.host || own.host == "127.0.0.1" && ["localhost", "::1"].contains(named.host)
    }
}
