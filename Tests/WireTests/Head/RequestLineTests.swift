// RequestLineTests.swift: the first line of a request.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainWire
import Testing

@Suite struct `The request line` {
    @Test func `is taken apart, and the bytes are kept as they came`() throws {
        let text = "GET /where?q=now HTTP/1.1\r\nHost: www.example.org\r\n\r\n"
        let reading = Reading(text)
        let head = try #require(reading.heads.first)
        #expect(head.method == "GET")
        #expect(head.targetText == "/where?q=now")
        #expect(head.version == .http11)
        #expect(head.fields == [Field("Host", "www.example.org")])
        #expect(head.raw == Array(text.utf8))
        #expect(head.framing == .none)
        #expect(head.keepsAlive)
        #expect(reading.events.count == 2)
        #expect(reading.end == .betweenRequests)
    }

    @Test(arguments: [
        // RFC 9112 section 3.2.1 to 3.2.4.
        ("GET /where?q=now", TargetForm.origin),
        ("GET http://www.example.org/pub/WWW/TheProject.html", .absolute),
        ("OPTIONS http://www.example.org:8001", .absolute),
        ("CONNECT www.example.com:80", .authority),
        ("CONNECT [::1]:443", .authority),
        ("OPTIONS *", .asterisk),
        ("GET //a///b", .origin),
        ("get /", .origin),
        ("M!#$%&'*+-.^_`|~1 /", .origin),
    ])
    func `has a target in one of four forms`(line: String, form: TargetForm) throws {
        let authority = line.contains("[::1]") ? "[::1]:443" : line.contains(":80") ? hostOf(line) : "www.example.org"
        let reading = Reading("\(line) HTTP/1.1\r\nHost: \(authority)\r\n\r\n")
        #expect(try #require(reading.heads.first).form == form)
        #expect(reading.breaches == [])
    }

    private func hostOf(_ line: String) -> String {
        let target = line.split(separator: " ")[1]
        return String(target.split(separator: "/").last!)
    }

    @Test(arguments: [
        ("GET /a#b", "fragment-in-target@6"),
        ("GET http://me:x@a/b", "user-in-target@11"),
        ("GET http://@a", "user-in-target@11"),
        ("GET /\u{E9}", "target-character@5"),
        ("GET /a\"b", "target-character@6"),
        ("GET /{x}", "target-character@5"),
        ("GET /[x]", "target-character@5"),
        ("GET /%zz", "percent-encoding@5"),
        ("GET /a%2", "percent-encoding@6"),
        ("GET a", "target-form@4"),
        ("GET *", "target-form@4"),
        ("CONNECT /a", "target-form@8"),
        ("CONNECT a", "target-form@8"),
        ("CONNECT http://a:80", "target-form@8"),
    ])
    func `with a doubtful target is read, and the doubt is told`(line: String, breach: String) {
        let reading = Reading("\(line) HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(reading.breaches == [breach])
        #expect(reading.heads.count == 1)
    }

    @Test(arguments: [
        (" GET / HTTP/1.1", "!method-syntax@0 400"),
        ("G(T / HTTP/1.1", "!method-syntax@1 400"),
        ("GET\t/ HTTP/1.1", "!method-syntax@3 400"),
        ("GET", "!request-line-syntax@3 400"),
        ("GET ", "!request-line-syntax@4 400"),
        ("GET  / HTTP/1.1", "!request-line-syntax@4 400"),
        ("GET HTTP/1.1", "!request-line-syntax@4 400"),
        ("GET /", "!version-missing@5 400"),
        ("GET /a b HTTP/1.1", "!request-line-syntax@8 400"),
        ("GET /a\tHTTP/1.1", "!request-line-syntax@6 400"),
        ("GET /  HTTP/1.1", "!request-line-syntax@6 400"),
        ("GET / HTTP/1.1 ", "!request-line-syntax@14 400"),
        ("GET / http/1.1", "!version-syntax@6 400"),
        ("GET / HTTP/1", "!version-syntax@6 400"),
        ("GET / HTTP/1.10", "!version-syntax@6 400"),
        ("GET / HTTP/11", "!version-syntax@6 400"),
        ("GET / HTTPS/1.1", "!version-syntax@6 400"),
        ("GET / ", "!version-syntax@6 400"),
        ("GET / HTTP/2.0", "!version-unsupported@6 505"),
        ("GET / HTTP/0.9", "!version-unsupported@6 505"),
        ("PRI * HTTP/2.0", "!http2-preface@0 505"),
        ("GET /\0 HTTP/1.1", "!control-character@5 400"),
        ("GET /\u{7F} HTTP/1.1", "!control-character@5 400"),
        ("GET /a\rb HTTP/1.1", "!bare-cr@6 400"),
        ("\u{16}\u{3}\u{1}\u{2}\0", "!tls-on-plain-port@0 400"),
    ])
    func `that cannot be read ends the reading`(line: String, breach: String) {
        let reading = Reading("\(line)\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(reading.breaches == [breach])
        #expect(reading.events.count == 1)
    }

    @Test func `in a later minor version is read as HTTP/1_1 and told`() throws {
        let reading = Reading("GET / HTTP/1.7\r\nHost: a\r\n\r\n")
        #expect(reading.breaches == ["minor-version@6"])
        #expect(try #require(reading.heads.first).version == HTTPVersion(1, 7))
        #expect(try #require(reading.heads.first).keepsAlive)
    }

    @Test func `may have one empty line before it, not two`() throws {
        let once = Reading("\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(once.breaches == ["empty-line-first@0"])
        let head = try #require(once.heads.first)
        #expect(head.offset == 2)
        #expect(head.raw.first == UInt8(ascii: "G"))
        #expect(Reading("\r\n\r\nGET / HTTP/1.1\r\n").breaches == ["empty-line-first@0", "!empty-lines@2 400"])
    }

    @Test func `ended by LF alone is read and told once for the whole head`() {
        let reading = Reading("GET / HTTP/1.1\nHost: a\n\n")
        #expect(reading.breaches == ["bare-lf@14"])
        #expect(reading.heads.count == 1)
    }
}

@Suite struct `The HTTP-2 preface` {
    @Test(
        arguments: [
            ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", true), ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0", true), ("PRI", nil),
            ("", nil),
            ("PUT", false), ("PRI * HTTP/2.0\r\nX", false),
        ] as [(String, Bool?)])
    func `is known by its first bytes`(input: String, begins: Bool?) {
        #expect(Array(input.utf8).withUnsafeBytes { HTTP2Preface.begins($0) } == begins)
    }
}

@Suite struct `A view of a request` {
    @Test func `finds fields by name in any case, folded ones unfolded`() {
        var parser = HeadParser()
        let head = Array("GET /a HTTP/1.1\r\nhOST: a\r\nX: 1\r\nx: 2\r\n 3\r\n\r\n".utf8)
        head.withUnsafeBytes { bytes in
            #expect(parser.parse(bytes) == .complete)
            let view = parser.view(in: bytes)
            #expect(view.target.elementsEqual("/a".utf8))
            #expect(view.value(of: "host")?.elementsEqual("a".utf8) == true)
            var index = 0
            let name = Array("x".utf8)
            #expect(view.nextValue(of: name, after: &index)?.elementsEqual("1".utf8) == true)
            #expect(view.nextValue(of: name, after: &index)?.elementsEqual("2   3".utf8) == true)
            #expect(view.nextValue(of: name, after: &index) == nil)
            #expect(view.value(of: "y") == nil)
        }
    }

    @Test func `reads one head after another with one parser`() {
        var parser = HeadParser()
        for text in [
            "POST /1 HTTP/1.0\r\nContent-Length: 3\r\nExpect: x\r\n\r\n", "GET /2 HTTP/1.1\r\nHost: a\r\n\r\n",
        ] {
            let fresh = Reading(text).heads
            let bytes = Array(text.utf8)
            parser.reset()
            let head = bytes.withUnsafeBytes { bytes in
                parser.parse(bytes) == .complete ? parser.head(in: bytes) : nil
            }
            #expect(head == fresh.first)
        }
    }
}
