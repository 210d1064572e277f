// HostTable.swift: where the names lead that a client has been told.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoader
import QuintainLoop
import QuintainWire

/// A table of names and addresses that goes before what the system knows.
package struct HostTable: Sendable {
    private var addresses: [String: SocketAddress] = [:]

    /// Names that lead to no address are passed over: they are looked up like others.
    package init(_ resolve: [String: String] = [:]) {
        for (name, address) in resolve {
            let name = (try? URLHost(name).text) ?? name.lowercased()
            if let address = try? SocketAddress(address) { addresses[name] = address }
        }
    }

    /// What need not be looked up.
    @OnLoop
    func known(_ hop: Hop) -> [SocketAddress]? {
        let port = UInt16(truncatingIfNeeded: hop.port)
        if let address = addresses[hop.host] { return [address.with(port: port)] }
        return HostLookup.known(hop.host, port: port)
    }
}
