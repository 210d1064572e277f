// LimitTests.swift: limits on what a client may send.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainWire
import Testing

@Suite struct `A limit` {
    static let chunked = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"

    func limits(_ change: (inout Limits) -> Void) -> Limits {
        var limits = Limits()
        change(&limits)
        return limits
    }

    /// The input fits; one byte more does not, at that byte.
    func check(_ fits: String, _ tooLong: String, _ breach: String, _ limits: Limits) {
        #expect(Reading(fits, limits: limits).breaches == [])
        for pieces in [[Int.max], [1], [7]] {
            #expect(Reading(Array(tooLong.utf8), pieces: pieces, limits: limits).breaches == [breach])
        }
    }

    @Test func `on the request line is told with 414`() {
        let limits = limits { $0.startLine = 16 }
        check("GET / HTTP/1.1\r\nHost: a\r\n\r\n", "GET /a HTTP/1.1\r\n", "!request-line-too-long@16 414", limits)
        check("GET / HTTP/1.1\r\nHost: a\r\n\r\n", "GET /aaaaaaaaaaaa", "!request-line-too-long@16 414", limits)
    }

    @Test func `on one field line is told with 431`() {
        let limits = limits { $0.fieldLine = 9 }
        let start = "GET / HTTP/1.1\r\n"
        check(start + "Host: a\r\n\r\n", start + "Host: ab\r\n", "!field-too-long@25 431", limits)
    }

    @Test func `on the whole head is told with 431`() {
        let limits = limits { $0.head = 27 }
        check(
            "GET / HTTP/1.1\r\nHost: a\r\n\r\n", "GET / HTTP/1.1\r\nHost: ab\r\n\r\n", "!head-too-long@27 431", limits)
    }

    @Test func `on the number of fields is told with 431`() {
        let limits = limits { $0.fields = 2 }
        let start = "GET / HTTP/1.1\r\nHost: a\r\nB: b\r\n"
        check(start + "\r\n", start + "C: c\r\n", "!too-many-fields@31 431", limits)
    }

    @Test func `on a chunk's line is told with 400`() {
        let limits = limits { $0.chunkLine = 6 }
        check(Self.chunked + "1;ab\r\n", Self.chunked + "1;abc\r\n", "!chunk-line-too-long@62 400", limits)
    }

    @Test func `on all chunk extensions together is told with 413`() {
        let limits = limits { $0.chunkExtensions = 4 }
        let start = Self.chunked + "1;a\r\nx\r\n1;"
        check(start + "b\r\n", start + "bc\r\n", "!chunk-extensions-too-long@65 413", limits)
    }

    @Test func `on the trailer section is told with 431`() {
        let limits = limits { $0.trailers = 8 }
        let start = Self.chunked + "0\r\n"
        check(start + "A: b\r\n\r\n", start + "A: bc\r\n\r\n", "!trailers-too-long@67 431", limits)
    }

    @Test func `on the body is told with 413`() {
        let limits = limits { $0.body = 15 }
        check(Self.chunked + "f\r\n", Self.chunked + "10\r\n", "!chunk-too-large@56 413", limits)
        let start = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1"
        check(start + "5\r\n\r\n", start + "6\r\n\r\n", "!content-length-too-large@26 413", limits)
    }

    @Test func `keeps what a reader holds small, whatever comes`() {
        var reader = RequestReader()
        reader.append(Array("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100000000\r\n\r\n".utf8))
        let piece = [UInt8](repeating: 120, count: 10_000)
        var body = 0
        var most = 0
        for _ in 0..<10_000 {
            reader.append(piece)
            while let event = reader.next() {
                if case .body(let bytes) = event { body += bytes.count }
            }
            most = max(most, reader.held)
        }
        let end = reader.inputEnded()
        #expect(body == 100_000_000)
        #expect(most <= 10_000)
        #expect(end == .betweenRequests)
    }
}

@Suite struct `The work of reading` {
    /// If each byte made it scan the line again, this would be two thousand million looks.
    @Test func `grows with the input alone, even if it comes byte by byte`() {
        let long = String(repeating: "x", count: 65_000)
        let chunk = "1;\(long.prefix(4_000))\r\nx\r\n"
        let reading = Reading(
            Array(
                ("POST / HTTP/1.1\r\nHost: a\r\nX: \(long)\r\nTransfer-Encoding: chunked\r\n\r\n"
                    + String(repeating: chunk, count: 16) + "0\r\nT: \(long)\r\n\r\n").utf8), pieces: [1])
        #expect(reading.breaches == [])
        #expect(reading.end == .betweenRequests)
    }
}
