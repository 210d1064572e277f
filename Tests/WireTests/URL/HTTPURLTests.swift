// HTTPURLTests.swift: URLs as they are sent, and where references lead.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainWire
import Testing

@Suite struct `An http URL` {
    @Test(arguments: [
        ("http://a", "http://a/"), ("HTTP://EXAMPLE.com:80/A", "http://example.com/A"),
        ("https://a:443", "https://a/"), ("https://a:80/", "https://a:80/"), ("http://a:/b", "http://a/b"),
        ("http://a?q", "http://a/?q"), ("http://a#f", "http://a/#f"), ("http://a/#", "http://a/#"),
        ("http://a/./b", "http://a/b"), ("http://a/a/../b", "http://a/b"), ("http://a/../../a", "http://a/a"),
        ("http://a/a/b/..", "http://a/a/"), ("http://a/a/.../b", "http://a/a/.../b"),
        ("http://a/a//b///", "http://a/a//b///"), ("http://a/?a/../b", "http://a/?a/../b"),
        ("http://a/a b", "http://a/a%20b"), ("http://a/\"<>^`{|}\\[]", "http://a/%22%3C%3E%5E%60%7B%7C%7D%5C%5B%5D"),
        ("http://a/caf\u{E9}?\u{20AC}#\u{E9}", "http://a/caf%C3%A9?%E2%82%AC#%C3%A9"),
        ("http://a/a%2Fb", "http://a/a%2Fb"), ("http://a/caf%c3%a9", "http://a/caf%c3%a9"),
        ("http://a/%7Euser", "http://a/%7Euser"), ("http://a/100%", "http://a/100%25"),
        ("http://a/%zz%2", "http://a/%25zz%252"),
        ("http://a/find?q=1+1&r=%26", "http://a/find?q=1+1&r=%26"), ("http://a/find?", "http://a/find?"),
        ("http://a/!$&'()*+,;=:@", "http://a/!$&'()*+,;=:@"), ("http://a/b/%2e%2e/c", "http://a/c"),
        ("http://a/%2E/b", "http://a/b"), ("http://a/b/.%2e", "http://a/"), ("http://a/b/%2E./c", "http://a/c"),
        ("http://a/%2e%2e%2e/b", "http://a/%2e%2e%2e/b"), ("http://a/%2ea/b", "http://a/%2ea/b"),
        ("http://a/?%2e%2e/b", "http://a/?%2e%2e/b"), ("http://a/b%2F%2e%2e/c", "http://a/b%2F%2e%2e/c"),
        ("http://[2001:DB8:0:0::7]:80/", "http://[2001:db8::7]/"), ("http://%41.example/", "http://a.example/"),
        ("http://user:pass@a/b", "http://a/b"),
    ])
    func `is brought into the form in which it is sent`(text: String, sent: String) throws {
        let url = try HTTPURL(text)
        #expect(url.description == sent)
        #expect(try HTTPURL(sent).description == sent)
    }

    @Test func `is written in each form that a request line may have`() throws {
        let url = try HTTPURL("https://u:p@Example.com:8443/a/b?c#d")
        #expect(url.originForm == "/a/b?c")
        #expect(url.absoluteForm == "https://example.com:8443/a/b?c")
        #expect(url.authorityForm == "example.com:8443")
        #expect(url.hostField == "example.com:8443")
        #expect(url.fragment == "d")
        let plain = try HTTPURL("https://[::1]")
        #expect(plain.authorityForm == "[::1]:443")
        #expect(plain.hostField == "[::1]")
        #expect(plain.originForm == "/")
    }

    @Test(arguments: [
        ("http://alice:secret@a/", "alice", "secret"), ("http://a%40b:c%3Ad:e@a/", "a@b", "c:d:e"),
        ("http://alice@a/", "alice", nil), ("http://alice:@a/", "alice", ""),
    ])
    func `gives up user and password, decoded`(text: String, user: String, password: String?) throws {
        let credentials = try #require(try HTTPURL(text).credentials)
        #expect(credentials.user == user)
        #expect(credentials.password == password)
        // A relative reference stays with them, by RFC 3986; another authority does not.
        #expect(try HTTPURL(text).resolving("/b").credentials == credentials)
        #expect(try HTTPURL(text).resolving("//a/b").credentials == nil)
    }

    @Test(arguments: [
        ("a/b", URLFault.noScheme("a/b")), ("", .noScheme("")), ("//a", .noScheme("//a")),
        ("ftp://a", .otherScheme("ftp")),
        ("http:a", .noHost("http:a")), ("http:///a", .noHost("http:///a")), ("http://:80", .noHost("http://:80")),
        ("http://a:65536", .authority("a:65536")), ("http://a:b", .authority("a:b")),
        ("http://[::1", .authority("[::1")),
        ("http://a b/", .host("a b")), ("http://a%2Fb/", .host("a%2Fb")), ("http://a<b", .host("a<b")),
        ("http://\u{FB01}.example/", .international("\u{FB01}.example")), ("http://[1]/", .address("1")),
        ("http://[fe80::1%25eth0]/", .address("fe80::1%25eth0")), ("http://a/\r\nX: y", .control(9)),
    ])
    func `is refused when it is none, with what to write instead`(text: String, fault: URLFault) {
        #expect(throws: fault) { try HTTPURL(text) }
        #expect(!fault.sentence.isEmpty && fault.citation.hasPrefix("RFC "))
    }

    @Test func `is of the origin that its scheme, host and port name`() throws {
        func origin(_ text: String) throws -> URLOrigin { try HTTPURL(text).origin }
        #expect(try origin("http://A/b") == origin("http://a:80/c#d"))
        #expect(try origin("https://u@a:443") == origin("https://a"))
        #expect(try origin("http://[::1]") == origin("http://[0:0:0:0:0:0:0:1]"))
        #expect(try origin("http://a") != origin("https://a"))
        #expect(try origin("http://a") != origin("http://a:81"))
        #expect(try origin("http://a") != origin("http://b"))
        #expect(try origin("http://a:8080").description == "http://a:8080")
        #expect(try origin("https://a:443").description == "https://a")
    }
}

@Suite struct `A reference at an http URL` {
    /// RFC 3986 section 5.4.1 and 5.4.2, where the result is an http URL.
    @Test(arguments: [
        ("g", "/b/c/g"), ("./g", "/b/c/g"), ("g/", "/b/c/g/"), ("/g", "/g"), ("?y", "/b/c/d;p?y"), ("g?y", "/b/c/g?y"),
        ("#s", "/b/c/d;p?q#s"), ("g#s", "/b/c/g#s"), ("g?y#s", "/b/c/g?y#s"), (";x", "/b/c/;x"), ("g;x", "/b/c/g;x"),
        ("g;x?y#s", "/b/c/g;x?y#s"), ("", "/b/c/d;p?q"), (".", "/b/c/"), ("./", "/b/c/"), ("..", "/b/"), ("../", "/b/"),
        ("../g", "/b/g"), ("../..", "/"), ("../../", "/"), ("../../g", "/g"), ("../../../g", "/g"),
        ("../../../../g", "/g"), ("/./g", "/g"), ("/../g", "/g"), ("g.", "/b/c/g."), (".g", "/b/c/.g"),
        ("g..", "/b/c/g.."), ("..g", "/b/c/..g"), ("./../g", "/b/g"), ("./g/.", "/b/c/g/"), ("g/./h", "/b/c/g/h"),
        ("g/../h", "/b/c/h"), ("g;x=1/./y", "/b/c/g;x=1/y"), ("g;x=1/../y", "/b/c/y"), ("g?y/./x", "/b/c/g?y/./x"),
        ("g?y/../x", "/b/c/g?y/../x"), ("g#s/./x", "/b/c/g#s/./x"), ("g#s/../x", "/b/c/g#s/../x"),
        ("a b", "/b/c/a%20b"), ("\u{E9}", "/b/c/%C3%A9"),
    ])
    func `leads where RFC 3986 section 5_4 says`(reference: String, target: String) throws {
        #expect(try HTTPURL("http://a/b/c/d;p?q").resolving(reference).description == "http://a" + target)
    }

    @Test func `may lead elsewhere, or nowhere`() throws {
        let base = try HTTPURL("http://a/b/c/d;p?q")
        #expect(try base.resolving("//g").description == "http://g/")
        #expect(try base.resolving("https://g:443/x").description == "https://g/x")
        #expect(throws: URLFault.otherScheme("g")) { try base.resolving("g:h") }
        #expect(throws: URLFault.noHost("http:g")) { try base.resolving("http:g") }
        #expect(throws: URLFault.control(1)) { try base.resolving("/\u{7}") }
    }

    @Test func `may have bytes that are no UTF-8`() throws {
        #expect(try HTTPURL("http://a/").resolving([0x2F, 0xE9, 0xFF]).description == "http://a/%E9%FF")
    }

    @Test(arguments: [
        ("/old#top", "/new", "/new#top"), ("/old#top", "/new#end", "/new#end"), ("/old", "/new#end", "/new#end"),
        ("/old#top", "/new#", "/new#"), ("/old", "/new", "/new"),
    ])
    func `inherits the fragment if it is a Location without one`(url: String, location: String, final: String) throws {
        #expect(try HTTPURL("http://a" + url).redirected(to: location).description == "http://a" + final)
    }
}

@Suite struct `A host` {
    @Test(arguments: [
        ("127.0.0.1", URLHost.Kind.ipv4), ("1.2.3.256", .name), ("1.2.3", .name), ("01.2.3.4", .name),
        ("a.example", .name),
        ("1.2.3.4.", .name),
    ])
    func `is an IPv4 address or a name`(text: String, kind: URLHost.Kind) throws {
        let host = try URLHost(text)
        #expect(host.kind == kind)
        #expect(host.isAddress == (kind == .ipv4))
    }

    /// RFC 4291 section 2.2 and RFC 5952 section 4.
    @Test(arguments: [
        ("2001:DB8:0:0:8:800:200C:417A", "2001:db8::8:800:200c:417a"), ("FF01:0:0:0:0:0:0:101", "ff01::101"),
        ("0:0:0:0:0:0:0:1", "::1"), ("0:0:0:0:0:0:0:0", "::"), ("::", "::"), ("::1", "::1"), ("1::", "1::"),
        ("::FFFF:129.144.52.38", "::ffff:8190:3426"), ("2001:db8:0:1:1:1:1:1", "2001:db8:0:1:1:1:1:1"),
        ("2001:0:0:1:0:0:0:1", "2001:0:0:1::1"), ("2001:db8:0:0:1:0:0:1", "2001:db8::1:0:0:1"),
        ("1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:0"), ("::2:3:4:5:6:7:8", "0:2:3:4:5:6:7:8"),
    ])
    func `may be an IPv6 address`(text: String, canonical: String) throws {
        #expect(try URLHost(text, isLiteral: true).text == canonical)
        #expect(try URLHost(canonical, isLiteral: true).written == "[\(canonical)]")
    }

    @Test(arguments: [
        "", ":", ":::", "1", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1::2::3", "12345::", "g::", "1:2:3:4:5:6:7:8::",
        ":1:2:3:4:5:6:7", "1:2:3:4:5:6:7:", "1.2.3.4", "::1.2.3", "1.2.3.4::", "::+1", "v1.a",
    ])
    func `in brackets is an IPv6 address or nothing`(text: String) {
        #expect(throws: URLFault.address(text)) { try URLHost(text, isLiteral: true) }
    }
}
