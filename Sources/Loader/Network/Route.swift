// Route.swift: over which hops a request goes.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// An origin or a proxy, as the end of a connection.
package struct Hop: Sendable, Hashable, CustomStringConvertible {
    package var isSecure: Bool
    /// Lower case; an IPv6 address without its brackets.
    package var host: String
    package var port: Int

    package init(isSecure: Bool, host: String, port: Int) {
        self.isSecure = isSecure
        self.host = host
        self.port = port
    }

    /// `host:port`, with brackets around an IPv6 address.
    package var authority: String { (host.contains(":") ? "[\(host)]" : host) + ":\(port)" }
    package var description: String { (isSecure ? "https://" : "http://") + authority }
}

/// The version of HTTP for requests to an origin. Proxies get HTTP/1.1.
package enum VersionChoice: Sendable, Hashable {
    /// Over TLS the version that ALPN chooses, without TLS HTTP/1.1.
    case negotiated
    /// HTTP/1.1, even if the server offers more.
    case one
    /// HTTP/2 without TLS, because the origin is known to speak it: RFC 9113 section 3.3.
    case two
}

/// ```
/// plain origin                client ─────────▶ origin
/// plain origin, proxy         client ─────────▶ proxy ──▶ origin         one connection serves many origins
/// secured origin, proxy       client ──CONNECT─▶ proxy ═══▶ origin       the tunnel is the origin's
/// ```
package struct Route: Sendable, Hashable {
    package var origin: Hop
    package var proxy: Hop?
    package var version: VersionChoice

    package init(origin: Hop, proxy: Hop? = nil, version: VersionChoice = .negotiated) {
        self.origin = origin
        self.proxy = proxy
        self.version = version
    }

    /// The first hop: the end of the TCP connection.
    package var first: Hop { proxy ?? origin }
    package var needsTunnel: Bool { proxy != nil && origin.isSecure }
    /// Connections of equal keys are interchangeable: one to a proxy serves all plain origins.
    package var key: Route { proxy != nil && !needsTunnel ? Route(origin: proxy!, proxy: proxy) : self }

    /// Requests share a connection from its beginning: HTTP/2 is spoken there without a handshake that chooses it.
    package var sharesAtOnce: Bool { version == .two && !origin.isSecure && proxy == nil }

    /// Whether requests share a connection on which the handshake with a hop has chosen this protocol.
    package func shares(having chosen: String?, with hop: Hop) -> Bool { hop == origin && chosen == "h2" }

    /// The protocols that ALPN offers on this hop, RFC 7301.
    package func protocols(for hop: Hop) -> [String] {
        hop == origin && version != .one ? ["h2", "http/1.1"] : ["http/1.1"]
    }
}
