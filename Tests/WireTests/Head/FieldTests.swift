// FieldTests.swift: the field lines of a head.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainWire
import Testing

@Suite struct `Field lines` {
    func reading(_ lines: String...) -> Reading {
        Reading("GET / HTTP/1.1\r\nHost: a\r\n" + lines.map { $0 + "\r\n" }.joined() + "\r\n")
    }

    @Test(arguments: [
        ("X: y", "y"), ("X:y", "y"), ("X: \t y \t ", "y"), ("X:", ""), ("X:   ", ""), ("X: a  b", "a  b"),
        ("X: a\tb", "a\tb"), ("X: :", ":"), ("X: \u{E9}\u{FF}", "\u{E9}\u{FF}"), ("X: eight by", "eight by"),
    ])
    func `give name and value, without the blanks around the value`(line: String, value: String) throws {
        let reading = reading(line)
        #expect(try #require(reading.heads.first).fields.last == Field("X", value))
        #expect(reading.breaches == [])
    }

    @Test func `keep their order, their spelling and their repetitions`() throws {
        let head = try #require(reading("b: 1", "A: 2", "B: 3").heads.first)
        #expect(head.fields.map(\.name) == ["Host", "b", "A", "B"])
        #expect(head.values(of: "B") == [Array("1".utf8), Array("3".utf8)])
        #expect(head.values(of: "c") == [])
    }

    @Test(arguments: [
        ("X : y", "!space-before-colon@26 400"),
        ("X\t: y", "!space-before-colon@26 400"),
        ("X Y: y", "!field-name@26 400"),
        (": y", "!field-name@25 400"),
        ("X", "!field-without-colon@25 400"),
        ("(X): y", "!field-name@25 400"),
        ("\u{E9}: y", "!field-name@25 400"),
        ("X: a\0b", "!control-character@29 400"),
        ("X: a\u{7F}", "!control-character@29 400"),
        ("X: a\u{1}", "!control-character@29 400"),
        ("X: \t\u{8}", "!control-character@29 400"),
        ("X: a\rb", "!bare-cr@29 400"),
        ("X: 1234567\r", "!bare-cr@35 400"),
    ])
    func `that cannot be read end the reading`(line: String, breach: String) {
        let reading = reading(line)
        #expect(reading.breaches == [breach])
        #expect(reading.heads == [])
    }

    @Test(arguments: [
        ("X: a\r\n b", "a   b"), ("X: a\r\n\t b \r\n c ", "a  \t b    c"), ("X:\r\n a", "a"), ("X: a\r\n ", "a"),
        ("X: a\r\n \r\n b", "a      b"),
    ])
    func `that are folded are read with blanks for the fold`(line: String, value: String) throws {
        let reading = reading(line, "Y: z")
        let head = try #require(reading.heads.first)
        #expect(reading.breaches.map { $0.prefix(9) } == ["obs-fold@"])
        #expect(head.fields[1] == Field("X", value))
        #expect(head.fields[2] == Field("Y", "z"))
    }

    @Test func `that are folded still count for what they mean`() throws {
        let reading = Reading("POST / HTTP/1.1\r\nHost: a\r\nContent-Length:\r\n 2\r\n\r\nab")
        #expect(reading.heads.first?.framing == .length(2))
        #expect(reading.bodies == ["ab"])
    }

    @Test func `may not begin with a fold`() {
        #expect(Reading("GET / HTTP/1.1\r\n Host: a\r\n\r\n").breaches == ["!space-before-first-field@16 400"])
    }
}

@Suite struct `The Host field` {
    @Test(arguments: [
        ("HTTP/1.1", "", ["host-missing@0"]),
        ("HTTP/1.0", "", []),
        ("HTTP/1.1", "Host: a\r\nhost: a\r\n", ["host-repeated@25"]),
        ("HTTP/1.1", "Host:\r\n", ["host-empty@16"]),
        ("HTTP/1.1", "Host: a b\r\n", ["host-invalid@16"]),
        ("HTTP/1.1", "Host: a/b\r\n", ["host-invalid@16"]),
        ("HTTP/1.1", "Host: u@a\r\n", ["host-invalid@16"]),
        ("HTTP/1.1", "Host: a:b\r\n", ["host-invalid@16"]),
        ("HTTP/1.1", "Host: [::1\r\n", ["host-invalid@16"]),
        ("HTTP/1.1", "Host: [::1]:80\r\n", []),
        ("HTTP/1.1", "Host: a:\r\n", []),
        ("HTTP/1.1", "Host: xn--bcher-kva.example:8080\r\n", []),
    ])
    func `stands there once, with a host and perhaps a port`(version: String, fields: String, breaches: [String]) {
        let reading = Reading("GET / \(version)\r\n\(fields)\r\n")
        #expect(reading.breaches == breaches)
        #expect(reading.heads.count == 1)
    }

    @Test func `is the authority of an absolute target`() {
        #expect(Reading("GET http://u@A:80/ HTTP/1.1\r\nHost: a:80\r\n\r\n").breaches == ["user-in-target@11"])
        #expect(Reading("GET http://a/ HTTP/1.1\r\nHost: b\r\n\r\n").breaches == ["host-differs@24"])
        #expect(Reading("CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n").breaches == ["host-differs@24"])
    }
}
