// RouteActTests.swift: replies of routes that are slow, or break off.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainNotation
import QuintainRouteHost
import QuintainServer
import Testing

@Suite struct `A route's reply` {
    private static func routes(_ reply: String) -> String {
        "# One\nroutes\n\n> GET /x\n\(reply)\n\n> GET /a\n< 200\n<\n< first\n"
    }

    @Test func `waits where it says so`() async throws {
        try await withRoutes(Self.routes("! wait 60ms\n< 200\n<\n< late")) { (_, client) async throws in
            let began = Moment.now
            #expect(try await client.get("/x").text == "late")
            #expect(Moment.now - began >= .milliseconds(60))
            #expect(try await client.get("/a").text == "first")
        }
    }

    @Test func `goes out at its rate and in its segments`() async throws {
        try await withRoutes(Self.routes("< 200\n<\n! rate 20KB/s\n! segment 100\n< {{bytes 2000}}")) {
            (_, client) async throws in
            let began = Moment.now
            let reply = try await client.get("/x")
            #expect(reply.body == PatternBytes.array(2000))
            #expect(Moment.now - began >= .milliseconds(80))
        }
    }

    @Test func `ends the connection with FIN, once the client has all of it`() async throws {
        try await withRoutes(Self.routes("< 200\n<\n< all\n! close")) { (_, client) async throws in
            await client.say("GET /x HTTP/1.1\r\nHost: x\r\n\r\nGET /a HTTP/1.1\r\nHost: x\r\n\r\n")
            let (bytes, end) = await client.rest()
            #expect(String(decoding: bytes, as: UTF8.self).hasSuffix("\r\n\r\nall"))
            #expect(end == .finished)
        }
    }

    @Test func `ends the connection with RST`() async throws {
        try await withRoutes(Self.routes("< 200\n< Content-Length: 9\n<\n< half\n! wait 50ms\n! reset")) {
            (_, client) async throws in
            await client.say("GET /x HTTP/1.1\r\nHost: x\r\n\r\n")
            let (bytes, end) = await client.rest()
            #expect(String(decoding: bytes, as: UTF8.self).hasSuffix("\r\n\r\nhalf"))
            #expect(end == .reset)
        }
    }

    @Test func `stalls until the client goes`() async throws {
        try await withRoutes(Self.routes("< 200\n< Content-Length: 9\n<\n< half\n! stall")) {
            (host, client) async throws in
            await client.say("GET /x HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(try await client.line(until: "half").hasSuffix("\r\n\r\n"))
            #expect(host.connectionCount == 1)
            client.channel.close()
            #expect(await eventually { host.connectionCount == 0 })
        }
    }

    @Test(arguments: ["< 101", "< {{request.header S}}"])
    func `of another protocol plays what stands below it, and reads no request behind it`(start: String) async throws {
        try await withRoutes(Self.routes("\(start)\n< Upgrade: x\n! wait 1ms\n! flush")) { (_, client) async throws in
            await client.say("GET /x HTTP/1.1\r\nHost: x\r\nS: 101\r\n\r\nGET /a HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(try await client.line(until: "\r\n\r\n").hasPrefix("HTTP/1.1 101 Switching Protocols"))
            client.channel.finishSending()
            let (bytes, end) = await client.rest()
            #expect(bytes.isEmpty && end == .finished)
        }
        try await withRoutes(Self.routes("\(start)\n< Upgrade: x\n! reset")) { (_, client) async throws in
            await client.say("GET /x HTTP/1.1\r\nHost: x\r\nS: 101\r\n\r\n")
            #expect(await client.rest().end == .reset)
        }
    }

    @Test func `goes on behind a half-close`() async throws {
        try await withRoutes(Self.routes("< 200\n<\n< all\n! half-close")) { (_, client) async throws in
            #expect(try await client.get("/x").text == "all")
            #expect(await client.rest().end == .finished)
        }
    }

    @Test func `may be large`() async throws {
        try await withRoutes(someRoutes) { (_, client) async throws in
            let reply = try await client.get("/large")
            #expect(reply.body.count == 1_000_000)
            #expect(reply.body.suffix(1000) == PatternBytes.array(1000, from: 999_000)[...])
            #expect(try await client.get("/a").text == "first")
        }
    }

    @Test func `is followed by the end where the client asked for it`() async throws {
        try await withRoutes(someRoutes) { (_, client) async throws in
            // The bytes behind the request are never read, and may not turn the end into a RST.
            await client.say(
                "GET /large HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\nGET /a HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(try await client.reply().body.count == 1_000_000)
            #expect(await client.rest().end == .finished)
        }
    }
}
