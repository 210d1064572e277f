// HostTable.swift: the addresses of host names that a client was given.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoader
import QuintainLoop
import QuintainWire

/// A table of names and addresses that takes precedence over the system's.
package struct HostTable: Sendable {
    /// A port of 0 stands for that of the URL.
    private var addresses: [String: SocketAddress] = [:]

    /// Entries whose address cannot be read are ignored, so their names are looked up like others.
    package init(_ resolve: [String: String] = [:]) {
        for (name, address) in resolve {
            let name = (try? URLHost(name).text) ?? name.lowercased()
            if let address = Self.address(address) { addresses[name] = address }
        }
    }

    /// What is wrong with an entry, as a sentence; nil: all can be read.
    package static func fault(in resolve: [String: String]) -> String? {
        for (name, address) in resolve.sorted(by: { $0.key < $1.key }) {
            if (try? URLHost(name)) == nil {
                return "'\(name)' is no host name: write it without a port, since its address is that of all its ports"
            }
            if Self.address(address) == nil {
                return "'\(address)' is no address of '\(name)': write one like 127.0.0.1 or 127.0.0.1:8080"
            }
        }
        return nil
    }

    /// `127.0.0.1`, `::1`, `127.0.0.1:8080`, `[::1]:8080`
    private static func address(_ text: String) -> SocketAddress? {
        if let bare = try? SocketAddress(text) { return bare }
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]), port > 0 else {
            return nil
        }
        let host = text[..<colon]
        // Without brackets an address of IPv6 has no port.
        guard !host.contains(":") || host.hasPrefix("[") else { return nil }
        return try? SocketAddress(String(host), port: port)
    }

    /// The addresses that need no lookup.
    @OnLoop
    func known(_ hop: Hop) -> [SocketAddress]? {
        let port = UInt16(truncatingIfNeeded: hop.port)
        if let address = addresses[hop.host] { return [address.port == 0 ? address.with(port: port) : address] }
        return HostLookup.known(hop.host, port: port)
    }
}
