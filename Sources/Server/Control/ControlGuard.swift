// ControlGuard.swift: who may drive the server.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainWire

/// Keeps web pages out, and beyond loopback everybody who has no token.
///
/// A page that a person looks at can send requests to loopback ports. Its `Origin` gives it away, and where a
/// browser sends none, `Sec-Fetch-Site`; a page whose host name was pointed at 127.0.0.1 gives itself away by
/// its `Host`.
struct ControlGuard {
    let address: SocketAddress
    /// Required if there is one.
    let token: String?

    func check(_ request: ControlRequest) throws(ControlFault) {
        // The page is the same for everybody and tells nothing: it asks for the token, and sends it.
        if let token, !request.wantsPage {
            let given = request.field("Authorization").map { Array($0.utf8) } ?? []
            guard Self.areEqual(given, Array("Bearer \(token)".utf8)) else {
                throw ControlFault(
                    401, "no-token", "the token is missing or wrong", help: "send 'Authorization: Bearer TOKEN'")
            }
        } else if token == nil {
            let host = request.field("Host") ?? ""
            guard isOwn(host) else {
                throw ControlFault(
                    403, "foreign-host", "Host is '\(host)', which is not this server", help: "use http://\(address)")
            }
        }
        if let origin = request.field("Origin") {
            let scheme = "http://"
            guard origin.lowercased().hasPrefix(scheme), isOwn(String(origin.dropFirst(scheme.count))) else {
                throw ControlFault(
                    403, "foreign-origin", "a page from '\(origin)' may not drive this server",
                    help: "send the request from a program, without Origin")
            }
        }
        if let site = request.field("Sec-Fetch-Site"), !["same-origin", "none"].contains(site.lowercased()) {
            throw ControlFault(
                403, "foreign-origin", "a page from another site may not drive this server",
                help: "send the request from a program")
        }
    }

    /// Whether this is a host and port by which a program on this machine reaches us: the address itself, any
    /// loopback address however it is written, or `localhost`.
    private func isOwn(_ text: String) -> Bool {
        guard let authority = Authority(text), authority.userInformation == nil,
            (authority.port ?? 80) == Int(address.port)
        else { return false }
        if !authority.isLiteral, authority.host.lowercased() == "localhost" { return true }
        guard let named = try? SocketAddress(authority.host, port: address.port), named.isIPv6 == authority.isLiteral
        else { return false }
        return named.isLoopback || named == address
    }

    /// In a time that does not tell how much of it was right.
    private static func areEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        guard one.count == other.count else { return false }
        return zip(one, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
