// CookieStoreTests.swift: which cookies are kept, and which are sent: RFC 6265 sections 5.3 and 5.4.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainStores
import QuintainWire
import Testing

@Suite struct `A store of cookies` {
    @Test(arguments: [
        // RFC 6265 section 3.1.
        ("http://example.com/", "SID=31d4d96e407aad42", "http://example.com/any", "SID=31d4d96e407aad42"),
        ("http://example.com/", "SID=1; Path=/; Domain=example.com", "http://www.example.com/", "SID=1"),
        ("http://www.example.com/", "SID=1; Domain=example.com", "http://example.com/", "SID=1"),
        // Domains: section 5.1.3.
        ("http://a.example/", "a=b", "http://b.a.example/", nil),
        ("http://a.example/", "a=b; Domain=.a.example", "http://b.a.example/", "a=b"),
        ("http://A.Example/", "a=b; Domain=a.EXAMPLE", "http://c.b.A.example/", "a=b"),
        ("http://a.example/", "a=b; Domain=b.a.example", "http://b.a.example/", nil),
        ("http://ba.example/", "a=b; Domain=a.example", "http://ba.example/", nil),
        ("http://a.example/", "a=b; Domain=other.example", "http://a.example/", nil),
        ("http://a.example/", "a=b; Domain=example", "http://a.example/", nil),
        ("http://a.example/", "a=b; Domain=", "http://a.example/", "a=b"),
        ("http://a.example/", "a=b; Domain=..a.example", "http://a.example/", nil),
        ("http://localhost/", "a=b; Domain=localhost", "http://localhost/", "a=b"),
        ("http://localhost/", "a=b; Domain=localhost", "http://a.localhost/", nil),
        ("http://a.localhost/", "a=b; Domain=localhost", "http://a.localhost/", nil),
        ("http://127.0.0.1/", "a=b; Domain=127.0.0.1", "http://127.0.0.1/", "a=b"),
        ("http://127.0.0.1/", "a=b; Domain=0.0.1", "http://127.0.0.1/", nil),
        ("http://127.0.0.1/", "a=b; Domain=1", "http://127.0.0.1/", nil),
        ("http://[::1]/", "a=b; Domain=::1", "http://[::1]:81/", "a=b"),
        // Ports and schemes do not part: section 8.5.
        ("http://a.example:81/", "a=b", "http://a.example:82/", "a=b"),
        ("http://a.example/", "a=b", "https://a.example/", "a=b"),
        // Paths: section 5.1.4.
        ("http://a.example/a/b/set", "a=b", "http://a.example/a/b", "a=b"),
        ("http://a.example/a/b/set", "a=b", "http://a.example/a/b/c/d", "a=b"),
        ("http://a.example/a/b/set", "a=b", "http://a.example/a/bc", nil),
        ("http://a.example/a/b/set", "a=b", "http://a.example/a/", nil),
        ("http://a.example/set?x=/y/z", "a=b", "http://a.example/", "a=b"),
        ("http://a.example/a/", "a=b", "http://a.example/a", "a=b"),
        ("http://a.example", "a=b", "http://a.example/x", "a=b"),
        ("http://a.example/", "a=b; Path=/shop", "http://a.example/shop", "a=b"),
        ("http://a.example/", "a=b; Path=/shop", "http://a.example/shop/cart?x", "a=b"),
        ("http://a.example/", "a=b; Path=/shop", "http://a.example/shopping", nil),
        ("http://a.example/", "a=b; Path=/shop/", "http://a.example/shop", nil),
        ("http://a.example/x/y", "a=b; Path=shop", "http://a.example/x/z", "a=b"),
        // Secure.
        ("https://a.example/", "a=b; Secure", "https://a.example/", "a=b"),
        ("https://a.example/", "a=b; Secure", "http://a.example/", nil),
        ("http://a.example/", "a=b; Secure", "https://a.example/", nil),
        ("http://localhost/", "a=b; Secure", "http://localhost:81/", "a=b"),
        ("http://a.localhost/", "a=b; Secure", "http://a.localhost/", "a=b"),
        ("http://127.9.0.1/", "a=b; Secure", "http://127.9.0.1/", "a=b"),
        ("http://127.0.0.1.example/", "a=b; Secure", "http://127.0.0.1.example/", nil),
        ("http://[::1]/", "a=b; Secure", "http://[::1]/", "a=b"),
        // Prefixes.
        ("https://a.example/", "__Secure-a=b; Secure", "https://a.example/", "__Secure-a=b"),
        ("https://a.example/", "__Secure-a=b", "https://a.example/", nil),
        ("https://a.example/", "__Host-a=b; Secure; Path=/", "https://a.example/", "__Host-a=b"),
        ("https://a.example/", "__Host-a=b; Secure", "https://a.example/", nil),
        ("https://a.example/", "__Host-a=b; Path=/", "https://a.example/", nil),
        ("https://a.example/", "__host-a=b; Secure; Path=/x", "https://a.example/x", nil),
        ("https://a.example/", "__Host-a=b; Secure; Path=/; Domain=a.example", "https://a.example/", nil),
        // RFC 2965: ports count from version 1 on.
        ("http://a.example/", "a=b; Version=1; Port=\"80,81\"", "http://a.example:82/", nil),
        ("http://a.example/", "a=b; Version=1; Port=\"80,81\"", "http://a.example:81/", "a=b"),
        ("http://a.example/", "a=b; Port=\"80\"", "http://a.example:82/", "a=b"),
        // Ages.
        ("http://a.example/", "a=b; Max-Age=60; Expires=Sun, 06 Nov 1994 08:49:37 GMT", "http://a.example/", "a=b"),
        ("http://a.example/", "a=b; Expires=Sun, 06 Nov 1994 08:49:37 GMT", "http://a.example/", nil),
        ("http://a.example/", "a=b; Max-Age=0; Expires=Sun, 06 Nov 2094 08:49:37 GMT", "http://a.example/", nil),
        ("http://a.example/", "a=b; Max-Age=-5", "http://a.example/", nil),
    ])
    func `sends what belongs there`(from: String, field: String, to: String, sent: String?) throws {
        var jar = Jar()
        try jar.received(field, from: from)
        #expect(try jar.sent(to: to) == sent)
    }

    /// Section 5.1.3.
    @Test(arguments: [
        ("a.example", "a.example", true), ("a.example", "b.a.example", true), ("a.example", "ba.example", false),
        ("b.a.example", "a.example", false), ("", "a.example", false), ("0.0.1", "127.0.0.1", false),
        ("127.0.0.1", "127.0.0.1", true), ("1", "::1", false), ("::1", "::1", true),
    ])
    func `knows which hosts a domain has`(domain: String, host: String, isMatch: Bool) {
        #expect(CookieScope.domain(domain, matches: host) == isMatch)
    }

    @Test func `sends longer paths first, and then what is older`() throws {
        var jar = Jar()
        try jar.received(
            "one=1; Path=/", "two=2; Path=/a/b", "three=3; Path=/a", "four=4; Path=/", from: "http://a.example/")
        jar.now += 1
        try jar.received("five=5; Path=/a/b", from: "http://a.example/")
        #expect(try jar.sent(to: "http://a.example/a/b") == "two=2; five=5; three=3; one=1; four=4")
    }

    @Test func `keeps the place of what is replaced`() throws {
        var jar = Jar()
        try jar.received("a=1", "b=2", from: "http://a.example/")
        jar.now += 10
        try jar.received("a=3; HttpOnly", from: "http://a.example/")
        #expect(try jar.sent(to: "http://a.example/") == "a=3; b=2")
        #expect(jar.store.all(at: jar.now).first?.created == Jar.start)
        #expect(jar.store.all(at: jar.now).first?.isHTTPOnly == true)
        // A cookie with another path or another domain is another cookie.
        try jar.received("a=4; Path=/x", "a=5", from: "http://www.a.example/")
        #expect(jar.store.count == 4)
        // RFC 6265 does not compare whether both are host-only.
        try jar.received("a=6; Domain=a.example", from: "http://www.a.example/")
        #expect(jar.store.count == 4)
        #expect(try jar.sent(to: "http://a.example/") == "a=6; b=2")
    }

    @Test func `forgets what is expired, to the second`() throws {
        var jar = Jar()
        try jar.received("a=1; Max-Age=60", from: "http://a.example/")
        jar.now += 59
        #expect(try jar.sent(to: "http://a.example/") == "a=1")
        jar.now += 1
        #expect(jar.store.all(at: jar.now).isEmpty)
        #expect(try jar.sent(to: "http://a.example/") == nil)
        #expect(jar.store.count == 0)
    }

    @Test func `is told in the past to remove`() throws {
        var jar = Jar()
        try jar.received("session=abc; Path=/", from: "http://a.example/login")
        try jar.received("session=; Path=/x; Max-Age=0", from: "http://a.example/login")
        #expect(try jar.sent(to: "http://a.example/") == "session=abc")
        try jar.received("session=; Path=/; Max-Age=0", from: "http://a.example/logout")
        #expect(try jar.sent(to: "http://a.example/") == nil)
    }

    @Test func `does not let the open overwrite what is secure`() throws {
        var jar = Jar()
        try jar.received("a=1; Secure; Domain=a.example; Path=/x", from: "https://a.example/")
        try jar.received("a=2; Path=/x/y", "a=3; Path=/", "b=4", from: "http://www.a.example/")
        #expect(jar.store.all(at: jar.now).map(\.valueText) == ["1", "3", "4"])
        try jar.received("a=5; Domain=a.example; Path=/x", from: "https://www.a.example/")
        #expect(jar.store.all(at: jar.now).map(\.valueText) == ["5", "3", "4"])
    }

    @Test func `trusts loopback names only if it is let`() throws {
        var jar = Jar()
        jar.store.trustsLoopback = false
        try jar.received("a=1; Secure", from: "http://localhost/")
        #expect(jar.store.count == 0)
    }

    @Test func `takes cookies as its policy says`() throws {
        var jar = Jar(.never)
        try jar.received("a=1", from: "http://a.example/")
        #expect(jar.store.count == 0)
        jar.store.acceptPolicy = .onlyFromMainDocumentDomain
        try jar.received("a=1", from: "http://images.a.example/", mainDocument: "http://www.b.example/")
        #expect(jar.store.count == 0)
        try jar.received("a=1", from: "http://images.a.example/", mainDocument: "http://www.a.example/")
        try jar.received("b=1", from: "http://c.example/")
        try jar.received("c=1", from: "http://127.0.0.1/", mainDocument: "http://127.0.0.2/")
        #expect(jar.store.all(at: jar.now).map(\.nameText) == ["a", "b"])
        jar.store.suffixes.named = ["a.example"]
        try jar.received("d=1", from: "http://images.a.example/", mainDocument: "http://www.a.example/")
        #expect(jar.store.count == 2)
    }

    @Test func `knows the public suffixes that it was told`() throws {
        var jar = Jar()
        jar.store.suffixes.named = ["co.example"]
        try jar.received("a=1; Domain=co.example", from: "http://shop.co.example/")
        #expect(jar.store.count == 0)
        try jar.received("a=1; Domain=co.example", from: "http://co.example/")
        #expect(try jar.sent(to: "http://shop.co.example/") == nil)
        #expect(try jar.sent(to: "http://co.example/") == "a=1")
    }

    @Test func `has room for so many, and lets go what was used least lately`() throws {
        var jar = Jar()
        jar.store.limits.perDomain = 2
        jar.store.limits.total = 4
        try jar.received("a=1", "b=2", from: "http://a.example/")
        try jar.received("a=9; Path=/y", from: "http://b.example/y")
        #expect(try jar.sent(to: "http://a.example/") == "a=1; b=2")
        try jar.received("a=3", from: "http://a.example/")
        try jar.received("c=4", from: "http://a.example/")
        #expect(try jar.sent(to: "http://a.example/") == "a=3; c=4")
        try jar.received("x=1", from: "http://c.example/")
        try jar.received("x=1", from: "http://d.example/")
        #expect(jar.store.all(at: jar.now).map(\.domain) == ["a.example", "a.example", "c.example", "d.example"])
        // Expired cookies go first.
        try jar.received("e=1; Max-Age=1", from: "http://e.example/")
        jar.now += 2
        try jar.received("f=1", from: "http://f.example/")
        #expect(jar.store.count == 4)
        #expect(!jar.store.all(at: jar.now).contains { $0.domain == "e.example" })
    }

    @Test func `is filled, read and emptied by hand`() throws {
        var jar = Jar()
        jar.store.insert(Cookie("a", "1", domain: ".a.example"), at: jar.now)
        jar.store.insert(Cookie("b", "2", domain: "a.example", expires: jar.now + 5), at: jar.now)
        #expect(try jar.sent(to: "http://www.a.example/") == "a=1")
        #expect(jar.store.all(at: jar.now).map(\.dottedDomain) == [".a.example", "a.example"])
        #expect(jar.store.insert(Cookie("c", "3", domain: "a.example", expires: jar.now), at: jar.now) == false)
        #expect(jar.store.insert(Cookie("c", String(repeating: "x", count: 4_096), domain: "a"), at: jar.now) == false)
        jar.store.sessionEnded()
        #expect(jar.store.all(at: jar.now).map(\.nameText) == ["b"])
        jar.store.remove(Cookie("b", "", domain: "a.example"))
        #expect(jar.store.count == 0)
        try jar.received("a=1", from: "http://a.example/")
        jar.now += 5
        try jar.received("b=1", from: "http://a.example/")
        jar.store.removeAll(since: jar.now)
        #expect(jar.store.all(at: jar.now).map(\.nameText) == ["a"])
        jar.store.removeAll()
        #expect(jar.store.count == 0)
    }

    @Test func `knows what lasts for the session`() throws {
        let jar = Jar()
        func isSessionOnly(_ field: String) throws -> Bool? {
            let address = try HTTPURL("http://a.example/")
            return jar.store.cookie(Array(field.utf8), from: address, at: jar.now)?.isSessionOnly
        }
        #expect(try isSessionOnly("a=b") == true)
        #expect(try isSessionOnly("a=b; Max-Age=5") == false)
        #expect(try isSessionOnly("a=b; Max-Age=5; Discard") == false)
        #expect(try isSessionOnly("a=b; Max-Age=5; Discard; Version=1") == true)
    }

    @Test func `is bounded, whatever comes`() throws {
        var jar = Jar()
        let host = Array(repeating: "a", count: 200).joined(separator: ".")
        try jar.received("a=b", from: "http://\(host)/")
        #expect(jar.store.count == 0)
        for number in 0..<400 { try jar.received("a\(number)=b", from: "http://a.example/") }
        #expect(jar.store.count == 180)
        #expect(try jar.sent(to: "http://a.example/")?.hasPrefix("a220=b; a221=b") == true)
    }
}

/// A store, and a clock.
struct Jar {
    var store: CookieStore
    var now = Self.start

    init(_ policy: CookieStore.AcceptPolicy = .always) { store = CookieStore(policy) }

    mutating func received(_ fields: String..., from: String, mainDocument: String? = nil) throws {
        let main = try mainDocument.map { try HTTPURL($0) }
        store.received(
            fields.map { Field("set-cookie", $0) }, from: try HTTPURL(from), mainDocument: main, at: now)
    }

    mutating func sent(to: String) throws -> String? {
        store.field(for: try HTTPURL(to), at: now).map { String(decoding: $0, as: UTF8.self) }
    }

    static let start: Int64 = 1_700_000_000
}
