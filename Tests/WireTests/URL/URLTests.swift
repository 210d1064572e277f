// URLTests.swift: RFC 3986's own tables.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainWire
import Testing

@Suite struct `URL references` {
    /// RFC 3986 section 5.4.1 and 5.4.2.
    @Test(arguments: [
        ("g:h", "g:h"), ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
        ("/g", "http://a/g"), ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"),
        ("#s", "http://a/b/c/d;p?q#s"), ("g#s", "http://a/b/c/g#s"), ("g?y#s", "http://a/b/c/g?y#s"),
        (";x", "http://a/b/c/;x"), ("g;x", "http://a/b/c/g;x"), ("g;x?y#s", "http://a/b/c/g;x?y#s"),
        ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"), ("./", "http://a/b/c/"), ("..", "http://a/b/"),
        ("../", "http://a/b/"), ("../g", "http://a/b/g"), ("../..", "http://a/"), ("../../", "http://a/"),
        ("../../g", "http://a/g"),
        ("../../../g", "http://a/g"), ("../../../../g", "http://a/g"), ("/./g", "http://a/g"),
        ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"), ("g..", "http://a/b/c/g.."),
        ("..g", "http://a/b/c/..g"), ("./../g", "http://a/b/g"), ("./g/.", "http://a/b/c/g/"),
        ("g/./h", "http://a/b/c/g/h"), ("g/../h", "http://a/b/c/h"), ("g;x=1/./y", "http://a/b/c/g;x=1/y"),
        ("g;x=1/../y", "http://a/b/c/y"), ("g?y/./x", "http://a/b/c/g?y/./x"), ("g?y/../x", "http://a/b/c/g?y/../x"),
        ("g#s/./x", "http://a/b/c/g#s/./x"), ("g#s/../x", "http://a/b/c/g#s/../x"), ("http:g", "http:g"),
    ])
    func `resolve as section 5_4 says`(reference: String, url: String) {
        #expect(URLParts("http://a/b/c/d;p?q").resolving(URLParts(reference)).description == url)
    }

    @Test(arguments: [("http://a", "g", "http://a/g"), ("http://a", "?q", "http://a?q"), ("a:b", "c", "a:c")])
    func `resolve against a base without a path`(base: String, reference: String, url: String) {
        #expect(URLParts(base).resolving(URLParts(reference)).description == url)
    }

    @Test(arguments: [
        ("/a/b/c/./../../g", "/a/g"), ("mid/content=5/../6", "mid/6"), ("/", "/"), ("", ""), ("/..", "/"), ("/.", "/"),
        ("//a//../b", "//a/b"),
        // A slash and a mark are one character.
        ("/a/..\u{2F}\u{301}b", "/\u{301}b"), ("/a/\u{301}/../b", "/a/b"),
    ])
    func `lose their dot segments`(path: String, result: String) {
        #expect(URLParts.removingDotSegments(path) == result)
    }

    @Test func `are split in five`() {
        let parts = URLParts("foo://example.com:8042/over/there?name=ferret#nose")
        #expect(
            parts
                == URLParts(
                    scheme: "foo", authority: "example.com:8042", path: "/over/there", query: "name=ferret",
                    fragment: "nose"))
        #expect(URLParts("urn:example:animal").path == "example:animal")
        #expect(URLParts("1a:b").scheme == nil)
        #expect(URLParts("http://a").originForm == "/")
        #expect(URLParts("http://a?b").originForm == "/?b")
    }

    /// The examples of section 1.1.2, and others: what is split is put together the same.
    @Test(arguments: [
        "ftp://ftp.is.co.za/rfc/rfc1808.txt", "http://www.ietf.org/rfc/rfc2396.txt",
        "ldap://[2001:db8::7]/c=GB?objectClass?one",
        "mailto:John.Doe@example.com", "news:comp.infosystems.www.servers.unix", "tel:+1-816-555-1212",
        "telnet://192.0.2.16:80/", "urn:oasis:names:specification:docbook:dtd:xml:4.1.2", "//", "?", "#", "?#",
        "a?b?c#d#e",
    ])
    func `are put together as they were`(text: String) {
        #expect(URLParts(text).description == text)
    }
}

@Suite struct `An authority` {
    @Test func `has a host, perhaps a port and a user`() throws {
        let full = try #require(Authority("user:pa%40ss@example.com:8042"))
        #expect(full.userInformation == "user:pa%40ss")
        #expect(full.host == "example.com")
        #expect(full.port == 8042)
        let literal = try #require(Authority("[2001:db8::7]:80"))
        #expect(literal.host == "2001:db8::7" && literal.isLiteral && literal.port == 80)
        #expect(Authority("a:")?.port == nil)
        #expect(Authority("a") != nil)
    }

    @Test(arguments: ["[::1", "[]", "a:b", "a:65536", "a:99999999999999999999", "[::1]x", "a:1:2"])
    func `is refused when it is none`(text: String) {
        #expect(Authority(text) == nil)
    }
}

@Suite struct `Percent-encoding` {
    @Test func `leaves the unreserved bytes as they are`() {
        #expect(PercentCoding.encoded("a-._~Z09 /\u{E9}".utf8) == Array("a-._~Z09%20%2F%C3%A9".utf8))
    }

    @Test func `is undone byte by byte, and broken escapes stay`() {
        #expect(PercentCoding.decoded("a%20b%2f%2F%C3%A9%zz%2".utf8) == Array("a b//\u{E9}%zz%2".utf8))
    }
}
