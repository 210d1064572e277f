// HTTPBinTests.swift: the bundled dialect of httpbin, asked over real connections.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainNotation
import QuintainRouteHost
import QuintainScenario
import QuintainServer
import Testing

/// `make httpbin` runs httpbin's own tests against the same files, and needs the network.
@Suite struct `The dialect of httpbin` {
    private static let fixtures =
        String(#filePath.dropLast("Tests/ServerTests/Routes/HTTPBinTests.swift".count)) + "fixtures"

    private func withHTTPBin(
        _ body: @escaping @OnLoop @Sendable (TestClient, RouteHost) async throws -> Void
    ) async throws {
        let library = try await OnLoop.run { try Library([Self.fixtures + "/httpbin"]) }
        _ = await library.reload()
        let table = await library.table()
        try await OnLoop.run {
            let host = try RouteHost(on: .loopback(), table: table)
            defer { host.close() }
            host.start()
            let client = try await TestClient(host.address)
            defer { client.channel.close() }
            try await body(client, host)
        }
    }

    @Test(
        arguments: [
            ("GET", "/get?a=1", [], nil, 200, #"{"args":{"a":"1"},"headers":{"Host":""#),
            ("POST", "/post", ["Content-Type: application/x-www-form-urlencoded"], "a=1", 200, #""form":{"a":"1"}"#),
            ("POST", "/post", ["Content-Type: application/json"], #"{"a":1.5}"#, 200, #""json":{"a":1.5}"#),
            ("PUT", "/put", [], "x", 200, #""data":"x""#), ("PATCH", "/patch", [], "x", 200, #""data":"x""#),
            ("DELETE", "/delete", [], "x", 200, #""data":"x""#),
            ("TRACE", "/anything/a", [], nil, 200, #""method":"TRACE""#),
            ("GET", "/ip", [], nil, 200, #"{"origin":"127.0.0.1"}"#),
            ("GET", "/headers", ["x-a: 1"], nil, 200, #""X-A":"1""#),
            ("GET", "/user-agent", ["User-Agent: me"], nil, 200, #"{"user-agent":"me"}"#),
            ("PUT", "/status/418", [], nil, 418, "teapot"), ("GET", "/status/x", [], nil, 400, "'x' is no status"),
            ("GET", "/redirect/3", [], nil, 302, "Redirecting"), ("GET", "/redirect/x", [], nil, 404, "no number"),
            ("GET", "/cookies", ["Cookie: a=1"], nil, 200, #"{"cookies":{"a":"1"}}"#),
            (
                "GET", "/basic-auth/a%20b/c", ["Authorization: Basic YSBiOmM="], nil, 200,
                #"{"authenticated":true,"user":"a b"}"#
            ),
            ("GET", "/basic-auth/a/c", ["Authorization: Basic YSBiOmM="], nil, 401, ""),
            ("GET", "/hidden-basic-auth/a/c", [], nil, 404, ""),
            ("GET", "/bearer", ["Authorization: Bearer t"], nil, 200, #"{"authenticated":true,"token":"t"}"#),
            ("GET", "/bearer", ["Authorization: Bearer"], nil, 401, ""),
            ("GET", "/digest-auth/auth/u/p", [], nil, 401, ""),
            ("GET", "/cache", ["If-None-Match: x"], nil, 304, ""), ("GET", "/cache/60", [], nil, 200, #""url""#),
            ("GET", "/etag/x", ["If-Match: y"], nil, 412, ""), ("GET", "/etag/x", [], nil, 200, #""url""#),
            ("GET", "/range/26", ["Range: bytes=-3"], nil, 206, "xyz"),
            ("GET", "/response-headers?a=1", [], nil, 200, #""a":"1""#),
            ("GET", "/html", [], nil, 200, "Herman Melville"), ("GET", "/json", [], nil, 200, "slideshow"),
            ("GET", "/xml", [], nil, 200, "slideshow"),
            ("GET", "/robots.txt", [], nil, 200, "User-agent: *\nDisallow: /deny\n"),
            ("GET", "/deny", [], nil, 200, "YOU SHOULDN'T BE HERE"), ("GET", "/forms/post", [], nil, 200, "custname"),
            ("GET", "/encoding/utf8", [], nil, 200, "∮"), ("GET", "/uuid", [], nil, 200, #"{"uuid": ""#),
            ("GET", "/base64/YQ==", [], nil, 200, "a"),
            ("GET", "/links/2/0", [], nil, 200, "<a href='/links/2/1'>1</a>"),
            ("GET", "/stream/2", [], nil, 200, #""id":1}"#),
            ("GET", "/drip?numbytes=3&duration=0", [], nil, 200, "***"),
            (
                "GET", "/sse?count=3&duration=0", ["Last-Event-ID: 1"], nil, 200,
                "event: ping\nid: 2\ndata: {\"id\":2}\n\n"
            ),
            ("GET", "/sse?count=3&duration=0", ["Last-Event-ID: 2"], nil, 204, ""),
            ("GET", "/delay/0", [], nil, 200, #""url""#),
            ("GET", "/image", ["Accept: text/html"], nil, 406, "image/webp"),
            ("GET", "/", [], nil, 200, "Quintain"), ("GET", "/get/", [], nil, 404, "the nearest is GET /get"),
            ("POST", "/get", [], "", 405, "only the method differs"),
        ] as [(String, String, [String], String?, Int, String)])
    func `answers`(
        method: String, target: String, fields: [String], body: String?, status: Int, says: String
    ) async throws {
        try await withHTTPBin { (client, _) async throws in
            let reply = try await client.ask(method, target, fields, body: body)
            #expect(reply.status == status)
            #expect(says.isEmpty ? reply.body.isEmpty : reply.text.contains(says), "\(reply.text)")
            // RFC 9110 section 6.6.1: a server with a clock says when, once.
            #expect(reply.fields.filter { $0.name == "Date" }.count == 1)
            // The next request on the connection is not disturbed.
            #expect(try await client.get("/ip").text == "{\"origin\":\"127.0.0.1\"}\n")
        }
    }

    @Test func `says to every page that its scripts may read this`() async throws {
        try await withHTTPBin { (client, _) async throws in
            for path in ["/get", "/status/500", "/bytes/x", "/image/png", "/drip?duration=0", "/cookies/set?a=1"] {
                #expect(try await client.get(path)["Access-Control-Allow-Origin"] == "*")
                let reply = try await client.get(path, "Origin: http://a.example")
                #expect(reply["Access-Control-Allow-Origin"] == "http://a.example")
                #expect(reply["Access-Control-Allow-Credentials"] == "true")
            }
            let reply = try await client.ask("OPTIONS", "/post", ["Access-Control-Request-Headers: X-A"])
            #expect(reply.status == 200)
            #expect(reply["Allow"] == "POST, OPTIONS")
            #expect(reply["Access-Control-Allow-Headers"] == "X-A")
            #expect(try await client.ask("OPTIONS", "/nothing").status == 404)
        }
    }

    @Test(arguments: [
        ("png", [0x89, 0x50]), ("jpeg", [0xFF, 0xD8]), ("webp", [0x52, 0x49]), ("svg+xml", [0x3C, 0x3F]),
    ])
    func `has an image of each type`(type: String, beginning: [UInt8]) async throws {
        try await withHTTPBin { (client, _) async throws in
            let direct = try await client.get("/image/\(type.prefix { $0 != "+" })")
            #expect(direct["Content-Type"] == "image/\(type)")
            #expect(direct.body.starts(with: beginning))
            let chosen = try await client.get("/image", "Accept: text/html, image/\(type);q=0.5")
            #expect(chosen.body == direct.body)
        }
    }

    @Test func `cuts a stream into chunks, and a body into codings`() async throws {
        try await withHTTPBin { (client, _) async throws in
            await client.say("GET /stream-bytes/10?seed=0&chunk_size=4 HTTP/1.1\r\nHost: x\r\n\r\n")
            _ = try await client.line(until: "\r\n\r\n")
            var sizes: [Int] = []
            var bytes: [UInt8] = []
            while let chunk = try await client.chunk() {
                sizes.append(chunk.count)
                bytes += chunk
            }
            #expect(sizes == [4, 4, 2])
            #expect(bytes == [0xc5, 0xd7, 0x14, 0x84, 0xf8, 0xcf, 0x9b, 0xf4, 0xb7, 0x6f])
            for (path, coding) in [("/gzip", "gzip"), ("/deflate", "deflate"), ("/brotli", "br")] {
                let reply = try await client.get(path)
                #expect(reply["Content-Encoding"] == coding)
                #expect(!reply.body.isEmpty && reply["Content-Length"] == "\(reply.body.count)")
            }
        }
    }

    @Test func `takes its time only for the body, and not for HEAD`() async throws {
        try await withHTTPBin { (client, _) async throws in
            let begun = Moment.now
            #expect(try await client.ask("HEAD", "/drip?duration=600")["Content-Length"] == "10")
            #expect(try await client.ask("HEAD", "/delay/10").status == 200)
            #expect(begun.advanced(milliseconds: 9_000) > .now)
            await client.say("GET /drip?numbytes=2&duration=600 HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(try await client.line(until: "\r\n\r\n*").hasPrefix("HTTP/1.1 200 OK\r\nContent-Length: 2"))
        }
    }

    @Test func `lets a client go that does not wait for the end`() async throws {
        try await withHTTPBin { (client, host) async throws in
            for path in ["/drip?duration=600&numbytes=1000", "/delay/10", "/range/1000?duration=600&chunk_size=1"] {
                let gone = try await TestClient(host.address)
                await gone.say("GET \(path) HTTP/1.1\r\nHost: x\r\n\r\n")
                await EventLoop.shared.sleep(for: .milliseconds(20))
                gone.channel.close()
            }
            #expect(await eventually { host.connectionCount == 1 })
            #expect(try await client.get("/ip").status == 200)
        }
    }

    @Test func `stands beside the other bundled routes`() async throws {
        let library = try await OnLoop.run { try Library([Self.fixtures + "/httpbin", Self.fixtures + "/routes"]) }
        let books = await library.reload()
        try await OnLoop.run {
            var owners: [String: String] = [:]
            for book in books {
                for exchange in book.routes?.exchanges ?? [] {
                    let path = exchange.path.map { segment in
                        switch segment {
                        case .literal(let bytes): String(decoding: bytes, as: UTF8.self)
                        case .named: "{}"
                        case .rest: "{*}"
                        }
                    }
                    let key = "\(exchange.method.literalText ?? "any") \(path.joined(separator: "/"))"
                    #expect(owners[key] == nil || owners[key] == book.name, "\(key) stands in \(book.name) as well")
                    owners[key] = book.name
                }
            }
            #expect(owners.count > 60)
        }
    }
}
