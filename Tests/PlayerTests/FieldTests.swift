// FieldTests.swift: header fields and targets, compared with the lines that name them.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainPlayer
import QuintainScenario
import QuintainTranscript
import Testing

@Suite struct `Request heads` {
    /// The sentences that a request causes, and the lines.
    private func judge(_ lines: String, _ request: String, host: String = "127.0.0.1:8000") throws -> ([String], [Int?])
    {
        let play = try Rehearsal("# t\n\(lines)\n< 200\n")
        play.send(request, host: host)
        #expect(play.text().hasPrefix("HTTP/1.1 200"), "a wrong field does not end the play")
        return (play.sentences, play.brokenLines)
    }

    @Test(
        arguments: [
            ("Content-Length: 4\n\nfido", nil), ("Content-Length: 5\n\nfidos", nil),
            ("Content-Length: 04\n\nfido", "Content-Length is \"04\", not \"4\""),
            ("Transfer-Encoding: chunked\n\n4\r\nfido\r\n0\r\n\r\n", "Content-Length is missing"),
        ] as [(String, String?)])
    func `the length of a body is what its client says`(request: String, sentence: String?) throws {
        let (sentences, lines) = try judge("> POST /\n> Content-Length: {{length}}", "POST /\n\(request)")
        #expect(sentences == (sentence.map { [$0] } ?? []))
        #expect(lines == (sentence == nil ? [] : [3]))
    }

    @Test(
        arguments: [
            ("> A: 1", "A: 1", nil), ("> A: 1", "a: 1", nil), ("> a: 1", "A: 1", nil),
            ("> A: 1", "A: 1\nB: 2", nil),
            ("> A: 1", "B: 2", "A is missing"),
            ("> A: 1", "A: 2", "A is \"2\", not \"1\""),
            ("> A: 1", "A: 1\nA: 1", "A is there twice, not once"),
            ("> A: x", "A: X", "A is \"X\", not \"x\""),
            ("> Expect: 100-continue", "Expect: 100-Continue", nil),
            ("> accept-encoding: GZIP", "Accept-Encoding: gzip", nil),
            ("> Connection: close", "Connection: closed", "Connection is \"closed\", not \"close\""),
            (
                "> Content-Type: text/plain", "Content-Type: Text/plain",
                "Content-Type is \"Text/plain\", not \"text/plain\""
            ),
            ("> A: 1\n> B: 2", "B: 2\nA: 1", nil),
            ("> A: {{absent}}", "B: 2", nil),
            ("> A: {{absent}}", "A: 1", "A must be absent, but is \"1\""),
            ("> A: {{any}}", "A: whatever", nil),
            ("> A: {{any}}", "B: 1", "A is missing"),
            ("> A: {{/text/.*/}}", "A: text/plain", nil),
            ("> A: {{list has \"gzip\"}}", "A: br, gzip;q=1", nil),
            ("> A: b{{/[0-9]+/}}", "A: b12", nil),
            ("> A: b{{/[0-9]+/}}", "A: b", "A is \"b\", not b{{/[0-9]+/}}"),
            (
                "> A: {{/(?i)AB|c/}}", "A: xaby",
                "A is \"xaby\", not {{/(?i)AB|c/}}; the expression fits a part of it, and must fit all of it"
            ),
            ("> A: {{/ab/}}", "A: xyz", "A is \"xyz\", not {{/ab/}}"),
        ] as [(String, String, String?)])
    func `a field that is mentioned must be there as written`(line: String, fields: String, sentence: String?) throws {
        let (sentences, lines) = try judge("> GET /\n\(line)", "GET /\n\(fields)")
        #expect(sentences == (sentence.map { [$0] } ?? []))
        #expect(lines == (sentence == nil ? [] : [3]))
    }

    @Test(
        arguments: [
            ("A: 1\nA: 2", [], []), ("A: 2\nA: 1", ["A is \"2\", not \"1\"", "A is \"1\", not \"2\""], [3, 4]),
            ("A: 1", ["A is there only once"], [4]),
            ("A: 1\nA: 2\nA: 3", ["A is there 3 times, not twice"], [4]),
        ] as [(String, [String], [Int?])])
    func `a name that is written twice must be there twice, in that order`(
        fields: String, sentences: [String], lines: [Int?]
    ) throws {
        let judged = try judge("> GET /\n> A: 1\n> A: 2", "GET /\n\(fields)")
        #expect(judged.0 == sentences)
        #expect(judged.1 == lines)
    }

    @Test(arguments: [
        ("> A: a, b", "A: a\nA: b", true), ("> A: a\n> A: b", "A: a, b", true), ("> A: a, b", "A: a\nA: c", false),
        ("> A: a, b", "A: b\nA: a", false),
    ])
    func `a list that comes in more fields or in fewer is told with what takes it`(
        lines: String, fields: String, isTold: Bool
    ) throws {
        let (sentences, _) = try judge("> GET /\n\(lines)", "GET /\n\(fields)")
        let hint = "; it is the same list: '{{list has \"a\"}}' takes a member, in however many fields it comes"
        #expect(sentences.first?.hasSuffix(hint) == isTold, "\(sentences)")
    }

    @Test(arguments: [
        ("application/json", "application/json; charset=utf-8", true),
        ("application/json; charset=utf-8", "application/json;charset=UTF-8", true),
        ("application/json", "text/json; charset=utf-8", false),
    ])
    func `a media type with other parameters is told with what takes it`(
        written: String, came: String, isTold: Bool
    ) throws {
        let (sentences, _) = try judge("> POST /\n> Content-Type: \(written)", "POST /\nContent-Type: \(came)")
        let hint = "; '{{/application/json.*/}}' takes the type with any parameters"
        #expect(sentences.first?.hasSuffix(hint) == isTold, "\(sentences)")
    }

    @Test(
        arguments: [
            ("127.0.0.1:8000", nil), ("localhost:8000", nil), ("LOCALHOST:8000", nil),
            (
                "127.0.0.1",
                "Host is \"127.0.0.1\", not \"127.0.0.1:8000\"; '> Host: {{any}}' below the request takes any"
            ),
            (
                "127.0.0.1:8001",
                "Host is \"127.0.0.1:8001\", not \"127.0.0.1:8000\"; '> Host: {{any}}' below the request takes any"
            ),
            (
                "example.com:8000",
                "Host is \"example.com:8000\", not \"127.0.0.1:8000\"; '> Host: {{any}}' below the request takes any"
            ),
        ] as [(String, String?)])
    func `Host names the origin`(host: String, sentence: String?) throws {
        let (sentences, lines) = try judge("> GET /", "GET /", host: host)
        #expect(sentences == (sentence.map { [$0] } ?? []))
        #expect(lines == (sentence == nil ? [] : [2]))
    }

    @Test func `values that look alike are told by their bytes`() throws {
        let (sentences, _) = try judge("> GET /\n> A: caf\u{E9}", "GET /\nA: cafe\u{301}")
        #expect(sentences == [#"A is "cafe\xcc\x81", not "caf\xc3\xa9""#])
    }

    @Test func `a line of its own for Host is all that is asked of it`() throws {
        #expect(try judge("> GET /\n> Host: other", "GET /", host: "other").0 == [])
        #expect(try judge("> GET /\n> Host: other", "GET /").0 == ["Host is \"127.0.0.1:8000\", not \"other\""])
    }

    @Test func `the absolute form is for proxies`() throws {
        let (sentences, lines) = try judge("> GET /a", "GET http://127.0.0.1:8000/a")
        #expect(sentences == ["the target is in absolute form, which is for proxies: http://127.0.0.1:8000/a"])
        #expect(lines == [2])
    }

    @Test func `an origin is told by its port`() throws {
        let text = "# t\norigin other http\nclient GET //other/a\n> GET //other/a\n< 200\n"
        let right = try Rehearsal(text)
        right.send("GET /a", origin: "other", host: "127.0.0.1:8001")
        #expect(right.end().verdict == .pass, "\(right.sentences)")
        let wrong = try Rehearsal(text)
        wrong.send("GET /a", origin: "main")
        #expect(wrong.slugs == [.unexpectedRequest])
        #expect(wrong.sentences[0].hasSuffix("it came to 'main', not to 'other'"))
    }

    @Test func `a target that is no path is compared as text`() throws {
        for (target, slugs) in [("//a///b", []), ("/a/b", [.unexpectedRequest])] as [(String, [Breach.Slug])] {
            let play = try Rehearsal("# t\n> GET {{\"//a///b\"}}\n< 200\n")
            play.send("GET \(target)")
            #expect(play.slugs == slugs)
        }
    }

    @Test func `what a target and a field capture is known below`() throws {
        let text =
            "# t\nclient GET /\n> GET /{{one = any}}\n> A: {{two = any}}\n< 200\n< X: {{one}} {{two}}\n> GET /{{two}}\n< 204\n"
        let play = try Rehearsal(text)
        let connection = play.send("GET /abc\nA: def")
        #expect(play.text().contains("X: abc def\r\n"))
        play.send("GET /def", on: connection)
        #expect(play.end().verdict == .pass, "\(play.sentences)")
    }

    @Test func `raw bytes stand somewhere in the head`() throws {
        #expect(try judge("> GET /\n> {{raw \"a: 1\\r\\n\"}}", "GET /\na: 1").0 == [])
        #expect(
            try judge("> GET /\n> {{raw \"a: 1\\r\\n\"}}", "GET /\nA: 1").0 == [
                "no line of the head at this place is \"a: 1\\r\\n\""
            ])
    }
}
