// MultipartTests.swift: the parts of a body that comes piece by piece.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainWire
import Testing

@Suite struct `Parts that replace each other` {
    /// RFC 2046 section 5.1.1, the scenario multipart/replaced, and what cameras send.
    @Test(arguments: [
        (
            "--frame\r\nContent-Type: text/plain\r\n\r\none\r\n--frame\r\nContent-Type: text/plain\r\n\r\ntwo\r\n--frame--\r\n",
            "[Content-Type: text/plain|one][Content-Type: text/plain|two]."
        ),
        ("preamble --frame\r\nmore\r\n--frame\r\n\r\none\r\n\r\n--frame--epilogue\r\n--frame\r\n", "[|one/]."),
        ("--frame \t \r\n\r\none\r\n--frame  \r\n\r\ntwo\r\n--frame--  \r\n", "[|one][|two]."),
        ("--frame\nA: b\n\none\n--frame\n\ntwo\n--frame--\n", "[A: b|one][|two]."),
        ("--frame\r\n\r\n--frame\r\nA: b\r\n\r\n--frame--", "[|][A: b|]."),
        ("--frame\r\n\r\n\r\n--frame--", "[|]."),
        (
            "--frame\r\n\r\na--frame\r\n--framework\r\n--fram\r\n\n-\r--frame\r\n--frame--",
            "[|a--frame/--framework/--fram/'-\r--frame]."
        ),
        ("--frame\r\n\r\na\r\r\n--frame--", "[|a\r]."),
        ("--frame\r\n\r\none", "[|one]…"), ("--frame\r\n\r\none\r\n--fra", "[|one/--fra]…"),
        ("--frame\r\n\r\none\r\n--frame", "[|one]…"), ("--frame\r\n\r\none\r\n--frame\r\n", "[|one]…"),
        ("--frame\r\n\r\none\r\n", "[|one/]…"), ("--frame\r\n\r\none\r", "[|one\r]…"),
        ("--frame\r\n\r\none\r\n--frame-", "[|one/--frame-]…"),
        ("--frame\r\nA: b", "!cutHead"), ("--frame\r\nA: b\r\n", "!cutHead"), ("", "!noPart"), ("no part", "!noPart"),
        ("--frame--\r\n", "!noPart"),
        ("--frame\r\nA\r\n\r\n", "!field(QuintainWire.ResponseFault.Kind.fieldWithoutColon)"),
    ])
    func `are the same, however they are cut`(body: String, parts: String) {
        #expect(MultipartReading(body).text == parts)
        let whole = MultipartReading(body)
        for piece in 1...9 { #expect(MultipartReading(body, piece: piece) == whole, "in \(piece)s") }
    }

    @Test func `are told as they come`() {
        #expect(MultipartReading("--frame\r\n\r\none", isEnded: false).text == "[|one")
        #expect(MultipartReading("--frame\r\n\r\none\r\n--frame\r\n", isEnded: false).text == "[|one]")
        #expect(MultipartReading("--frame\r\n\r\none\r\n--frame", isEnded: false).text == "[|one")
        #expect(MultipartReading("--frame\r\n\r\none\r\n--frame--", isEnded: false).text == "[|one].")
    }

    @Test(arguments: ["'()+_,-./:=?", "a b", "----WebKitFormBoundary", String(repeating: "x", count: 70)])
    func `have any boundary that RFC 2046 allows`(boundary: String) {
        #expect(MultipartReading("--\(boundary)\r\n\r\none\r\n--\(boundary)--", boundary: boundary).text == "[|one].")
    }

    @Test func `have no boundary that is none`() {
        for boundary in ["", "a\r\nb", String(repeating: "x", count: 201)] {
            let isRefused = MultipartReader(boundary: Array(boundary.utf8)) == nil
            #expect(isRefused)
        }
    }

    @Test func `are held no longer than a boundary may be`() {
        let line = "\r\n--frame" + String(repeating: " ", count: 2_000)
        let reading = MultipartReading("--frame\r\n\r\n" + String(repeating: line, count: 20), piece: 1)
        #expect(reading.heldAtMost < 300)
        #expect(reading.parts.count == 4)
        var limits = Limits()
        limits.head = 20
        #expect(MultipartReading("--frame\r\nA: b\r\nB: 0123456789\r\n\r\n", limits: limits).text == "!headTooLong")
    }
}
