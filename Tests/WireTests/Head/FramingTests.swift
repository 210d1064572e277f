// FramingTests.swift: how long a body is, and whether the connection goes on.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainWire
import Testing

@Suite struct `The length of a body` {
    func reading(_ fields: String, version: String = "HTTP/1.1", body: String = "") -> Reading {
        Reading("POST / \(version)\r\nHost: a\r\n\(fields)\r\n\(body)")
    }

    @Test(arguments: [
        ("Content-Length: 42, 42\r\n", ["content-length-list@26"]),
        ("Content-Length: 42\r\nContent-Length: 42\r\n", ["content-length-repeated@46"]),
        ("Content-Length: 42\r\nContent-Length: 043\r\n", ["!content-lengths-differ@46 400"]),
        ("Content-Length: 42, 43\r\n", ["!content-lengths-differ@26 400"]),
        ("Content-Length: -1\r\n", ["!content-length-syntax@26 400"]),
        ("Content-Length: +5\r\n", ["!content-length-syntax@26 400"]),
        ("Content-Length: 0x20\r\n", ["!content-length-syntax@26 400"]),
        ("Content-Length: 42s\r\n", ["!content-length-syntax@26 400"]),
        ("Content-Length: 1e3\r\n", ["!content-length-syntax@26 400"]),
        ("Content-Length: 4 2\r\n", ["!content-length-syntax@26 400"]),
        ("Content-Length:\r\n", ["!content-length-syntax@26 400"]),
        ("Content-Length: 42,\r\n", ["!content-length-syntax@26 400"]),
        ("Content-Length: 9223372036854775808\r\n", ["!content-length-too-large@26 413"]),
        ("Content-Length: 99999999999999999999\r\n", ["!content-length-too-large@26 413"]),
        ("Content-Length: 9223372036854775807\r\n", []),
        ("Content-Length: 000\r\n", []),
    ])
    func `is a run of digits, once`(fields: String, breaches: [String]) {
        #expect(reading(fields).breaches == breaches)
    }

    @Test(arguments: [
        ("Transfer-Encoding: Chunked\r\n", []),
        ("Transfer-Encoding: , chunked\r\n", []),
        ("Transfer-Encoding: gzip, chunked\r\n", ["transfer-coding-unknown@26"]),
        ("Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n", ["transfer-coding-unknown@26"]),
        ("Transfer-Encoding: chunked, chunked\r\n", ["!chunked-twice@26 400"]),
        ("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n", ["!chunked-twice@54 400"]),
        ("Transfer-Encoding: chunked, identity\r\n", ["!chunked-not-last@26 400"]),
        ("Transfer-Encoding: gzip\r\n", ["transfer-coding-unknown@26", "!chunked-not-last@26 400"]),
        ("Transfer-Encoding: xchunked\r\n", ["transfer-coding-unknown@26", "!chunked-not-last@26 400"]),
        ("Transfer-Encoding: chunked;a=b\r\n", ["!chunked-parameter@26 400"]),
        ("Transfer-Encoding: chunked x\r\n", ["!transfer-encoding-syntax@26 400"]),
        ("Transfer-Encoding: \"chunked\"\r\n", ["!transfer-encoding-syntax@26 400"]),
        ("Transfer-Encoding:\r\n", ["!transfer-encoding-syntax@26 400"]),
        ("Content-Length: 3\r\nTransfer-Encoding: chunked\r\n", ["length-and-chunked@45"]),
    ])
    func `is what chunked says, if chunked is the last coding`(fields: String, breaches: [String]) {
        #expect(reading(fields).breaches == breaches)
    }

    @Test func `is what chunked says even beside Content-Length, and the connection is spent`() throws {
        let both = reading("Content-Length: 3\r\nTransfer-Encoding: chunked\r\n", body: "2\r\nab\r\n0\r\n\r\n")
        let head = try #require(both.heads.first)
        #expect(head.framing == .chunked)
        #expect(!head.keepsAlive)
        #expect(both.bodies == ["ab"])
        #expect(both.end == .betweenRequests)
    }

    @Test func `in an HTTP-1_0 request may be chunked, but the connection is spent`() throws {
        let old = reading("Connection: keep-alive\r\nTransfer-Encoding: chunked\r\n", version: "HTTP/1.0")
        #expect(try #require(old.heads.first).framing == .chunked)
        #expect(try !#require(old.heads.first).keepsAlive)
        #expect(old.breaches == ["transfer-encoding-in-1.0@50"])
    }

    @Test func `is nothing without a field that says so`() {
        let reading = reading("", body: "GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(reading.heads.map(\.method) == ["POST", "GET"])
        #expect(reading.heads.map(\.framing) == [.none, .none])
    }

    @Test func `of a GET is read like any other`() {
        let reading = Reading("GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabcGET")
        #expect(reading.bodies == ["abc"])
        #expect(reading.breaches == [])
        #expect(reading.end == .insideHead(bytes: 3))
    }
}

@Suite struct `A connection goes on` {
    @Test(arguments: [
        ("HTTP/1.1", "", true),
        ("HTTP/1.0", "", false),
        ("HTTP/1.1", "Connection: close\r\n", false),
        ("HTTP/1.1", "Connection: Close, x\r\n", false),
        ("HTTP/1.1", "Connection: x,close\r\n", false),
        ("HTTP/1.1", "Connection: x\r\nConnection: close\r\n", false),
        ("HTTP/1.1", "Connection: closed\r\n", true),
        ("HTTP/1.1", "Connection: keep-alive, close\r\n", false),
        ("HTTP/1.0", "Connection: Keep-Alive\r\n", true),
        ("HTTP/1.0", "Connection: close, keep-alive\r\n", false),
    ])
    func `as its version and the options of Connection say`(version: String, fields: String, goesOn: Bool) throws {
        let reading = Reading("GET / \(version)\r\nHost: a\r\n\(fields)\r\n")
        #expect(try #require(reading.heads.first).keepsAlive == goesOn)
        #expect(reading.breaches == [])
    }

    @Test(arguments: [
        ("HTTP/1.1", "Expect: 100-continue\r\nContent-Length: 1\r\n", true, []),
        ("HTTP/1.1", "Expect: 100-Continue\r\nTransfer-Encoding: chunked\r\n", true, []),
        ("HTTP/1.0", "Expect: 100-continue\r\nContent-Length: 1\r\n", false, []),
        ("HTTP/1.1", "Expect: 100-continue\r\n", false, ["expect-without-content@26"]),
        ("HTTP/1.1", "Expect: 100-continue\r\nContent-Length: 0\r\n", false, ["expect-without-content@26"]),
        ("HTTP/1.1", "Expect: 200-ok\r\nContent-Length: 1\r\n", false, ["expectation-unknown@26"]),
    ])
    func `with the body once 100 is sent, if the client expects it`(
        version: String, fields: String, expects: Bool, breaches: [String]
    ) throws {
        let reading = Reading("POST / \(version)\r\nHost: a\r\n\(fields)\r\n")
        #expect(try #require(reading.heads.first).expectsContinue == expects)
        #expect(reading.breaches == breaches)
    }

    @Test func `with the next request right behind the first one`() {
        let one = "POST /1 HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nab"
        let two = "POST /2 HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\ncde\r\n0\r\n\r\n"
        let reading = Reading(one + two + "GET /3 HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(reading.heads.map(\.targetText) == ["/1", "/2", "/3"])
        #expect(reading.heads.map(\.offset) == [0, one.utf8.count, one.utf8.count + two.utf8.count])
        #expect(reading.bodies == ["ab", "cde"])
        #expect(reading.breaches == [])
    }

    @Test func `after a CONNECT only when the reader is told so`() {
        var reader = RequestReader()
        reader.append(Array("CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n\u{16}\u{3}".utf8))
        var count = 0
        while reader.next() != nil { count += 1 }
        let (isPaused, rest) = (reader.isPaused, reader.takeRest())
        #expect(count == 2)
        #expect(isPaused)
        #expect(rest == [0x16, 3])
        reader.append(Array("GET / HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
        let before = reader.next()
        reader.goOn()
        let after = reader.next()
        #expect(before == nil)
        #expect(after != nil)
    }
}

@Suite struct `The end of the input` {
    @Test(arguments: [
        ("", RequestReader.End.betweenRequests),
        ("GET / HTTP/1.1\r\nHost: a\r\n\r\n", .betweenRequests),
        ("GET / HT", .insideHead(bytes: 8)),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nabc", .insideBody(received: 3, of: 9)),
        ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab", .insideBody(received: 2, of: nil)),
        ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n", .insideBody(received: 0, of: nil)),
        ("\0abc", .malformed(dropped: 3)),
    ])
    func `is told by how far the request was`(input: String, end: RequestReader.End) {
        #expect(Reading(input).end == end)
    }
}
