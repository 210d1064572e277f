// OpenOrigin.swift: an origin of a scenario, with a port.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainPlayer
import QuintainScenario

/// A port of a run: it listens, refuses, or swallows.
struct OpenOrigin {
    let endpoint: Endpoint
    let listener: Listener?
    /// Keeps the port to itself for as long as the run lasts.
    private let deadEnd: AnyObject?

    @OnLoop
    init(_ origin: Origin, on wanted: SocketAddress, publicName: String?) throws(LoopError) {
        let address: SocketAddress
        switch origin.reach {
        case .open:
            let listener = try Listener(on: wanted, loop: .shared)
            self.listener = listener
            deadEnd = nil
            address = listener.address
        case .refused:
            let port = try RefusingPort(on: wanted)
            listener = nil
            deadEnd = port
            address = port.address
        case .blackhole:
            let hole = try Blackhole(on: wanted)
            listener = nil
            deadEnd = hole
            address = hole.address
        }
        let own = address.isIPv6 ? "[\(address.host)]" : address.host
        let host = origin.host ?? publicName ?? own
        endpoint = Endpoint(
            origin: origin.name, scheme: origin.scheme.rawValue, authority: "\(host):\(address.port)")
    }
}
