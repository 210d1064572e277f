// ResponseReaderTests.swift: what a response reader reads, what it reports, and what ends the reading.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainWire
import Testing

@Suite struct `The head of a response` {
    @Test(arguments: [
        ("HTTP/1.1 200\r\n", ["reason-space-missing@0"]), ("HTTP/1.1  200 OK\r\n", ["status-line-blanks@0"]),
        ("HTTP/1.1\t200 OK\r\n", ["status-line-blanks@0"]), ("HTTP/1.1 200\tOK\r\n", ["status-line-blanks@0"]),
        ("HTTP/1.1 999 No\r\n", ["status-out-of-range@0"]), ("HTTP/1.1 200 OK\n", ["bare-lf@15"]),
        ("HTTP/1.1 200 \u{1}\r\n", ["control-character@0"]),
        ("HTTP/1.1 200 OK\r\nA : b\r\n", ["space-before-colon@17"]),
        ("HTTP/1.1 200 OK\r\nA: b\r\n c\r\n\td\r\n", ["obs-fold@23"]),
        ("HTTP/1.1 200 OK\r\nContent-Length: 3, 3\r\n", ["content-length-list@39"]),
        ("HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 03\r\n", ["content-length-repeated@56"]),
        (
            "HTTP/1.1 204 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n",
            ["length-without-content@64", "transfer-encoding-without-content@64"]
        ),
        ("HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n", ["transfer-encoding-in-1.0@45"]),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: identity\r\n", ["transfer-coding-identity@46"]),
    ])
    func `is read where it is odd, and the oddity told`(head: String, breaches: [String]) {
        let reading = ResponseReading(head + "\r\n")
        #expect(reading.head != nil)
        #expect(reading.breaches == breaches)
    }

    @Test(arguments: [
        ("ICY 200 OK\r\n", "!not-http@0"), ("\r\nHTTP/1.1 200 OK\r\n", "!not-http@0"), ("HTTX", "!not-http@3"),
        ("\u{15}\u{3}\u{1}", "!not-http@0"), ("http/1.1 200 OK\r\n", "!not-http@0"),
        ("HTTP/11 200 OK\r\n", "!version-syntax@0"), ("HTTP/1.10 200 OK\r\n", "!status-line-syntax@0"),
        ("HTTP/2.0 200 OK\r\n", "!version-unsupported@0"), ("HTTP/1.1\r\n", "!status-line-syntax@0"),
        ("HTTP/1.1 20 OK\r\n", "!status-line-syntax@0"), ("HTTP/1.1 2000 OK\r\n", "!status-line-syntax@0"),
        ("HTTP/1.1 099 OK\r\n", "!status-line-syntax@0"), ("HTTP/1.1 200OK\r\n", "!status-line-syntax@0"),
        ("HTTP/1.1 OK\r\n", "!status-line-syntax@0"), ("HTTP/1.1 200 \0\r\n", "!control-character@0"),
        ("HTTP/1.1 200 a\rb\r\n", "!bare-cr@0"), ("HTTP/1.1 200 OK\r\n A: b\r\n", "!space-before-first-field@17"),
        ("HTTP/1.1 200 OK\r\nA\r\n", "!field-without-colon@17"), ("HTTP/1.1 200 OK\r\n: a\r\n", "!field-name@17"),
        ("HTTP/1.1 200 OK\r\nA B: a\r\n", "!field-name@17"), ("HTTP/1.1 200 OK\r\nA: \0\r\n", "!control-character@17"),
        ("HTTP/1.1 101 Switching\r\nUpgrade: x\r\n\r\n", "!switched-protocols@36"),
    ])
    func `that cannot be read ends the reading`(head: String, breach: String) {
        let reading = ResponseReading(head)
        #expect(reading.breaches == [breach])
        #expect(reading.head == nil)
    }

    @Test(arguments: [
        ("Content-Length: -1\r\n", "!content-length-syntax@"), ("Content-Length: 1 2\r\n", "!content-length-syntax@"),
        ("Content-Length: 0x20\r\n", "!content-length-syntax@"), ("Content-Length:\r\n", "!content-length-syntax@"),
        ("Content-Length: 5,\r\n", "!content-length-syntax@"), ("Content-Length: +5\r\n", "!content-length-syntax@"),
        ("Content-Length: 5, 6\r\n", "!content-lengths-differ@"),
        ("Content-Length: 9223372036854775808\r\n", "!content-length-too-large@"),
        ("Transfer-Encoding: gzip\r\n", "!transfer-coding-unsupported@"),
        ("Transfer-Encoding: gzip, chunked\r\n", "!transfer-coding-unsupported@"),
        ("Transfer-Encoding: chunked, gzip\r\n", "!chunked-not-last@"),
        ("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n", "!transfer-encoding-syntax@"),
        ("Transfer-Encoding: chunked;a=b\r\n", "!transfer-encoding-syntax@"),
        ("Transfer-Encoding:\r\n", "!transfer-encoding-syntax@"),
        ("Transfer-Encoding: \"chunked\"\r\n", "!transfer-encoding-syntax@"),
    ])
    func `must say where the body ends`(fields: String, breach: String) throws {
        let reading = ResponseReading("HTTP/1.1 200 OK\r\n\(fields)\r\n")
        #expect(try #require(reading.breaches.last).hasPrefix(breach))
        #expect(reading.head == nil)
    }

    @Test func `keeps what it says`() throws {
        let head = try #require(
            ResponseReading(
                "HTTP/1.0 404 Not \u{E9} Found \r\nSet-Cookie: a=1\r\nset-cookie: b=2\r\nX: a\r\n  b\r\n\r\n"
            ).head)
        #expect(head.version == .http10)
        #expect(head.status == 404)
        #expect(head.reason == "Not \u{E9} Found")
        #expect(head.fields == [Field("Set-Cookie", "a=1"), Field("set-cookie", "b=2"), Field("X", "a b")])
        #expect(head.values(of: "Set-Cookie").count == 2)
        let part = head.replaced(by: [Field("Content-Type", "text/plain")])
        #expect(part.status == 404 && part.fields.count == 1)
    }
}

@Suite struct `However a response is cut` {
    static let corpus: [String] = [
        "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhelloHTTP",
        "HTTP/1.1 100 \r\n\r\nHTTP/1.1 103\nLink: a\n\nHTTP/1.1 200 OK\r\nA : b\r\n c\r\n\r\nrest",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4;a=b\r\nWiki\r\n5 \npedia\n0\r\nT: v\r\n w\n\r\nmore",
        "HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\nHost: b\r\n\r\nG",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n",
        "HTTP/1.1 204 No\r\nContent-Length: 9\r\n\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nab",
        "HTTP/1.1 200 OK\r\nX: a\rb\r\n\r\n", "HTTP/1.1 200 OK\r\n\r\n", "HTTP", "\r\n\r\n", "\u{15}\u{3}\u{1}\u{0}",
        "HTTP/1.1 101 No\r\n\r\nabc", "HTTP/1.1 300\r\nConnection: close\r\nX:\r\n\t\r\n\u{E9}: a\r\n\r\n",
    ]

    @Test(arguments: corpus)
    func `it reads the same, at any byte and in pieces of any size`(text: String) {
        let input = Array(text.utf8)
        for method in ["GET", "HEAD", "CONNECT"] {
            let whole = ResponseReading(input, to: method, ending: .closed)
            for cut in 1..<input.count {
                let reading = ResponseReading(input, to: method, ending: .closed, pieces: [cut, Int.max])
                #expect(reading == whole, "cut at \(cut)")
            }
            for size in 1...9 {
                #expect(ResponseReading(input, to: method, ending: .closed, pieces: [size]) == whole, "in \(size)s")
            }
        }
    }

    @Test(arguments: corpus)
    func `with any one byte changed, it still does, and tells no lies`(text: String) {
        let input = Array(text.utf8)
        for index in input.indices {
            for byte in [0, 10, 13, 32, 58] as [UInt8] {
                var changed = input
                changed[index] = byte
                #expect(ResponseReading.fault(in: changed) == nil, "byte \(index) is \(byte)")
            }
        }
    }

    @Test(arguments: corpus)
    func `under tight limits, it reads the same whole and in single bytes`(text: String) {
        let input = Array(text.utf8)
        for bound in 0...40 {
            var limits = Limits()
            limits.startLine = bound
            limits.fieldLine = bound / 2
            limits.head = bound * 2
            limits.fields = bound / 8
            limits.chunkLine = bound / 3
            limits.trailers = bound / 2
            limits.informational = bound / 16
            #expect(
                ResponseReading(input, pieces: [1], limits: limits) == ResponseReading(input, limits: limits),
                "limit \(bound)")
        }
    }
}

@Suite struct `A limit on a response` {
    func breaches(_ text: String, _ change: (inout Limits) -> Void) -> [String] {
        var limits = Limits()
        change(&limits)
        return ResponseReading(text, limits: limits).breaches
    }

    @Test func `holds for lines, heads, fields and lengths`() {
        #expect(breaches("HTTP/1.1 200 OK\r\n\r\n") { $0.startLine = 17 } == [])
        #expect(breaches("HTTP/1.1 200 OK\r\n\r\n") { $0.startLine = 16 } == ["!status-line-too-long@16"])
        #expect(breaches("HTTP/1.1 200 OK\r\nA: bc\r\n") { $0.fieldLine = 6 } == ["!field-too-long@23"])
        #expect(breaches("HTTP/1.1 200 OK\r\nA: b\r\n\r\n") { $0.head = 25 } == [])
        #expect(breaches("HTTP/1.1 200 OK\r\nA: b\r\n\r\n") { $0.head = 24 } == ["!head-too-long@24"])
        #expect(breaches("HTTP/1.1 200 OK\r\nA: b\r\nB: c\r\n\r\n") { $0.fields = 1 } == ["!too-many-fields@23"])
        #expect(breaches("HTTP/1.1 200 OK\r\nA: b\r\n c\r\n d\r\n\r\n") { $0.fields = 2 }.last == "!too-many-fields@27")
        let length = "HTTP/1.1 200 OK\r\nContent-Length: 16\r\n\r\n"
        #expect(breaches(length) { $0.body = 16 } == [])
        #expect(breaches(length) { $0.body = 15 } == ["!content-length-too-large@37"])
    }

    @Test func `keeps what a reader holds small, whatever comes`() {
        var reader = ResponseReader(answering: "GET")
        reader.append(Array("HTTP/1.1 200 OK\r\n\r\n".utf8))
        let piece = [UInt8](repeating: 120, count: 10_000)
        var body = 0
        for _ in 0..<1_000 {
            reader.append(piece)
            while let part = reader.next() {
                if case .body(let bytes) = part { body += bytes.count }
            }
            let held = reader.held
            #expect(held == 0)
        }
        #expect(body == 10_000_000)
    }

    /// If each byte made it scan the line again, this would be two thousand million looks.
    @Test func `lets the work grow with the input alone, even if it comes byte by byte`() {
        let long = String(repeating: "x", count: 65_000)
        let reading = ResponseReading(
            Array("HTTP/1.1 200 OK\r\nX: \(long)\r\nY: \(long)\r\nContent-Length: 0\r\n\r\n".utf8), pieces: [1])
        #expect(reading.isWhole && reading.breaches == [])
    }
}

@Suite struct `The faults and oddities of a response` {
    @Test func `have a sentence of their own and a citation each`() {
        let sentences = ResponseFault.Kind.allCases.map(\.sentence)
        #expect(Set(sentences).count == sentences.count)
        let oddities = ResponseDeviation.Rule.allCases.map(\.sentence)
        #expect(Set(oddities).count == oddities.count)
        for sentence in sentences + oddities { #expect(!sentence.isEmpty && !sentence.hasSuffix(".")) }
        let citations = ResponseFault.Kind.allCases.map(\.citation) + ResponseDeviation.Rule.allCases.map(\.citation)
        #expect(citations.allSatisfy { $0.hasPrefix("RFC ") })
        #expect(ResponseFault.Kind.allCases.filter(\.isCut).count == 4)
    }
}
