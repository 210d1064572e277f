// SilenceTests.swift: clients that send nothing more, and read nothing.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainRouteHost
import QuintainServer
import Testing

@Suite struct `A connection that is silent for too long` {
    @Test(arguments: ["", "GET /a HTTP/1.1\r\nHost: x\r\n\r\n"])
    func `ends without a word between requests`(before: String) async throws {
        try await withRoutes(someRoutes, patience: Self.patience) { (_, client) async throws in
            await client.say(before)
            if !before.isEmpty { #expect(try await client.reply().text == "first") }
            let (bytes, end) = await client.rest()
            #expect(bytes == [] && end == .finished)
        }
    }

    @Test(arguments: ["GET /a HTT", "GET /a HTTP/1.1\r\nHost: x\r\n", post + "dog"])
    func `is told so within a request`(request: String) async throws {
        try await withRoutes(someRoutes, patience: Self.patience) { (host, client) async throws in
            await client.say(request)
            let reply = try await client.reply()
            #expect(reply.status == 408)
            #expect(reply.text == "quintain: the rest of the request did not come within 5000 ms\n")
            #expect(reply["Connection"] == "close")
            #expect(await client.rest().end == .finished)
            #expect(host.answered == 0)
        }
    }

    @Test func `ends when the client takes nothing of a reply`() async throws {
        try await withRoutes(someRoutes, patience: Self.patience) { (host, client) async throws in
            await client.say("GET /huge HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(await eventually { host.answered == 1 })
            #expect(await eventually { host.connectionCount == 0 })
        }
    }

    @Test(arguments: [[], [22, 3, 1, 2, 0, 1, 0, 1]] as [[UInt8]])
    func `ends within a handshake`(greeting: [UInt8]) async throws {
        let table = try routeTable(someRoutes)
        try await OnLoop.run {
            let host = try RouteHost(on: .loopback(), table: table, securedBy: .bundled, patience: Self.patience)
            host.start()
            defer { host.close() }
            let client = try await TestClient(host.address)
            await client.say(greeting)
            #expect(await client.rest().end == .finished)
            client.channel.close()
            #expect(await eventually { host.connectionCount == 0 })
        }
    }

    @Test func `says goodbye over TLS`() async throws {
        let table = try routeTable(someRoutes)
        try await OnLoop.run {
            let host = try RouteHost(on: .loopback(), table: table, securedBy: .bundled, patience: Self.patience)
            host.start()
            defer { host.close() }
            let client = try await TestClient(host.address, trusting: .bundled)
            #expect(await client.rest().end == .finished)
            #expect(client.wasToldTheEnd)
            client.channel.close()
        }
    }

    /// Here the server is slow, not the client.
    @Test func `is none while the reply takes longer`() async throws {
        let slow = "# Slow\nroutes\n\n> GET /slow\n< 200\n<\n< slow\n! wait 6s\n< ly\n"
        try await withRoutes(slow, patience: Self.patience) { (_, client) async throws in
            let reply = try await client.get("/slow").text
            #expect(reply.hasPrefix("slow") && reply.hasSuffix("ly"))
        }
    }

    @Test func `ends at the control port, too`() async throws {
        try await withControl(patience: Self.patience) { (rig) async throws in
            #expect(await rig.client.rest().end == .finished)
            for request in ["GET /ses", "POST /sessions HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\ndog"] {
                let client = try await TestClient(rig.server.address)
                await client.say(request)
                let reply = try await client.reply()
                #expect(reply.status == 408)
                #expect(reply.slug == "too-slow")
                #expect(await client.rest().end == .finished)
                client.channel.close()
            }
        }
    }

    /// A FIN alone does not say whether the client has left or waits for its reply.
    @Test(arguments: [("1h", ""), ("100ms", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")])
    func `ends behind its FIN while the reply pauses`(pause: String, reply: String) async throws {
        try await withRoutes("# Slow\nroutes\n\n> GET /slow\n! wait \(pause)\n< 200\n", patience: Self.patience) {
            (_, client) async throws in
            await client.say("GET /slow HTTP/1.1\r\nHost: x\r\n\r\n")
            client.finish()
            let (bytes, end) = await client.rest()
            #expect(String(decoding: bytes, as: UTF8.self) == reply && end == .finished)
        }
    }

    @Test(arguments: [("/sessions/1/verdict?wait=600", ""), ("/health", "HTTP/1.1 200 OK\r\n")])
    func `ends behind its FIN at the control port, too`(target: String, reply: String) async throws {
        try await withControl(patience: Self.patience) { (rig) async throws in
            _ = try await rig.arm(#"{"scenario": "plain.scenario"}"#)
            let client = try await TestClient(rig.server.address)
            await client.say("GET \(target) HTTP/1.1\r\nHost: \(rig.server.address)\r\n\r\n")
            client.finish()
            let (bytes, end) = await client.rest()
            #expect(String(decoding: bytes, as: UTF8.self).hasPrefix(reply) && bytes.isEmpty == reply.isEmpty)
            #expect(end == .finished)
            client.channel.close()
        }
    }

    /// Milliseconds: long enough that a short standstill of the loop makes no client silent.
    private static let patience: Int64 = 5_000
    private static let post = "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n"
}
