// ControlGuard.swift: who may drive the server.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop

/// Keeps web pages out, and beyond loopback everybody who has no token.
///
/// A page that a person looks at can send requests to loopback ports. Its `Origin` gives it away; a page whose
/// host name was pointed at 127.0.0.1 gives itself away by its `Host`.
struct ControlGuard {
    let address: SocketAddress
    /// Required if there is one.
    let token: String?

    func check(_ request: ControlRequest) throws(ControlFault) {
        if let token {
            let given = request.field("Authorization").map { Array($0.utf8) } ?? []
            guard Self.areEqual(given, Array("Bearer \(token)".utf8)) else {
                throw ControlFault(
                    401, "no-token", "the token is missing or wrong", help: "send 'Authorization: Bearer TOKEN'")
            }
        } else {
            let host = request.field("Host")?.lowercased() ?? ""
            guard names.contains(host) else {
                throw ControlFault(403, "foreign-host", "Host is '\(host)', which is not this server", help: "use http://\(address)")
            }
        }
        guard let origin = request.field("Origin")?.lowercased() else { return }
        let own = names.map { "http://" + $0 }
        guard own.contains(origin) else {
            throw ControlFault(403, "foreign-origin", "a page from '\(origin)' may not drive this server")
        }
    }

    private var names: [String] {
        [address.description, "localhost:\(address.port)", "127.0.0.1:\(address.port)", "[::1]:\(address.port)"]
    }

    /// In a time that does not tell how much of it was right.
    private static func areEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        guard one.count == other.count else { return false }
        return zip(one, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
