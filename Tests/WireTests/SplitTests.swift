// SplitTests.swift: the result does not depend on how bytes are cut into pieces.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainWire
import Testing

@Suite struct `However the input is cut` {
    static let corpus: [String] = [
        "GET / HTTP/1.1\r\nHost: a\r\n\r\n",
        "\r\nGET /a?b HTTP/1.0\r\nConnection: keep-alive\r\nX: a\r\n b\r\n\t c\r\n\r\nGET / HTTP/1.0\r\n\r\n",
        "\nPOST / HTTP/1.1\nHost: a\nContent-Length: 5\n\nabcdeGET / HTTP/1.1\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n4;a=b\r\nWiki\r\n5 \npedia\n0\r\nT: v\r\n w\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\nContent-Length: 3\r\n\r\n0\r\nHost: b\r\n\r\nG",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        "\u{16}\u{3}\u{1}\u{0}",
        "GET / HTTP/1.1\r\nHost: a\r\nX: \t\u{E9}\u{7F}\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\rb\r\n\r\n",
        "GET  / HTTP/1.1\r\n\r\n",
        "\r\n\r\n\r\n",
        "GET / HTTP/1.1\r\nHost : a\r\n\r\nmore",
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\nx\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1;\r\r\n",
        "CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\nContent-Length: 2\r\n\r\nabrest",
        "GET /#\u{E9}%zz HTTP/1.3\r\nContent-Length: 1, 1\r\nContent-Length: 1\r\nExpect: x\r\n\r\nz",
    ]

    @Test(arguments: corpus)
    func `in two, at any byte, it reads the same`(text: String) {
        let input = Array(text.utf8)
        let whole = Reading(input)
        for cut in 1..<input.count { #expect(Reading(input, pieces: [cut, Int.max]) == whole, "cut at \(cut)") }
    }

    @Test(arguments: corpus)
    func `in pieces of any one size, it reads the same`(text: String) {
        let input = Array(text.utf8)
        let whole = Reading(input)
        for size in 1...9 { #expect(Reading(input, pieces: [size]) == whole, "pieces of \(size)") }
    }

    @Test(arguments: corpus)
    func `with any one byte changed, it still reads the same whole and in single bytes`(text: String) {
        let input = Array(text.utf8)
        for index in input.indices {
            for byte in [0, 9, 10, 13, 32, 58, 59, 127, 255] as [UInt8] {
                var changed = input
                changed[index] = byte
                #expect(Reading(changed, pieces: [1]) == Reading(changed), "byte \(index) is \(byte)")
            }
        }
    }

    @Test(arguments: corpus)
    func `under tight limits, it reads the same whole and in single bytes`(text: String) {
        let input = Array(text.utf8)
        for bound in 1...40 {
            var limits = Limits()
            limits.startLine = bound + 5
            limits.fieldLine = bound
            limits.head = bound * 2
            limits.fields = bound / 8
            limits.chunkLine = bound / 3
            limits.chunkExtensions = bound / 2
            limits.trailers = bound / 2
            #expect(Reading(input, pieces: [1], limits: limits) == Reading(input, limits: limits), "limit \(bound)")
        }
    }
}

@Suite struct `The rules of the wire` {
    @Test func `each have a sentence, a citation and a status if they end the reading`() {
        for rule in WireRule.allCases {
            #expect(!rule.sentence.isEmpty && !rule.sentence.hasSuffix("."))
            #expect(rule.citation.hasPrefix("RFC "))
            if rule.endsReading { #expect(rule.status != nil, "\(rule)") }
        }
        #expect(Set(WireRule.allCases.map(\.sentence)).count == WireRule.allCases.count)
    }
}
