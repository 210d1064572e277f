// ChunkTests.swift: chunked bodies.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainWire
import Testing

@Suite struct `A chunked body` {
    func reading(_ body: String, limits: Limits = .standard) -> Reading {
        Reading("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n" + body, limits: limits)
    }

    @Test func `is told chunk by chunk`() {
        let reading = reading("4\r\nWiki\r\n05;a=b;c\r\npedia\r\n0;last\r\n\r\n")
        #expect(
            Array(reading.events.dropFirst()) == [
                .chunk(size: 4, extensions: []), .body(Array("Wiki".utf8)),
                .chunk(size: 5, extensions: Array(";a=b;c".utf8)), .body(Array("pedia".utf8)),
                .chunk(size: 0, extensions: Array(";last".utf8)), .end(trailers: []),
            ])
    }

    @Test(arguments: [
        ("000A", 10), ("a", 10), ("A", 10), ("1F", 31), ("000000000000000000000000001", 1),
        ("7FFFFFFFFFFFFFFF", Int.max),
    ])
    func `has sizes in hexadecimal digits of either case, leading zeros or not`(digits: String, size: Int) {
        #expect(reading("\(digits)\r\n").events.last == .chunk(size: size, extensions: []))
    }

    @Test(arguments: [
        ("\r\n", "!chunk-size-syntax@56 400"),
        ("g\r\n", "!chunk-size-syntax@56 400"),
        ("-1\r\n", "!chunk-size-syntax@56 400"),
        ("0x1\r\n", "!chunk-size-syntax@57 400"),
        (" 1\r\n", "!chunk-size-syntax@56 400"),
        ("1 2\r\n", "!chunk-size-syntax@57 400"),
        ("8000000000000000\r\n", "!chunk-too-large@56 413"),
        ("11111111111111111\r\n", "!chunk-too-large@56 413"),
        ("1\r\na2\r\n", "!chunk-end@60 400"),
        ("1\r\na\r2", "!chunk-end@60 400"),
        ("1\rx", "!bare-cr@57 400"),
        ("1;\0\r\n", "!control-character@58 400"),
        ("0\r\nA b: c\r\n\r\n", "!field-name@60 400"),
        ("0\r\n a\r\n\r\n", "!space-before-first-field@59 400"),
    ])
    func `that cannot be read ends the reading`(body: String, breach: String) {
        #expect(reading(body).breaches == [breach])
    }

    @Test(arguments: [
        ("1 \r\na\r\n0\r\n\r\n", ["chunk-size-space@57"]),
        ("1 ;x\r\na\r\n0 \r\n\r\n", ["chunk-size-space@57"]),
        ("1;x=\r\na\r\n0\r\n\r\n", ["chunk-extension-syntax@57"]),
        ("1;\r\na\r\n0\r\n\r\n", ["chunk-extension-syntax@57"]),
        ("1;a=\"b\r\na\r\n0\r\n\r\n", ["chunk-extension-syntax@57"]),
        ("1;a=\"b; \\\"\";c\r\na\r\n0\r\n\r\n", []),
        ("1;a = \"b;\\\"\" ; c\r\na\r\n0\r\n\r\n", ["chunk-size-space@59"]),
        ("1\na\n0\n\n", ["bare-lf@57"]),
        ("1\r\na\n0\r\n\r\n", ["bare-lf@60"]),
        ("1\r\na\r\n0\r\nX: y\n\n", ["bare-lf@69"]),
        ("1\r\na\r\n0\r\nContent-Length: 3\r\nHost: b\r\n\r\n", ["trailer-forbidden@65"]),
        ("1\r\na\r\n0\r\nX: y\r\n z\r\n\r\n", ["obs-fold@71"]),
    ])
    func `with something odd is read, and the oddity is told once`(body: String, breaches: [String]) {
        let reading = reading(body)
        #expect(reading.breaches == breaches)
        #expect(reading.bodies == ["a"])
        #expect(reading.end == .betweenRequests)
    }

    @Test func `may have trailers`() {
        let reading = reading("0\r\nX-A: 1\r\nx-b:  2 \r\n\r\n")
        #expect(reading.trailers == [[Field("X-A", "1"), Field("x-b", "2")]])
    }
}
