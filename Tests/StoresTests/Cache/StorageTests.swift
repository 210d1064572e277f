// StorageTests.swift: which responses are kept, for how long, and which are kept apart: RFC 9111 sections 3, 4.1, 4.4.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainStores
import QuintainWire
import Testing

@Suite struct `Responses that are stored` {
    @Test(
        arguments: [
            (200, [], [], StoragePolicy.allowed),
            (203, [], [], .allowed), (204, [], [], .allowed), (301, [], [], .allowed), (308, [], [], .allowed),
            (404, [], [], .allowed), (410, [], [], .allowed), (414, [], [], .allowed), (501, [], [], .allowed),
            (302, [], [], .notAllowed), (500, [], [], .notAllowed), (401, [], [], .notAllowed),
            (302, ["Cache-Control: max-age=5"], [], .allowed),
            (302, ["Cache-Control: public"], [], .allowed),
            (302, ["Cache-Control: private"], [], .allowed),
            (302, ["Expires: 0"], [], .allowed),
            (206, ["Cache-Control: max-age=5"], [], .notAllowed),
            (304, ["Cache-Control: max-age=5"], [], .notAllowed),
            (100, ["Cache-Control: max-age=5"], [], .notAllowed),
            (200, ["Cache-Control: no-store, max-age=60"], [], .notAllowed),
            (200, ["Cache-Control: NO-STORE"], [], .notAllowed),
            (200, ["X: no-store", "Cache-Control: a=\"no-store\""], [], .allowed),
            (200, ["Cache-Control: no-cache"], [], .allowed),
            (200, ["Cache-Control: private"], [], .allowed),
            (200, ["Cache-Control: must-understand, no-store"], [], .allowed),
            (299, ["Cache-Control: must-understand, no-store, max-age=5"], [], .notAllowed),
            (299, ["Cache-Control: must-understand, max-age=5"], [], .notAllowed),
            (299, ["Cache-Control: max-age=5"], [], .allowed),
            (200, [], ["Cache-Control: no-store"], .notAllowed),
            (200, [], ["Cache-Control: no-cache"], .allowed),
            (200, [], ["Authorization: Basic YTpi"], .allowed),
            (200, [], ["Range: bytes=0-4"], .notAllowed),
            (200, [], ["If-None-Match: \"v1\""], .allowed),
            (200, ["Vary: *"], [], .notAllowed),
            (200, ["Vary: Accept, *"], [], .notAllowed),
            (200, ["Vary: Accept"], [], .allowed),
        ] as [(Int, [String], [String], StoragePolicy)])
    func `are those that may be`(status: Int, lines: [String], request: [String], storage: StoragePolicy) throws {
        let shelf = try Shelf()
        let response = CachedResponse(status, lines.map(Shelf.field), requested: 0, arrived: 0)
        #expect(shelf.cache.storage(of: response, to: try shelf.request(request)) == storage)
        #expect(shelf.cache.storage(of: response, to: try shelf.request(request, "POST")) == .notAllowed)
    }

    @Test func `stay in memory if they came encrypted`() throws {
        var shelf = try Shelf()
        shelf.url = "https://a.example/"
        try shelf.get(["Cache-Control: max-age=5"])
        #expect(shelf.cache.all.map(\.storage) == [.memoryOnly])
    }

    @Test func `leave behind what is of the connection`() throws {
        var shelf = try Shelf()
        try shelf.get([
            "Connection: close, X-Hop", "x-hop: 1", "Keep-Alive: 5", "Transfer-Encoding: chunked", "Upgrade: a",
            "Proxy-Authenticate: Basic", "Set-Cookie: a=b", "X-End: 1",
        ])
        #expect(shelf.cache.all.first?.response.fields.map(\.name) == ["Set-Cookie", "X-End", "Date"])
    }

    @Test func `take away what they are newer than, even if they must not stay`() throws {
        var shelf = try Shelf()
        try shelf.get(["Cache-Control: max-age=60"])
        try shelf.get(["Cache-Control: no-store"])
        #expect(try shelf.lookup() == .miss)
        #expect(shelf.cache.cost == 0)
    }

    /// Section 4.1.
    @Test func `are told apart by what Vary names`() throws {
        var shelf = try Shelf()
        let lines = ["Cache-Control: max-age=60", "Vary: Accept-Language, accept"]
        try shelf.get(lines, request: ["Accept-Language: de"], body: "Hallo")
        try shelf.get(
            lines, request: ["accept-language: en", "Accept: text/plain", "Accept: text/html"], body: "hello")
        #expect(shelf.cache.count == 2)
        func body(_ request: String...) throws -> String? {
            guard case .fresh(let response) = try shelf.lookup(request) else { return nil }
            return String(decoding: response.body, as: UTF8.self)
        }
        #expect(try body("Accept-Language: de") == "Hallo")
        #expect(try body("Accept-Language:  de ", "X: y") == "Hallo")
        #expect(try body("Accept-Language: de", "Accept: */*") == nil)
        #expect(try body("Accept-Language: fr") == nil)
        #expect(try body() == nil)
        #expect(try body("ACCEPT: text/plain ,text/html", "Accept-Language: en") == "hello")
        try shelf.get(lines, request: ["Accept-Language: de"], body: "Moin")
        #expect(shelf.cache.count == 2)
        #expect(try body("Accept-Language: de") == "Moin")
    }

    /// Section 4.1: "Some resources mistakenly omit the Vary header field from their default response".
    @Test func `are chosen by Vary before those that do not have it`() throws {
        var shelf = try Shelf()
        let lines = ["Cache-Control: max-age=60"]
        try shelf.get(lines + ["Vary: Accept-Language"], request: ["Accept-Language: de"], body: "Hallo")
        shelf.now += 1
        try shelf.get(lines, body: "hello")
        #expect(shelf.cache.count == 2)
        guard case .fresh(let german) = try shelf.lookup(["Accept-Language: de"]),
            case .fresh(let other) = try shelf.lookup(["Accept-Language: fr"])
        else { Issue.record("not stored"); return }
        #expect(german.body == Array("Hallo".utf8))
        #expect(other.body == Array("hello".utf8))
    }

    /// Section 4.4.
    @Test(
        arguments: [
            ("POST", 200, [], "http://a.example/news", true),
            ("PUT", 201, [], "http://a.example/news", true),
            ("DELETE", 303, [], "http://a.example/news", true),
            ("FROBNICATE", 200, [], "http://a.example/news", true),
            ("POST", 400, [], "http://a.example/news", false),
            ("POST", 500, [], "http://a.example/news", false),
            ("HEAD", 200, [], "http://a.example/news", false),
            ("OPTIONS", 200, [], "http://a.example/news", false),
            ("POST", 200, [], "http://a.example/other", false),
            ("POST", 201, ["Location: /news"], "http://a.example/other", true),
            ("POST", 201, ["Content-Location: news#x"], "http://a.example/other", true),
            ("POST", 201, ["Location: http://a.example:80/news"], "http://a.example/other", true),
            ("POST", 201, ["Location: http://a.example/news"], "http://b.example/other", false),
            ("POST", 201, ["Location: http://a.example/news"], "https://a.example/other", false),
        ] as [(String, Int, [String], String, Bool)])
    func `are forgotten when they are changed`(
        method: String, status: Int, lines: [String], url: String, isGone: Bool
    ) throws {
        var shelf = try Shelf()
        try shelf.get(["Cache-Control: max-age=60"])
        let request = CacheRequest(method, try HTTPURL(url))
        let head = CachedResponse(status, lines.map(Shelf.field), requested: shelf.now, arrived: shelf.now)
        shelf.cache.answered(request, head)
        #expect(try shelf.lookup().isFresh == !isGone)
    }

    @Test func `make room, and what was used least lately goes first`() throws {
        var shelf = try Shelf()
        shelf.cache.budget = 4_000
        let lines = ["Cache-Control: max-age=60"]
        for name in ["a", "b", "c"] {
            shelf.url = "http://a.example/\(name)"
            try shelf.get(lines, body: String(repeating: "x", count: 1_000))
        }
        shelf.url = "http://a.example/a"
        #expect(try shelf.lookup().isFresh)
        shelf.url = "http://a.example/d"
        try shelf.get(lines, body: String(repeating: "x", count: 1_000))
        #expect(shelf.cache.all.map(\.url.path) == ["/d", "/a", "/c"])
        #expect(shelf.cache.cost <= 4_000)
        // A response that has no room at all does not drive out the others.
        shelf.url = "http://a.example/e"
        try shelf.get(lines, body: String(repeating: "x", count: 4_000))
        #expect(shelf.cache.count == 3)
        shelf.cache.budget = 0
        #expect(shelf.cache.count == 0)
        #expect(shelf.cache.cost == 0)
    }

    @Test func `have one key whatever the spelling of host, port and fragment`() throws {
        var shelf = try Shelf()
        shelf.url = "HTTP://A.example:80?q#f"
        try shelf.get(["Cache-Control: max-age=60"])
        shelf.url = "http://user:secret@a.EXAMPLE/?q"
        #expect(try shelf.lookup().isFresh)
        shelf.url = "http://a.example:81/?q"
        #expect(try shelf.lookup() == .miss)
    }

    @Test func `are bounded in their variants`() throws {
        var shelf = try Shelf()
        for number in 0..<100 {
            try shelf.get(["Cache-Control: max-age=60", "Vary: X"], request: ["X: \(number)"])
        }
        #expect(shelf.cache.count == 16)
        #expect(try shelf.lookup(["X: 99"]).isFresh)
    }
}
