// ResponseFixtureTests.swift: what the bundled scenarios of framing and connections require of a reader.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainWire
import Testing

@Suite struct `A reply of the scenarios of framing` {
    let ok = "HTTP/1.1 200 OK\r\n"

    func chunked(_ body: String, ending: ResponseReading.Ending = .open) -> ResponseReading {
        ResponseReading(ok + "Transfer-Encoding: chunked\r\n\r\n" + body, ending: ending)
    }

    @Test(arguments: ["xyz", "-5", ";a=1", "123456789012345678901"])
    func `with a bad chunk size is bad`(size: String) throws {
        let fault = try #require(chunked("\(size)\r\nhello\r\n0\r\n\r\n").fault)
        #expect(fault.kind == (size.count > 16 ? .chunkTooLarge : .chunkSizeSyntax))
        #expect(!fault.kind.isCut)
    }

    @Test(arguments: [
        ("5\nhello\r\n0\r\n\r\n", "", 48), ("5;a=1\nhello\r\n0\r\n\r\n", "", 52),
        ("5\r\nhello\n0\r\n\r\n", "hello", 55), ("5\r\nhello\r\n0\n\r\n", "hello", 58),
    ])
    func `with a line of a chunk that ends with LF alone is bad`(chunks: String, body: String, offset: Int) {
        let reading = chunked(chunks)
        #expect(reading.fault == ResponseFault(.chunkLoneLF, at: offset))
        #expect(reading.body == body && !reading.isWhole)
    }

    @Test func `may have trailers whose lines end with LF alone`() {
        let reading = chunked("5\r\nhello\r\n0\r\nX-Sum: 2\n\n")
        #expect(reading.body == "hello" && reading.isWhole)
        #expect(reading.breaches == ["bare-lf@68"])
    }

    @Test func `with chunks and a length is read by its chunks, and is the last`() {
        let reading = ResponseReading(
            ok + "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n8\r\nthe page\r\n0\r\n\r\n")
        #expect(reading.body == "the page" && reading.isWhole && !reading.isReusable)
        #expect(reading.head?.length == nil)
        #expect(reading.breaches == ["length-and-transfer-encoding@64"])
    }

    @Test(arguments: [
        "3\r\none\r\n", "3;a=1\r\none\r\n", "3;a=\"b; c\"\r\none\r\n", "1;x\r\no\r\n2;second=2\r\nne\r\n",
    ])
    func `in chunks is one body`(chunks: String) {
        let reading = chunked(chunks + "0\r\n\r\n")
        #expect(reading.body == "one" && reading.isWhole && reading.isReusable)
        #expect(reading.breaches == [])
        #expect(reading.head?.framing == .chunked)
    }

    @Test func `in chunks tells each chunk as soon as it is there`() {
        var reader = ResponseReader(answering: "GET")
        reader.append(Array((ok + "Transfer-Encoding: chunked\r\n\r\n3\r\none\r\n").utf8))
        _ = reader.next()
        let one = reader.next()
        let pause = reader.next()
        reader.append(Array("3\r\ntwo".utf8))
        let two = reader.next()
        #expect(one == .body(Array("one".utf8)) && pause == nil && two == .body(Array("two".utf8)))
    }

    @Test(arguments: [("4", "8"), ("8", "4"), ("4", "400")])
    func `with two lengths is bad`(one: String, two: String) {
        let reading = ResponseReading(ok + "Content-Length: \(one)\r\nContent-Length: \(two)\r\n\r\n12345678")
        #expect(reading.fault?.kind == .lengthsDiffer)
        #expect(reading.head == nil)
    }

    @Test func `with a length has as many bytes, and not one more`() {
        let reading = ResponseReading(ok + "Content-Type: text/plain\r\nContent-Length: 4\r\n\r\npage")
        #expect(reading.body == "page" && reading.isWhole && reading.isReusable)
        #expect(reading.head?.length == 4)
    }

    @Test func `cut in its body is told as far as it came, and fails`() {
        let head = ok + "Content-Length: 100\r\n\r\n"
        for ending in [ResponseReading.Ending.closed, .broken] {
            let reading = ResponseReading(head + "roses", ending: ending)
            #expect(reading.body == "roses")
            #expect(reading.fault?.kind == .cutBody)
        }
        #expect(chunked("5\r\nhello\r\n1", ending: .closed).fault?.kind == .cutBody)
        #expect(chunked("5\r\nhello\r\n", ending: .closed).fault?.kind == .cutBody)
        #expect(chunked("5\r\nhello\r\n0\r\n", ending: .closed).fault?.kind == .cutBody)
    }

    @Test func `with an empty body is a head and an end`() {
        let reading = ResponseReading(ok + "Content-Length: 0\r\n\r\n")
        #expect(reading.parts.count == 2 && reading.isReusable && reading.head?.length == 0)
    }

    @Test(arguments: ["HTTP/1.1 20", "HTTP/1.1 200 OK\r\nContent-Len", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n"])
    func `cut in its head fails`(head: String) {
        #expect(ResponseReading(head, ending: .closed).fault?.kind == .cutHead)
    }

    @Test func `to HEAD has a length and no body`() {
        let reading = ResponseReading(ok + "Content-Length: 1000000\r\n\r\n", to: "HEAD")
        #expect(reading.isWhole && reading.isReusable && reading.head?.length == 1_000_000)
        let badly = ResponseReading(ok + "Content-Length: 1, 2\r\nTransfer-Encoding: x\r\n\r\n", to: "HEAD")
        #expect(badly.isWhole && badly.head?.length == nil)
    }

    @Test(arguments: [102, 103, 199])
    func `of the 1xx class is not the response`(status: Int) {
        let reading = ResponseReading(
            "HTTP/1.1 \(status) Hints\r\nLink: </style.css>\r\n\r\n\(ok)Content-Length: 4\r\n\r\npage")
        #expect(reading.informational == [status])
        #expect(reading.head?.status == 200)
        #expect(reading.body == "page" && reading.isReusable)
        #expect(reading.head?.fields.count == 1)
    }

    @Test func `comes behind as many informational ones as there may be`() {
        let hint = "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"
        let three = ResponseReading("HTTP/1.1 100 Continue\r\n\r\n" + hint + hint + ok + "Content-Length: 0\r\n\r\n")
        #expect(three.informational == [100, 103, 103])
        #expect(three.isWhole)
        let many = ResponseReading(String(repeating: hint, count: 101))
        #expect(many.informational.count == 100)
        #expect(many.fault?.kind == .tooManyInformational)
        #expect(ResponseReading(hint, ending: .closed).fault?.kind == .onlyInformational)
    }

    @Test(arguments: ["204 No Content", "304 Not Modified"])
    func `without content ends with its head`(status: String) {
        let reading = ResponseReading("HTTP/1.1 \(status)\r\nETag: \"a\"\r\n\r\n")
        #expect(reading.isWhole && reading.isReusable)
        let length = ResponseReading("HTTP/1.1 \(status)\r\nContent-Length: 5\r\n\r\n")
        #expect(length.isWhole && length.isReusable)
        #expect(length.head?.length == (status.hasPrefix("304") ? 5 : nil))
    }

    @Test func `that never comes fails`() {
        #expect(ResponseReading("", ending: .closed).fault?.kind == .noReply)
        #expect(ResponseReading("", ending: .broken).fault?.kind == .noReply)
    }

    @Test(arguments: [
        "HTTP/1.1 200 \r\nContent-Length: 2", "HTTP/1.1 200 Everything is quite all right here\r\nContent-Length: 2",
        "HTTP/1.1 200 OK\r\nContent-Length:2", "HTTP/1.1 200 OK\r\nContent-Length: \t 2 \t",
        "HTTP/1.1 200 OK\r\ncontent-length: 2", "HTTP/1.1 200 OK\r\nX-Empty:\r\nContent-Length: 2",
    ])
    func `with an odd head is right`(head: String) {
        let reading = ResponseReading(head + "\r\n\r\nok")
        #expect(reading.body == "ok" && reading.isReusable)
        #expect(reading.breaches == [])
    }

    @Test func `in a later minor version is read as one in 1_1`() {
        let reading = ResponseReading("HTTP/1.9 200 OK\r\nContent-Length: 2\r\n\r\nok")
        #expect(reading.body == "ok" && reading.isReusable)
        #expect(reading.breaches == ["minor-version@0"])
    }

    @Test func `with a repeated field is one list`() {
        let reading = ResponseReading(ok + "X-Colour: red, green\r\nX-Other: between\r\nx-colour: blue\r\n\r\n")
        #expect(reading.head?.text(of: "X-Colour") == "red, green, blue")
        #expect(
            reading.head?.members(of: "x-colour").map { String(decoding: $0, as: UTF8.self) } == [
                "red", "green", "blue",
            ])
        #expect(reading.head?.fields.map(\.name) == ["X-Colour", "X-Other", "x-colour"])
        #expect(reading.head?.text(of: "x-none") == nil)
    }

    @Test func `that nobody asked for spoils the connection`() {
        let first = ok + "Content-Length: 4\r\n\r\ngood"
        let reading = ResponseReading(first + ok + "Content-Length: 4\r\n\r\nevil")
        #expect(reading.body == "good" && reading.isWhole && !reading.isReusable)
        #expect(reading.leftOver == 42)
        #expect(ResponseReading(first + "\r\n").isReusable == false)
    }

    @Test func `with trailers keeps them from body and head`() {
        let reading = chunked("3\r\none\r\n0\r\nX-Sum: 2\r\n\r\n")
        #expect(reading.body == "one")
        #expect(reading.trailers == [Field("X-Sum", "2")])
        #expect(reading.head?.first("x-sum") == nil)
    }

    @Test(arguments: ["HTTP/1.0", "HTTP/1.1"])
    func `without a length ends where the connection does`(version: String) {
        let text = "\(version) 200 OK\r\n\r\nas long as it takes"
        let reading = ResponseReading(text, ending: .closed)
        #expect(reading.body == "as long as it takes" && reading.isWhole && !reading.isReusable)
        #expect(reading.head?.framing == .untilClose)
        #expect(!ResponseReading(text).isWhole)
    }

    /// The reply of tls/cut-without-a-length.
    @Test func `without a length is not whole where TLS was cut`() {
        #expect(ResponseReading(ok + "\r\nperhaps", ending: .broken).fault?.kind == .cutBody)
    }
}

@Suite struct `A reply of the scenarios of connections` {
    @Test(arguments: [
        ("HTTP/1.1", "", true), ("HTTP/1.0", "", false), ("HTTP/1.1", "Connection: close\r\n", false),
        ("HTTP/1.1", "Connection: Close\r\n", false), ("HTTP/1.1", "Connection: x-custom, close\r\n", false),
        ("HTTP/1.1", "Connection: x\r\nConnection: close\r\n", false), ("HTTP/1.1", "Connection: closed\r\n", true),
        ("HTTP/1.0", "Connection: Keep-Alive\r\n", true), ("HTTP/1.0", "Connection: keep-alive, close\r\n", false),
    ])
    func `lets the next request follow or not`(version: String, fields: String, isReusable: Bool) {
        let reading = ResponseReading("\(version) 200 OK\r\n\(fields)Content-Length: 1\r\n\r\n1")
        #expect(reading.isReusable == isReusable)
        #expect(reading.head?.keepsAlive == isReusable)
    }

    @Test func `is whole though the server ends its side, but nothing follows it`() {
        let reading = ResponseReading("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\npage", ending: .closed)
        #expect(reading.isWhole && !reading.isReusable)
    }
}

@Suite struct `A reply to CONNECT` {
    @Test(arguments: ["200 OK\r\n", "201 Created\r\nContent-Length: 5\r\n", "204 No\r\nTransfer-Encoding: chunked\r\n"])
    func `of the 2xx class opens a tunnel, whatever its framing`(head: String) {
        let reading = ResponseReading("HTTP/1.1 \(head)\r\n\u{16}\u{3}", to: "CONNECT")
        #expect(reading.head?.framing == .tunnel)
        #expect(reading.isWhole && !reading.isReusable)
        #expect(reading.rest == [0x16, 3])
        #expect(reading.leftOver == 0)
    }

    @Test func `of any other class is a response like any`() {
        let reading = ResponseReading("HTTP/1.1 407 No\r\nContent-Length: 2\r\n\r\nno", to: "CONNECT")
        #expect(reading.body == "no" && reading.isReusable && reading.rest == [])
    }
}
