// UnansweredTests.swift: requests that no route has answered, counted and told whatever the journal keeps.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainFrames
import QuintainLoop
import QuintainNotation
@testable import QuintainRouteHost
import QuintainWire
import Testing

@testable import QuintainServer

@Suite struct `Requests without an answer` {
    private static let question = "/unanswered?expect=answered&format=text"

    @Test func `are expected not to be, and some request is expected`() async throws {
        try await withControl { (rig) async throws in
            let client = try await TestClient(rig.routes.address)
            defer { client.channel.close() }
            let nothing = try await rig.ask("GET", Self.question)
            #expect(nothing.status == 409)
            let counts = "0 answered, 0 unmatched, 0 malformed, 0 incomplete\n"
            #expect(nothing.text.hasPrefix("no route was asked for anything: "), "\(nothing.text)")
            #expect(nothing.text.hasSuffix("?\n\(counts)"), "\(nothing.text)")
            #expect(try await rig.ask("GET", "/unanswered?format=text").text == counts)
            _ = try await client.get("/r")
            #expect(try await rig.ask("GET", Self.question).status == 200)
            _ = try await client.get("/s")
            let told = try await rig.ask("GET", Self.question)
            #expect(told.status == 409)
            #expect(told.text.hasPrefix("GET /s: no route matches GET /s; "), "\(told.text)")
            #expect(told.text.hasSuffix("\n1 answered, 1 unmatched, 0 malformed, 0 incomplete\n"), "\(told.text)")
            #expect(try await rig.ask("GET", "/unanswered").status == 200)
        }
    }

    @Test func `are not forgotten for those that come later`() async throws {
        try await withControl { (rig) async throws in
            let client = try await TestClient(rig.routes.address)
            defer { client.channel.close() }
            _ = try await rig.ask("POST", "/requests", #"{"keep":10}"#)
            _ = try await client.get("/s")
            for _ in 1...20 { _ = try await client.get("/r") }
            #expect(try await rig.ask("GET", Self.question).status == 409)
            for _ in 1...150 { _ = try await client.get("/t") }
            let reply = try await rig.ask("GET", "/unanswered?expect=answered")
            #expect(reply.status == 409 && reply.json["unmatched"]?.number == 151)
            #expect(reply.json["requests"]?.list?.count == 100)
            #expect(try await rig.ask("GET", Self.question).text.hasPrefix("51 earlier ones are forgotten\nGET /t: "))
        }
    }

    @Test func `begin anew where they are deleted`() async throws {
        try await withControl { (rig) async throws in
            let client = try await TestClient(rig.routes.address)
            defer { client.channel.close() }
            _ = try await client.get("/r")
            _ = try await client.get("/s")
            #expect(try await rig.ask("DELETE", "/unanswered?expect=answered").status == 400)
            let told = try await rig.ask("DELETE", "/unanswered")
            #expect(told.status == 200 && told.json["answered"]?.number == 1 && told.json["unmatched"]?.number == 1)
            #expect(told.json["requests"]?.list?.count == 1)
            let nothing = try await rig.ask("GET", Self.question)
            #expect(nothing.status == 409 && nothing.text.hasPrefix("no route was asked for anything: "))
            _ = try await client.get("/r")
            let answered = try await rig.ask("GET", Self.question)
            #expect(answered.status == 200)
            #expect(answered.text == "1 answered, 0 unmatched, 0 malformed, 0 incomplete\n")
            let metrics = try await rig.ask("GET", "/metrics").text
            #expect(metrics.contains("quintain_route_requests_total{result=\"answered\"} 2\n"), "\(metrics)")
        }
    }

    /// What is sent, what becomes of it, and what is told of it.
    private static let beginnings = [
        ("rubbish\r\n\r\n", "malformed", "what is no request: "),
        ("GET /r HTTP/1.1\r\nHost: x\r\n", "incomplete", "GET /r: "),
        ("G", "incomplete", "what is no request: "),
        ("POST /r HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nname", "incomplete", "POST /r: "),
        ("POST /r HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nname\r\n", "incomplete", "POST /r: "),
        ("POST /r HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nno size\r\n", "malformed", "POST /r: "),
        ("PRI * HTTP/2.0\r\n\r\nS", "incomplete", "PRI *: "),
        (
            "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + "\0\0\0\u{4}\0\0\0\0\0" + "\0\0\u{10}\u{1}\u{4}\0\0\0\u{1}\u{2}",
            "incomplete", "what is no request: "
        ),
    ]

    @Test(arguments: beginnings)
    func `are counted and told where they are no HTTP, or not whole`(
        bytes: String, result: String, told: String
    ) async throws {
        try await withControl { (rig) async throws in
            var lines: [String] = []
            rig.routes.log = ServerLog(
                .text,
                write: { line in
                    lines.append(String(decoding: line, as: UTF8.self))
                    return true
                })
            _ = try await rig.ask("POST", "/requests")
            let client = try await TestClient(rig.routes.address)
            await client.say(bytes)
            client.finish()
            _ = await client.rest()
            client.channel.close()
            let reply = try await rig.ask("GET", Self.question)
            #expect(reply.status == 409 && reply.text.contains("1 \(result)"), "\(reply.text)")
            #expect(reply.text.hasPrefix(told), "\(reply.text)")
            let kept = try #require(try await rig.ask("GET", "/requests").json["requests"]?.list)
            let one = try #require(kept.first)
            #expect(kept.count == 1 && one["route"] == .null, "\(kept)")
            #expect(one["incomplete"]?.bool == (result == "incomplete" ? true : nil))
            #expect((one["malformed"] != nil) == (result == "malformed"))
            #expect(lines.count == 1 && lines[0].contains(" warning request-\(result) "), "\(lines)")
            #expect(lines.joined().contains(" rule=") == (result == "malformed"))
        }
    }

    @Test(arguments: [
        ("GET /r HTTP/1.1\nHost: x\r\n\r\n", "bare-lf"),
        ("GET /r HTTP/1.1\r\nHost: x\r\nA: b\r\n c\r\n\r\n", "obs-fold"),
        ("GET /r HTTP/1.9\r\nHost: x\r\n\r\n", "minor-version"),
        ("GET /r#x HTTP/1.1\r\nHost: x\r\n\r\n", "fragment-in-target"),
        (
            "GET /r HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\na",
            "content-length-repeated"
        ),
        ("GET /r HTTP/1.1\r\nHost: x\r\nContent-Length: 1, 1\r\n\r\na", "content-length-list"),
        (
            "GET /r HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            "length-and-chunked"
        ),
        ("GET /r HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\na\r\n0\r\n\r\n", "bare-lf"),
        (
            "GET /r HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nA: b\r\n c\r\n\r\n",
            "obs-fold"
        ),
        ("GET /s HTTP/1.9\r\nHost: x\r\n\r\n", "minor-version"),
    ])
    func `are told beside those that break a rule and are answered`(bytes: String, rule: String) async throws {
        try await withControl { (rig) async throws in
            _ = try await rig.ask("POST", "/requests")
            let client = try await TestClient(rig.routes.address)
            let hasRoute = bytes.hasPrefix("GET /r")
            await client.say(bytes)
            #expect(try await client.reply().status == (hasRoute ? 200 : 404))
            client.channel.close()
            let reply = try await rig.ask("GET", Self.question)
            #expect(reply.status == 409 && reply.text.contains(" [\(rule)]\n"), "\(reply.text)")
            let counts = hasRoute ? "0 answered, 0 unmatched, 1 malformed" : "0 answered, 1 unmatched, 0 malformed"
            #expect(reply.text.contains(counts), "\(reply.text)")
            if hasRoute { #expect(reply.text.contains(": a route answered, though "), "\(reply.text)") }
            let one = try await rig.ask("GET", "/requests").json["requests"]?.list?.first
            #expect(one?["malformed"]?.text == rule && (one?["route"] == .null) != hasRoute)
        }
    }

    @Test(arguments: ["GET /a HTT", "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\ndog"])
    func `are told where a client falls silent within them`(bytes: String) async throws {
        try await withRoutes(someRoutes, patience: 100) { (host, client) async throws in
            await client.say(bytes)
            #expect(try await client.reply().status == 408)
            #expect(host.incomplete == 1)
            #expect(host.unanswered.entries.first?.refusal == "the rest of the request did not come within 100 ms")
        }
    }

    @Test(arguments: ["", "GET /a HTTP/1.1\r\nHost: x\r\n\r\n", "GET /a HTTP/1.1\r\nHost: x\r\n\r\n\r\n"])
    func `are none where a client ends between requests`(bytes: String) async throws {
        try await withRoutes(someRoutes) { (host, client) async throws in
            await client.say(bytes)
            client.finish()
            _ = await client.rest()
            client.channel.close()
            #expect(await eventually { host.connectionCount == 0 })
            #expect(host.incomplete == 0 && host.malformed == 0)
        }
    }

    @Test func `are none where the server ends`() async throws {
        try await withRoutes(someRoutes) { (host, client) async throws in
            await client.say("GET /a HTT")
            #expect(await eventually { host.connectionCount == 1 })
            host.close()
            #expect(await eventually { host.connectionCount == 0 })
            #expect(host.incomplete == 0)
        }
    }

    @Test func `are those that have a body which is too long for a route`() async throws {
        try await withRoutes(someRoutes) { (host, client) async throws in
            await client.say("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 5000000\r\n\r\n")
            await client.say([UInt8](repeating: 120, count: 4_500_000))
            #expect(try await client.reply().status == 413)
            #expect(host.unmatched == 1 && host.incomplete == 0)
        }
    }

    @Test func `are told over HTTP/2 where a client ends or takes one back within it`() async throws {
        try await withStreams { (host, client) async throws in
            let first = await client.ask("POST", "/echo", isWhole: false)
            await client.say(Frame.resetStream(first, .cancel))
            #expect(await eventually { host.incomplete == 1 })
            #expect(try await client.get("/a").status == 200)
            await client.ask("POST", "/echo", isWhole: false)
            client.finish()
            _ = await client.rest()
            client.close()
            #expect(await eventually { host.connectionCount == 0 })
            #expect(host.incomplete == 2 && host.answered == 1)
            #expect(host.unanswered.entries.map(\.target) == ["/echo", "/echo"])
        }
    }

    @Test func `are not over HTTP/2 what was answered`() async throws {
        try await withStreams { (host, client) async throws in
            for path in ["/a", "/b"] { _ = try await client.get(path) }
            client.finish()
            _ = await client.rest()
            client.close()
            #expect(await eventually { host.connectionCount == 0 })
            #expect(host.incomplete == 0 && host.malformed == 0 && host.answered == 2)
        }
    }

    @Test func `are asked for with known words only`() async throws {
        try await withControl { (rig) async throws in
            #expect(try await rig.ask("GET", "/unanswered?expect=none").slug == "no-verdict")
            #expect(try await rig.ask("GET", "/unanswered?format=xml").slug == "no-format")
        }
    }
}
