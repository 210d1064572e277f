// CachingTests.swift: fields that caches read.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainWire
import Testing

@Suite struct `Cache-Control` {
    func control(_ values: String...) -> CacheControl { CacheControl(values.map { Array($0.utf8) }) }

    @Test func `has directives with arguments or without, in any case`() {
        let control = control("Max-Age=60, no-store", "community=\"UCI\", , private=\"A, b\", x=")
        #expect(control.directives.map(\.name) == ["max-age", "no-store", "community", "private", "x"])
        #expect(control.seconds("max-age") == 60)
        #expect(control.contains("no-store") && !control.contains("no-cache"))
        #expect(control["no-store"]?.argument == nil)
        #expect(control["community"]?.argument == Array("UCI".utf8))
        #expect(control["x"]?.argument == [])
        #expect(control.fieldNames("private") == ["a", "b"])
        #expect(control.fieldNames("no-cache") == nil)
        #expect(self.control("no-cache").fieldNames("no-cache") == [])
        #expect(self.control().isEmpty)
    }

    @Test(
        arguments: [
            ("max-age=60", 60), ("max-age=\"60\"", 60), ("max-age=60, max-age=30", 60), ("max-age", 0),
            ("max-age=x", 0),
            ("max-age=-1", 0), ("max-age=6 0", 0), ("max-age=99999999999999999999", 1 << 31), ("max-age = 60", 60),
            ("s-maxage=60", nil), ("max-age60", nil), ("max-age;=60", nil),
        ] as [(String, Int?)])
    func `counts seconds, and no number is none`(value: String, seconds: Int?) {
        #expect(control(value).seconds("max-age") == seconds)
    }

    @Test(
        arguments: [("5", 5), ("5, 7", 5), ("x", nil), ("-5", nil), ("99999999999", 1 << 31), ("", nil)]
            as [(String, Int?)])
    func `has an Age beside it`(value: String, seconds: Int?) {
        #expect(Age.seconds([Field("Age", value)]) == seconds)
        #expect(Age.seconds([]) == nil)
    }
}

@Suite struct `The field Vary` {
    let stored = [Field("Accept", "a, b"), Field("Accept-Language", "de")]

    @Test(arguments: [
        ("accept", [Field("accept", "a ,b")], true), ("accept", [Field("Accept", "a"), Field("Accept", "b")], true),
        ("accept", [Field("Accept", "b, a")], false), ("accept", [], false), ("x", [], true),
        ("x", [Field("X", "")], false), ("Accept, Accept-Language", [Field("Accept", "a, b")], false),
        ("Accept, *", [Field("Accept", "a, b")], false), ("", [], true),
    ])
    func `tells which requests a response answers`(value: String, fields: [Field], matches: Bool) {
        #expect(Vary([Field("Vary", value)]).matches(stored, fields) == matches)
    }

    @Test func `is a set of names or everything`() {
        #expect(Vary([Field("Vary", "A, b"), Field("vary", "a")]) == .fields(["a", "b"]))
        #expect(Vary([Field("Vary", "a, *")]) == .everything)
        #expect(Vary([]) == .fields([]))
    }
}

@Suite struct `An entity tag` {
    /// RFC 9110 section 8.8.3.2.
    @Test(arguments: [
        ("W/\"1\"", "W/\"1\"", false, true), ("W/\"1\"", "W/\"2\"", false, false), ("W/\"1\"", "\"1\"", false, true),
        ("\"1\"", "\"1\"", true, true), ("\"1\"", "\"2\"", false, false), ("\"\"", "\"\"", true, true),
    ])
    func `is compared strongly or weakly`(one: String, other: String, strongly: Bool, weakly: Bool) throws {
        let (one, other) = (try #require(EntityTag(one.utf8)), try #require(EntityTag(other.utf8)))
        #expect(one.strongly(equals: other) == strongly && other.strongly(equals: one) == strongly)
        #expect(one.weakly(equals: other) == weakly && other.weakly(equals: one) == weakly)
    }

    @Test(arguments: ["", "a", "\"", "w/\"a\"", "W/a", "\"a\"b\"", "\"a b\"", " \"a\"", "W/ \"a\"", "\"a"])
    func `is none without its quotes`(value: String) {
        #expect(EntityTag(value.utf8) == nil)
    }

    @Test(arguments: [
        ("\"xyzzy\", \"r2d2xxxx\", \"c3piozzzz\"", ["\"xyzzy\"", "\"r2d2xxxx\"", "\"c3piozzzz\""]),
        ("W/\"a,b\",\"\\\"", ["W/\"a,b\"", "\"\\\""]), (", ,\"a\",", ["\"a\""]), ("x\"a\", \"b\"", ["\"b\""]),
        ("*", []), ("\"a", []),
        ("\"a\" \"b\"", ["\"a\"", "\"b\""]),
    ])
    func `is one of a list`(value: String, tags: [String]) {
        #expect(EntityTag.list(Array(value.utf8)).map(\.description) == tags)
    }

    @Test func `is that of a message`() {
        #expect(EntityTag([Field("etag", "\"v1\"")]) == EntityTag("v1"))
        #expect(EntityTag([Field("X", "\"v1\"")]) == nil)
    }
}

@Suite struct `Content-Range` {
    /// RFC 9110 section 14.4.
    @Test(
        arguments: [
            ("bytes 42-1233/1234", 42..<1_234, 1_234), ("bytes 42-1233/*", 42..<1_234, nil),
            ("bytes */1234", nil, 1_234),
            ("Bytes 0-0/1", 0..<1, 1),
        ] as [(String, Range<Int>?, Int?)])
    func `says which bytes, of how many`(value: String, range: Range<Int>?, length: Int?) throws {
        let found = try #require(ContentRange(Array(value.utf8)))
        #expect(found.range == range)
        #expect(found.completeLength == length)
    }

    @Test(arguments: [
        "", "bytes", "bytes 5-4/10", "bytes 0-10/10", "bytes */*", "bytes 0-/10", "bytes -1/10", "items 0-1/2",
        "bytes=0-1/2",
        "bytes 0-1", "bytes 0-1/", "bytes 0-1/x", "bytes  0-1/2", "bytes 0-9223372036854775807/*",
        "bytes 0-99999999999999999999/*",
    ])
    func `is none where it contradicts itself`(value: String) {
        #expect(ContentRange(Array(value.utf8)) == nil)
    }

    @Test func `comes once`() {
        let field = Field("Content-Range", "bytes 0-1/2")
        #expect(ContentRange([field])?.range == 0..<2)
        #expect(ContentRange([field, field]) == nil)
    }
}
