// JournalTests.swift: the requests that came to routes, recorded once a client asks for them.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainNotation
@testable import QuintainRouteHost
import QuintainWire
import Testing

@testable import QuintainServer

@Suite struct `The journal of requests` {
    private static func numbers(_ reply: TestReply) -> [Int] {
        (reply.json["requests"]?.list ?? []).compactMap { $0["n"]?.number }
    }

    @Test func `is empty until it is asked for, and after that tells each request`() async throws {
        try await withControl { (rig) async throws in
            let client = try await TestClient(rig.routes.address)
            defer { client.channel.close() }
            _ = try await client.get("/r")
            let off = try await rig.ask("GET", "/requests")
            #expect(off.status == 409)
            #expect(off.slug == "no-journal")
            #expect(try await rig.ask("POST", "/requests").text == #"{"keep":1000,"count":0,"kept":0}"# + "\n")
            _ = try await client.get("/r?x=1", "X-A: b")
            _ = try await client.ask("POST", "/none", body: "hello")
            let told = try await rig.ask("GET", "/requests").json
            #expect(told["count"]?.number == 2)
            let list = try #require(told["requests"]?.list)
            #expect(list[0]["method"]?.text == "GET" && list[0]["target"]?.text == "/r?x=1")
            #expect(list[0]["header"]?.description.contains(#"["X-A","b"]"#) == true)
            #expect(list[0]["route"]?.text == "some.routes:4")
            #expect(list[0]["to"]?.text == rig.routes.url)
            #expect(list[0]["body"] == nil)
            #expect(list[1]["route"] == .null)
            #expect(list[0]["refusal"] == nil)
            #expect(list[1]["refusal"]?.text?.hasPrefix("no route matches ") == true, "\(list[1])")
            #expect(list[1]["body"]?.text == "hello")
            #expect(try await rig.ask("DELETE", "/requests").json["count"]?.number == 2)
            #expect(try await rig.ask("GET", "/requests").slug == "no-journal")
        }
    }

    /// Nobody else waits until all of it is written, and it is never in memory as a whole.
    @Test func `is written in pieces`() async throws {
        try await withControl { (rig) async throws in
            let client = try await TestClient(rig.routes.address)
            defer { client.channel.close() }
            _ = try await rig.ask("POST", "/requests", #"{"body": 200000}"#)
            for digit in 0...2 {
                await client.say("POST /r HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n")
                await client.say(Array(repeating: 0xF0 + UInt8(digit), count: 100_000))
                _ = try await client.reply()
            }
            let told = try await rig.ask("GET", "/requests")
            #expect(told["Transfer-Encoding"] == "chunked" && told["Content-Length"] == nil)
            #expect(Self.numbers(told) == [1, 2, 3])
            let bodies = (told.json["requests"]?.list ?? []).map { $0["hex"]?.text }
            #expect(bodies == ["f0", "f1", "f2"].map { String(repeating: $0, count: 100_000) })
            #expect(
                try await rig.ask("GET", "/requests?since=3").text
                    == #"{"keep":1000,"count":3,"kept":3,"selected":0,"requests":[]}"# + "\n")
        }
    }

    @Test func `is searched by path, method and number`() async throws {
        try await withControl { (rig) async throws in
            let client = try await TestClient(rig.routes.address)
            defer { client.channel.close() }
            _ = try await rig.ask("POST", "/requests")
            for target in ["/a", "/a/b?x", "/r"] { _ = try await client.get(target) }
            _ = try await client.ask("DELETE", "/a")
            for (query, numbers) in [
                ("", [1, 2, 3, 4]), ("?path=/a", [1, 4]), ("?path=/a*", [1, 2, 4]), ("?method=DELETE", [4]),
                ("?since=2", [3, 4]), ("?path=/a&method=GET&since=0", [1]), ("?path=/none", []),
            ] {
                #expect(try await Self.numbers(rig.ask("GET", "/requests\(query)")) == numbers, "\(query)")
            }
            #expect(try await rig.ask("GET", "/requests?pth=/a").slug == "no-parameter")
            #expect(try await rig.ask("GET", "/requests?since=x").slug == "bad-number")
        }
    }

    /// The reply to a question that waits: what the others send is not what it has asked for.
    @Test func `is waited for, until what is asked for comes or the journal ends`() async throws {
        try await withControl { (rig) async throws in
            let client = try await TestClient(rig.routes.address)
            defer { client.channel.close() }
            _ = try await rig.ask("POST", "/requests")
            func waiting(_ query: String) async throws -> Task<TestReply?, Never> {
                let asking = try await TestClient(rig.server.address)
                let task = Task(executorPreference: EventLoop.shared) {
                    defer { asking.channel.close() }
                    return try? await asking.get("/requests?\(query)")
                }
                for _ in 0..<20 { await EventLoop.shared.sleep(until: .now) }
                return task
            }
            let first = try await waiting("path=/r&wait=600")
            let second = try await waiting("wait=600&method=POST&since=2")
            let none = try await waiting("path=/none&wait=1")
            for _ in 1...2 { _ = try await client.get("/a") }
            _ = try await client.get("/r")
            #expect(try await Self.numbers(#require(first.value)) == [3])
            _ = try await client.ask("POST", "/a")
            #expect(try await Self.numbers(#require(second.value)) == [4])
            let empty = try #require(await none.value)
            #expect(empty.status == 200 && Self.numbers(empty).isEmpty)
            // What is there already is not waited for.
            #expect(try await Self.numbers(rig.ask("GET", "/requests?wait=600&since=3")) == [4])
            #expect(try await rig.ask("GET", "/requests?wait=601").slug == "bad-number")
            let ended = try await waiting("since=4&wait=600")
            _ = try await rig.ask("DELETE", "/requests")
            #expect(await ended.value?.slug == "no-journal")
        }
    }

    @Test func `is compared with the number of requests that is expected`() async throws {
        try await withControl { (rig) async throws in
            let client = try await TestClient(rig.routes.address)
            defer { client.channel.close() }
            _ = try await rig.ask("POST", "/requests", #"{"keep":3}"#)
            for target in ["/r", "/r?x", "/none"] { _ = try await client.get(target) }
            for (query, status) in [
                ("expect=3", 200), ("expect=2", 409), ("expect=4", 409), ("path=/r&expect=2", 200),
                ("path=/other&expect=0", 200), ("path=/r&expect=0", 409), ("method=POST&expect=0", 200),
                ("path=/r&wait=600&expect=2", 200), ("path=/r&wait=600&expect=1", 409),
                ("path=/other&wait=1&expect=0", 200),
                ("path=/r&wait=1&expect=3", 409), ("path=/r&wait=600&expect=0", 409),
            ] {
                #expect(try await rig.ask("GET", "/requests?\(query)").status == status, "\(query)")
            }
            let told = try await rig.ask("GET", "/requests?path=/r&expect=3").json
            #expect(told["selected"]?.number == 2 && told["expected"]?.number == 3)
            let text = try await rig.ask("GET", "/requests?expect=2&format=text").text
            #expect(
                text.hasPrefix("GET /r\nGET /r?x\nGET /none: no route matches GET /none")
                    && text.hasSuffix("\n3 requests, and 2 expected\n"), "\(text)")
            #expect(try await rig.ask("GET", "/requests?method=PUT&format=text").text == "0 requests\n")
            for query in ["expect=x", "expect=-1", "expect=10001"] {
                #expect(try await rig.ask("GET", "/requests?\(query)").slug == "bad-number", "\(query)")
            }
            for (query, slug) in [
                ("method=get", "bad-method"), ("path=r", "bad-path"), ("path=/r?x", "bad-path"),
                ("path=*/r", "bad-path"),
                ("path=http://127.0.0.1/r", "bad-path"), ("since=4", "bad-number"),
            ] {
                #expect(try await rig.ask("GET", "/requests?expect=0&\(query)").slug == slug, "\(query)")
            }
            #expect(try await rig.ask("GET", "/requests?path=*&expect=3").status == 200)
            // What is forgotten may have been one of them.
            _ = try await client.get("/r?y")
            #expect(try await rig.ask("GET", "/requests?path=/r&expect=2").status == 409)
            #expect(try await rig.ask("GET", "/requests?path=/r&expect=2&since=1").status == 200)
            let lost = try await rig.ask("GET", "/requests?path=/r&expect=2&format=text").text
            #expect(lost.hasPrefix("1 earlier one is forgotten\n"), "\(lost)")
        }
    }

    @Test func `is waited for until as many have come as are expected`() async throws {
        try await withControl { (rig) async throws in
            let client = try await TestClient(rig.routes.address)
            let asking = try await TestClient(rig.server.address)
            defer { [client, asking].forEach { $0.channel.close() } }
            _ = try await rig.ask("POST", "/requests")
            _ = try await client.get("/r")
            let task = Task(executorPreference: EventLoop.shared) {
                try? await asking.get("/requests?path=/r&wait=600&expect=3")
            }
            for _ in 0..<20 { await EventLoop.shared.sleep(until: .now) }
            for target in ["/none", "/r", "/r"] { _ = try await client.get(target) }
            let reply = try #require(await task.value)
            #expect(reply.status == 200 && Self.numbers(reply) == [1, 3, 4])
        }
    }

    /// What is sent, the method and the target that are told, and the rule that is broken.
    @Test(arguments: [
        ("GET /a b HTTP/1.1\r\n\r\n", "GET", "/a", "request-line-syntax"),
        ("\u{1}\u{2} /a\r\n\r\n", "", "", "control-character"),
        (
            "POST /r HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nno size\r\n", "POST", "/r",
            "chunk-size-syntax"
        ),
    ])
    func `tells what is no request, and why`(bytes: String, method: String, target: String, rule: String) async throws {
        try await withControl { (rig) async throws in
            let client = try await TestClient(rig.routes.address)
            defer { client.channel.close() }
            _ = try await rig.ask("POST", "/requests")
            await client.say(bytes)
            #expect(try await client.reply().status == 400)
            let list = try #require(try await rig.ask("GET", "/requests").json["requests"]?.list)
            #expect(list.count == 1 && list[0]["method"]?.text == method && list[0]["target"]?.text == target)
            #expect(list[0]["malformed"]?.text == rule && list[0]["route"] == .null)
            #expect(list[0]["refusal"]?.text?.contains("(RFC 91") == true, "\(list)")
        }
    }

    @Test func `keeps the newest, and as many as it was asked for`() async throws {
        try await withControl { (rig) async throws in
            let client = try await TestClient(rig.routes.address)
            defer { client.channel.close() }
            _ = try await rig.ask("POST", "/requests", #"{"keep":2}"#)
            for _ in 1...7 { _ = try await client.get("/r") }
            let reply = try await rig.ask("GET", "/requests")
            #expect(Self.numbers(reply) == [6, 7])
            #expect(reply.json["count"]?.number == 7 && reply.json["kept"]?.number == 2)
            for body in [#"{"keep":0}"#, #"{"keep":10001}"#] {
                #expect(try await rig.ask("POST", "/requests", body).slug == "bad-keep")
            }
            // A second POST starts it anew.
            _ = try await rig.ask("POST", "/requests")
            #expect(try await rig.ask("GET", "/requests").json["count"]?.number == 0)
        }
    }

    @Test func `keeps the beginning of a body, also of one that no route looks at`() async throws {
        try await withControl { (rig) async throws in
            let client = try await TestClient(rig.routes.address)
            defer { client.channel.close() }
            _ = try await rig.ask("POST", "/requests")
            for count in [4_096, 4_097, 100_000] {
                _ = try await client.ask("POST", "/none", body: String(repeating: "x", count: count))
            }
            let list = try #require(try await rig.ask("GET", "/requests").json["requests"]?.list)
            #expect(list.map { $0["body"]?.text?.count } == [4_096, 4_096, 4_096])
            #expect(list.map { $0["cut"]?.bool } == [nil, true, true])
        }
    }

    @Test func `keeps as much of a body as it was asked for`() async throws {
        try await withControl { (rig) async throws in
            let client = try await TestClient(rig.routes.address)
            defer { client.channel.close() }
            _ = try await rig.ask("POST", "/requests", #"{"body":100000}"#)
            for count in [100_000, 100_001] {
                _ = try await client.ask("POST", "/none", body: String(repeating: "x", count: count))
            }
            let list = try #require(try await rig.ask("GET", "/requests").json["requests"]?.list)
            #expect(list.map { $0["body"]?.text?.count } == [100_000, 100_000])
            #expect(list.map { $0["cut"]?.bool } == [nil, true])
            for body in [#"{"body":-1}"#, #"{"body":4194305}"#] {
                #expect(try await rig.ask("POST", "/requests", body).slug == "bad-keep")
            }
        }
    }

    @Test func `keeps some of the longest bodies, and not all`() async throws {
        try await withStreams { (host, client) async throws in
            let journal = Journal(keeping: 1_000, bodies: 1 << 20)
            host.journal = journal
            let body = String(repeating: "dogs", count: 1 << 18)
            for _ in 1...34 { _ = try await client.reply(on: client.ask("POST", "/none", body: body)) }
            #expect(journal.count == 34 && journal.entries.count == 31)
            #expect(journal.entries.allSatisfy { $0.body.count == 1 << 20 && !$0.isCut })
        }
    }

    @Test func `keeps what comes over HTTP/2 as well`() async throws {
        try await withStreams { (host, client) async throws in
            let journal = Journal(keeping: 10)
            host.journal = journal
            let body = String(repeating: "dog ", count: 50_000)
            for path in ["/echo", "/count", "/none"] {
                _ = try await client.reply(on: client.ask("POST", path, body: body))
            }
            let entries = Array(journal.entries)
            #expect(entries.map(\.target) == ["/echo", "/count", "/none"])
            #expect(entries.map(\.body.count) == [4_096, 4_096, 4_096] && entries.allSatisfy(\.isCut))
            #expect(entries.map { $0.route != nil } == [true, true, false])
        }
    }

    @Test func `tells a breach of HTTP/2, which is of no request`() async throws {
        try await withStreams { (host, client) async throws in
            let journal = Journal(keeping: 10)
            host.journal = journal
            _ = try await client.get("/a")
            await client.say(Frame(.content, [], stream: 0, payload: [1]))
            #expect(await client.rest() == .finished)
            let entries = Array(journal.entries)
            #expect(entries.map(\.method) == ["GET", ""] && entries.map { $0.malformed == nil } == [true, false])
            #expect(entries.last?.refusal?.contains("RFC 9113") == true, "\(entries)")
        }
    }

    @Test func `is bounded by what its requests hold`() async throws {
        try await withControl { (rig) async throws in
            let client = try await TestClient(rig.routes.address)
            defer { client.channel.close() }
            _ = try await rig.ask("POST", "/requests", #"{"keep":10000}"#)
            let field = "X-Long: " + String(repeating: "x", count: 12_000)
            for _ in 1...1_500 { _ = try await client.get("/r", field) }
            let kept = try #require(try await rig.ask("GET", "/requests?since=2000").json["kept"]?.number)
            #expect(kept < 1_400 && kept > 1_000)
        }
    }

    @Test func `is told of by the stream of changes`() async throws {
        try await withControl { (rig) async throws in
            let client = try await TestClient(rig.routes.address)
            defer { client.channel.close() }
            var feed = ChangeFeed()
            #expect(!feed.news(of: rig.api).contains("event: requests"))
            _ = try await rig.ask("POST", "/requests")
            #expect(feed.news(of: rig.api) == "event: requests\ndata: {\"count\":0}\n\n")
            _ = try await client.get("/r")
            #expect(feed.news(of: rig.api) == "event: requests\ndata: {\"count\":1}\n\n")
            _ = try await rig.ask("DELETE", "/requests")
            #expect(feed.news(of: rig.api) == "event: requests\ndata: {\"count\":null}\n\n")
        }
    }
}
