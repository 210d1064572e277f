// SecureRouteTests.swift: routes over TLS.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainRouteHost
import QuintainServer
import QuintainSessions
import QuintainTLS
import Testing

extension TestAuthority {
    /// The committed authority.
    static var bundled: TestAuthority {
        let tests = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        return TestAuthority(folder: "/\(tests)/certs")
    }
}

@Suite struct `Routes of connections that come together` {
    @Test func `answer each in its place`() async throws {
        let table = try routeTable(someRoutes)
        try await OnLoop.run {
            let host = try RouteHost(on: .loopback(), table: table)
            let (one, other) = (try await TestClient(host.address), try await TestClient(host.address))
            // All of this is there before the host accepts the first.
            let post = "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhel"
            await one.say("GET /a HTTP/1.1\r\nHost: a\r\n\r\n" + post)
            await other.say("GET /b HTTP/1.1\r\nHost: a\r\n\r\n")
            host.start()
            defer { host.close() }
            #expect(try await other.reply().text == "second")
            #expect(try await one.reply().text == "first")
            await one.say("lo")
            #expect(try await one.reply().text == "hello")
            one.channel.close()
            other.channel.close()
        }
    }
}

@Suite struct `Routes over TLS` {
    private func withSecureRoutes(
        _ text: String = someRoutes, _ body: @escaping @OnLoop @Sendable (RouteHost, TestClient) async throws -> Void
    ) async throws {
        let table = try routeTable(text)
        try await OnLoop.run {
            let host = try RouteHost(on: .loopback(), table: table, securedBy: .bundled)
            host.start()
            defer { host.close() }
            let client = try await TestClient(host.address, trusting: .bundled)
            try await body(host, client)
            client.channel.close()
            host.close()
            #expect(await eventually { host.connectionCount == 0 })
        }
    }

    @Test func `are answered, one behind the other`() async throws {
        try await withSecureRoutes { (_, client) async throws in
            #expect(try await client.get("/a").text == "first")
            #expect(try await client.get("/b").text == "second")
        }
    }

    @Test func `are answered when requests come together`() async throws {
        try await withSecureRoutes { (host, client) async throws in
            let request = "GET /a HTTP/1.1\r\nHost: \(host.address)\r\n\r\n"
            await client.say(request + request + request)
            for _ in 0..<3 { #expect(try await client.reply().text == "first") }
        }
    }

    @Test func `are answered at length`() async throws {
        try await withSecureRoutes { (_, client) async throws in
            #expect(try await client.get("/large").body.count == 1_000_000)
            #expect(try await client.get("/a").text == "first")
        }
    }

    @Test func `take bodies`() async throws {
        let body = String(repeating: "dog ", count: 50_000)
        try await withSecureRoutes { (_, client) async throws in
            #expect(try await client.ask("POST", "/echo", body: body).text == body)
        }
    }

    @Test(arguments: ["GET /a HTTP/1.1", "POST /a HTTP/1.1\r\nContent-Length: 9", "GET /a SMTP"])
    func `end with a close_notify`(head: String) async throws {
        try await withSecureRoutes { (host, client) async throws in
            await client.say("\(head)\r\nHost: \(host.address)\r\nConnection: close\r\n\r\nsome dogs")
            _ = try await client.reply()
            #expect(await client.rest().end == .finished)
            #expect(client.wasToldTheEnd)
        }
    }

    @Test func `end with a close_notify where nothing more comes`() async throws {
        try await withSecureRoutes { (host, client) async throws in
            await client.say("GET /a HTTP/1.1\r\nHost: \(host.address)\r\nConnection: close\r\n\r\n")
            #expect(try await client.reply().text == "first")
            #expect(await client.rest().end == .finished)
            #expect(client.wasToldTheEnd)
        }
    }

    @Test(arguments: ["GET /a HTTP/1.1", "POST /a HTTP/1.1\r\nContent-Length: 9"])
    func `answer a client's close_notify with their own`(head: String) async throws {
        try await withSecureRoutes { (host, client) async throws in
            await client.say("\(head)\r\nHost: \(host.address)\r\n\r\n")
            if head.hasPrefix("GET") { #expect(try await client.reply().text == "first") }
            client.takeLeave()
            #expect(await client.rest().end == .finished)
            #expect(client.wasToldTheEnd)
        }
    }

    @Test func `end without a close_notify where the route says so`() async throws {
        let routes = "# t\nroutes\n\n> GET /torn\n! close-notify off\n< 200\n<\n< torn\n! close\n"
        try await withSecureRoutes(routes) { (host, client) async throws in
            await client.say("GET /torn HTTP/1.1\r\nHost: \(host.address)\r\n\r\n")
            #expect(String(decoding: await client.rest().bytes, as: UTF8.self).hasSuffix("torn"))
            #expect(!client.wasToldTheEnd)
        }
    }

    @Test(arguments: ["! half-close", "! tls-alert close_notify"])
    func `go on where a client asks once more behind their last word`(act: String) async throws {
        let routes = "# t\nroutes\n\n> GET /last\n< 200\n<\n< last\n\(act)\n\n> GET /a\n< 200\n<\n< first\n"
        try await withSecureRoutes(routes) { (host, client) async throws in
            let ask = { (path: String) in "GET \(path) HTTP/1.1\r\nHost: \(host.address)\r\n\r\n" }
            await client.say(ask("/last") + ask("/a"))
            #expect(String(decoding: await client.rest().bytes, as: UTF8.self).hasSuffix("last"))
            let other = try await TestClient(host.address, trusting: .bundled)
            #expect(try await other.get("/a").text == "first")
            other.channel.close()
        }
    }

    @Test func `send the alert that the route names`() async throws {
        let routes =
            "# t\nroutes\n\n> GET /alert\n< 200\n< Content-Length: 9\n<\n< half\n! tls-alert internal_error\n! close\n"
        try await withSecureRoutes(routes) { (host, client) async throws in
            await client.say("GET /alert HTTP/1.1\r\nHost: \(host.address)\r\n\r\n")
            _ = await client.rest()
            #expect(client.alerts.contains { $0.name == "internal_error" })
        }
    }

    @Test func `close a connection that was made before any of them had an alert`() async throws {
        let alerting = try routeTable("# t\nroutes\n\n> GET /alert\n< 200\n<\n< half\n! tls-alert internal_error\n")
        try await withSecureRoutes { (host, client) async throws in
            #expect(try await client.get("/a").text == "first")
            host.table = alerting
            await client.say("GET /alert HTTP/1.1\r\nHost: \(host.address)\r\n\r\n")
            #expect(await client.rest().end == .finished)
            #expect(!client.alerts.contains { $0.name == "internal_error" })
            let other = try await TestClient(host.address, trusting: .bundled)
            await other.say("GET /alert HTTP/1.1\r\nHost: \(host.address)\r\n\r\n")
            _ = await other.rest()
            #expect(other.alerts.contains { $0.name == "internal_error" })
            other.channel.close()
        }
    }

    @Test(arguments: ["GET / HTTP/1.1\r\n\r\n", "\u{16}\u{3}\u{1}\u{0}\u{5}hello", "\u{0}\u{0}\u{0}\u{0}"])
    func `outlive what is no TLS`(junk: String) async throws {
        try await withSecureRoutes { (host, client) async throws in
            let wild = try await TestClient(host.address)
            await wild.say(junk)
            wild.channel.finishSending()
            _ = await wild.rest()
            wild.channel.close()
            #expect(try await client.get("/a").text == "first")
        }
    }
}
