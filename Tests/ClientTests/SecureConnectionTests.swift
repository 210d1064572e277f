// SecureConnectionTests.swift: handshakes, the questions in them, and tunnels.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoader
import QuintainLoop
import QuintainTLS
import QuintainTransport
import Testing

@testable import QuintainClient

@Suite struct `A client's secured connection` {
    static let versions = [TLSVersion.one2, .one3]
    static let nothing = SecureQuestions(serverTrust: false, clientCertificate: false)
    static let trust = SecureQuestions(serverTrust: true, clientCertificate: false)
    static let identity = SecureQuestions(serverTrust: false, clientCertificate: true)

    /// A client that trusts the server's authority, or does not, and a server.
    @OnLoop
    final class Rig {
        let mint: Mint
        let security = ClientSecurity()
        let pool: ConnectionPool
        let peer: Peer

        init(trusts: Bool = true) throws {
            mint = try TestCertificates.mint()
            peer = try Peer()
            pool = ConnectionPool(security, HostTable(["web.test": "127.0.0.1"]))
            if trusts { security.trust(mint.anchors) }
        }

        /// Connects, and lets the client begin its handshake.
        func greet(
            _ context: TLSContext?, _ questions: SecureQuestions = nothing, host: String = "localhost"
        ) async throws -> (visitor: Visitor, server: PeerConnection) {
            let visitor = Visitor()
            _ = visitor.connect(pool, peer.route(host, isSecure: true), reuse: false)
            let server = try await peer.accept(context)
            #expect(try await visitor.hear() == "connected")
            visitor.connection?.secure(peer.hop(host, isSecure: true), questions)
            return (visitor, server)
        }

        func exchange(_ visitor: Visitor, _ server: PeerConnection) async throws {
            visitor.get()
            try await server.hear()
            await server.say("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
            #expect(try await visitor.hearReply() == "head 200, 'ok', end")
        }
    }

    @Test(arguments: versions)
    func `carries a request, rests, and carries another`(version: TLSVersion) async throws {
        try await OnLoop.run {
            let rig = try Rig()
            let context = try TestCertificates.server(rig.mint, hosts: ["web.test"]) { $0.versions = [version] }
            let (visitor, server) = try await rig.greet(context, host: "web.test")
            try await server.shakeHands()
            #expect(try await visitor.hear() == "secured")
            try await rig.exchange(visitor, server)
            visitor.release()
            #expect(rig.pool.idleCount == 1)
            #expect(visitor.connect(rig.pool, rig.peer.route("web.test", isSecure: true)) == .idle)
            try await rig.exchange(visitor, server)
            visitor.release()
            // The server's close_notify ends it.
            server.closeNotify()
            #expect(await rig.pool.settles(at: 0))
        }
    }

    @Test func `is kept though tickets come while it rests`() async throws {
        try await OnLoop.run {
            let rig = try Rig()
            let (visitor, server) = try await rig.greet(try TestCertificates.server(rig.mint))
            try await server.shakeHands()
            #expect(try await visitor.hear() == "secured")
            try await rig.exchange(visitor, server)
            visitor.release()
            _ = server.transport.security?.updateKeys()
            _ = server.transport.flush()
            await Turns.pass()
            #expect(visitor.connect(rig.pool, rig.peer.route(isSecure: true)) == .idle)
            try await rig.exchange(visitor, server)
            visitor.release()
            rig.pool.close()
        }
    }

    @Test(arguments: ["FIN", "RST", "plain"])
    func `fails as TLS where the handshake is broken off`(end: String) async throws {
        try await OnLoop.run {
            let rig = try Rig()
            let (visitor, server) = try await rig.greet(nil)
            #expect(await server.hearMore() == nil)
            switch end {
            case "FIN": server.close()
            case "RST": server.reset()
            default: await server.say("HTTP/1.1 400 Bad\r\n\r\n")
            }
            #expect(try await visitor.hear() == "lost tls")
            #expect(rig.pool.count == 0)
        }
    }

    @Test(arguments: [CertificateKind.selfSigned, .expired, .wrongHost, .unknownAuthority])
    func `fails where nobody is asked and the anchors say no`(kind: CertificateKind) async throws {
        try await OnLoop.run {
            let rig = try Rig()
            let (visitor, server) = try await rig.greet(try TestCertificates.server(rig.mint, kind))
            server.shakeHandsMeanwhile()
            #expect(try await visitor.hear() == "lost tls")
        }
    }

    @Test(arguments: versions)
    func `asks whether the server is to be trusted`(version: TLSVersion) async throws {
        try await OnLoop.run {
            for (kind, asked) in [
                (CertificateKind.signed, "trust? good"), (.selfSigned, "trust? self-signed certificate"),
            ] {
                for isTrusted in [true, false] {
                    let rig = try Rig()
                    let context = try TestCertificates.server(rig.mint, kind) { $0.versions = [version] }
                    let (visitor, server) = try await rig.greet(context, Self.trust)
                    server.shakeHandsMeanwhile()
                    #expect(try await visitor.hear() == asked)
                    visitor.connection?.judge(isTrusted: isTrusted)
                    #expect(try await visitor.hear() == (isTrusted ? "secured" : "lost tls"))
                    visitor.release()
                    #expect(rig.pool.count == 0)
                }
            }
        }
    }

    @Test func `may die while a question is open`() async throws {
        try await OnLoop.run {
            let rig = try Rig()
            let context = try TestCertificates.server(rig.mint, .selfSigned)
            let (visitor, server) = try await rig.greet(context, Self.trust)
            server.shakeHandsMeanwhile()
            #expect(try await visitor.hear() == "trust? self-signed certificate")
            server.reset()
            await Turns.pass()
            #expect(visitor.events.count == 2)
            visitor.connection?.judge(isTrusted: false)
            #expect(try await visitor.hear() == "lost tls")
            let (second, other) = try await rig.greet(context, Self.trust)
            other.shakeHandsMeanwhile()
            #expect(try await second.hear() == "trust? self-signed certificate")
            second.release()
            #expect(rig.pool.count == 0)
        }
    }

    @Test(arguments: versions)
    func `shows the certificate of a file, or none`(version: TLSVersion) async throws {
        try await OnLoop.run {
            let rig = try Rig()
            let context = try TestCertificates.server(rig.mint) {
                $0.versions = [version]
                $0.clientCertificate = .requested
            }
            let alice = rig.mint.client("alice", at: WallClock.seconds)
            let path = TemporaryFolder.path + "/quintain-\(String(UInt64.random(in: 0 ... .max), radix: 36)).pem"
            try Files.write(Array((alice.pem + alice.key.pem).utf8), to: path)
            defer { Files.remove(path) }
            // A session resumes without a new question, so each client has memories of its own.
            for (file, name) in [(path, "alice"), (nil, nil)] {
                let rig = try Rig()
                let (visitor, server) = try await rig.greet(context, Self.identity)
                server.shakeHandsMeanwhile()
                #expect(try await visitor.hear() == "identity? localhost")
                visitor.connection?.identify(file)
                #expect(try await visitor.hear() == "secured")
                try await rig.exchange(visitor, server)
                #expect(server.transport.security?.terms?.peerCertificates.first?.commonName == name)
                visitor.release(reusable: false)

                let (again, resumed) = try await rig.greet(context, Self.identity)
                resumed.shakeHandsMeanwhile()
                #expect(try await again.hear() == "secured")
                try await rig.exchange(again, resumed)
                #expect(resumed.transport.security?.terms?.peerCertificates.first?.commonName == name)
                again.release(reusable: false)
            }
            let (visitor, server) = try await rig.greet(context, Self.identity)
            server.shakeHandsMeanwhile()
            #expect(try await visitor.hear() == "identity? localhost")
            visitor.connection?.identify("/no such file")
            #expect(try await visitor.hear() == "lost tls")
        }
    }

    @Test(arguments: versions)
    func `resumes, but not what somebody else has trusted`(version: TLSVersion) async throws {
        try await OnLoop.run {
            let rig = try Rig()
            let context = try TestCertificates.server(rig.mint, .selfSigned) { $0.versions = [version] }
            let (first, server) = try await rig.greet(context, Self.trust)
            server.shakeHandsMeanwhile()
            #expect(try await first.hear() == "trust? self-signed certificate")
            first.connection?.judge(isTrusted: true)
            #expect(try await first.hear() == "secured")
            try await rig.exchange(first, server)
            first.release(reusable: false)

            let (unasked, refused) = try await rig.greet(context)
            refused.shakeHandsMeanwhile()
            #expect(try await unasked.hear() == "lost tls")

            // The judgement holds for loads that would have asked.
            for _ in 0..<2 {
                let (again, resumed) = try await rig.greet(context, Self.trust)
                resumed.shakeHandsMeanwhile()
                #expect(try await again.hear() == "secured")
                try await rig.exchange(again, resumed)
                #expect(resumed.transport.security?.terms?.isResumed == true)
                again.release(reusable: false)
            }
            // Another client does not know of the judgement.
            let other = try Rig()
            let (stranger, its) = try await other.greet(context, Self.trust)
            its.shakeHandsMeanwhile()
            #expect(try await stranger.hear() == "trust? self-signed certificate")
            stranger.release()
        }
    }

    @Test func `trusts anchors from the moment on at which they are given`() async throws {
        try await OnLoop.run {
            let rig = try Rig(trusts: false)
            let context = try TestCertificates.server(rig.mint)
            let (before, refused) = try await rig.greet(context)
            refused.shakeHandsMeanwhile()
            #expect(try await before.hear() == "lost tls")
            rig.security.trust(rig.mint.anchors)
            let (after, server) = try await rig.greet(context)
            server.shakeHandsMeanwhile()
            #expect(try await after.hear() == "secured")
            after.release()
        }
    }

    static let ends: [(said: String, isNotified: Bool, heard: String)] = [
        ("HTTP/1.1 200 OK\r\n\r\nab", true, "head 200, 'ab', end"),
        ("HTTP/1.1 200 OK\r\n\r\nab", false, "head 200, 'ab', lost lost"),
        ("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nab", false, "head 200, 'ab', end"),
        ("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nab", true, "head 200, 'ab', lost lost"),
        ("", false, "lost lost before reply"),
    ]

    @Test(arguments: ends)
    func `tells a proper end from one that was cut off`(said: String, isNotified: Bool, heard: String) async throws {
        try await OnLoop.run {
            let rig = try Rig()
            let (visitor, server) = try await rig.greet(try TestCertificates.server(rig.mint))
            try await server.shakeHands()
            #expect(try await visitor.hear() == "secured")
            visitor.get()
            try await server.hear()
            await server.say(said)
            if isNotified { server.closeNotify() } else { server.close() }
            #expect(try await visitor.hearReply() == heard)
            visitor.release()
            #expect(rig.pool.count == 0)
        }
    }

    @Test(arguments: versions)
    func `fails as TLS where the server refuses it behind the handshake`(version: TLSVersion) async throws {
        try await OnLoop.run {
            let rig = try Rig()
            let context = try TestCertificates.server(rig.mint) {
                $0.versions = [version]
                $0.clientCertificate = .required
            }
            let (visitor, server) = try await rig.greet(context)
            server.shakeHandsMeanwhile()
            if version == .one3 {
                // In TLS 1.3 a client has finished before the server looks at its certificate.
                #expect(try await visitor.hear() == "secured")
                visitor.get()
            }
            #expect(try await visitor.hear().hasPrefix("lost tls"))
        }
    }

    @Test(arguments: [false, true])
    func `goes through a tunnel`(isProxySecure: Bool) async throws {
        try await OnLoop.run {
            let rig = try Rig()
            let proxyContext = try TestCertificates.server(rig.mint)
            let originContext = try TestCertificates.server(rig.mint, hosts: ["shop.test"])
            let origin = Hop(isSecure: true, host: "shop.test", port: 443)
            let proxy = rig.peer.hop(isSecure: isProxySecure)
            let route = Route(origin: origin, proxy: proxy)
            let visitor = Visitor()
            _ = visitor.connect(rig.pool, route)
            let server = try await rig.peer.accept(isProxySecure ? proxyContext : nil)
            #expect(try await visitor.hear() == "connected")
            if isProxySecure {
                visitor.connection?.secure(proxy, Self.nothing)
                try await server.shakeHands()
                #expect(try await visitor.hear() == "secured")
            }
            visitor.connection?.send(
                OutgoingMessage(method: "CONNECT", head: Array("CONNECT shop.test:443 HTTP/1.1\r\n\r\n".utf8)))
            try await server.hear()
            // As a loader does it: when the head has come.
            visitor.onHearing = { event, carrier in
                if event.words.hasPrefix("head") { carrier.connection.secure(origin, Self.nothing) }
            }
            await server.say("HTTP/1.1 200 Open\r\n\r\n")
            #expect(try await visitor.hear() == "head 200")
            visitor.onHearing = nil
            server.transport.secure(originContext, holds: false)
            try await server.shakeHands()
            #expect(try await visitor.hear() == "secured")
            try await rig.exchange(visitor, server)
            visitor.release()
            #expect(visitor.connect(rig.pool, route) == .idle)
            try await rig.exchange(visitor, server)
            visitor.release()
            rig.pool.close()
            #expect(await server.hearEnd() == .finished)
        }
    }

    @Test func `says CONNECT again where a proxy refuses the first`() async throws {
        try await OnLoop.run {
            let rig = try Rig()
            let visitor = Visitor()
            _ = visitor.connect(
                rig.pool, Route(origin: Hop(isSecure: true, host: "shop.test", port: 443), proxy: rig.peer.hop()))
            let server = try await rig.peer.accept()
            #expect(try await visitor.hear() == "connected")
            let connect = OutgoingMessage(method: "CONNECT", head: Array("CONNECT shop.test:443 HTTP/1.1\r\n\r\n".utf8))
            visitor.connection?.send(connect)
            try await server.hear()
            await server.say("HTTP/1.1 407 Who\r\nContent-Length: 3\r\n\r\nwho")
            #expect(try await visitor.hearReply() == "head 407, 'who', end")
            visitor.release()
            // Such a connection is no tunnel: no request for the origin can be sent on it.
            #expect(
                visitor.connect(
                    rig.pool, Route(origin: Hop(isSecure: true, host: "shop.test", port: 443), proxy: rig.peer.hop()))
                    == .fresh)
            visitor.release()
        }
    }
}
