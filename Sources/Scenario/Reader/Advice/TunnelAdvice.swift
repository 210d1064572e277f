// TunnelAdvice.swift: requests to secure origins that come by a proxy without a tunnel.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation

extension Advice {
    /// Warns of the first request to an https origin that is loaded through a proxy where no tunnel is asked for: RFC 9110
    /// section 9.3.6.
    mutating func warnOfNoTunnel(_ scenario: Scenario, _ lines: [Line]) {
        var loads: [Load] = []
        for line in lines {
            switch line.deed {
            case .order(.load(let load)): loads.append(load)
            case .receive(.start(let method, _, _)) where method.literalText == "CONNECT" || method.literal == nil:
                return
            case .receive(.raw(_, .start)): return
            default: break
            }
        }
        guard loads.allSatisfy({ $0.proxy != nil }) else { return }
        let secure = Set(scenario.origins.filter { $0.role == .server && $0.scheme == .https }.map(\.name))
        let loaded = loads.compactMap { if case .path(let origin, _) = $0.url { origin } else { nil } }
        for line in lines {
            guard case .receive(.start(_, .path(let origin, _), _)) = line.deed, secure.contains(origin),
                loaded.contains(origin)
            else { continue }
            faults.add(
                .neverKept, line.place, "a client asks the proxy for a tunnel first, because '\(origin)' speaks TLS",
                help: "write above it '> CONNECT {{authority \(origin)}}' and '< 200'")
            return
        }
    }
}
