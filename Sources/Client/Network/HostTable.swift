// HostTable.swift: the addresses of host names that a client was given.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoader
import QuintainLoop
import QuintainWire

/// A table of names and addresses that takes precedence over the system's.
package struct HostTable: Sendable {
    private var addresses: [String: SocketAddress] = [:]

    /// Entries whose address cannot be read are ignored, so their names are looked up like others.
    package init(_ resolve: [String: String] = [:]) {
        for (name, address) in resolve {
            let name = (try? URLHost(name).text) ?? name.lowercased()
            if let address = try? SocketAddress(address) { addresses[name] = address }
        }
    }

    /// The addresses that need no lookup.
    @OnLoop
    func known(_ hop: Hop) -> [SocketAddress]? {
        let port = UInt16(truncatingIfNeeded: hop.port)
        if let address = addresses[hop.host] { return [address.with(port: port)] }
        return HostLookup.known(hop.host, port: port)
    }
}
