// QuestionTests.swift: a client's handshake that waits for a decision.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainTLS
import Testing

@Suite struct `A client that asks` {
    static let versions = [TLSVersion.one2, .one3]
    static let cuts = [Int.max, 1, 17]

    private let mint = Authority.mint()

    private func pair(
        _ version: TLSVersion, _ kind: CertificateKind = .signed, asking questions: TLSQuestions,
        wants: TLSServerSettings.ClientCertificate = .none, verifies: Bool = true, resuming session: TLSSession? = nil,
        by server: TLSContext? = nil
    ) throws -> (pair: Pair, server: TLSContext) {
        var settings = TLSServerSettings(identity: mint.identity(kind, at: Authority.now))
        settings.versions = [version]
        settings.clientCertificate = wants
        settings.clientAuthorities = mint.anchors
        var clientSettings = TLSClientSettings()
        clientSettings.anchors = mint.anchors
        clientSettings.verifies = verifies
        let server = try server ?? TLSContext(server: settings)
        let pair = Pair(
            server: server, client: try TLSContext(client: clientSettings), resuming: session, asking: questions)
        return (pair, server)
    }

    @Test(arguments: versions, cuts)
    func `goes on with a certificate that is trusted by hand`(version: TLSVersion, cut: Int) throws {
        let (pair, _) = try pair(version, .selfSigned, asking: .serverTrust)
        pair.carry(cut: cut)
        #expect(pair.client.phase == .judging)
        #expect(pair.client.shown?.verification.code == 18)
        #expect(pair.client.shown?.certificate.subject == "CN=localhost")
        #expect(pair.client.write("early") == 0)
        #expect(pair.server.phase == .handshake || version == .one3)
        pair.client.judge(isTrusted: true)
        pair.carry(cut: cut)
        #expect(pair.client.phase == .open && pair.server.phase == .open)
        #expect(pair.client.terms?.verification.code == 18)
        pair.client.write("hello")
        pair.carry(cut: cut)
        #expect(pair.read.server == Array("hello".utf8))
    }

    @Test(
        arguments: versions,
        [(CertificateKind.signed, "bad_certificate"), (.selfSigned, "unknown_ca"), (.expired, "certificate_expired")])
    func `fails with an alert where the certificate is not trusted`(
        version: TLSVersion, kind: (CertificateKind, alert: String)
    ) throws {
        for verifies in [true, false] {
            let (pair, _) = try pair(version, kind.0, asking: .serverTrust, verifies: verifies)
            pair.carry()
            #expect(pair.client.phase == .judging)
            #expect(pair.client.shown?.verification.isGood == (kind.0 == .signed))
            pair.client.judge(isTrusted: false)
            pair.carry()
            #expect(pair.client.phase == .ended)
            #expect(pair.client.failure?.kind == .certificate)
            #expect(pair.server.failure?.kind == .refused(try #require(TLSAlert(kind.alert))))
            #expect(pair.client.write("late") == 0)
        }
    }

    @Test(arguments: versions)
    func `stops for a good certificate as well`(version: TLSVersion) throws {
        let (pair, _) = try pair(version, asking: .serverTrust)
        pair.carry()
        #expect(pair.client.phase == .judging)
        #expect(pair.client.shown?.verification.isGood == true)
        pair.client.judge(isTrusted: true)
        pair.carry()
        #expect(pair.client.phase == .open)
        #expect(pair.client.terms?.verification.isGood == true)
    }

    @Test(arguments: versions, cuts)
    func `shows the certificate that it is given`(version: TLSVersion, cut: Int) throws {
        let (pair, _) = try pair(version, asking: .clientCertificate, wants: .required)
        pair.carry(cut: cut)
        #expect(pair.client.phase == .identifying)
        #expect(pair.client.acceptedAuthorities == mint.anchors.map(\.subject))
        #expect(pair.client.write("early") == 0)
        pair.client.identify(as: mint.client("alice", at: Authority.now))
        pair.carry(cut: cut)
        #expect(pair.client.phase == .open)
        #expect(pair.server.terms?.peerCertificates.first?.commonName == "alice")
    }

    @Test(arguments: versions)
    func `goes on without a certificate`(version: TLSVersion) throws {
        let (free, _) = try pair(version, asking: .clientCertificate, wants: .requested)
        free.carry()
        #expect(free.client.phase == .identifying)
        free.client.identify(as: nil)
        free.carry()
        #expect(free.client.phase == .open && free.server.phase == .open)
        #expect(free.server.terms?.peerCertificates.isEmpty == true)

        let (strict, _) = try pair(version, asking: .clientCertificate, wants: .required)
        strict.carry()
        strict.client.identify(as: nil)
        strict.carry()
        #expect(strict.server.failure?.kind == .certificate)
        #expect(strict.client.failure?.kind == .refused(try #require(TLSAlert(alert(version)))))
    }

    private func alert(_ version: TLSVersion) -> String {
        version == .one3 ? "certificate_required" : "handshake_failure"
    }

    @Test(arguments: versions, cuts)
    func `asks for trust first, then for a certificate`(version: TLSVersion, cut: Int) throws {
        let (pair, _) = try pair(
            version, .selfSigned, asking: [.serverTrust, .clientCertificate], wants: .required)
        pair.carry(cut: cut)
        #expect(pair.client.phase == .judging)
        // An answer to another question counts for nothing.
        pair.client.identify(as: nil)
        #expect(pair.client.phase == .judging)
        pair.client.judge(isTrusted: true)
        pair.carry(cut: cut)
        #expect(pair.client.phase == .identifying)
        pair.client.judge(isTrusted: false)
        pair.client.identify(as: mint.client("bob", at: Authority.now))
        pair.carry(cut: cut)
        #expect(pair.client.phase == .open)
        #expect(pair.server.terms?.peerCertificates.first?.commonName == "bob")
    }

    @Test(arguments: versions)
    func `is not asked again when it resumes`(version: TLSVersion) throws {
        let questions: TLSQuestions = [.serverTrust, .clientCertificate]
        let (first, server) = try pair(version, .selfSigned, asking: questions, wants: .required)
        first.carry().client.judge(isTrusted: true)
        first.carry().client.identify(as: mint.client("carol", at: Authority.now))
        first.carry()
        let session = try #require(first.session)
        let (second, _) = try pair(version, asking: questions, resuming: session, by: server)
        second.carry()
        #expect(second.client.phase == .open)
        #expect(second.client.terms?.isResumed == true)
        #expect(second.client.terms?.verification.code == 18)
        #expect(second.client.shown == nil)
        #expect(second.server.terms?.peerCertificates.first?.commonName == "carol")
    }

    @Test(arguments: versions)
    func `is asked nothing that does not come up`(version: TLSVersion) throws {
        let (open, _) = try pair(version, asking: .clientCertificate)
        #expect(open.carry().client.phase == .open)
        let (silent, _) = try pair(version, .selfSigned, asking: [], wants: .required)
        #expect(silent.carry().client.failure?.kind == .certificate)
        let (unasked, _) = try pair(version, .selfSigned, asking: .clientCertificate)
        #expect(unasked.carry().client.failure?.kind == .certificate)
    }

    @Test(arguments: versions)
    func `learns of a server that has gone once it answers`(version: TLSVersion) throws {
        let (pair, _) = try pair(version, asking: .serverTrust, wants: .none)
        pair.carry()
        pair.end(.server)
        #expect(pair.client.phase == .judging)
        pair.client.judge(isTrusted: true)
        // In TLS 1.3 the server's flight was whole.
        #expect(version == .one3 ? pair.client.phase == .open : pair.client.failure?.kind == .cutOff)
    }
}
