// HandshakeTests.swift: handshakes, message by message.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainTLS
import Testing

@Suite struct `A handshake` {
    @Test func `of TLS 1.3 is told message by message`() throws {
        let pair = try Pair().carry()
        #expect(
            pair.messagesOfServer == [
                "> ClientHello", "< ServerHello", "< ChangeCipherSpec", "< EncryptedExtensions", "< Certificate",
                "< CertificateVerify", "< Finished", "> ChangeCipherSpec", "> Finished", "< NewSessionTicket",
                "< NewSessionTicket", "open",
            ])
        #expect(
            Pair.messages(pair.clientEvents) == [
                "< ClientHello", "> ServerHello", "> ChangeCipherSpec", "> EncryptedExtensions", "> Certificate",
                "> CertificateVerify", "> Finished", "< ChangeCipherSpec", "< Finished", "open", "> NewSessionTicket",
                "> NewSessionTicket",
            ])
    }

    @Test func `of TLS 1.2 is told message by message`() throws {
        let pair = try Pair(server: { $0.versions = [.one2] }).carry()
        #expect(
            pair.messagesOfServer == [
                "> ClientHello", "< ServerHello", "< Certificate", "< ServerKeyExchange", "< ServerHelloDone",
                "> ClientKeyExchange", "> ChangeCipherSpec", "> Finished", "< NewSessionTicket", "< ChangeCipherSpec",
                "< Finished", "open",
            ])
    }

    @Test func `gives the same events and bytes however it is cut`() throws {
        for versions in [Set([TLSVersion.one3]), [.one2]] {
            let whole = try Pair(server: { $0.versions = versions }).carry()
            for cut in [1, 2, 5, 7, 64, 1_000] {
                let pair = try Pair(server: { $0.versions = versions }).carry(cut: cut)
                #expect(pair.messagesOfServer == whole.messagesOfServer)
                #expect(Pair.messages(pair.clientEvents) == Pair.messages(whole.clientEvents))
                pair.client.write("GET / HTTP/1.1\r\n\r\n")
                pair.server.write("HTTP/1.1 200 OK\r\n\r\n")
                pair.carry(cut: cut)
                #expect(pair.read.server == Array("GET / HTTP/1.1\r\n\r\n".utf8))
                #expect(pair.read.client == Array("HTTP/1.1 200 OK\r\n\r\n".utf8))
            }
        }
    }

    @Test func `agrees on terms, and tells them`() throws {
        let pair = try Pair(
            server: { $0.protocols = ["h2", "http/1.1"] }, client: { $0.protocols = ["http/1.1", "h2"] }
        )
        .carry()
        let terms = try #require(pair.server.terms)
        #expect(terms.version == .one3)
        #expect(terms.cipher == "TLS_AES_256_GCM_SHA384")
        #expect(terms.applicationProtocol == "h2")
        #expect(terms.serverName == "localhost")
        #expect(!terms.isResumed)
        #expect(terms.peerCertificates.isEmpty)
        let seen = try #require(pair.client.terms)
        #expect(seen.peerCertificates.count == 1)
        #expect(seen.peerCertificates.first?.subject == "CN=localhost")
        #expect(seen.verification.isGood)
        #expect(pair.serverEvents.contains(.open(terms)))
    }

    @Test(arguments: TLSVersion.allCases)
    func `names the server that was asked for, in every version`(version: TLSVersion) throws {
        let pair = try Pair(
            name: "web.test", hosts: ["web.test"], server: { $0.versions = [version] },
            client: { $0.versions = [version] }
        ).carry()
        #expect(pair.server.terms?.serverName == "web.test")
        #expect(pair.hello?.serverName == "web.test")
        #expect(pair.hello?.versions == [version])
        #expect(pair.hello?.resumes == false)
    }

    @Test func `tells what the client asks for`() throws {
        let pair = try Pair(name: "web.example", client: { $0.protocols = ["h2", "x"] }).carry()
        let hello = try #require(pair.hello)
        #expect(hello.serverName == "web.example")
        #expect(hello.versions == [.one3, .one2])
        #expect(hello.protocols == ["h2", "x"])
        #expect(hello.cipherCount > 3)
        #expect(!hello.resumes)
    }

    @Test func `tells no server name where an address is called`() throws {
        let pair = try Pair(name: "127.0.0.1").carry()
        #expect(pair.hello?.serverName == nil)
        #expect(pair.client.phase == .open)
    }

    @Test(arguments: TLSVersion.allCases)
    func `is held to the versions of the server`(version: TLSVersion) throws {
        let all = Set(TLSVersion.allCases)
        let pair = try Pair(server: { $0.versions = [version] }, client: { $0.versions = all }).carry()
        #expect(pair.server.terms?.version == version)
        let other = try Pair(server: { $0.versions = [version] }, client: { $0.versions = all.subtracting([version]) })
            .carry()
        #expect(other.server.phase == .ended)
        #expect(other.server.failure?.kind == .noCommonVersion)
        #expect(other.messagesOfServer.contains("< alert fatal protocol_version"))
    }

    /// A client may refuse the signatures of TLS 1.0 and still speak it.
    @Test(arguments: [TLSVersion.one0, .one1])
    func `signs nothing where old versions alone are spoken`(version: TLSVersion) throws {
        let mint = Authority.mint()
        let pair = try Pair(
            server: {
                $0.versions = [version]
                $0.identity = mint.identity(key: .rsa, at: Authority.now)
            }, client: { $0.versions = Set(TLSVersion.allCases) }
        ).carry()
        #expect(pair.server.phase == .open)
        #expect(pair.server.terms?.cipher.hasPrefix("TLS_RSA_WITH_") == true)
        #expect(!pair.messagesOfServer.contains("< ServerKeyExchange"))
    }

    @Test func `leaves out a version between two`() throws {
        let pair = try Pair(server: { $0.versions = [.one1, .one3] }, client: { $0.versions = [.one1, .one2] }).carry()
        #expect(pair.server.terms?.version == .one1)
    }

    @Test func `chooses by the server's preference, and fails where nothing is common`() throws {
        let pair = try Pair(server: { $0.protocols = ["http/1.1"] }, client: { $0.protocols = ["h2"] }).carry()
        #expect(pair.server.failure?.kind == .noCommonProtocol)
        #expect(pair.messagesOfServer == ["> ClientHello", "< alert fatal no_application_protocol", "failed"])
        #expect(pair.client.failure?.kind == .refused(TLSAlert("no_application_protocol")!))

        let without = try Pair(server: { $0.protocols = ["h2"] }).carry()
        #expect(without.server.phase == .open)
        #expect(without.server.terms?.applicationProtocol == nil)
        let unasked = try Pair(client: { $0.protocols = ["h2"] }).carry()
        #expect(unasked.client.terms?.applicationProtocol == nil)
    }
}

@Suite struct `Resumption` {
    private func twice(
        _ versions: Set<TLSVersion>, tickets: Int = 2, asking: Bool = false
    ) throws -> (first: Pair, second: Pair) {
        let mint = Authority.mint()
        var settings = TLSServerSettings(identity: mint.identity(at: Authority.now))
        settings.versions = versions
        settings.tickets = tickets
        var clientSettings = TLSClientSettings()
        clientSettings.anchors = mint.anchors
        if asking {
            settings.clientCertificate = .required
            settings.clientAuthorities = mint.anchors
            clientSettings.identity = mint.client("alice", at: Authority.now)
        }
        let server = try TLSContext(server: settings)
        let client = try TLSContext(client: clientSettings)
        let first = Pair(server: server, client: client).carry()
        let second = Pair(server: server, client: client, resuming: first.session).carry()
        return (first, second)
    }

    @Test(arguments: [TLSVersion.one2, .one3])
    func `goes by ticket`(version: TLSVersion) throws {
        let (first, second) = try twice([version])
        #expect(first.session != nil)
        #expect(first.server.terms?.isResumed == false)
        #expect(second.server.terms?.isResumed == true)
        #expect(second.client.terms?.isResumed == true)
        #expect(second.hello?.resumes == true)
        #expect(!second.messagesOfServer.contains("< Certificate"))
    }

    @Test(arguments: [TLSVersion.one2, .one3])
    func `does not go from one server to another that shares its settings`(version: TLSVersion) throws {
        let mint = Authority.mint()
        var settings = TLSServerSettings(identity: mint.identity(at: Authority.now))
        settings.versions = [version]
        var clientSettings = TLSClientSettings()
        clientSettings.anchors = mint.anchors
        let original = try TLSContext(server: settings)
        let (one, other) = (TLSContext(sharing: original), TLSContext(sharing: original))
        let client = try TLSContext(client: clientSettings)
        let first = Pair(server: one, client: client).carry()
        #expect(first.session != nil)
        let elsewhere = Pair(server: other, client: client, resuming: first.session).carry()
        #expect(elsewhere.hello?.resumes == true && elsewhere.server.terms?.isResumed == false)
        let again = Pair(server: one, client: client, resuming: elsewhere.session ?? first.session).carry()
        #expect(again.server.terms?.isResumed == false)
        let back = Pair(server: one, client: client, resuming: again.session).carry()
        #expect(back.server.terms?.isResumed == true)
    }

    @Test(arguments: [TLSVersion.one2, .one3])
    func `does not happen where no tickets are given`(version: TLSVersion) throws {
        let (first, second) = try twice([version], tickets: 0)
        #expect(!first.messagesOfServer.contains("< NewSessionTicket"))
        #expect(second.server.terms?.isResumed == false)
    }

    @Test(arguments: [TLSVersion.one2, .one3])
    func `keeps the client's certificate`(version: TLSVersion) throws {
        let (_, second) = try twice([version], asking: true)
        #expect(second.server.terms?.isResumed == true)
        #expect(second.server.terms?.peerCertificates.first?.commonName == "alice")
    }

    @Test(arguments: [0, 1, 5])
    func `has as many tickets as asked for`(count: Int) throws {
        let (first, _) = try twice([.one3], tickets: count)
        #expect(first.messagesOfServer.filter { $0 == "< NewSessionTicket" }.count == count)
    }
}
