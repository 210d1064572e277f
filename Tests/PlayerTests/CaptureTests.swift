// CaptureTests.swift: what `{{x = any}}` took stands again further down, as `{{x}}`.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainPlayer
import QuintainTranscript
import QuintainWords
import Testing

@Suite struct `What was captured` {
    private func sentences(_ lines: String, _ request: String) throws -> [String] {
        let play = try Rehearsal("# t\nclient POST /\n\(lines)\n< 200\n")
        play.send(request)
        return play.end().breaches.map(\.sentence)
    }

    @Test(arguments: [
        ("> a={{x = any}}\n> b={{x}}", "a=1\nb=1", "a=1\nb=2"),
        ("> a={{x = any}}&b={{x}}", "a=1&b=1", "a=1&b=11"),
        ("> {{x = any}}{{x}}", "abab", "aba"),
        ("> --{{b = any}}\n> {{any}}\n> --{{b}}--", "--x\none\ntwo\n--x--", "--x\none\n--y--"),
        ("> {{x = any}}, {{y = any}}\n> {{y}}, {{x}}", "1, 2\n2, 1", "1, 2\n1, 2"),
        ("> a={{x = any}}\n> {{x | base64}}", "a=1\nMQ==", "a=1\n1"),
        (
            "> {{json {\"a\": \"{{x = any}}\", \"b\": \"{{x}}\"}}}", "{\"b\":\"1\",\"a\":\"1\"}",
            "{\"a\":\"1\",\"b\":\"\"}"
        ),
        (
            "> {{json {\"a\": {{x = any}}, \"b\": [{{x}}, \"-{{x}}\"]}}}", "{\"a\":1,\"b\":[1,\"-1\"]}",
            "{\"a\":1,\"b\":[1,\"-2\"]}"
        ),
        ("> {{json {\"a\": \"{{x = any}}-{{x}}\"}}}", "{\"a\":\"1-1\"}", "{\"a\":\"1-2\"}"),
        ("> {{form a={{x = any}} b={{x}}}}", "b=1+2&a=1%202", "a=1&b=2"),
    ])
    func `must come again in the same body`(lines: String, right: String, wrong: String) throws {
        let lines = "> POST /\n>\n\(lines)"
        #expect(try sentences(lines, "POST /\n\n\(right)") == [])
        #expect(try sentences(lines, "POST /\n\n\(wrong)").count == 1)
    }

    @Test(arguments: [
        ("> POST /{{x = any}}/{{x}}", "/a/b/a/b", "", "/a/b", ""),
        ("> POST /{{x = any}}?{{query y={{x}}}}", "/a?y=a", "", "/a?y=b", ""),
        ("> POST /?{{query x={{x = any}} y={{x}}}}", "/?y=a&x=a", "", "/?x=a&y=b", ""),
        ("> POST /{{x = any}}\n> A: {{x}}", "/a", "A: a", "/a", "A: b"),
        ("> POST /\n> A: {{x = any}} {{x}}", "/", "A: b b", "/", "A: b c"),
        ("> POST /\n> A: {{x = any}}\n> A: {{x}}", "/", "A: b\nA: b", "/", "A: b\nA: c"),
        ("> POST /\n> Cookie: {{cookies a={{x = any}} b={{x}}}}", "/", "Cookie: b=1; a=1", "/", "Cookie: a=1; b=2"),
        ("> POST /\n> A: {{x = any}}\n>\n> {{x}}", "/", "A: body", "/", "A: another"),
    ])
    func `must come again in the same head, and in the body below it`(
        lines: String, target: String, fields: String, wrongTarget: String, wrongFields: String
    ) throws {
        func request(_ target: String, _ fields: String) -> String {
            "POST \(target)\(fields.isEmpty ? "" : "\n\(fields)")\n\n\(lines.contains("\n>\n") ? "body" : "")"
        }
        #expect(try sentences(lines, request(target, fields)) == [])
        #expect(try !sentences(lines, request(wrongTarget, wrongFields)).isEmpty)
    }

    @Test(arguments: [
        (#"> POST /u/{{x = /[^/]+/}}/p"#, "/u/7/p", "", "/u/7/8/p", ""),
        (#"> POST /u/{{x = /[^/]*/}}"#, "/u/", "", "/u/7/pets", ""),
        (#"> POST /{{x = /[0-9]+/}}{{any}}/{{x}}"#, "/12a/12", "", "/12a/2", ""),
        (#"> POST /{{x = /[a-z]+/}}{{x}}"#, "/abab", "", "/1212", ""),
        (#"> POST /?{{query x={{x = /[0-9]+/}} y={{x}}}}"#, "/?y=1&x=1", "", "/?x=a&y=a", ""),
        ("> POST /\n> A: {{x = /[0-9]+/}}\n> B: {{x}}", "/", "A: 1\nB: 1", "/", "A: a\nB: a"),
        (#"> POST /"# + "\n>\n" + #"> {{json {"id": {{x = /[0-9]+/}}, "b": {{x}}}}}"#, "/", "7", "/", #""7""#),
    ])
    func `must fit the expression behind its name`(
        lines: String, target: String, more: String, wrongTarget: String, wrongMore: String
    ) throws {
        func request(_ target: String, _ more: String) -> String {
            let isBody = lines.contains("\n>\n")
            let fields = isBody || more.isEmpty ? "" : "\n\(more)"
            return "POST \(target)\(fields)\n\n" + (isBody ? "{\"b\": \(more), \"id\": \(more)}" : "")
        }
        #expect(try sentences(lines, request(target, more)) == [])
        #expect(try !sentences(lines, request(wrongTarget, wrongMore)).isEmpty)
    }

    @Test(arguments: [("a", true), ("b", false)])
    func `of a body must come again in its trailers`(sum: String, isRight: Bool) throws {
        let play = try Rehearsal(
            "# t\nclient POST /\n> POST /\n> Transfer-Encoding: chunked\n>\n> {{x = any}}\n! trailers\n> X-Sum: {{x}}\n< 200\n"
        )
        play.bytes(
            "POST / HTTP/1.1\r\nHost: 127.0.0.1:8000\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\nX-Sum: \(sum)\r\n\r\n",
            on: play.connect())
        #expect(play.end().breaches.isEmpty == isRight)
    }

    @Test func `of the first part of a body must come again in the second`() throws {
        for (second, isRight) in [("1", true), ("2", false)] {
            let play = try Rehearsal(
                "# t\nclient POST /\n> POST /\n>\n> a={{x = any}}.\n< 100\n> b={{x}}\n< 200\n")
            let connection = play.send("POST /\nContent-Length: 7")
            play.bytes("a=1.", on: connection)
            #expect(play.text().hasPrefix("HTTP/1.1 100"))
            play.bytes("b=\(second)", on: connection)
            #expect(play.end().breaches.isEmpty == isRight)
        }
    }

    @Test func `must be reported again by a callback`() throws {
        for (data, isRight) in [("1-1", true), ("1-2", false)] {
            let play = try Rehearsal(
                "# t\n> GET /\n< 200\n<\n< \(data)\n* response 200\n* data {{x = any}} \"-\" {{x}}\n* finish\n",
                observing: .all)
            play.send("GET /")
            play.report(.response, "200")
            play.report(.data, data: data)
            play.report(.finish)
            #expect(play.end().breaches.isEmpty == isRight)
        }
    }

    @Test func `is the line that it does not fit where it stands again`() throws {
        let play = try Rehearsal("# t\nclient POST /\n> POST /\n>\n> a={{x = any}}\n> b={{x}}\n< 200\n")
        play.send("POST /\n\na=1\nb=2")
        let outcome = play.end()
        #expect(outcome.breaches.map(\.sentence) == ["the body differs at byte 6: \"2\" came, not \"1\""])
        #expect(outcome.breaches.map { $0.line?.number } == [6])
    }
}
