// TLSSettings.swift: the TLS settings of an origin or of a client.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package enum TLSVersion: String, CaseIterable, Sendable, Comparable {
    case one0 = "1.0", one1 = "1.1", one2 = "1.2", one3 = "1.3"

    package static func < (one: TLSVersion, other: TLSVersion) -> Bool { one.number < other.number }

    /// The number on the wire, such as `0x0304`.
    package var number: UInt16 {
        switch self {
        case .one0: 0x0301
        case .one1: 0x0302
        case .one2: 0x0303
        case .one3: 0x0304
        }
    }

    package init?(number: UInt16) {
        guard let version = Self.allCases.first(where: { $0.number == number }) else { return nil }
        self = version
    }
}

package struct TLSServerSettings: Sendable, Hashable {
    package enum ClientCertificate: String, CaseIterable, Sendable { case none, requested, required }

    package var identity: TLSIdentity
    /// The versions that are spoken; 1.0 and 1.1 lower OpenSSL's security level.
    package var versions: Set<TLSVersion> = [.one2, .one3]
    /// In the order of preference; empty: the offer is ignored. A client that offers none of these is refused.
    package var protocols: [String] = []
    package var clientCertificate = ClientCertificate.none
    /// The authorities of clients' certificates; their names are sent to the client.
    package var clientAuthorities: [Certificate] = []
    /// Tickets for resumption after a handshake; 0: there is no resumption.
    package var tickets = 2
    /// Whether alerts can be sent on request under TLS 1.3. OpenSSL must log its secrets for that, which costs 20 µs a
    /// handshake; a server of routes does without.
    package var sendsAlerts = true
    /// Groups for the key exchange, by OpenSSL's names; empty: OpenSSL chooses.
    package var groups: [String] = []

    /// A key exchange or cipher that all clients of today refuse; only for TLS 1.2.
    package var weakness: Weakness?

    package enum Weakness: Sendable {
        /// The content is not encrypted.
        case noEncryption
        /// Diffie-Hellman in a group of 1,024 bits.
        case shortDH
    }

    package init(identity: TLSIdentity) { self.identity = identity }
}

package struct TLSClientSettings: Sendable {
    /// The authorities to trust; those of the system are never used.
    package var anchors: [Certificate] = []
    /// false: any certificate is accepted, and ``TLSTerms/verification`` says what is wrong with it.
    package var verifies = true
    package var identity: TLSIdentity?
    package var versions: Set<TLSVersion> = [.one2, .one3]
    package var protocols: [String] = []
    /// By OpenSSL's names, including those of TLS 1.3; empty: OpenSSL chooses.
    package var ciphers: [String] = []
    /// As for a server.
    package var sendsAlerts = true
    package var groups: [String] = []

    package init() {}
}
