// BodyTests.swift: request bodies, compared with what is written.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainPlayer
import QuintainScenario
import QuintainTranscript
import QuintainNotation
import Testing

@Suite struct `Request bodies` {
    private func judge(_ lines: String, _ body: String, cut: Int = .max) throws -> ([String], [Int?]) {
        let play = try Rehearsal("# t\nclient POST /\n> POST /\n\(lines)\n< 200\n")
        let connection = play.send("POST /\nContent-Length: \(body.utf8.count)")
        var rest = Array(body.utf8)[...]
        while !rest.isEmpty {
            play.bytes(Array(rest.prefix(cut)), on: connection)
            rest = rest.dropFirst(cut)
        }
        #expect(play.text().hasPrefix("HTTP/1.1 200"))
        return (play.sentences, play.brokenLines)
    }

    @Test(
        arguments: [1, 3, .max],
        [
            (">\n> hello", "hello", nil, nil),
            (">\n> one\n> two", "one\ntwo", nil, nil),
            (">\n> one\n>", "one\n", nil, nil),
            (">\n> {{bytes 5}}x", String(decoding: PatternBytes.array(5), as: UTF8.self) + "x", nil, nil),
            (">\n> hello", "hallo", "differs at byte 1", 5),
            (">\n> hello", "hell", "the body ended after 4 of 5 bytes", 5),
            (">\n> hello\n>", "hello", "after 5 of 6 bytes: a bare mark behind it asks for a newline", 6),
            (">\n> hello", "hello!", "the body must end after 5 bytes, but there is more: \"!\"", 5),
            (">\n> hello", "", "the body ended after 0 of 5 bytes", 5),
            (">\n> {{absent}}", "", nil, nil),
            (">\n> {{absent}}", "x", "no body must come, but there is more: \"x\"", 5),
            (">\n> {{any}}", "x", nil, nil), (">\n> {{any}}", "", nil, nil),
            (">\n> a\n> {{any}}", "a\nwhatever", nil, nil),
            (">\n> a\n> {{any}}", "b\nwhatever", "differs at byte 0", 5),
            (">\n> {{any}}\n> b", "a\nb", nil, nil), (">\n> {{any}}\n> b", "\nb", nil, nil),
            (">\n> {{any}}\n> b", "a\nc", "the body differs at byte 2: \"c\" came, not \"b\"", 6),
            (">\n> {{any}}\n> b", "", "the body ended after 0 bytes", 6),
            (">\n> {{any}}\n>", "a", "the body ended after 1 bytes: a bare mark behind it asks for a newline", 6),
            (">\n> {{any}}\n>", "a\n", nil, nil),
            (">\n> {{any}}\n> b", "a\nbc", "the body must end after 3 bytes, but there is more: \"c\"", 6),
            (">\n> {{any}}\n> bc", "a\nb", "the body ended after 3 bytes", 6),
            (">\n> {{any}}\n> b\n> {{any}}", "x\ny\nb\nz", nil, nil),
            (">\n> {{/h.*o/}}", "hello", nil, nil),
            (
                ">\n> {{/ell/}}", "hello",
                "the body does not fit: \"hello\" came, not {{/ell/}}; the expression fits a part of it, and must fit all of it",
                5
            ),
            (">\n> {{/h.*o/}}", "hell", "the body does not fit: \"hell\" came, not {{/h.*o/}}", 5),
            (">\n> id={{id = any}}&x", "id=12&x", nil, nil),
            ("", "anything", nil, nil),
        ] as [(String, String, String?, Int?)])
    func `a body is compared however it is cut`(
        cut: Int, expected: (lines: String, body: String, sentence: String?, line: Int?)
    ) throws {
        // A body of the pattern need not be text.
        guard !expected.body.contains("\u{FFFD}") else { return }
        let (sentences, lines) = try judge(expected.lines, expected.body, cut: cut)
        #expect(sentences.count == (expected.sentence == nil ? 0 : 1), "\(sentences)")
        if let sentence = expected.sentence { #expect(sentences.first?.contains(sentence) == true, "\(sentences)") }
        #expect(lines == (expected.line.map { [$0] } ?? []))
    }

    @Test(arguments: ["> X: {{/b+/}}\n>\n", "> X: {{absent}}\n>\n", ">\n> {{/b+/}}\n"])
    func `a finding keeps no more of what came than it tells`(line: String) throws {
        let play = try Rehearsal("# t\n> POST /\n\(line)< 200\n")
        let long = String(repeating: "a", count: 50_000)
        play.send("POST /\nX: \(long)\n\n\(long)")
        let breach = try #require(play.end().breaches.first)
        let got: Snippet? =
            switch breach.difference {
            case .field(_, .value(let unlike)), .body(.lines(_, let unlike), _): unlike.got
            case .field(_, .unexpected(let value)): value
            default: nil
            }
        #expect(got?.count == long.utf8.count)
        #expect(got?.bytes.count == 1_000)
        #expect(breach.sentence.contains("… (50000 bytes)"))
    }

    @Test func `a long body is compared as it comes, to the byte`() throws {
        for wrong in [nil, 0, 99_999, 54_321] as [Int?] {
            let play = try Rehearsal("# t\n> POST /\n>\n> {{bytes 100000}}\n< 200\n")
            let connection = play.send("POST /\nContent-Length: 100000")
            var bytes = PatternBytes.array(100_000)
            if let wrong { bytes[wrong] ^= 1 }
            for piece in stride(from: 0, to: 100_000, by: 7_001) {
                play.bytes(Array(bytes[piece..<min(100_000, piece + 7_001)]), on: connection)
            }
            #expect(play.slugs == (wrong == nil ? [] : [.wrongBody]))
            if let wrong { #expect(play.sentences[0].hasPrefix("the body differs at byte \(wrong): ")) }
        }
    }

    @Test func `trailers are compared like fields`() throws {
        let text = "# t\n> POST /\n> Transfer-Encoding: chunked\n>\n> hello\n! trailers\n> X-Sum: abc\n< 200\n"
        for (trailers, sentences) in [
            ("X-Sum: abc\r\n", []), ("", ["X-Sum is missing"]), ("X-Sum: abd\r\n", ["X-Sum is \"abd\", not \"abc\""]),
        ] as [(String, [String])] {
            let play = try Rehearsal(text)
            play.send("POST /\nTransfer-Encoding: chunked\n\n5\r\nhello\r\n0\r\n\(trailers)\r\n")
            #expect(play.sentences == sentences)
            #expect(play.brokenLines == sentences.map { _ in 7 })
            #expect(play.text().hasPrefix("HTTP/1.1 200"))
        }
    }

    @Test func `a body that nobody takes yet is not read without end`() throws {
        let play = try Rehearsal("# t\n> GET /a\n! wait 10ms\n< 200\n> POST /b\n< 200\n")
        play.send("GET /a")
        let connection = play.send("POST /b\nContent-Length: 10000000")
        for _ in 1...5 { play.bytes([UInt8](repeating: 120, count: 60_000), on: connection) }
        #expect(play.reading[connection] == false)
        play.pass(milliseconds: 10)
        #expect(play.reading[connection] == true, "its line has come into reach")
    }
}
