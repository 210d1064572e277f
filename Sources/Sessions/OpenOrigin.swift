// OpenOrigin.swift: an origin of a scenario, opened on a port.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainPlayer
import QuintainScenario

/// A port of a run: it listens, or refuses.
struct OpenOrigin {
    let endpoint: Endpoint
    let listener: Listener?
    private let port: UInt16
    /// The owner of a port that refuses connections, kept for as long as the run lasts.
    private let deadEnd: RefusingPort?

    @OnLoop
    init(_ origin: Origin, on wanted: SocketAddress, publicName: String?) throws(LoopError) {
        let address: SocketAddress
        switch origin.reach {
        case .open:
            let listener = try Listener(on: wanted, for: .sessions, loop: .shared)
            self.listener = listener
            deadEnd = nil
            address = listener.address
        case .refused:
            let port = try RefusingPort(on: wanted)
            listener = nil
            deadEnd = port
            address = port.address
        }
        let own = address.isIPv6 ? "[\(address.host)]" : address.host
        let host = origin.host ?? publicName ?? own
        endpoint = Endpoint(
            origin: origin.name, scheme: origin.scheme.rawValue, authority: "\(host):\(address.port)")
        port = address.port
    }

    /// Gives an origin the port of one that is open.
    init(_ origin: Origin, sharing owner: OpenOrigin) {
        listener = nil
        deadEnd = nil
        port = owner.port
        endpoint = Endpoint(
            origin: origin.name, scheme: origin.scheme.rawValue, authority: "\(origin.host ?? "127.0.0.1"):\(port)")
    }

    /// Opens all origins of a scenario, in its order.
    @OnLoop
    static func open(
        _ origins: [Origin], on address: SocketAddress, _ ports: WantedPorts, publicName: String?
    ) throws(LoopError) -> [OpenOrigin] {
        var open: [String: OpenOrigin] = [:]
        do throws(LoopError) {
            for origin in origins where origin.at == nil {
                open[origin.name] = try OpenOrigin(
                    origin, on: address.with(port: ports.port(of: origin)), publicName: publicName)
            }
        } catch {
            for origin in open.values { origin.listener?.close() }
            throw error
        }
        return origins.compactMap { origin in
            guard let owner = origin.at else { return open[origin.name] }
            return open[owner].map { OpenOrigin(origin, sharing: $0) }
        }
    }
}
