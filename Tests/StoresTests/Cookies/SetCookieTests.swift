// SetCookieTests.swift: what Set-Cookie fields say: RFC 6265 section 5.2.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainStores
import Testing

@Suite struct `Set-Cookie fields` {
    @Test(arguments: [
        ("a=b", "a", "b"),
        (" a \t=\t b ", "a", "b"),
        ("a=", "a", ""),
        ("a=b=c", "a", "b=c"),
        ("a=\"b c\"", "a", "\"b c\""),
        ("a=b,c=d", "a", "b,c=d"),
        ("a=b; c=d; Path", "a", "b"),
        ("a=ä", "a", "ä"),
    ])
    func `have a name and a value`(field: String, name: String, value: String) throws {
        let set = try #require(SetCookie(Array(field.utf8)))
        #expect(set.name == Array(name.utf8))
        #expect(set.value == Array(value.utf8))
    }

    @Test(arguments: ["", "a", "=b", " =b", "; a=b", "a=b\u{0}", "a=b; Path=/\u{7F}", "a=b\r\nX: y", "Secure"])
    func `without a name, or with control characters, are passed over`(field: String) {
        #expect(SetCookie(Array(field.utf8)) == nil)
    }

    @Test func `of more than 4096 bytes are passed over`() {
        let name = Array("a=".utf8)
        #expect(SetCookie(name + [UInt8](repeating: 98, count: 4_095)) != nil)
        #expect(SetCookie(name + [UInt8](repeating: 98, count: 4_096)) == nil)
    }

    @Test func `have attributes in any case and order, of which the last counts`() throws {
        let set = try read(
            "a=b;PATH=/x ; path = /y;domain=.Example.COM;SECURE;httponly=whatever;SameSite=lax;max-age=5")
        #expect(set.path == "/y")
        #expect(set.domain == "example.com")
        #expect(set.isSecure && set.isHTTPOnly)
        #expect(set.sameSite == .lax)
        #expect(set.maxAge == 5)
        #expect(try read("a=b; Path=/x; Path=").path == nil)
        #expect(try read("a=b; Path=x").path == nil)
        #expect(try read("a=b; Domain=a.example; Domain=").domain == "a.example")
        #expect(try read("a=b; SameSite=None; SameSite=perhaps").sameSite == nil)
    }

    @Test func `pass over attributes that are too long`() throws {
        let long = "/" + String(repeating: "x", count: 1_024)
        #expect(try read("a=b; Path=\(long)").path == nil)
        #expect(try read("a=b; Path=\(long.dropLast())").path != nil)
    }

    @Test(
        arguments: [
            ("0", 0), ("60", 60), ("-1", -1), ("-0", 0), ("0060", 60), ("99999999999999999999999", 31_556_952_000),
            ("-99999999999999999999999", -31_556_952_000), ("", nil), ("-", nil), ("+1", nil), ("1.5", nil),
            ("\"1\"", nil),
            ("1 ", 1), ("1 2", nil),
        ] as [(String, Int64?)])
    func `say an age in digits`(text: String, seconds: Int64?) throws {
        #expect(try read("a=b; Max-Age=\(text)").maxAge == seconds)
    }

    /// RFC 6265 section 5.1.1.
    @Test(
        arguments: [
            ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777),
            ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
            ("Sun Nov  6 08:49:37 1994", 784_111_777),
            ("6 nov 1994 8:49:37", 784_111_777),
            ("1994 6 November 08:49:37", 784_111_777),
            ("08:49:37 6 NOVEMBER 1994 and more", 784_111_777),
            ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
            ("01 Jan 70 00:00:00", 0),
            ("01 Jan 69 00:00:00", 3_124_224_000),
            ("Wed, 31 Dec 1969 23:59:59 GMT", -1),
            ("29 Feb 2024 12:00:00", 1_709_208_000),
            ("29 Feb 2023 12:00:00", nil),
            ("31 Apr 2024 12:00:00", nil),
            ("1 Jan 1600 00:00:00", nil),
            ("1 Jan 1601 00:00:00", -11_644_473_600),
            ("1 Jan 2024 24:00:00", nil),
            ("1 Jan 2024 23:60:00", nil),
            ("1 Jan 2024 23:00:60", nil),
            ("1 Jan 2024 1:2:3", 1_704_070_923),
            ("1 Jan 2024", nil), ("Jan 2024 00:00:00", nil), ("1 2024 00:00:00", nil), ("1 Jan 00:00:00", nil),
            ("0 Jan 2024 00:00:00", nil), ("32 Jan 2024 00:00:00", nil), ("", nil), ("0", nil), ("-1", nil),
            ("1 Jan 9999 00:00:00", 253_370_764_800),
            ("1 Jan 20244 00:00:00", nil),
        ] as [(String, Int64?)])
    func `say a date in many ways`(text: String, seconds: Int64?) throws {
        #expect(try read("a=b; Expires=\(text)").expires == seconds)
    }

    @Test func `have what RFC 2965 has`() throws {
        let set = try read(
            "a=b; Version=\"1\"; Comment=\"who cares\"; CommentURL=http://a.example/why; Port=\"80, 8080,x,70000\"; Discard"
        )
        #expect(set.version == 1)
        #expect(set.comment == "who cares")
        #expect(set.commentURL == "http://a.example/why")
        #expect(set.ports == [80, 8_080])
        #expect(set.isDiscarded)
    }

    private func read(_ field: String) throws -> SetCookie { try #require(SetCookie(Array(field.utf8))) }
}
