// StreamLoadTests.swift: loads over HTTP/2 as a delegate hears them, over real connections.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoader
import QuintainLoop
import QuintainTLS
import QuintainWire
import Testing

@testable import QuintainClient

@Suite struct `A load over HTTP2` {
    static let whole = ["response? 200", "data", "finished"]

    /// A client that knows that its server speaks HTTP/2 without TLS, and that server.
    @OnLoop
    final class Rig {
        let client = Client()
        let peer: Peer

        init() throws { peer = try Peer() }

        func start(
            _ target: String = "/", method: String = "GET", body: RequestBody = .none,
            to audience: Audience = Audience()
        ) -> (load: LoadTask, audience: Audience) {
            `A load`.start(client, peer, target, method: method, body: body, to: audience) { $0.version = .two }
        }

        /// Finishes one load, and gives the connection that it leaves idle.
        func warmUp(_ settings: Setting...) async throws -> StreamPeer {
            let (_, audience) = start()
            let server = try await peer.acceptStreams()
            if !settings.isEmpty { await server.say(.settings(settings)) }
            #expect(try await server.hear(2) == ["head 1 GET /", "end 1"])
            await server.say(server.side.reply(1))
            #expect(try await audience.hearsTheEnd() == whole)
            return server
        }
    }

    @Test(arguments: [["h2", "http/1.1"], ["h2"], ["http/1.1"], []])
    func `speaks the version that ALPN has chosen`(protocols: [String]) async throws {
        try await OnLoop.run {
            let (client, peer) = (Client(), try Peer())
            let mint = try TestCertificates.mint()
            client.trust(mint.anchors)
            let context = try TestCertificates.server(mint) { $0.protocols = protocols }
            let (_, audience) = `A load`.start(client, peer, isSecure: true)
            if protocols.first == "h2" {
                let server = try await peer.acceptStreams(context)
                #expect(try await server.hear(2) == ["head 1 GET /", "end 1"])
                #expect(server.side.fields.prefix(2) == [":method: GET", ":scheme: https"])
                await server.say(server.side.reply(1))
                #expect(try await audience.hearsTheEnd() == Self.whole)
                let (_, second) = `A load`.start(client, peer, "/two", isSecure: true)
                #expect(try await server.hear(2) == ["head 3 GET /two", "end 3"])
                await server.say(server.side.reply(3))
                #expect(try await second.hearsTheEnd() == Self.whole)
            } else {
                let server = try await peer.accept(context)
                #expect(try await server.hear().hasPrefix("GET / HTTP/1.1"))
                await server.say(`A load`.reply)
                #expect(try await audience.hearsTheEnd() == Self.whole)
            }
            #expect(client.pool.idleCount == 1)
            #expect(await `A load`.isClean(client))
        }
    }

    @Test func `shares the connection with others, and says goodbye at its end`() async throws {
        try await OnLoop.run {
            let rig = try Rig()
            let server = try await rig.warmUp()
            let loads = (0..<5).map { rig.start("/\($0)").audience }
            for index in 0..<5 {
                #expect(try await server.hear(2) == ["head \(3 + 2 * index) GET /\(index)", "end \(3 + 2 * index)"])
            }
            for index in (0..<5).reversed() { await server.say(server.side.reply(3 + 2 * index)) }
            for audience in loads { #expect(try await audience.hearsTheEnd() == Self.whole) }
            #expect(rig.client.pool.count == 1)
            #expect(await `A load`.isClean(rig.client))
            #expect(try await server.hear(2) == ["goaway NO_ERROR", "finished"])
        }
    }

    @Test func `moves to the connection that another load has opened meanwhile`() async throws {
        try await OnLoop.run {
            let rig = try Rig()
            let (one, two) = (rig.start("/one").audience, rig.start("/two").audience)
            let server = try await rig.peer.acceptStreams()
            let other = try await rig.peer.accept()
            #expect(try await server.hear(4) == ["head 1 GET /one", "end 1", "head 3 GET /two", "end 3"])
            #expect(await other.hearEnd() == .finished)
            await server.say(server.side.reply(1), server.side.reply(3))
            for audience in [one, two] { #expect(try await audience.hearsTheEnd() == Self.whole) }
            #expect(await `A load`.isClean(rig.client))
        }
    }

    @Test(arguments: ["reset", "goaway"])
    func `asks again where the server has not processed it, also with a POST`(way: String) async throws {
        try await OnLoop.run {
            let rig = try Rig()
            let (_, audience) = rig.start(method: "POST", body: .bytes(Array("fido".utf8)))
            let server = try await rig.peer.acceptStreams()
            #expect(try await server.hear(3).last == "end 1")
            if way == "reset" {
                await server.say(.resetStream(1, .refusedStream))
                #expect(try await server.hear(3) == ["head 3 POST /", "body 3 fido", "end 3"])
                await server.say(server.side.reply(3))
            } else {
                await server.say(.goAway(last: 0, .noError))
                let other = try await rig.peer.acceptStreams()
                #expect(try await other.hear(3) == ["head 1 POST /", "body 1 fido", "end 1"])
                await other.say(other.side.reply(1))
                #expect(try await server.hear(2) == ["goaway NO_ERROR", "finished"])
            }
            #expect(try await audience.hearsTheEnd() == ["sent 4/4", "sent 4/4"] + Self.whole)
            #expect(await `A load`.isClean(rig.client))
        }
    }

    @Test func `does not ask for ever`() async throws {
        try await OnLoop.run {
            let rig = try Rig()
            let (_, audience) = rig.start()
            let server = try await rig.peer.acceptStreams()
            for stream in [1, 3, 5, 7] {
                #expect(try await server.hear(2).last == "end \(stream)")
                await server.say(.resetStream(stream, .refusedStream))
            }
            #expect(try await audience.hearsTheEnd() == ["failed connection-lost"])
            #expect(await `A load`.isClean(rig.client))
        }
    }

    @Test func `goes on where GOAWAY names it, and leaves the connection to nobody`() async throws {
        try await OnLoop.run {
            let rig = try Rig()
            let (_, one) = rig.start()
            let server = try await rig.peer.acceptStreams()
            _ = try await server.hear(2)
            await server.say(.goAway(last: 1, .noError))
            await Turns.pass()
            let (_, two) = rig.start("/two")
            let other = try await rig.peer.acceptStreams()
            #expect(try await other.hear(2) == ["head 1 GET /two", "end 1"])
            await other.say(other.side.reply(1))
            #expect(try await two.hearsTheEnd() == Self.whole)
            await server.say(server.side.reply(1))
            #expect(try await one.hearsTheEnd() == Self.whole)
            #expect(try await server.hear(2) == ["goaway NO_ERROR", "finished"])
            #expect(await `A load`.isClean(rig.client))
        }
    }

    @Test func `asks over HTTP1 where the server wants that`() async throws {
        try await OnLoop.run {
            let rig = try Rig()
            let (_, audience) = rig.start(method: "POST", body: .bytes(Array("fido".utf8)))
            let server = try await rig.peer.acceptStreams()
            #expect(try await server.hear(3).last == "end 1")
            await server.say(.resetStream(1, .http11Required))
            let other = try await rig.peer.accept()
            #expect(try await other.hear("fido").hasPrefix("POST / HTTP/1.1"))
            await other.say(`A load`.reply)
            #expect(try await audience.hearsTheEnd().suffix(3) == Self.whole)
            #expect(await `A load`.isClean(rig.client))
        }
    }

    @Test func `asks once on another connection where it was misdirected`() async throws {
        try await OnLoop.run {
            let rig = try Rig()
            let (_, audience) = rig.start()
            var servers: [StreamPeer] = []
            for _ in 0..<2 {
                let server = try await rig.peer.acceptStreams()
                #expect(try await server.hear(2) == ["head 1 GET /", "end 1"])
                await server.say(server.side.reply(1, 421, "wrong"))
                servers.append(server)
            }
            #expect(try await audience.hearsTheEnd() == ["response? 421", "data", "finished"])
            #expect(await `A load`.isClean(rig.client))
        }
    }

    @Test func `holds up nobody else while it takes nothing`() async throws {
        try await OnLoop.run {
            let rig = try Rig()
            let server = try await rig.warmUp()
            let (held, slow) = rig.start("/slow")
            slow.onHearing = { word, load in if word == "response? 200" { load.suspend() } }
            _ = try await server.hear(2)
            await server.say(server.side.head(3, 200))
            try await slow.hears("response?")
            let body = Array(repeating: UInt8(7), count: 250_000)
            await server.say(server.side.body(3, body))
            let (_, quick) = rig.start("/quick")
            _ = try await server.hear(2)
            await server.say(server.side.reply(5))
            #expect(try await quick.hearsTheEnd() == Self.whole)
            #expect(slow.body.isEmpty && slow.words == ["response? 200"])
            held.proceed()
            #expect(try await slow.hearsTheEnd() == Self.whole)
            #expect(slow.body == body)
            #expect(await `A load`.isClean(rig.client))
        }
    }

    @Test func `is reset when it is cancelled`() async throws {
        try await OnLoop.run {
            let rig = try Rig()
            let server = try await rig.warmUp()
            let (load, audience) = rig.start("/two")
            _ = try await server.hear(2)
            load.cancel()
            #expect(try await audience.hearsTheEnd() == ["failed cancelled"])
            #expect(try await server.hear() == "reset 3 CANCEL")
            #expect(rig.client.pool.idleCount == 1)
            #expect(await `A load`.isClean(rig.client))
        }
    }

    @Test func `fails with its connection, or asks again on a fresh one where that may be`() async throws {
        try await OnLoop.run {
            let rig = try Rig()
            let server = try await rig.warmUp()
            let (get, post) = (rig.start("/get").audience, rig.start(method: "POST", body: .bytes([1])).audience)
            _ = try await server.hear(5)
            server.connection.reset()
            #expect(try await post.hearsTheEnd().last == "failed connection-lost")
            let other = try await rig.peer.acceptStreams()
            #expect(try await other.hear(2) == ["head 1 GET /get", "end 1"])
            await other.say(other.side.head(1, 200))
            try await get.hears("response?")
            other.connection.close()
            #expect(try await get.hearsTheEnd() == ["response? 200", "failed connection-lost"])
            #expect(await `A load`.isClean(rig.client))
        }
    }

    @Test func `uploads as the server makes room`() async throws {
        try await OnLoop.run {
            let rig = try Rig()
            let server = try await rig.warmUp()
            let (_, audience) = rig.start(method: "POST", body: .bytes(Array(repeating: 1, count: 200_000)))
            #expect(try await server.hear() == "head 3 POST /")
            var count = 0
            while count < 200_000 {
                let word = try await server.hear()
                let size = try #require(word.hasPrefix("body 3 ") ? Int(word.dropFirst(7)) : nil, "\(word)")
                count += size
                await server.say(.windowUpdate(size, stream: 3))
                await server.say(.windowUpdate(size))
            }
            await server.say(server.side.reply(3))
            #expect(try await audience.hearsTheEnd().suffix(4) == ["sent 200000/200000"] + Self.whole)
            #expect(await `A load`.isClean(rig.client))
        }
    }
}
