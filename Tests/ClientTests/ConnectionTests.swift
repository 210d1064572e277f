// ConnectionTests.swift: requests and replies on a connection, and how they end.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoader
import QuintainLoop
import QuintainTLS
import QuintainTransport
import QuintainWire
import Testing

@testable import QuintainClient

@Suite struct `A client's connection` {
    /// An open connection, and the server's end of it.
    @OnLoop
    static func stand(
        _ pool: ConnectionPool, _ peer: Peer
    ) async throws -> (visitor: Visitor, server: PeerConnection) {
        let visitor = Visitor()
        #expect(visitor.connect(pool, peer.route()) == .fresh)
        let server = try await peer.accept()
        #expect(try await visitor.hear() == "connected")
        return (visitor, server)
    }

    @OnLoop
    static func pool(_ resolve: [String: String] = [:], idleLimit: Int64 = 30_000) -> ConnectionPool {
        ConnectionPool(ClientSecurity(), HostTable(resolve), idleLimit: idleLimit)
    }

    @Test func `sends a request and tells the parts of the reply`() async throws {
        try await OnLoop.run {
            let (pool, peer) = (Self.pool(), try Peer())
            let (visitor, server) = try await Self.stand(pool, peer)
            visitor.get("/page")
            #expect(try await server.hear() == "GET /page HTTP/1.1\r\nHost: x\r\n\r\n")
            await server.say("HTTP/1.1 103 Early\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\npa")
            await server.say("ge")
            #expect(try await visitor.hearReply() == "informational 103, head 200, 'page', end")
            visitor.release(reusable: false)
            #expect(await server.hearEnd() == .finished)
            #expect(pool.count == 0)
        }
    }

    @Test func `says why it could not be made`() async throws {
        try await OnLoop.run {
            let refusing = try RefusingPort()
            let port = Int(refusing.address.port)
            let pool = Self.pool(["wrong.test": "127.0.0.1"])
            for (route, fault) in [
                (Route(origin: Hop(isSecure: false, host: "127.0.0.1", port: port)), NetworkFault.Kind.cannotConnect),
                (Route(origin: Hop(isSecure: false, host: "wrong.test", port: port)), .cannotConnect),
                (Route(origin: Hop(isSecure: false, host: "no such host", port: 80)), .hostNotFound),
            ] {
                let visitor = Visitor()
                _ = visitor.connect(pool, route)
                #expect(try await visitor.hear() == "lost \(fault)")
            }
            #expect(pool.count == 0)
        }
    }

    @Test(arguments: ["WEB.test", "web.test"])
    func `goes where the table says`(name: String) async throws {
        try await OnLoop.run {
            let (pool, peer, visitor) = (Self.pool([name: "127.0.0.1"]), try Peer(), Visitor())
            _ = visitor.connect(pool, peer.route("web.test"))
            #expect(try await visitor.hear() == "connected")
            visitor.release()
        }
    }

    static let ends: [(said: String, isReset: Bool, heard: String)] = [
        ("", false, "lost lost before reply"),
        ("", true, "lost lost before reply"),
        ("HTTP/1.1 200 OK\r\nContent-Le", false, "lost lost"),
        ("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nab", false, "head 200, 'ab', lost lost"),
        ("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nab", true, "head 200, 'ab', lost lost"),
        ("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nabcd", false, "head 200, 'abcd', end"),
        ("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nabcd", true, "head 200, 'abcd', end"),
        ("HTTP/1.1 200 OK\r\n\r\nabcd", false, "head 200, 'abcd', end"),
        ("HTTP/1.1 200 OK\r\n\r\nabcd", true, "head 200, 'abcd', lost lost"),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n", false, "head 200, 'ab', lost lost"),
        ("SSH-2.0\r\n", false, "lost badResponse"),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n", true, "head 200, lost badResponse"),
    ]

    @Test(arguments: ends)
    func `tells how a reply ended`(said: String, isReset: Bool, heard: String) async throws {
        try await OnLoop.run {
            let (pool, peer) = (Self.pool(), try Peer())
            let (visitor, server) = try await Self.stand(pool, peer)
            visitor.get()
            try await server.hear()
            await server.say(said)
            if isReset { server.reset() } else { server.close() }
            #expect(try await visitor.hearReply() == heard)
            visitor.release()
            #expect(pool.count == 0)
        }
    }

    @Test func `holds the server back while nobody takes parts`() async throws {
        try await OnLoop.run {
            let (pool, peer) = (Self.pool(), try Peer())
            let (visitor, server) = try await Self.stand(pool, peer)
            visitor.takesParts = false
            visitor.get()
            try await server.hear()
            let much = [UInt8](repeating: 120, count: 16 << 20)
            await server.say("HTTP/1.1 200 OK\r\nContent-Length: \(much.count)\r\n\r\n")
            var sent = 0
            // Only as much leaves as the two kernels buffer.
            while await server.transport.wait(for: .writable, until: .now.advanced(milliseconds: 50)) == .writable {
                let result = much.withUnsafeBytes {
                    server.transport.send(UnsafeRawBufferPointer(rebasing: $0[sent...]))
                }
                if case .bytes(let count) = result { sent += count }
            }
            #expect(sent < much.count)
            #expect(visitor.events == [.connected])
            visitor.takesParts = true
            _ = await server.transport.sendAll(Array(much[sent...]))
            #expect(try await visitor.hearReply().hasSuffix("end"))
            let heard = visitor.events.reduce(0) { count, event in
                if case .arrived(.body(let bytes)) = event { count + bytes.count } else { count }
            }
            #expect(heard == much.count)
            visitor.release()
            #expect(pool.idleCount == 1)
        }
    }

    @Test func `stops between two parts, and goes on when it is poked`() async throws {
        try await OnLoop.run {
            let (pool, peer) = (Self.pool(), try Peer())
            let (visitor, server) = try await Self.stand(pool, peer)
            visitor.onHearing = { event, _ in
                if event.words.hasPrefix("head") { visitor.takesParts = false }
            }
            visitor.get()
            try await server.hear()
            await server.say("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
            server.reset()
            #expect(try await visitor.hear() == "head 200")
            // The reset has arrived, but must not be told yet: the whole reply comes before it.
            await Turns.pass()
            #expect(visitor.events.count == 2)
            visitor.onHearing = nil
            visitor.takesParts = true
            #expect(try await visitor.hearReply() == "'ok', end")
            visitor.release()
            #expect(pool.count == 0)
        }
    }

    @Test func `waits in peace when it is dead and nobody may be told`() async throws {
        try await OnLoop.run {
            let (pool, peer) = (Self.pool(), try Peer())
            let (visitor, server) = try await Self.stand(pool, peer)
            visitor.takesParts = false
            visitor.get()
            try await server.hear()
            server.reset()
            await Turns.pass()
            #expect(visitor.events == [.connected])
            visitor.takesParts = true
            #expect(try await visitor.hear() == "lost lost before reply")
            #expect(pool.count == 0)
        }
    }

    @Test func `is closed by whoever gives it up, wherever it stands`() async throws {
        try await OnLoop.run {
            let (pool, peer) = (Self.pool(), try Peer())
            let early = Visitor()
            _ = early.connect(pool, peer.route())
            early.release()
            // An address that never answers does not delay the release either.
            let silence = try Blackhole()
            let patient = Visitor()
            _ = patient.connect(
                pool, Route(origin: Hop(isSecure: false, host: "127.0.0.1", port: Int(silence.address.port))))
            await Turns.pass()
            patient.release()
            let lookup = Visitor()
            _ = lookup.connect(pool, Route(origin: Hop(isSecure: false, host: "no such host", port: 80)))
            // The lookup has started; its result comes too late.
            await Task.yield()
            lookup.release()
            let (asking, server) = try await Self.stand(pool, peer)
            asking.get()
            try await server.hear()
            asking.release()
            #expect(await server.hearEnd() == .finished)
            let greeting = Visitor()
            _ = greeting.connect(pool, peer.route())
            let silent = try await peer.accept()
            #expect(try await greeting.hear() == "connected")
            greeting.connection?.secure(
                peer.hop(isSecure: true), SecureQuestions(serverTrust: true, clientCertificate: true))
            #expect(await silent.hearMore() == nil)
            greeting.release()
            #expect(await silent.hearEnd() == .finished)
            #expect(pool.count == 0)
            #expect(early.events.isEmpty && patient.events.isEmpty && lookup.events.isEmpty)
        }
    }

    @Test func `may be let go of within what it tells`() async throws {
        try await OnLoop.run {
            let (pool, peer) = (Self.pool(), try Peer())
            for end in ["connected", "sent 3", "head 200", "body ab", "end"] {
                let visitor = Visitor()
                visitor.onHearing = { event, _ in if event.words == end { visitor.release(reusable: false) } }
                _ = visitor.connect(pool, peer.route(), reuse: false)
                let server = try await peer.accept()
                #expect(try await visitor.hear() == "connected")
                visitor.connection?.send(Visitor.message("POST", body: Array("dog".utf8)))
                await server.say("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nab")
                #expect(await server.hearEnd() != .nothing)
                #expect(visitor.events.last?.words == end)
            }
            #expect(pool.count == 0)
        }
    }
}
