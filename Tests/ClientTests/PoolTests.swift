// PoolTests.swift: connections that wait for their next request.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoader
import QuintainLoop
import QuintainTransport
import Testing

@testable import QuintainClient

@Suite struct `A pool of connections` {
    typealias Connection = `A client's connection`

    /// One request and its reply, after which the connection is let go of.
    @OnLoop
    private func exchange(_ visitor: Visitor, _ server: PeerConnection, _ reply: String = Self.reply) async throws {
        visitor.get()
        try await server.hear()
        await server.say(reply)
        #expect(try await visitor.hearReply().hasSuffix("end"))
        visitor.release()
    }

    private static let reply = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

    @Test func `gives a connection to the next request`() async throws {
        try await OnLoop.run {
            let (pool, peer) = (Connection.pool(), try Peer())
            let (visitor, server) = try await Connection.stand(pool, peer)
            for _ in 0..<3 {
                try await exchange(visitor, server)
                #expect(pool.idleCount == 1)
                #expect(visitor.connect(pool, peer.route()) == .idle)
                #expect(pool.idleCount == 0)
            }
            // Without `reuse`, no idle connection is taken.
            try await exchange(visitor, server)
            #expect(visitor.connect(pool, peer.route(), reuse: false) == .fresh)
            #expect(pool.count == 2)
        }
    }

    @Test(arguments: [
        ("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok"),
        ("HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok"),
        ("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokay"),
        ("HTTP/1.1 204 No\r\n\r\nHTTP/1.1 200 OK\r\n"),
    ])
    func `takes none back on which something is odd`(reply: String) async throws {
        try await OnLoop.run {
            let (pool, peer) = (Connection.pool(), try Peer())
            let (visitor, server) = try await Connection.stand(pool, peer)
            try await exchange(visitor, server, reply)
            #expect(pool.count == 0)
            #expect(await server.hearEnd() != .nothing)
        }
    }

    @Test func `takes none back whose body was not sent`() async throws {
        try await OnLoop.run {
            let (pool, peer) = (Connection.pool(), try Peer())
            let (visitor, server) = try await Connection.stand(pool, peer)
            var message = Visitor.message("POST", body: Array("dog".utf8))
            message.holdsBody = true
            visitor.connection?.send(message)
            try await server.hear()
            await server.say(Self.reply)
            #expect(try await visitor.hearReply() == "head 200, 'ok', end")
            visitor.release()
            #expect(pool.count == 0)
        }
    }

    @Test(arguments: ["FIN", "RST", "bytes"])
    func `closes at once what the server ends, or breaks the silence on`(end: String) async throws {
        try await OnLoop.run {
            let (pool, peer) = (Connection.pool(), try Peer())
            let (visitor, server) = try await Connection.stand(pool, peer)
            try await exchange(visitor, server)
            switch end {
            case "FIN": server.transport.finishSending()
            case "RST": server.reset()
            default: await server.say("HTTP/1.1 408 Too late\r\n\r\n")
            }
            #expect(await pool.settles(at: 0))
            if end != "RST" { #expect(await server.hearEnd() != .nothing) }
        }
    }

    @Test(arguments: [true, false])
    func `gives none that has died since the last turn of the loop`(isReset: Bool) async throws {
        try await OnLoop.run {
            let (pool, peer) = (Connection.pool(), try Peer())
            let (visitor, server) = try await Connection.stand(pool, peer)
            visitor.get()
            let channel = try #require(visitor.connection?.transport?.channel)
            try await server.hear()
            await server.say(Self.reply)
            #expect(try await visitor.hearReply().hasSuffix("end"))
            visitor.release()
            if isReset { server.reset() } else { server.close() }
            // The kernel may need a while to hand it over, and the loop does not turn meanwhile.
            let limit = soon
            while !channel.look(), .now < limit {}
            #expect(visitor.connect(pool, peer.route()) == .fresh)
        }
    }

    @Test func `gives the newest first, and keeps six`() async throws {
        try await OnLoop.run {
            let (pool, peer) = (Connection.pool(), try Peer())
            var pairs: [(visitor: Visitor, server: PeerConnection)] = []
            for _ in 0..<8 {
                pairs.append(try await Connection.stand(pool, peer))
            }
            for pair in pairs { try await exchange(pair.visitor, pair.server) }
            #expect(pool.idleCount == 6 && pool.count == 6)
            #expect(await pairs[0].server.hearEnd() == .finished)
            #expect(await pairs[1].server.hearEnd() == .finished)
            let visitor = Visitor()
            #expect(visitor.connect(pool, peer.route()) == .idle)
            visitor.get("/newest")
            #expect(try await pairs[7].server.hear().hasPrefix("GET /newest"))
            visitor.release()
            pool.close()
            #expect(pool.count == 0)
        }
    }

    @Test func `closes what nobody has used for long`() async throws {
        try await OnLoop.run {
            let (pool, peer) = (Connection.pool(idleLimit: 20), try Peer())
            let (visitor, server) = try await Connection.stand(pool, peer)
            try await exchange(visitor, server)
            #expect(pool.idleCount == 1)
            #expect(await server.hearEnd() == .finished)
            #expect(pool.count == 0)
        }
    }

    @Test func `tells routes apart, but not the plain origins behind a proxy`() async throws {
        try await OnLoop.run {
            let (pool, peer) = (Connection.pool(), try Peer())
            let (visitor, server) = try await Connection.stand(pool, peer)
            try await exchange(visitor, server)
            let other = Hop(isSecure: false, host: "127.0.0.1", port: peer.port)
            #expect(pool.readyCarrier(for: Route(origin: other), user: visitor) == nil)
            #expect(pool.readyCarrier(for: Route(origin: other, proxy: peer.hop()), user: visitor) == nil)

            let one = Route(origin: Hop(isSecure: false, host: "one.test", port: 80), proxy: peer.hop())
            let two = Route(origin: Hop(isSecure: false, host: "two.test", port: 80), proxy: peer.hop())
            _ = visitor.connect(pool, one)
            let proxy = try await peer.accept()
            #expect(try await visitor.hear() == "connected")
            try await exchange(visitor, proxy)
            #expect(visitor.connect(pool, two) == .idle)
            pool.close()
        }
    }
}
