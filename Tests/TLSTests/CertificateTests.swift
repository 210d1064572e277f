// CertificateTests.swift: the kinds of certificates, judged by OpenSSL.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainTLS
import Testing

@Suite struct `Certificates made on demand` {
    /// X509_V_ERR_…
    static let verdicts: [(CertificateKind, Int)] = [
        (.signed, 0),
        (.selfSigned, 18),
        (.expired, 10),
        (.notYetValid, 9),
        (.wrongHost, 62),
        (.unknownAuthority, 19),
        (.incompleteChain, 20),
    ]

    @Test func `are all judged here`() { #expect(Self.verdicts.map(\.0) == CertificateKind.allCases) }

    @Test(arguments: verdicts)
    func `are good or bad in one way each`(kind: CertificateKind, verdict: Int) throws {
        for name in ["localhost", "web.localhost", "127.0.0.1", "::1"] {
            let pair = try Pair(name: name, kind: kind, hosts: ["web.localhost"], client: { $0.verifies = false })
                .carry()
            let code = try #require(pair.client.terms?.verification.code)
            // The last complaint counts: 21 follows 20, unless verification stops at the
            // first; 64 is 62 for an address.
            #expect(code == verdict || verdict == 20 && code == 21 || verdict == 62 && code == 64)
            let strict = try Pair(name: name, kind: kind, hosts: ["web.localhost"]).carry()
            #expect((strict.client.phase == .open) == (verdict == 0))
            if verdict != 0 { #expect(strict.client.failure?.kind == .certificate) }
        }
    }

    @Test func `that are refused are refused by name`() throws {
        let pair = try Pair(kind: .expired).carry()
        #expect(pair.client.failure?.sentence == "the server's certificate is not trusted: certificate has expired")
        #expect(pair.server.failure?.kind == .refused(TLSAlert("certificate_expired")!))
        #expect(pair.messagesOfServer.suffix(2) == ["> alert fatal certificate_expired", "failed"])
    }

    @Test(arguments: ["localhost", "a.localhost", "x.test", "example", "www.example.com", "127.9.9.9", "::1"])
    func `for test names are signed by the committed authority`(name: String) throws {
        let mint = Authority.mint()
        _ = mint.identity(hosts: [name], at: Authority.now)
        #expect(mint.anchors.count == 1)
        let pair = try Pair(name: name, hosts: [name]).carry()
        #expect(pair.client.phase == .open)
    }

    @Test(arguments: [
        ("10.0.0.1", true), ("::ffff:1.2.3.4", true), ("[::1]", true), ("web.test", true), ("", false),
        ("::ffff: 1.2.3.4", false), (" 10.0.0.1", false), ("+1.2.3.4", false), ("\r1.2.3.4", false),
        ("1.2.3.4\0", false), ("a b", false),
    ])
    func `are for hosts alone, without blanks in them`(host: String, isTaken: Bool) {
        #expect(Mint.takes(host: host) == isTaken)
        _ = Authority.mint().identity(hosts: [host], at: Authority.now)
    }

    @Test(arguments: ["evil.com", "example.com.evil", "notexample.com", "10.0.0.1", "2001:db8::1"])
    func `for other names are signed by an authority of the session`(name: String) throws {
        let mint = Authority.mint()
        let identity = mint.identity(hosts: [name], at: Authority.now)
        #expect(mint.anchors.count == 2)
        func code(_ anchors: [Certificate]) throws -> Int? {
            var settings = TLSClientSettings()
            settings.anchors = anchors
            settings.verifies = false
            let server = try TLSContext(server: TLSServerSettings(identity: identity))
            let client = try TLSContext(client: settings)
            return Pair(server: server, client: client, name: name).carry().client.terms?.verification.code
        }
        #expect(try code(mint.anchors) == 0)
        #expect(try code([mint.anchors[0]]) != 0)
    }

    @Test(arguments: ["evil.com", "10.0.0.1"])
    func `cannot be misused beyond the constraints of the committed authority`(name: String) throws {
        let identity = Authority.committed.signedRegardless(name, at: Authority.now)
        var settings = TLSClientSettings()
        settings.anchors = [Authority.committed.certificate]
        settings.verifies = false
        let pair = Pair(
            server: try TLSContext(server: TLSServerSettings(identity: identity)),
            client: try TLSContext(client: settings), name: name
        ).carry()
        // X509_V_ERR_PERMITTED_VIOLATION
        #expect(pair.client.terms?.verification.code == 47)
    }

    @Test func `are kept, and made again when they are old`() {
        let mint = Authority.mint()
        let day: Int64 = 86_400
        let first = mint.identity(at: Authority.now)
        #expect(mint.identity(at: Authority.now + day).certificates == first.certificates)
        #expect(mint.identity(at: Authority.now + 40 * day).certificates != first.certificates)
        #expect(mint.identity(hosts: ["a.test"], at: Authority.now).certificates != first.certificates)
        #expect(mint.identity(.expired, at: Authority.now).certificates != first.certificates)
    }

    @Test func `are made once for all mints of a stock, but for what a mint's own authority has signed`() {
        let stock = MintStock()
        let mints = [Mint(Authority.committed, stock: stock), Mint(Authority.committed, stock: stock)]
        func made(_ kind: CertificateKind, _ host: String) -> [[Certificate]] {
            mints.map { $0.identity(kind, hosts: [host], at: Authority.now).certificates }
        }
        for kind in CertificateKind.allCases {
            let two = made(kind, "a.test")
            #expect(two[0] == two[1], "\(kind)")
        }
        let own = made(.signed, "evil.com")
        #expect(own[0] != own[1] && mints[0].anchors.last != mints[1].anchors.last)
    }

    @Test func `hold no more than names in their names`() throws {
        let pair = try Pair(name: "good.test", hosts: ["good.test", "a.test,DNS:evil.test", "", "x\ny.test"]).carry()
        #expect(pair.client.phase == .open)
        let evil = try Pair(name: "evil.test", hosts: ["good.test", "a.test,DNS:evil.test"]).carry()
        #expect(evil.client.failure?.kind == .certificate)
    }

    @Test func `read back as they are written`() throws {
        let identity = Authority.mint().identity(.unknownAuthority, hosts: ["a.test"], at: Authority.now)
        let again = try TLSIdentity(certificates: Array(identity.pem.utf8), key: Array(identity.key.pem.utf8))
        #expect(again.certificates == identity.certificates)
        #expect(again.certificates[0].fingerprint.count == 64)
        #expect(again.certificates[0].commonName == "a.test")
    }
}

@Suite struct `Client certificates` {
    enum Shown: CaseIterable, Sendable { case nothing, trusted, strange }

    private func pair(
        _ wanted: TLSServerSettings.ClientCertificate, _ shown: Shown, _ version: TLSVersion
    ) throws -> Pair {
        let mint = Authority.mint()
        let strange = mint.identity(.selfSigned, at: Authority.now)
        return try Pair(
            server: {
                $0.versions = [version]
                $0.clientCertificate = wanted
                $0.clientAuthorities = mint.anchors
            },
            client: {
                switch shown {
                case .nothing: break
                case .trusted: $0.identity = mint.client("alice smith.jones", at: Authority.now)
                case .strange: $0.identity = strange
                }
            }
        ).carry()
    }

    @Test(arguments: [TLSVersion.one2, .one3], Shown.allCases)
    func `that nobody asks for are not shown`(version: TLSVersion, shown: Shown) throws {
        let pair = try pair(.none, shown, version)
        #expect(pair.server.terms?.peerCertificates == [])
        #expect(!pair.messagesOfServer.contains("< CertificateRequest"))
    }

    @Test(arguments: [TLSVersion.one2, .one3])
    func `are told by subject and fingerprint`(version: TLSVersion) throws {
        for wanted in [TLSServerSettings.ClientCertificate.requested, .required] {
            let pair = try pair(wanted, .trusted, version)
            let shown = try #require(pair.server.terms?.peerCertificates.first)
            #expect(shown.subject == "CN=alice smith.jones")
            #expect(shown.commonName == "alice smith.jones")
            #expect(pair.server.terms?.verification.isGood == true)
            #expect(pair.messagesOfServer.contains("< CertificateRequest"))
            #expect(pair.messagesOfServer.contains("> CertificateVerify"))
        }
    }

    @Test(arguments: [TLSVersion.one2, .one3])
    func `may be left out where they are only requested`(version: TLSVersion) throws {
        #expect(try pair(.requested, .nothing, version).server.phase == .open)
        let refused = try pair(.required, .nothing, version)
        #expect(refused.server.failure?.sentence == "the client shows no certificate")
        let alert = version == .one3 ? "certificate_required" : "handshake_failure"
        #expect(refused.messagesOfServer.suffix(2) == ["< alert fatal \(alert)", "failed"])
        #expect(refused.client.failure?.kind == .refused(TLSAlert(alert)!))
    }

    @Test(arguments: [TLSVersion.one2, .one3])
    func `of strangers are refused`(version: TLSVersion) throws {
        for wanted in [TLSServerSettings.ClientCertificate.requested, .required] {
            let pair = try pair(wanted, .strange, version)
            #expect(pair.server.failure?.kind == .certificate)
            #expect(pair.messagesOfServer.suffix(2) == ["< alert fatal unknown_ca", "failed"])
        }
    }
}
