// RouteBodyTests.swift: requests with bodies, to routes.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainRouteHost
import QuintainServer
import Testing

@Suite struct `A body sent to a route` {
    @Test(arguments: [1, 10, 5_000, 300_000])
    func `is read by its length`(size: Int) async throws {
        try await withRoutes(someRoutes) { (_, client) async throws in
            let body = String(repeating: "x", count: size)
            #expect(try await client.ask("POST", "/echo", body: body).text == body)
            #expect(try await client.get("/a").text == "first")
        }
    }

    @Test func `is read chunk by chunk, with extensions and trailers`() async throws {
        try await withRoutes(someRoutes) { (_, client) async throws in
            let head = "POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
            await client.say(
                head + "3;a=b\r\nabc\r\n2\r\nde\r\n0\r\nX-Sum: 1\r\n\r\nGET /a HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(try await client.reply().text == "abcde")
            #expect(try await client.reply().text == "first")
        }
    }

    @Test func `is asked for where the client waits for that`() async throws {
        try await withRoutes(someRoutes) { (_, client) async throws in
            await client.say("POST /echo HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n")
            #expect(try await client.reply().status == 100)
            await client.say("abc")
            #expect(try await client.reply().text == "abc")
        }
    }

    /// Whether a body arrives with its head depends on the packets.
    @Test(arguments: [
        ("/plain", "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK"), ("/own", "HTTP/1.1 100 Own\r\n\r\nHTTP/1.1 200 OK"),
        ("/quoted", "HTTP/1.1 100 Own\r\n\r\nHTTP/1.1 200 OK"), ("/early", "HTTP/1.1 417 Expectation Failed"),
        ("/early-own", "HTTP/1.1 100 Own\r\n\r\nHTTP/1.1 417 Expectation Failed"),
        // The head does not decide between the two answers.
        ("/chosen", "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK"),
        ("/other", "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 417 Expectation Failed"),
        ("/telling", "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK"),
        ("/refused", "HTTP/1.1 100 Own\r\n\r\nHTTP/1.1 400 Bad Request"),
        ("/nowhere", "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 404 Not Found"),
    ])
    func `is asked for in the same way however soon it comes`(path: String, replies: String) async throws {
        let routes = """
            # t
            routes

            > POST /plain
            < 200

            > POST /own
            < 100 Own
            < 200

            > POST /quoted
            < 100 Own
            < 200
            < X: {{request.body}}

            > POST /early
            < 417
            > {{any}}

            > POST /early-own
            < 100 Own
            < 417
            > {{any}}

            > POST /chosen
            >
            > abc
            < 100 Own
            < 200

            > POST /other
            >
            > xyz
            < 200

            > POST /other
            < 100 Own
            < 417
            > {{any}}

            > POST /telling
            < 100 Own
            < X: {{request.body}}
            < 200

            > POST /refused
            < 100 Own
            <
            < {{status query.none}}

            """
        let head =
            "POST \(path) HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nConnection: close\r\nContent-Length: 3\r\n\r\n"
        try await withRoutes(routes) { (host, client) async throws in
            await client.say(head + "abc")
            let atOnce = String(decoding: await client.rest().bytes, as: UTF8.self)
            let other = try await TestClient(host.address)
            await other.say(head)
            let first = try await other.line(until: "\r\n\r\n")
            await other.say("abc")
            let later = first + "\r\n\r\n" + String(decoding: await other.rest().bytes, as: UTF8.self)
            other.channel.close()
            #expect(atOnce.replacing(#/Date:.*/#, with: "") == later.replacing(#/Date:.*/#, with: ""))
            #expect(atOnce.hasPrefix(replies + "\r\n"), "\(atOnce)")
            #expect(atOnce.ranges(of: "HTTP/1.1 ").count == replies.ranges(of: "HTTP/1.1 ").count)
        }
    }

    @Test func `is asked for by the route's own 100, and once`() async throws {
        let routes = "# t\nroutes\n\n> POST /own\n< 100 Go On\n< X-Own: 1\n< 200\n<\n< taken\n\n"
        let quoted = "> POST /quoted\n< 100\n< 200\n<\n< {{request.body}}\n\n> GET /a\n< 200\n<\n< first\n"
        try await withRoutes(routes + quoted) { (_, client) async throws in
            for (path, phrase, answer) in [("/own", "Go On\r\nX-Own: 1", "taken"), ("/quoted", "Continue", "abc")] {
                await client.say(
                    "POST \(path) HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n")
                #expect(try await client.line(until: "\r\n\r\n") == "HTTP/1.1 100 \(phrase)")
                await client.say("abc")
                #expect(try await client.line(until: answer).hasPrefix("HTTP/1.1 200 OK\r\n"))
            }
            // The client here does not wait for the 100, and the author has it sent all the same.
            await client.say("POST /own HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc")
            #expect(try await client.line(until: "taken").hasPrefix("HTTP/1.1 100 Go On\r\n"))
        }
    }

    @Test(arguments: ["Content-Length: 3", "Transfer-Encoding: chunked"])
    func `is not asked for, nor waited for, where the reply is early`(framing: String) async throws {
        let routes = "# t\nroutes\n\n> POST /early\n< 417\n> {{any}}\n\n> GET /a\n< 200\n<\n< first\n"
        try await withRoutes(routes) { (_, client) async throws in
            await client.say("POST /early HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n\(framing)\r\n\r\n")
            #expect(try await client.reply().status == 417)
            // If the client sends its body all the same, the body is read: RFC 9110 section 10.1.1.
            await client.say(framing.hasPrefix("C") ? "abc" : "3\r\nabc\r\n0\r\n\r\n")
            #expect(try await client.get("/a").text == "first")
        }
    }

    /// RFC 9112 section 9.6: the connection is closed behind the reply, and the body may never come.
    @Test(arguments: ["HTTP/1.1\r\nConnection: close", "HTTP/1.0"])
    func `is not waited for by the end of a connection either, where the reply is early`(last: String) async throws {
        let routes = "# t\nroutes\n\n> POST /early\n< 417\n> {{any}}\n"
        try await withRoutes(routes) { (_, client) async throws in
            await client.say("POST /early \(last)\r\nHost: x\r\nContent-Length: 3\r\n\r\n")
            #expect(try await client.reply().status == 417)
            let (bytes, end) = await client.rest()
            #expect(bytes.isEmpty && end == .finished)
        }
    }

    @Test(arguments: [true, false])
    func `that is none behind an early reply ends the connection without another one`(isSlow: Bool) async throws {
        let routes = "# t\nroutes\n\n> POST /early\n< 100\n< 417\n> {{any}}\n"
        try await withRoutes(routes, patience: isSlow ? 50 : RouteHost.patience) { (_, client) async throws in
            let head = "POST /early HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nTransfer-Encoding: chunked\r\n\r\n"
            await client.say(head)
            #expect(
                try await client.line(until: "Content-Length: 0\r\n\r\n").hasPrefix(
                    "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 417"))
            if !isSlow { await client.say("zebra\r\n") }
            let (bytes, end) = await client.rest()
            #expect(bytes.isEmpty && end == .finished)
        }
    }

    @Test func `may be of any size where no route looks at it`() async throws {
        try await withRoutes(someRoutes) { (_, client) async throws in
            let body = String(repeating: "x", count: 6 << 20)
            #expect(try await client.ask("POST", "/count", body: body).text == "taken")
            #expect(try await client.get("/a").text == "first")
        }
    }

    @Test(arguments: [true, false])
    func `is refused where a route would have to keep too much of it`(chunked: Bool) async throws {
        try await withRoutes(someRoutes) { (_, client) async throws in
            let size = 5 << 20
            let framing = chunked ? "Transfer-Encoding: chunked" : "Content-Length: \(size)"
            await client.say("POST /echo HTTP/1.1\r\nHost: x\r\n\(framing)\r\n\r\n")
            if chunked { await client.say(String(size, radix: 16) + "\r\n") }
            await client.say([UInt8](repeating: 120, count: size))
            let reply = try await client.reply()
            #expect(reply.status == 413)
            #expect(reply["Connection"] == "close")
            #expect(reply.text.contains("4194304 bytes"))
            #expect(await client.rest().end == .finished)
        }
    }

    @Test func `that is no chunked body gets a 400 and the end`() async throws {
        try await withRoutes(someRoutes) { (_, client) async throws in
            await client.say("POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nhello\r\n")
            let reply = try await client.reply()
            #expect(reply.status == 400)
            #expect(reply.text.hasPrefix("quintain: a chunk does not begin with hexadecimal digits (RFC 9112"))
            #expect(await client.rest().end == .finished)
        }
    }

    @Test func `that never ends is no answer and no leak`() async throws {
        try await withRoutes(someRoutes) { (host, client) async throws in
            await client.say("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nabc")
            client.channel.finishSending()
            #expect(await client.rest() == ([], .finished))
            #expect(host.answered == 0)
        }
    }
}
