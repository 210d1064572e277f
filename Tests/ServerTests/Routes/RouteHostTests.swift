// RouteHostTests.swift: routes over real connections.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainNotation
import QuintainRouteHost
import QuintainServer
import Testing

@Suite struct `A route host` {
    @Test func `answers one request after the other on a connection`() async throws {
        try await withRoutes(someRoutes) { (host, client) async throws in
            for _ in 0..<3 {
                #expect(try await client.get("/a").text == "first")
                #expect(try await client.get("/b").text == "second")
            }
            #expect(host.answered == 6)
        }
    }

    @Test func `answers requests that come in one piece in their order`() async throws {
        try await withRoutes(someRoutes) { (_, client) async throws in
            let paths = (0..<200).map { $0.isMultiple(of: 3) ? "/a" : "/b" }
            await client.say(paths.map { "GET \($0) HTTP/1.1\r\nHost: x\r\n\r\n" }.joined())
            for path in paths { #expect(try await client.reply().text == (path == "/a" ? "first" : "second")) }
        }
    }

    @Test func `answers a request that comes byte by byte`() async throws {
        try await withRoutes(someRoutes) { (_, client) async throws in
            for byte in Array("GET /a HTTP/1.1\r\nHost: x\r\n\r\n".utf8) {
                await client.say([byte])
                await Task.yield()
            }
            #expect(try await client.reply().text == "first")
        }
    }

    @Test(arguments: ["GET /a HTTP/1.0\r\n\r\n", "GET /a HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"])
    func `closes where the client asks for it`(request: String) async throws {
        try await withRoutes(someRoutes) { (_, client) async throws in
            // Bytes behind the request are not answered, and do not destroy the reply.
            await client.say(request + "GET /b HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(try await client.reply().text == "first")
            let (bytes, end) = await client.rest()
            #expect(bytes.isEmpty)
            #expect(end == .finished)
        }
    }

    @Test func `keeps a connection of HTTP/1.0 where the client asks for it`() async throws {
        try await withRoutes(someRoutes) { (_, client) async throws in
            for _ in 0..<2 {
                await client.say("GET /a HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
                #expect(try await client.reply().text == "first")
            }
        }
    }

    @Test func `names the nearest route where none matches`() async throws {
        try await withRoutes(someRoutes) { (host, client) async throws in
            let reply = try await client.get("/lerge")
            #expect(reply.status == 404)
            #expect(reply["Content-Type"] == "text/plain; charset=utf-8")
            #expect(
                reply.text == """
                    quintain: no route matches GET /lerge; the nearest is GET /large (test.routes:24): \
                    segment 'lerge' differs from 'large'

                    """)
            #expect(host.unmatched == 1)
            #expect(try await client.get("/a").text == "first")
        }
    }

    @Test func `says which methods a path has routes for, where only the method is wrong`() async throws {
        try await withRoutes(someRoutes) { (_, client) async throws in
            let reply = try await client.ask("PUT", "/a")
            #expect(reply.status == 405)
            #expect(reply["Allow"] == "GET, HEAD")
            #expect(reply.text.contains("the nearest is GET /a"))
            #expect(try await client.ask("GET", "/echo")["Allow"] == "POST")
            #expect(try await client.ask("GET", "/nothing")["Allow"] == nil)
        }
    }

    @Test func `answers HEAD as GET without the body, however the reply is made`() async throws {
        try await withRoutes(someRoutes) { (_, client) async throws in
            for (path, length) in [("/a", "5"), ("/large", "1000000"), ("/huge", "100000000000")] {
                let reply = try await client.ask("HEAD", path)
                #expect(reply.status == 200)
                #expect(reply["Content-Length"] == length)
            }
            #expect(try await client.get("/a").text == "first")
        }
    }

    @Test func `sends no body in answer to HEAD, found or not`() async throws {
        let routes = "# Any method\nroutes\n\n> HEAD /a\n< 200\n<\n< first\n"
        try await withRoutes(routes) { (_, client) async throws in
            #expect(try await client.ask("HEAD", "/a")["Content-Length"] == "5")
            let missing = try await client.ask("HEAD", "/b")
            #expect(missing.status == 404)
            #expect(missing["Content-Length"] != "0")
            // A body would be read as the head of this reply.
            #expect(try await client.ask("HEAD", "/a").status == 200)
        }
    }

    @Test func `takes a new table up with the next request`() async throws {
        try await withRoutes(someRoutes) { (host, client) async throws in
            #expect(try await client.get("/a").text == "first")
            host.table = try routeTable("# New\nroutes\n\n> GET /a\n< 200\n<\n< changed\n")
            #expect(try await client.get("/a").text == "changed")
            #expect(try await client.get("/b").status == 404)
        }
    }

    @Test func `answers a body by the table that was there when its head came`() async throws {
        try await withRoutes(someRoutes) { (host, client) async throws in
            await client.say("POST /echo HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\n")
            #expect(try await client.reply().status == 100)
            host.table = try routeTable("# New\nroutes\n\n> POST /echo\n< 200\n<\n< changed\n")
            await client.say("abcd")
            #expect(try await client.reply().text == "abcd")
        }
    }

    @Test func `serves many connections at once`() async throws {
        try await withRoutes(someRoutes) { (host, _) async throws in
            var clients: [TestClient] = []
            for _ in 0..<300 { clients.append(try await TestClient(host.address)) }
            for client in clients { await client.say("GET /b HTTP/1.1\r\nHost: x\r\n\r\n") }
            for client in clients { #expect(try await client.reply().text == "second") }
            #expect(host.connectionCount == 301)
            for client in clients { client.channel.close() }
            #expect(await eventually { host.connectionCount == 1 })
        }
    }

    @Test func `lets go of its connections when it closes`() async throws {
        try await withRoutes(someRoutes) { (host, client) async throws in
            #expect(try await client.get("/a").status == 200)
            host.close()
            #expect(await eventually { host.connectionCount == 0 })
        }
    }
}
