// ControlGuard.swift: decides which requests may control the server.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainWire

/// Refuses requests of web pages and, if a token is required, those without it.
///
/// Any page in a browser can send requests to loopback ports. It is recognised by `Origin` or, if the browser sends
/// none, by `Sec-Fetch-Site`; a page whose host name was pointed at 127.0.0.1 by its `Host`.
struct ControlGuard {
    let address: SocketAddress
    /// The token that requests must have; nil: none is required.
    let token: String?
    /// Other names of this server, with their ports: `ci.example:9000`.
    let allowedHosts: [String]

    /// `local`: the server's address on the connection of the request.
    func check(_ request: ControlRequest, at local: SocketAddress?) throws(ControlFault) {
        // Another server on the way may go by the other one: RFC 9112 section 3.2.
        for name in ["Host", "Origin"] where request.head.values(of: name).count > 1 {
            throw ControlFault(400, "two-fields", "the request has more than one \(name)", help: "send it once")
        }
        // The page needs no token, because it holds no secrets: it asks for the token and sends it. `/health` tells no
        // more than the open port does.
        if token != nil, !request.wantsPage, !request.isKnock {
            guard isTrusted(request) else {
                throw ControlFault(
                    401, "no-token", "the token is missing or wrong", help: "send 'Authorization: Bearer TOKEN'")
            }
        } else if token == nil {
            let host = request.field("Host") ?? ""
            guard isOwn(host, local) else {
                throw ControlFault(
                    403, "foreign-host", "Host is '\(host)', which is not this server",
                    help: "use http://\(address), or start the server with '--allow-host \(host)'")
            }
        }
        if let origin = request.field("Origin") {
            let scheme = "http://"
            guard origin.lowercased().hasPrefix(scheme), isOwn(String(origin.dropFirst(scheme.count)), local) else {
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

    /// Whether the request carries the token; true if none is required. The scheme is case-insensitive, RFC 9110
    /// section 11.1.
    func isTrusted(_ request: ControlRequest) -> Bool {
        guard let token else { return true }
        let given = (request.field("Authorization") ?? "").split(separator: " ", maxSplits: 1)
        guard given.count == 2, given[0].lowercased() == "bearer" else { return false }
        return Self.areEqual(Array(given[1].utf8), Array(token.utf8))
    }

    /// Whether this is a host and port of the server: its address, the local address of the connection, any spelling of
    /// a loopback address, `localhost`, or an allowed name.
    private func isOwn(_ text: String, _ local: SocketAddress?) -> Bool {
        if allowedHosts.contains(where: { $0.lowercased() == text.lowercased() }) { return true }
        guard let authority = Authority(text), authority.userInformation == nil,
            (authority.port ?? 80) == Int(address.port)
        else { return false }
        if !authority.isLiteral, authority.host.lowercased() == "localhost" { return true }
        guard let named = try? SocketAddress(authority.host, port: address.port), named.isIPv6 == authority.isLiteral
        else { return false }
        return named.isLoopback || named == address || named == local
    }

    /// Compares in a time that does not depend on how many bytes are equal.
    private static func areEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        guard one.count == other.count else { return false }
        return zip(one, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
