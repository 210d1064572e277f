// Origin.swift: a named listening endpoint.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainNotation
package import QuintainWire

/// `origin secure https certificate=self-signed`, `proxy gate http`
package struct Origin: Hashable, Sendable {
    package enum Role: Hashable, Sendable { case server, proxy }
    package enum Scheme: String, Hashable, Sendable { case http, https }

    /// Whether clients can connect to it.
    package enum Reach: Hashable, Sendable {
        case open
        /// Nobody listens on its port.
        case refused
    }

    package var name: String
    package var role: Role
    package var scheme: Scheme
    package var reach: Reach
    package var versions = HTTPVersions.one
    /// The name that clients must call it by; nil: the loopback address.
    package var host: String?
    /// The origin whose port it shares: `at=main`. Requests to that port are told apart by host.
    package var at: String?
    /// What concerns TLS: `certificate=`, `client-certificate=`, `tls=`; and `http=`. A certificate that is a file is a
    /// `.file` value with the file's bytes.
    package var options: [NamedValue]
    package var place: Place?

    /// Whether its clients may have its name in their code, and send it without a port: other names and addresses lead to
    /// the port of the run by themselves.
    package var mayBeNamedInCode: Bool { host.map(Self.mayBeInCode) ?? false }

    /// Its clients begin with HTTP/2 unasked: nothing in the clear tells them that it is spoken.
    package var needsPriorKnowledge: Bool { scheme == .http && !versions.contains(.one) }

    static func mayBeInCode(_ host: String) -> Bool {
        let host = host.lowercased()
        let isAddress = host.hasPrefix("[") || host.allSatisfy { $0.isNumber || $0 == "." }
        return host != "localhost" && !host.hasSuffix(".localhost") && !isAddress
    }

    package init(name: String, role: Role = .server, scheme: Scheme = .http, reach: Reach = .open) {
        self.name = name
        self.role = role
        self.scheme = scheme
        self.reach = reach
        self.host = nil
        self.at = nil
        self.options = []
        self.place = nil
    }

    package static let main = Origin(name: "main")
}

/// The versions of HTTP that an origin speaks; the client chooses among them.
package struct HTTPVersions: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let one = Self(rawValue: 1)
    package static let two = Self(rawValue: 2)

    /// The client chooses among them.
    package var isChoice: Bool { self == [.one, .two] }

    /// Whether one of them has messages like these.
    package func include(_ syntax: MessageSyntax) -> Bool { contains(syntax == .lines ? .one : .two) }
}
