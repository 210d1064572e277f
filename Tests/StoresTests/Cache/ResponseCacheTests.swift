// ResponseCacheTests.swift: which responses are used again: RFC 9111 section 4.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainStores
import QuintainWire
import Testing

@Suite struct `A cache of responses` {
    /// A response that came ten seconds after 08:49:37, and the age until which it is fresh; nil: it never is.
    @Test(
        arguments: [
            // Section 4.2.1.
            (["Cache-Control: max-age=60"], 60),
            (["Cache-Control: MAX-AGE=60"], 60),
            (["Cache-Control: max-age=\"60\""], 60),
            (["Cache-Control: max-age=0"], nil),
            (["Cache-Control: max-age=-1"], nil),
            (["Cache-Control: max-age=1.5"], nil),
            (["Cache-Control: max-age"], nil),
            (["Cache-Control: max-age=60, max-age=5"], 60),
            (["Cache-Control: foo=\"max-age=5\", max-age=60"], 60),
            (["Cache-Control: private, x=y", "Cache-Control: max-age=60"], 60),
            (["Cache-Control: max-age=99999999999999999999"], 2_147_483_648),
            (["Cache-Control: s-maxage=5, max-age=60"], 60),
            (["Expires: Sun, 06 Nov 1994 08:50:47 GMT"], 60),
            (["Expires: Sun, 06 Nov 1994 08:50:47 GMT", "Date: Sun, 06 Nov 1994 08:49:47 GMT"], 60),
            // Fresh for two hours, of which one has passed, if both clocks are right.
            (["Expires: Sun, 06 Nov 1994 09:49:47 GMT", "Date: Sun, 06 Nov 1994 07:49:47 GMT"], 3_600),
            // The server's clock is an hour ahead: its dates are compared with each other.
            (["Expires: Sun, 06 Nov 1994 09:49:47 GMT", "Date: Sun, 06 Nov 1994 09:48:47 GMT"], 60),
            (["Expires: 0"], nil),
            (["Expires: SUN, 06 Nov 1994 08:50:47 GMT"], 60), (["Expires: Sun, 06 NOV 1994 08:50:47 gmt"], 60),
            (["Expires: Sun, 06  Nov  1994 08:50:47 GMT"], nil),
            (["Expires: Sun, 06 Nov 1994 08:50:47 UTC"], nil),
            (["Expires: Sun, 06 Nov 1994 08:49:47 GMT"], nil),
            (["Expires: Sun, 06 Nov 1994 08:50:47 GMT", "Cache-Control: max-age=5"], 5),
            // Section 4.2.2.
            (["Last-Modified: Sun, 06 Nov 1994 08:33:07 GMT"], 100),
            (["Last-Modified: Sun, 06 Nov 1994 08:33:07 GMT", "Cache-Control: max-age=5"], 5),
            (["Last-Modified: Sun, 06 Nov 1995 08:33:07 GMT"], nil),
            (["Last-Modified: yesterday"], nil),
            (["ETag: \"v1\""], nil),
            ([], nil),
            // Section 5.2.2.
            (["Cache-Control: no-cache, max-age=60"], nil),
            (["Cache-Control: no-cache=\"Set-Cookie\", max-age=60"], nil),
            (["Cache-Control: must-revalidate, max-age=60"], 60),
        ] as [([String], Int64?)])
    func `calls fresh what is younger than its lifetime`(lines: [String], lifetime: Int64?) throws {
        var shelf = try Shelf()
        try shelf.get(lines)
        shelf.now = Shelf.start + (lifetime ?? 0) - 1
        if lifetime != nil {
            #expect(try shelf.lookup().isFresh)
            shelf.now += 1
        }
        #expect(try !shelf.lookup().isFresh)
    }

    /// Section 4.2.3: the age when it arrives, of a response that travelled for `delay` seconds.
    @Test(
        arguments: [
            ([], 0, 0),
            ([], 7, 7),
            (["Age: 5"], 0, 5),
            (["Age: 5"], 7, 12),
            (["Age: 5, 6"], 0, 5),
            (["Age: old"], 0, 0),
            (["Age: -5"], 0, 0),
            (["Age: 99999999999999999999"], 7, 2_147_483_648),
            (["Date: Sun, 06 Nov 1994 08:49:17 GMT"], 0, 30),
            (["Date: Sun, 06 Nov 1994 08:49:17 GMT", "Age: 5"], 7, 30),
            (["Date: Sun, 06 Nov 1994 08:49:17 GMT", "Age: 50"], 7, 57),
            (["Date: Sun, 06 Nov 1994 08:59:17 GMT"], 0, 0),
            (["Date: 0"], 0, 0),
        ] as [([String], Int64, Int64)])
    func `counts age from whatever says more`(lines: [String], delay: Int64, age: Int64) {
        let response = CachedResponse(
            200, lines.map(Shelf.field), requested: Shelf.start - delay, arrived: Shelf.start)
        #expect(CacheAge(of: response, at: Shelf.start).age == age)
        #expect(CacheAge(of: response, at: Shelf.start + 9).age == min(age + 9, 2_147_483_648))
        #expect(CacheAge(of: response, at: Shelf.start - 9).age == age)
    }

    /// Section 5.2.1: a response with `max-age=60`, at this age.
    @Test(
        arguments: [
            ([], 10, "fresh"), ([], 60, "validate"),
            (["Cache-Control: no-cache"], 10, "validate"),
            (["Pragma: no-cache"], 10, "validate"),
            (["Pragma: no-cache", "Cache-Control: max-age=50"], 10, "fresh"),
            (["Cache-Control: max-age=10"], 10, "fresh"),
            (["Cache-Control: max-age=9"], 10, "validate"),
            (["Cache-Control: max-age=0"], 0, "fresh"),
            (["Cache-Control: min-fresh=50"], 10, "fresh"),
            (["Cache-Control: min-fresh=51"], 10, "validate"),
            (["Cache-Control: max-stale"], 1_000, "stale"),
            (["Cache-Control: max-stale=10"], 70, "stale"),
            (["Cache-Control: max-stale=10"], 71, "validate"),
            (["Cache-Control: max-stale=10, max-age=69"], 70, "validate"),
            (["Cache-Control: only-if-cached"], 10, "fresh"),
            (["Cache-Control: only-if-cached"], 60, "fail"),
            (["Cache-Control: only-if-cached, max-stale"], 60, "stale"),
            (["Cache-Control: no-store"], 10, "fresh"),
            // The app's own conditions, and parts.
            (["If-None-Match: \"v0\""], 10, "miss"),
            (["If-Modified-Since: Sun, 06 Nov 1994 08:49:37 GMT"], 10, "miss"),
            (["Range: bytes=0-1"], 10, "miss"),
            (["Range: bytes=0-1", "Cache-Control: only-if-cached"], 10, "fail"),
        ] as [([String], Int64, String)])
    func `does what the request asks for`(lines: [String], age: Int64, result: String) throws {
        var shelf = try Shelf()
        try shelf.get(["Cache-Control: max-age=60", "ETag: \"v1\""])
        shelf.now += age
        #expect(try shelf.lookup(lines).name == result)
    }

    @Test func `does not hand out what must be validated`() throws {
        var shelf = try Shelf()
        try shelf.get(["Cache-Control: max-age=60, must-revalidate", "ETag: \"v1\""])
        shelf.now += 60
        #expect(try shelf.lookup(["Cache-Control: max-stale"]).name == "validate")
    }

    /// A response of that lifetime, at an age of ten seconds.
    @Test(arguments: [
        (CacheUse.standard, "fresh", "validate", "miss"),
        (.reload, "miss", "miss", "miss"),
        (.revalidate, "validate", "validate", "miss"),
        (.cacheElseLoad, "fresh", "stale", "miss"),
        (.cacheOnly, "fresh", "stale", "fail"),
    ])
    func `is used as the load wants it`(policy: CacheUse, young: String, old: String, nothing: String) throws {
        var shelf = try Shelf()
        #expect(try shelf.lookup(policy: policy).name == nothing)
        try shelf.get(["Cache-Control: max-age=60", "ETag: \"v1\""])
        shelf.now += 10
        #expect(try shelf.lookup(policy: policy).name == young)
        shelf.now += 50
        #expect(try shelf.lookup(policy: policy).name == old)
    }

    @Test func `validates with all that it has`() throws {
        var shelf = try Shelf()
        try shelf.get(["ETag: W/\"v1\"", "Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT", "Cache-Control: no-cache"])
        guard case .validate(_, let conditions) = try shelf.lookup() else { Issue.record("no validation"); return }
        #expect(
            conditions == [
                Field("If-None-Match", "W/\"v1\""), Field("If-Modified-Since", "Sun, 06 Nov 1994 08:49:37 GMT"),
            ])
        try shelf.get(["Cache-Control: no-cache"])
        #expect(try shelf.lookup() == .miss)
    }

    @Test func `makes new what a 304 calls good`() throws {
        var shelf = try Shelf()
        let response = try shelf.get([
            "ETag: \"v1\"", "Cache-Control: max-age=5", "Content-Length: 4", "X-Old: 1", "X-Both: 1", "x-both: 2",
        ])
        shelf.now += 10
        let fields = [
            "etag: \"v1\"", "X-Both: 3", "Content-Length: 0", "Cache-Control: max-age=60", "Connection: close",
        ]
        let fresh = try #require(try shelf.freshen(response, fields))
        #expect(fresh.status == 200)
        #expect(fresh.body == Array("body".utf8))
        #expect(
            fresh.fields.map { "\($0.name): \($0.text)" } == [
                "Content-Length: 4", "X-Old: 1", "etag: \"v1\"", "X-Both: 3", "Cache-Control: max-age=60",
                "Date: Sun, 06 Nov 1994 08:49:57 GMT",
            ])
        shelf.now += 59
        #expect(try shelf.lookup() == .fresh(fresh))
        shelf.now += 1
        #expect(try shelf.lookup().name == "validate")
        #expect(shelf.cache.count == 1)
    }

    @Test(arguments: [
        (["ETag: \"v1\""], ["ETag: \"v2\""], false),
        (["ETag: W/\"v1\""], ["ETag: W/\"v1\""], true),
        (["ETag: \"v1\""], ["ETag: W/\"v1\""], true),
        // Section 4.3.4: a strong tag selects only copies with the same strong tag.
        (["ETag: W/\"v1\""], ["ETag: \"v1\""], false),
        (["ETag: \"v1\""], [], true),
        (["Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT"], ["Last-Modified: Sun, 06 Nov 1994 08:49:38 GMT"], false),
        (["ETag: \"v1\"", "Last-Modified: a"], ["ETag: \"v1\"", "Last-Modified: b"], true),
    ])
    func `knows a 304 that speaks of something else`(stored: [String], new: [String], isGood: Bool) throws {
        var shelf = try Shelf()
        let response = try shelf.get(stored)
        #expect(try (shelf.freshen(response, new) != nil) == isGood)
    }

    /// Section 3.2: all fields but those that describe the stored body's own form.
    @Test func `takes on what a 304 says of type and age`() throws {
        var shelf = try Shelf()
        let response = try shelf.get([
            "ETag: \"v1\"", "Cache-Control: max-age=60", "Content-Type: text/plain", "Content-Encoding: gzip",
            "Age: 100", "Date: Sun, 06 Nov 1994 08:40:00 GMT",
        ])
        shelf.now += 100
        let fields = ["ETag: \"v1\"", "Content-Type: text/html", "Content-Encoding: br", "Content-Range: bytes 0-1/2"]
        let fresh = try #require(try shelf.freshen(response, fields))
        #expect(
            fresh.fields.map { "\($0.name): \($0.text)" } == [
                "Cache-Control: max-age=60", "Content-Encoding: gzip", "ETag: \"v1\"", "Content-Type: text/html",
                "Date: Sun, 06 Nov 1994 08:51:27 GMT",
            ])
        // The old Age was the old response's.
        #expect(CacheAge(of: fresh, at: shelf.now).age == 0)
        #expect(try shelf.lookup().isFresh)
    }

    /// RFC 9110 section 6.6.1.
    @Test func `dates what says nothing of when it was made`() throws {
        var shelf = try Shelf()
        try shelf.get(["Cache-Control: max-age=60"])
        guard case .fresh(let copy) = try shelf.lookup() else { Issue.record("not stored"); return }
        #expect(copy.fields.last == Field("Date", "Sun, 06 Nov 1994 08:49:47 GMT"))
        try shelf.get(["Cache-Control: max-age=60", "date: Sun, 06 Nov 1994 08:49:00 GMT"])
        guard case .fresh(let other) = try shelf.lookup() else { Issue.record("not stored"); return }
        #expect(other.fields.values(of: "Date").count == 1)
    }

    /// Section 4: "a cache MUST generate an Age header field, replacing any present".
    @Test(arguments: [([], "10"), (["Age: 5"], "15"), (["age: 5", "AGE: 7"], "15"), (["Age: old"], "10")])
    func `tells how old a copy is that is used without asking`(lines: [String], age: String) throws {
        var shelf = try Shelf()
        try shelf.get(lines + ["Cache-Control: max-age=60", "X: 1"])
        shelf.now += 10
        guard case .fresh(let copy) = try shelf.lookup() else { Issue.record("not stored"); return }
        #expect(copy.reused(at: shelf.now).fields.values(of: "Age") == [Array(age.utf8)])
        #expect(copy.reused(at: shelf.now).fields.first("X") == Array("1".utf8))
    }

    /// RFC 5861 section 3.
    @Test(
        arguments: [
            ("max-age=10, stale-while-revalidate=20", [], 9, "fresh"),
            ("max-age=10, stale-while-revalidate=20", [], 10, "staleMeanwhile"),
            ("max-age=10, stale-while-revalidate=20", [], 30, "staleMeanwhile"),
            ("max-age=10, stale-while-revalidate=20", [], 31, "validate"),
            ("max-age=10, stale-while-revalidate=0", [], 10, "validate"),
            ("max-age=10, stale-while-revalidate=x", [], 10, "validate"),
            ("max-age=10, stale-while-revalidate", [], 10, "validate"),
            ("max-age=10, stale-while-revalidate=20, must-revalidate", [], 15, "validate"),
            ("max-age=10, stale-while-revalidate=20, no-cache", [], 15, "validate"),
            ("max-age=10, stale-while-revalidate=20", ["Cache-Control: no-cache"], 15, "validate"),
            ("max-age=10, stale-while-revalidate=20", ["Cache-Control: max-age=14"], 15, "validate"),
            ("max-age=10, stale-while-revalidate=20", ["Cache-Control: min-fresh=1"], 15, "validate"),
            ("max-age=10, stale-while-revalidate=20", ["Cache-Control: max-stale=5"], 15, "stale"),
            // No server may be asked, not even after the copy was used.
            ("max-age=10, stale-while-revalidate=20", ["Cache-Control: only-if-cached"], 15, "stale"),
        ] as [(String, [String], Int64, String)])
    func `is used and asked for at once within the grace`(
        control: String, request: [String], age: Int64, result: String
    ) throws {
        var shelf = try Shelf()
        try shelf.get(["Cache-Control: " + control, "ETag: \"v1\""])
        shelf.now += age
        #expect(try shelf.lookup(request).name == result)
    }

    /// Section 4.3.5: the reply to a HEAD, ten seconds later; whether the copy is then fresh, and its age.
    @Test(
        arguments: [
            (200, ["ETag: \"v1\"", "Content-Length: 4"], true, 0), (200, ["ETag: \"v1\""], true, 0),
            (200, ["Content-Length: 4"], true, 0), (200, [], true, 0),
            (200, ["ETag: \"v2\""], false, 0), (200, ["ETag: \"v1\"", "Content-Length: 5"], false, 0),
            (200, ["Content-Length: four"], false, 0),
            (200, ["Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT"], false, 0),
            (404, ["ETag: \"v1\""], false, 0), (410, [], false, 0),
            // A challenge or an error says nothing about the page.
            (401, [], true, 10), (407, [], true, 10), (304, ["ETag: \"v2\""], true, 10), (503, [], true, 10),
            (200, ["Cache-Control: no-store"], false, 0),
        ] as [(Int, [String], Bool, Int64)])
    func `learns from a HEAD`(status: Int, lines: [String], isFresh: Bool, age: Int64) throws {
        var shelf = try Shelf()
        try shelf.get(["Cache-Control: max-age=60", "ETag: \"v1\"", "X: old"])
        shelf.now += 10
        let head = CachedResponse(
            status, lines.map(Shelf.field) + [Field("X", "new")], requested: shelf.now, arrived: shelf.now)
        shelf.cache.answered(try shelf.request([], "HEAD"), head)
        guard case .fresh(let copy) = try shelf.lookup() else { return #expect(!isFresh) }
        #expect(isFresh)
        #expect(CacheAge(of: copy, at: shelf.now).age == age)
        #expect(copy.fields.first("X") == Array((age == 0 ? "new" : "old").utf8))
        #expect(copy.body == Array("body".utf8))
    }

    @Test func `learns nothing from a HEAD with a condition, nor for another variant`() throws {
        var shelf = try Shelf()
        try shelf.get(["Cache-Control: max-age=60", "ETag: \"v1\"", "Vary: X"], request: ["X: 1"])
        let head = CachedResponse(200, [Field("ETag", "\"v2\"")], requested: shelf.now, arrived: shelf.now)
        shelf.cache.answered(try shelf.request(["X: 1", "If-Match: \"v2\""], "HEAD"), head)
        shelf.cache.answered(try shelf.request(["X: 2"], "HEAD"), head)
        #expect(try shelf.lookup(["X: 1"]).isFresh)
        shelf.cache.answered(try shelf.request(["X: 1"], "HEAD"), head)
        #expect(try shelf.lookup(["X: 1"]) == .miss)
    }

    @Test func `forgets what a 304 forbids to store`() throws {
        var shelf = try Shelf()
        let response = try shelf.get(["ETag: \"v1\"", "Cache-Control: max-age=5"])
        #expect(try shelf.freshen(response, ["Cache-Control: no-store"]) != nil)
        #expect(shelf.cache.count == 0)
        #expect(shelf.cache.cost == 0)
    }

    /// RFC 5861 section 4.
    @Test func `helps out when the server has an error, if it may`() throws {
        var shelf = try Shelf()
        try shelf.get(["Cache-Control: max-age=10, stale-if-error=20"])
        shelf.now += 30
        #expect(try shelf.inPlaceOfError() != nil)
        shelf.now += 1
        #expect(try shelf.inPlaceOfError() == nil)
        try shelf.get(["Cache-Control: max-age=10, stale-if-error=20, must-revalidate"])
        #expect(try shelf.inPlaceOfError() == nil)
        try shelf.get(["Cache-Control: max-age=10"])
        #expect(try shelf.inPlaceOfError() == nil)
    }
}

/// A cache, and a clock.
struct Shelf {
    var cache = ResponseCache()
    var now = Self.start
    var url = "http://a.example/news"

    init() throws {}

    @discardableResult
    mutating func get(
        _ lines: [String], request: [String] = [], status: Int = 200, body: String = "body"
    ) throws -> CachedResponse {
        let response = CachedResponse(
            status, lines.map(Self.field), body: Array(body.utf8), requested: now, arrived: now)
        let request = try self.request(request)
        cache.store(response, for: request, cache.storage(of: response, to: request))
        return response
    }

    mutating func lookup(_ lines: [String] = [], policy: CacheUse = .standard) throws -> CacheLookup {
        cache.lookup(try request(lines), policy, at: now)
    }

    mutating func freshen(_ response: CachedResponse, _ lines: [String]) throws -> CachedResponse? {
        cache.freshen(response, with: lines.map(Self.field), for: try request([]), requested: now, arrived: now)
    }

    func inPlaceOfError() throws -> CachedResponse? { cache.inPlaceOfError(try request([]), at: now) }

    func request(_ lines: [String], _ method: String = "GET") throws -> CacheRequest {
        CacheRequest(method, try HTTPURL(url), lines.map(Self.field))
    }

    static func field(_ line: String) -> Field {
        let colon = line.firstIndex(of: ":")!
        return Field(String(line[..<colon]), String(line[colon...].dropFirst(2)))
    }

    /// Sun, 06 Nov 1994 08:49:47 GMT
    static let start: Int64 = 784_111_787
}

extension CacheLookup {
    var name: String {
        switch self {
        case .fresh: "fresh"
        case .validate: "validate"
        case .stale: "stale"
        case .staleMeanwhile: "staleMeanwhile"
        case .miss: "miss"
        case .fail: "fail"
        }
    }

    var isFresh: Bool { name == "fresh" }
}
