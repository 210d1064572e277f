// TLSSettings.swift: what an origin or a client wants of TLS.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package enum TLSVersion: String, CaseIterable, Sendable, Comparable {
    case one0 = "1.0", one1 = "1.1", one2 = "1.2", one3 = "1.3"

    package static func < (one: TLSVersion, other: TLSVersion) -> Bool { one.number < other.number }

    /// As on the wire: `0x0304`.
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
    /// The versions that are spoken; with 1.0 or 1.1 OpenSSL's security level is lowered.
    package var versions: Set<TLSVersion> = [.one2, .one3]
    /// In the order of preference; empty: the offer is ignored. A client that offers none of these is refused.
    package var protocols: [String] = []
    package var clientCertificate = ClientCertificate.none
    /// The authorities of clients' certificates; their names are sent to the client.
    package var clientAuthorities: [Certificate] = []
    /// Tickets for resumption after a handshake; 0: there is no resumption.
    package var tickets = 2
    /// Whether alerts can be sent by order once TLS 1.3 protects what is sent. It makes OpenSSL write out the secrets,
    /// which costs 20 µs a handshake: a server of routes does without.
    package var sendsAlerts = true
    /// Groups for the key exchange, by OpenSSL's names; empty: its own choice.
    package var groups: [String] = []

    /// What of the key exchange and the ciphers is worse than any client of today accepts; for TLS 1.2 alone.
    package var weakness: Weakness?

    package enum Weakness: Sendable {
        /// The content is not encrypted.
        case noEncryption
        /// Diffie and Hellman in a group of 1,024 bits.
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
    /// By OpenSSL's names, those of TLS 1.3 among them; empty: its own choice.
    package var ciphers: [String] = []
    /// As a server's.
    package var sendsAlerts = true
    package var groups: [String] = []

    package init() {}
}
