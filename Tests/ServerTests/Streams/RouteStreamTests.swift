// RouteStreamTests.swift: routes over HTTP/2.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainFrames
import QuintainLoop
import QuintainNotation
import QuintainRouteHost
import QuintainRoutes
import QuintainScenario
import QuintainServer
import QuintainWire
import Testing

@Suite struct `Routes over HTTP/2` {
    @Test func `are answered, one behind the other`() async throws {
        try await withStreams { (host, client) async throws in
            let first = try await client.get("/a")
            #expect(first.status == 200 && first.text == "first" && first["content-length"] == "5")
            #expect(try await client.get("/b").text == "second")
            #expect(host.answered == 2)
        }
    }

    /// RFC 9113 section 8.2: a client takes a reply with any of these for malformed.
    @Test func `send no field that is not allowed there, whatever a request asks for`() async throws {
        let routes =
            "# t\nroutes httpbin\n\n> GET /fields\n< {{query-fields}}\n\n> GET /named/{{path name}}\n< 200\n< {{path.name}}: x\n< TE: x\n"
        try await withStreams(routes) { (_, client) async throws in
            let asked = try await client.get("/fields?X-A=b%20&TE=x&Upgrade=x&X-B=%09c")
            #expect(asked["x-a"] == "b" && asked["x-b"] == "c" && asked["te"] == nil && asked["upgrade"] == nil)
            for (name, value) in [("X-C", "x"), ("Connection", nil)] as [(String, String?)] {
                let named = try await client.get("/named/\(name)")
                #expect(named.status == 200 && named[name.lowercased()] == value && named["te"] == nil)
            }
        }
    }

    @Test func `are answered beside each other`() async throws {
        try await withStreams { (_, client) async throws in
            var streams: [Int] = []
            for index in 0..<100 { streams.append(await client.ask("GET", index.isMultiple(of: 2) ? "/a" : "/b")) }
            for (index, stream) in streams.enumerated() {
                #expect(try await client.reply(on: stream).text == (index.isMultiple(of: 2) ? "first" : "second"))
            }
        }
    }

    @Test func `are answered a hundred at a time`() async throws {
        try await withStreams("# t\nroutes\n\n> GET /w\n! wait 1h\n< 200\n\n> GET /a\n< 200\n") {
            (_, client) async throws in
            var streams: [Int] = []
            for _ in 0..<100 { streams.append(await client.ask("GET", "/w")) }
            let more = await client.ask("GET", "/a")
            #expect(try await client.reply(on: more).reset == .refusedStream)
            await client.say(Frame.resetStream(streams[50], .cancel))
            #expect(try await client.get("/a").status == 200)
            #expect(client.settings == [Setting(.maxConcurrentStreams, 100)])
        }
    }

    @Test func `overtake one that waits`() async throws {
        let slow = "\n> GET /slow\n! wait 50ms\n< 200\n<\n< one\n! wait 50ms\n< two\n"
        try await withStreams(someRoutes + slow) { (_, client) async throws in
            let slow = await client.ask("GET", "/slow")
            let quick = await client.ask("GET", "/a")
            #expect(try await client.reply(on: slow).text == "onetwo")
            #expect(client.order == [quick, slow])
        }
    }

    @Test func `overtake one that is large`() async throws {
        try await withStreams { (_, client) async throws in
            let large = await client.ask("GET", "/large")
            let quick = await client.ask("GET", "/a")
            let body = try await client.reply(on: large).body
            #expect(body == PatternBytes.array(1_000_000, from: 0))
            #expect(client.order == [quick, large])
        }
    }

    @Test func `take bodies`() async throws {
        let body = String(repeating: "dog ", count: 50_000)
        try await withStreams { (_, client) async throws in
            let reply = try await client.reply(on: client.ask("POST", "/echo", body: body))
            #expect(reply.text == body)
            // This route does not look at the body.
            #expect(try await client.reply(on: client.ask("POST", "/count", body: body)).text == "taken")
        }
    }

    @Test func `refuse a body that is too long, and read on`() async throws {
        try await withStreams { (_, client) async throws in
            let stream = await client.ask("POST", "/echo", body: String(repeating: "x", count: 5 << 20))
            let reply = try await client.reply(on: stream)
            #expect(reply.status == 413)
            #expect(reply.text.hasPrefix("quintain: a body that a route looks at may have 4194304 bytes"))
            #expect(try await client.get("/a").text == "first")
        }
    }

    @Test func `give leave to send a body`() async throws {
        try await withStreams { (_, client) async throws in
            let stream = await client.ask("POST", "/echo", ["expect": "100-continue"], isWhole: false)
            try await client.hear { client.replies[stream]?.informational == [100] }
            await client.say(content: Array("dog".utf8), on: stream, isLast: true)
            let reply = try await client.reply(on: stream)
            #expect(reply.text == "dog" && reply.informational == [100])
        }
    }

    @Test func `answer before the body where they are early`() async throws {
        let early = "# t\nroutes\n\n> POST /early\n< 403\n<\n< no\n> {{any}}\n"
        try await withStreams(early) { (_, client) async throws in
            let stream = await client.ask("POST", "/early", isWhole: false)
            #expect(try await client.reply(on: stream).status == 403)
            await client.say(content: Array("dog".utf8), on: stream, isLast: true)
            #expect(try await client.reply(on: client.ask("POST", "/early", body: "cat")).text == "no")
        }
    }

    @Test func `answer HEAD without a body`() async throws {
        try await withStreams { (_, client) async throws in
            let reply = try await client.reply(on: client.ask("HEAD", "/a"))
            #expect(reply.body == [] && reply["content-length"] == "5" && reply.isWhole)
        }
    }

    @Test func `send informational heads and trailers`() async throws {
        let text =
            "# t\nroutes\n\n> GET /t\n< 103\n< Link: </a>\n<\n< 200\n< Transfer-Encoding: chunked\n<\n< one\n! trailers\n< Digest: x\n"
        try await withStreams(text) { (_, client) async throws in
            let reply = try await client.get("/t")
            #expect(reply.informational == [103] && reply.text == "one")
            #expect(reply.trailers.map(\.name) == ["digest"])
        }
    }

    @Test func `say what is nearest where none answers`() async throws {
        try await withStreams { (host, client) async throws in
            let reply = try await client.get("/aa")
            #expect(reply.status == 404)
            #expect(reply.text.hasPrefix("quintain: no route matches GET /aa; the nearest is "))
            #expect(reply["date"] != nil)
            #expect(try await client.reply(on: client.ask("PATCH", "/a"))["allow"] == "GET, HEAD")
            #expect(try await client.reply(on: client.ask("HEAD", "/aa")).body == [])
            #expect(host.unmatched == 3)
        }
    }

    @Test(arguments: ["< {{raw \"HTTP/1.1 200 OK\\r\\n\\r\\n\"}}", "< 101\n< Upgrade: x", "< 200\n<\n< one\n! close"])
    func `ask for HTTP/1-1 where only that has the reply`(reply: String) async throws {
        try await withStreams("# t\nroutes\n\n> GET /old\n\(reply)\n\n> GET /a\n< 200\n") { (_, client) async throws in
            #expect(try await client.get("/old").reset == .http11Required)
            #expect(try await client.get("/a").status == 200)
        }
    }

    @Test func `give leave to send a body to which only HTTP/1-1 has the reply`() async throws {
        let route = "> POST /old\n> Expect: 100-continue\n< 100\n< {{raw \"X-Old: 1\\r\\n\\r\\n\"}}\n< 200\n"
        try await withStreams("# t\nroutes\n\n" + route) { (_, client) async throws in
            let stream = await client.ask("POST", "/old", ["expect": "100-continue"], isWhole: false)
            try await client.hear { client.replies[stream]?.informational == [100] }
            await client.say(content: Array("dog".utf8), on: stream, isLast: true)
            #expect(try await client.reply(on: stream).reset == .http11Required)
        }
    }

    @Test func `answer again with another table`() async throws {
        try await withStreams { (host, client) async throws in
            #expect(try await client.get("/a").text == "first")
            host.table = try routeTable("# t\nroutes\n\n> GET /a\n< 200\n<\n< other\n")
            #expect(try await client.get("/a").text == "other")
        }
    }

    // MARK: Acts

    @Test func `end the connection in the middle of a body`() async throws {
        let text = "# t\nroutes\n\n> GET /cut\n< 200\n< Content-Length: 10\n<\n< some\n! close\n"
        try await withStreams(text) { (_, client) async throws in
            let stream = await client.ask("GET", "/cut")
            #expect(await client.rest() == .finished)
            let reply = try #require(client.replies[stream])
            #expect(reply.text == "some" && !reply.isOver)
        }
    }

    @Test func `reset the connection`() async throws {
        try await withStreams("# t\nroutes\n\n> GET /r\n< 200\n! reset\n") { (_, client) async throws in
            await client.ask("GET", "/r")
            #expect(await client.rest() == .reset)
        }
    }

    @Test func `stall a stream alone`() async throws {
        let stall = "\n> GET /stall\n< 200\n<\n< some\n! stall\n"
        try await withStreams(someRoutes + stall, patience: 300) { (_, client) async throws in
            let stream = await client.ask("GET", "/stall")
            try await client.hear { client.replies[stream]?.text == "some" }
            #expect(try await client.get("/a").text == "first")
            #expect(client.replies[stream]?.isOver == false)
            await client.say(Frame.resetStream(stream, .cancel))
            // No stream is stalled any more, so a silent connection is closed.
            #expect(await client.rest() == .finished)
            #expect(client.goAway?.code == .noError)
        }
    }

    // MARK: Windows

    @Test func `send no more than the client has room for`() async throws {
        try await withStreams(settings: [Setting(.initialWindowSize, 100)]) { (_, client) async throws in
            client.givesRoom = false
            let large = await client.ask("GET", "/large")
            try await client.hear { client.replies[large]?.body.count == 100 }
            // The other stream has a window of its own.
            #expect(try await client.get("/a").text == "first")
            #expect(client.replies[large]?.body.count == 100)
            await client.grant(20, on: large)
            try await client.hear { client.replies[large]?.body.count == 120 }
            await client.say(Frame.resetStream(large, .cancel))
            #expect(try await client.get("/b").text == "second")
        }
    }

    @Test func `end where the client makes no room`() async throws {
        try await withStreams(patience: 200, settings: [Setting(.initialWindowSize, 0)]) { (_, client) async throws in
            await client.ask("GET", "/a")
            #expect(await client.rest() == .finished)
        }
    }

    // MARK: Connections

    @Test func `say goodbye to a connection that is silent`() async throws {
        try await withStreams(patience: 200) { (_, client) async throws in
            #expect(try await client.get("/a").text == "first")
            #expect(await client.rest() == .finished)
            #expect(client.goAway.map { $0.last == 1 && $0.code == .noError } == true)
        }
    }

    @Test func `answer what was asked by a client that has ended its side`() async throws {
        let slow = "# t\nroutes\n\n> GET /slow\n! wait 30ms\n< 200\n<\n< late\n"
        try await withStreams(slow) { (_, client) async throws in
            let stream = await client.ask("GET", "/slow")
            client.finish()
            #expect(try await client.reply(on: stream).text == "late")
            #expect(await client.rest() == .finished)
        }
    }

    @Test func `end with GOAWAY where the client errs`() async throws {
        try await withStreams { (_, client) async throws in
            await client.say(Frame(.content, [], stream: 0, payload: [1]))
            #expect(await client.rest() == .finished)
            #expect(client.goAway?.code == .protocolError)
        }
    }

    @Test func `keep nothing of streams that are reset, however many`() async throws {
        try await withStreams("# t\nroutes\n\n> GET /w\n! wait 1h\n< 200\n\n> GET /a\n< 200\n") {
            (_, client) async throws in
            for _ in 0..<900 {
                let stream = await client.ask("GET", "/w")
                await client.say(Frame.resetStream(stream, .cancel))
            }
            #expect(try await client.get("/a").status == 200)
        }
    }

    @Test(arguments: 1..<24)
    func `know the preface, wherever it is cut`(count: Int) async throws {
        let table = try routeTable(someRoutes)
        try await OnLoop.run {
            let host = try RouteHost(on: .loopback(), table: table)
            host.start()
            defer { host.close() }
            let client = try await StreamClient(host.address, greets: false)
            await client.say(Array(HTTP2Preface.bytes[..<count]))
            await Task.yield()
            await client.say(Array(HTTP2Preface.bytes[count...]))
            await client.say(Frame.settings([]))
            #expect(try await client.get("/a").text == "first")
            client.close()
        }
    }

    @Test func `are not spoken behind a request of HTTP/1`() async throws {
        try await withRoutes(someRoutes) { (_, client) async throws in
            #expect(try await client.get("/a").text == "first")
            await client.say(HTTP2Preface.bytes)
            #expect(try await client.reply().status == 505)
        }
    }

    /// RFC 9113 section 3.4; HTTP/2 was negotiated, so the client could not read an HTTP/1 reply.
    @Test func `answer a preface that is none with GOAWAY over TLS`() async throws {
        let table = try routeTable(someRoutes)
        try await OnLoop.run {
            let host = try RouteHost(on: .loopback(), table: table, securedBy: .bundled)
            host.start()
            defer { host.close() }
            let client = try await TestClient(host.address, trusting: .bundled, offering: ["h2"])
            await client.say("GET /a HTTP/1.1\r\nHost: x\r\n\r\n")
            let (bytes, end) = await client.rest()
            #expect(end == .finished)
            var kinds: [UInt8] = []
            var rest = bytes[...]
            while rest.count >= 9 {
                kinds.append(rest[rest.startIndex + 3])
                rest = rest.dropFirst(9 + rest.prefix(3).reduce(0) { $0 << 8 | Int($1) })
            }
            #expect(kinds.last == 7, "\(kinds)")
        }
    }

    @Test func `are refused in HTTP/1 where only that is spoken, and the other way round`() async throws {
        let table = try routeTable(someRoutes)
        try await OnLoop.run {
            for (versions, said) in [
                (.one, HTTP2Preface.bytes), (.two, Array("GET /a HTTP/1.1\r\nHost: x\r\n\r\n".utf8)),
            ] as [(HTTPVersions, [UInt8])] {
                let host = try RouteHost(on: .loopback(), table: table, speaking: versions)
                host.start()
                defer { host.close() }
                let client = try await TestClient(host.address)
                await client.say(said)
                let reply = try await client.reply()
                #expect(reply.status == 505)
                if versions == .two { #expect(reply.text == "quintain: \(host.url) speaks HTTP/2 alone\n") }
                #expect(await client.rest().end == .finished)
            }
        }
    }
}
