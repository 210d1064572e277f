// Mint.swift: makes certificates on first use, and keeps them.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// Makes the certificates of a session or a server. Belongs to one task; its certificates can be shared.
package final class Mint {
    fileprivate enum Order: Hashable {
        case server(CertificateKind, HostNames, PrivateKey.Kind, SignatureHash)
        case client(String)
    }

    private let authority: CertificateAuthority
    private let stock: MintStock
    private var made: [Order: (identity: TLSIdentity, at: Int64)] = [:]
    /// Signs for names that the test authority may not sign for. Its key is never stored.
    private var own: CertificateAuthority?
    private var unknown: CertificateAuthority?
    /// Intermediates, by the subject of the authority that signed them.
    private var intermediates: [String: CertificateAuthority] = [:]

    /// - Parameters:
    ///   - authority: the test authority of `certs/`.
    ///   - stock: the certificates that other mints of this authority have made.
    package init(_ authority: CertificateAuthority, stock: MintStock = MintStock()) {
        self.authority = authority
        self.stock = stock
    }

    /// Whether a certificate can be made for that host.
    package static func takes(host: String) -> Bool { !HostNames([host]).isEmpty }

    /// A server's identity for these host names, `localhost` and the loopback addresses. Names that the test
    /// authority may not sign for are signed by this mint's own authority, see ``anchors``.
    package func identity(
        _ kind: CertificateKind = .signed, hosts: [String] = [], key: PrivateKey.Kind = .p256,
        hash: SignatureHash = .sha256, at now: Int64
    ) -> TLSIdentity {
        let names = kind == .wrongHost ? HostNames([Self.wrongHost]) : .loopback(and: hosts)
        return kept(.server(kind, names, key, hash), at: now) { server(kind, names, .make(key), hash, at: now) }
    }

    /// A client's identity, whose common name is `name`.
    package func client(_ name: String, at now: Int64) -> TLSIdentity {
        kept(.client(name), at: now) {
            let form = CertificateShape(
                commonName: name, use: .client, hosts: HostNames(), notBefore: now - Self.day,
                notAfter: now + Self.validity)
            let key = PrivateKey.make()
            return TLSIdentity(certificates: [form.signed(for: key, by: authority)], key: key)
        }
    }

    /// The authorities that a client has to trust: the test authority, and this mint's own once it has signed
    /// something.
    package var anchors: [Certificate] { [authority.certificate] + (own.map { [$0.certificate] } ?? []) }

    // MARK: Making

    private func server(
        _ kind: CertificateKind, _ hosts: HostNames, _ key: PrivateKey, _ hash: SignatureHash, at now: Int64
    ) -> TLSIdentity {
        var form = CertificateShape(
            commonName: hosts.first ?? "localhost", use: .server, hosts: hosts, notBefore: now - Self.day,
            notAfter: now + Self.validity, hash: hash)
        switch kind {
        case .signed, .wrongHost: break
        case .expired:
            form.notBefore = now - Self.validity
            form.notAfter = now - Self.day
        case .notYetValid: form.notBefore = now + Self.day
        case .selfSigned: return TLSIdentity(certificates: [form.signed(for: key, by: nil)], key: key)
        case .unknownAuthority:
            let root = unknown ?? .made("Unknown authority of a Quintain session", by: nil, at: now)
            unknown = root
            return TLSIdentity(certificates: [form.signed(for: key, by: root), root.certificate], key: key)
        case .incompleteChain:
            let signer = trusted(for: form, key, at: now)
            let subject = signer.certificate.subject
            let between = intermediates[subject] ?? .made("Intermediate of a Quintain session", by: signer, at: now)
            intermediates[subject] = between
            return TLSIdentity(certificates: [form.signed(for: key, by: between)], key: key)
        }
        return TLSIdentity(certificates: [form.signed(for: key, by: trusted(for: form, key, at: now))], key: key)
    }

    /// The test authority or, if its constraints forbid these names, this mint's own.
    private func trusted(for form: CertificateShape, _ key: PrivateKey, at now: Int64) -> CertificateAuthority {
        if authority.maySign(form.signed(for: key, by: authority)) { return authority }
        let signer = own ?? .made("Test authority of one Quintain session", by: nil, at: now)
        own = signer
        return signer
    }

    /// The identity for this order; it is made again before it expires, because a server may run longer than a
    /// certificate is valid.
    private func kept(_ order: Order, at now: Int64, _ make: () -> TLSIdentity) -> TLSIdentity {
        if let made = made[order] ?? stock.made[order], abs(now - made.at) < Self.freshness { return made.identity }
        if made.count >= Self.most { made.removeAll() }
        let identity = make()
        made[order] = (identity, now)
        // Other mints have no use for identities that this mint's own authority has signed.
        if own == nil { stock.put(identity, order, now) }
        return identity
    }

    private static let wrongHost = "wrong-host.example"
    private static let day: Int64 = 86_400
    /// Some clients refuse servers' certificates that are valid for more than 398 days.
    private static let validity: Int64 = 90 * day
    private static let freshness: Int64 = 30 * day
    private static let most = 1_000
}

/// The certificates that several mints of one authority share: making one costs more than playing most scenarios.
/// Belongs to the task of its mints.
package final class MintStock {
    fileprivate private(set) var made: [Mint.Order: (identity: TLSIdentity, at: Int64)] = [:]

    package init() {}

    fileprivate func put(_ identity: TLSIdentity, _ order: Mint.Order, _ now: Int64) {
        if made.count >= Self.most { made.removeAll() }
        made[order] = (identity, now)
    }

    private static let most = 1_000
}
