// RequestWriterTests.swift: requests that are written, and those that are not.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainWire
import Testing

@Suite struct `A request that is written` {
    func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    func written(
        _ method: String, _ target: RequestTarget, _ fields: [Field] = [], _ content: RequestContent = .none
    ) throws -> String {
        text(try RequestWriter(method: method, target: target, host: "a:8080", fields: fields, content: content).head())
    }

    @Test func `has Host first, then its fields in order, then its framing`() throws {
        #expect(
            try written("PUT", .origin("/a?b"), [Field("Accept", "*/*"), Field("X", "1"), Field("x", "")], .length(5))
                == "PUT /a?b HTTP/1.1\r\nHost: a:8080\r\nAccept: */*\r\nX: 1\r\nx: \r\nContent-Length: 5\r\n\r\n")
        #expect(
            try written("POST", .origin("/"), [], .chunked)
                == "POST / HTTP/1.1\r\nHost: a:8080\r\nTransfer-Encoding: chunked\r\n\r\n")
    }

    @Test(arguments: [
        ("POST", true), ("PUT", true), ("PATCH", true), ("GET", false), ("DELETE", false), ("HEAD", false),
    ])
    func `says that it has no content where its method expects some`(method: String, says: Bool) throws {
        #expect(try written(method, .origin("/")).contains("Content-Length: 0\r\n") == says)
    }

    @Test func `has a target in any of the four forms`() throws {
        #expect(try written("GET", .absolute("http://a:8080/b")).hasPrefix("GET http://a:8080/b HTTP/1.1\r\n"))
        #expect(try written("CONNECT", .authority("a:443")).hasPrefix("CONNECT a:443 HTTP/1.1\r\n"))
        #expect(try written("CONNECT", .authority("[::1]:443")).hasPrefix("CONNECT [::1]:443 HTTP/1.1\r\n"))
        #expect(try written("OPTIONS", .asterisk).hasPrefix("OPTIONS * HTTP/1.1\r\n"))
    }

    @Test func `is read as it was meant`() throws {
        let writer = RequestWriter(
            method: "POST", target: .origin("/a"), host: "a", fields: [Field("X", "\u{E9}")], content: .chunked)
        let bytes =
            try writer.head() + RequestWriter.chunk(Array("hello".utf8)) + RequestWriter.chunk([])
            + RequestWriter.lastChunk(trailers: [Field("X-Sum", "1")])
        let reading = Reading(bytes)
        #expect(reading.breaches == [])
        #expect(reading.bodies == ["hello"])
        #expect(reading.trailers == [[Field("X-Sum", "1")]])
        #expect(text(try RequestWriter.lastChunk()) == "0\r\n\r\n")
    }

    @Test(arguments: [
        (RequestWriter(method: "G ET", target: .origin("/"), host: "a"), RequestFault.method("G ET")),
        (RequestWriter(method: "", target: .origin("/"), host: "a"), .method("")),
        (RequestWriter(method: "GET", target: .origin("/ HTTP/1.1\r\nX: y"), host: "a"), .target("/ HTTP/1.1\r\nX: y")),
        (RequestWriter(method: "GET", target: .origin("/a b"), host: "a"), .target("/a b")),
        (RequestWriter(method: "GET", target: .origin("/\u{E9}"), host: "a"), .target("/\u{E9}")),
        (RequestWriter(method: "GET", target: .origin("/#a"), host: "a"), .target("/#a")),
        (RequestWriter(method: "GET", target: .origin("a"), host: "a"), .target("a")),
        (RequestWriter(method: "GET", target: .asterisk, host: "a"), .target("*")),
        (RequestWriter(method: "GET", target: .authority("a:1"), host: "a"), .target("a:1")),
        (RequestWriter(method: "CONNECT", target: .authority("a"), host: "a"), .target("a")),
        (RequestWriter(method: "CONNECT", target: .origin("/"), host: "a"), .target("/")),
        (RequestWriter(method: "GET", target: .absolute("//a/"), host: "a"), .target("//a/")),
        (RequestWriter(method: "GET", target: .origin("/"), host: ""), .host("")),
        (RequestWriter(method: "GET", target: .origin("/"), host: "a\r\nX: y"), .host("a\r\nX: y")),
        (RequestWriter(method: "GET", target: .origin("/"), host: "u@a"), .host("u@a")),
        (
            RequestWriter(method: "CONNECT", target: .authority("a:1"), host: "a", content: .length(0)),
            .content("CONNECT")
        ),
        (RequestWriter(method: "TRACE", target: .origin("/"), host: "a", content: .chunked), .content("TRACE")),
        (RequestWriter(method: "PUT", target: .origin("/"), host: "a", content: .length(-1)), .length(-1)),
    ])
    func `is refused where it would be read as another`(writer: RequestWriter, fault: RequestFault) throws {
        #expect(throws: fault) { try writer.head() }
        #expect(!fault.sentence.isEmpty && !fault.sentence.contains { $0.isNewline })
        #expect(fault.citation.hasPrefix("RFC "))
    }

    @Test(arguments: [
        (Field("", "a"), RequestFault.fieldName("")), (Field("A B", "a"), .fieldName("A B")),
        (Field("A:", "a"), .fieldName("A:")), (Field("A\r\nB", "a"), .fieldName("A\r\nB")),
        (Field("A", "a\r\nB: c"), .fieldValue(name: "A", value: "a\r\nB: c")),
        (Field("A", "a\nb"), .fieldValue(name: "A", value: "a\nb")),
        (Field("A", "\0"), .fieldValue(name: "A", value: "\0")),
        (Field("host", "b"), .ownField("host")), (Field("Content-Length", "1"), .ownField("Content-Length")),
        (Field("transfer-encoding", "chunked"), .ownField("transfer-encoding")),
    ])
    func `is refused where a field would begin another`(field: Field, fault: RequestFault) {
        #expect(throws: fault) { try written("GET", .origin("/"), [Field("Good", "1"), field]) }
        #expect(throws: fault) { try RequestWriter.lastChunk(trailers: [field]) }
    }
}
