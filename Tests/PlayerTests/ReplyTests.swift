// ReplyTests.swift: the bytes that are sent for the `<` lines of a file.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainPlayer
import QuintainScenario
import QuintainWords
import Testing
import QuintainTranscript

@Suite struct `Replies` {
    /// The reply of a file with these lines after `> GET /` (or another request).
    private func reply(_ lines: String, to request: String = "GET /") throws -> String {
        let method = request.split(separator: " ")[0]
        let rehearsal = try Rehearsal("# t\n> \(method) /\n\(lines)\n")
        let connection = rehearsal.send(request)
        rehearsal.pass(milliseconds: 1000)
        #expect(rehearsal.end().verdict == .pass, "\(rehearsal.sentences)")
        return rehearsal.text(on: connection)
    }

    @Test(arguments: [
        ("< 200 OK", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"),
        ("< 200", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"),
        ("< 200 OK\n<\n< one\n< two", "HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\none\ntwo"),
        ("< 200 OK\n<\n< one\n<", "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\none\n"),
        ("< 200 OK\n<\n< one\n! flush\n< two", "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nonetwo"),
        ("< 200 OK\n<\nrepeat 3\n< ab\nend", "HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\nab\nab\nab"),
        ("< 200 OK\nrepeat 2\n< X: {{count}}\nend", "HTTP/1.1 200 OK\r\nX: 1\r\nX: 2\r\nContent-Length: 0\r\n\r\n"),
        ("< HTTP/9.9 2000\n< A: b", "HTTP/9.9 2000\r\nA: b\r\nContent-Length: 0\r\n\r\n"),
        ("< 204 No Content", "HTTP/1.1 204 No Content\r\n\r\n"),
        ("< 304", "HTTP/1.1 304 Not Modified\r\n\r\n"),
        (
            "< 100\n< 103\n< Link: x\n<\n< 200",
            "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"
        ),
        ("< 200\n<\n< hello\n! close", "HTTP/1.1 200 OK\r\n\r\nhello"),
        ("< 200\n< Content-Length: 9\n<\n< hello", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhello"),
        ("< 200\n< Content-Length: {{length}}\n<\n< hello", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"),
    ])
    func `framing is added only where the author wrote none`(lines: String, bytes: String) throws {
        #expect(try reply(lines) == bytes)
    }

    @Test(arguments: [
        ("< one\n< two", "7\r\none\ntwo\r\n0\r\n\r\n"),
        ("< one\n! flush\n< two", "3\r\none\r\n3\r\ntwo\r\n0\r\n\r\n"),
        ("< one\nrepeat 3\n! flush\nend\n< two", "3\r\none\r\n3\r\ntwo\r\n0\r\n\r\n"),
        ("< one\nrepeat 2\nrepeat 2\n! flush\nend\nend\n< two", "3\r\none\r\n3\r\ntwo\r\n0\r\n\r\n"),
        ("repeat 2\n< ab\n! flush\nend\n< c", "2\r\nab\r\n2\r\nab\r\n1\r\nc\r\n0\r\n\r\n"),
        ("repeat 2\n< ab\n! flush\nend\n! trailers\n< X: 1", "2\r\nab\r\n2\r\nab\r\n0\r\nX: 1\r\n\r\n"),
        ("< {{\"hello world\" | chunks 5;a=1;b=\"x y\",6}}", "5;a=1;b=\"x y\"\r\nhello\r\n6\r\n world\r\n0\r\n\r\n"),
        ("< {{\"hello\" | chunks 2}}", "2\r\nhe\r\n3\r\nllo\r\n0\r\n\r\n"),
        ("< one\n! trailers\n< X-Sum: 1", "3\r\none\r\n0\r\nX-Sum: 1\r\n\r\n"),
        ("< one\n< {{raw \"zz\\r\\n\"}}", "3\r\none\r\nzz\r\n"),
        ("", "0\r\n\r\n"),
    ])
    func `each run of body lines is a chunk`(lines: String, bytes: String) throws {
        let head = "< 200\n< Transfer-Encoding: chunked\n<\n"
        let got = try reply(head + lines)
        #expect(got == "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + bytes)
    }

    @Test func `a reply to HEAD counts its body and does not send it`() throws {
        #expect(try reply("< 200\n<\n< hello", to: "HEAD /") == "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n")
        let chunked = "< 200\n< Transfer-Encoding: chunked\n<\n< hello"
        #expect(try reply(chunked, to: "HEAD /") == "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
    }

    @Test func `raw bytes that begin with HTTP are a reply of their own`() throws {
        let stray = "< 200\n<\n< ok\n< {{raw \"HTTP/1.1 200 OK\\r\\nContent-Length: 4\\r\\n\\r\\nevil\"}}"
        #expect(
            try reply(stray)
                == "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil")
    }

    @Test func `half a head stays half`() throws {
        #expect(try reply("< 200 OK\n< {{raw \"Content-Len\"}}\n! close") == "HTTP/1.1 200 OK\r\nContent-Len")
    }

    @Test func `a request is quoted in the reply`() throws {
        let text = """
            # echo
            > POST /
            < 200
            < X: {{request.header X-In}}
            <
            < {{request.body}}
            """
        let rehearsal = try Rehearsal(text)
        rehearsal.send("POST /\nX-In: a b\n\nhello")
        #expect(rehearsal.text() == "HTTP/1.1 200 OK\r\nX: a b\r\nContent-Length: 5\r\n\r\nhello")
    }

    @Test func `a request's body is quoted whole, or the line that quotes it is broken`() throws {
        for (count, verdict) in [(4 << 20, Verdict.pass), (4 << 20 + 1, .fail)] {
            let play = try Rehearsal("# echo\n> POST /\n< 200\n<\n< {{request.body}}\n")
            let connection = play.connect()
            play.bytes(
                "POST / HTTP/1.1\r\nHost: 127.0.0.1:8000\r\nContent-Length: \(count)\r\n\r\n", on: connection)
            let piece = String(repeating: "x", count: 65_536)
            for _ in 0..<count / piece.utf8.count { play.bytes(piece, on: connection) }
            if count % piece.utf8.count > 0 { play.bytes("x", on: connection) }
            #expect(play.text().utf8.count == "HTTP/1.1 200 OK\r\nContent-Length: 4194304\r\n\r\n".utf8.count + 4 << 20)
            #expect(play.end().verdict == verdict)
            #expect(play.player.outcome.breaches.map(\.slug) == (verdict == .pass ? [] : [.notSent]))
        }
    }

    @Test func `a request's body is kept for a callback that quotes it, too`() throws {
        let play = try Rehearsal(
            "# echo\nclient POST /\n       body \"hello\"\n> POST /\n< 200\n<\n< hello\n* response 200\n* data {{request.body}}\n* finish\n",
            observing: .all)
        play.send("POST /\n\nhello")
        play.report(.response, "200")
        play.report(.data, data: "hello")
        play.report(.finish)
        #expect(play.end().verdict == .pass)
    }
}
