// RawTests.swift: bytes that must come as they are written.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainPlayer
import QuintainReply
import QuintainScenario
import Testing
import QuintainTranscript

@Suite struct `Raw bytes of a client` {
    private func judge(_ lines: String, _ bytes: String, cut: Int = .max) throws -> [String] {
        let play = try Rehearsal("# t\nclient GET /\n\(lines)\n< 200\n")
        let connection = play.connect()
        var rest = Array(bytes.utf8)[...]
        while !rest.isEmpty {
            play.bytes(Array(rest.prefix(cut)), on: connection)
            rest = rest.dropFirst(cut)
        }
        #expect(play.text().hasPrefix("HTTP/1.1 200"), "\(play.story)")
        play.close(connection)
        return play.end().breaches.map(\.sentence)
    }

    @Test(
        arguments: [
            (#"{{raw "X-A: 1\r\n"}}"#, "X-A: 1\r\n", nil),
            (#"{{raw "X-A: 1\r\n"}}"#, "X-B: 2\r\nX-A: 1\r\n", nil),
            (#"{{raw "X-A: 1\r\n"}}"#, "Not-X-A: 1\r\n", #"no line of the head at this place is "X-A: 1\r\n""#),
            (#"{{raw "X-A: 1\r\n"}}"#, "X-A:1\r\n", #"no line of the head at this place is "X-A: 1\r\n""#),
            (#"{{raw "X-A:1 \r\n"}}"#, "X-A:1 \r\n", nil),
            (#"{{raw "X-A: 1"}}"#, "X-A: 12\r\n", #"behind "X-A: 1" the line goes on: "2\r""#),
            (#"{{raw "X-A: "}}"# + "\n> " + #"{{raw "1\r\n"}}"#, "X-A: 1\r\n", nil),
            ("X-B: 2\n> " + #"{{raw "X-A: 1\r\n"}}"#, "X-B: 2\r\nX-A: 1\r\n", nil),
            (
                "X-B: 2\n> " + #"{{raw "X-A: 1\r\n"}}"#, "X-A: 1\r\nX-B: 2\r\n",
                #"no line of the head at this place is "X-A: 1\r\n""#
            ),
            (#"{{raw "X-A: 1\r\nX-B: 2\r\n\r\n"}}"#, "X-A: 1\r\nX-B: 2\r\n", nil),
        ] as [(String, String, String?)])
    func `in a head begin where a line begins, behind what stands above`(
        line: String, fields: String, breach: String?
    ) throws {
        let request = "GET / HTTP/1.1\r\nHost: 127.0.0.1:8000\r\n\(fields)\r\n"
        #expect(try judge("> GET /\n> \(line)", request) == (breach.map { [$0] } ?? []))
    }

    @Test(arguments: [1, 3, .max])
    func `as a body are its bytes`(cut: Int) throws {
        let head = "POST / HTTP/1.1\r\nHost: 127.0.0.1:8000\r\nContent-Length: 4\r\n\r\n"
        let lines = "> POST /\n>\n> {{raw \"fi\"}}\n> {{raw \"do\"}}"
        #expect(try judge(lines, head + "fido", cut: cut) == [])
        let other = try judge(lines, head + "fiDo", cut: cut)
        #expect(other.count == 1 && other[0].hasPrefix("the body differs at byte 2: \"D"), "\(other)")
    }

    @Test(arguments: [1, 4, .max])
    func `of a chunked body are its frames as well`(cut: Int) throws {
        let head = "POST / HTTP/1.1\r\nHost: 127.0.0.1:8000\r\nTransfer-Encoding: chunked\r\n\r\n"
        let lines = #"> POST /"# + "\n>\n> " + #"{{raw "04;a=1\r\nfido\r\n0\r\nX-Sum: 1\r\n\r\n"}}"#
        #expect(try judge(lines, head + "04;a=1\r\nfido\r\n0\r\nX-Sum: 1\r\n\r\n", cut: cut) == [])
        let other = try judge(lines, head + "4;a=1\r\nfido\r\n0\r\nX-Sum: 1\r\n\r\n", cut: cut)
        #expect(other.count == 1 && other[0].hasPrefix("the body differs at byte 0: "))
    }

    @Test func `that stand first are those of a request`() throws {
        let line = #"> {{raw "GET /  HTTP/1.1\r\n\r\n"}}"#
        #expect(try judge(line, "GET /  HTTP/1.1\r\n\r\n") == [], "though they are none that can be read")
        #expect(
            try judge(#"> {{raw "GET / HTTP/1.1\r\n"}}"# + "\n> Host: {{any}}", "GET / HTTP/1.1\r\nHost: x\r\n\r\n")
                == [])
    }

    @Test func `behind a 101 are what the client says`() throws {
        let text =
            "# t\nclient GET /\n> GET /\n> Upgrade: echo\n< 101\n> {{raw \"ping\"}}\n< {{raw \"pong\"}}\n> {{raw \"bye\"}}\n! close\n"
        let play = try Rehearsal(text)
        let connection = play.send("GET /\nUpgrade: echo\nConnection: Upgrade")
        #expect(play.text().hasPrefix("HTTP/1.1 101 "))
        play.bytes("pi", on: connection)
        #expect(!play.text().hasSuffix("pong"))
        play.bytes("ng", on: connection)
        #expect(play.text().hasSuffix("\r\n\r\npong"), "\(play.story)")
        play.bytes("bye", on: connection)
        #expect(play.acts == [.close])
        play.close(connection)
        #expect(play.end().verdict == .pass, "\(play.sentences)")
        #expect(play.story.contains("> {{raw \"bye\"}}"), "\(play.story)")
    }

    @Test func `behind a 101 are judged like any other`() throws {
        let text = "# t\n> GET /\n< 101\n> {{raw \"ping\"}}\n< {{raw \"pong\"}}\n"
        for (said, slugs) in [
            ("ping", []), ("pang", [.wrongBody]), ("pingping", [.unexpectedBytes]), ("pi", [.wrongBody]),
        ] as [(String, [Breach.Slug])] {
            let play = try Rehearsal(text)
            let connection = play.send("GET /")
            play.bytes(said, on: connection)
            play.close(connection)
            #expect(play.end().breaches.map(\.slug) == slugs, "\(said): \(play.sentences)")
        }
    }

    @Test func `that come before the 101 come too soon`() throws {
        let play = try Rehearsal("# t\n> GET /\n< 101\n> {{raw \"ping\"}}\n! close\n")
        play.holdsBatches = true
        let connection = play.send("GET /")
        play.bytes("ping", on: connection)
        play.flush()
        play.flush()
        #expect(play.slugs == [.tooSoon], "\(play.sentences)")
        #expect(play.brokenLines == [4])
    }

    @Test func `that answer a CONNECT open the tunnel or do not, as they say`() throws {
        for (reply, inside) in [
            ("HTTP/1.1 200 OK\\r\\n\\r\\n", true), ("HTTP/1.1 403 No\\r\\nContent-Length: 0\\r\\n\\r\\n", false),
        ] {
            let next = inside ? "> GET //web/\n" : "> CONNECT {{authority web}}\n"
            let play = try Rehearsal(
                "# t\norigin web http\nproxy gate http\n> CONNECT {{authority web}}\n< {{raw \"\(reply)\"}}\n\(next)< 200\n"
            )
            let connection = play.send("CONNECT 127.0.0.1:8001", origin: "gate", host: "127.0.0.1:8001")
            play.send(inside ? "GET /" : "CONNECT 127.0.0.1:8001", on: connection, host: "127.0.0.1:8001")
            #expect(play.end().verdict == .pass, "\(play.sentences)\n\(play.story)")
        }
    }
}

@Suite struct `Chunks of a client` {
    private func judge(_ lines: String, _ body: String) throws -> [String] {
        let play = try Rehearsal("# t\nclient POST /\n> POST /\n\(lines)\n< 200\n")
        let connection = play.connect()
        play.bytes(
            "POST / HTTP/1.1\r\nHost: 127.0.0.1:8000\r\nTransfer-Encoding: chunked\r\n\r\n" + body, on: connection)
        #expect(play.text().hasPrefix("HTTP/1.1 200"), "\(play.story)")
        return play.end().breaches.map(\.sentence)
    }

    private let written = "> Transfer-Encoding: chunked\n>\n> {{\"hello world\" | chunks 2;a=1,3}}"

    @Test(arguments: [
        ("2;a=1\r\nhe\r\n3\r\nllo\r\n6\r\n world\r\n0\r\n\r\n", nil),
        ("b\r\nhello world\r\n0\r\n\r\n", "chunk 1 has 11 bytes, not 2"),
        ("2\r\nhe\r\n3\r\nllo\r\n6\r\n world\r\n0\r\n\r\n", "chunk 1 has no extensions, not \";a=1\""),
        ("2;a=1\r\nhe\r\n9\r\nllo world\r\n0\r\n\r\n", "chunk 2 has 9 bytes, not 3"),
        (
            "2;a=1\r\nhe\r\n3\r\nllo\r\n1\r\n \r\n5\r\nworld\r\n0\r\n\r\n",
            "chunk 4 came, and what is left over is one chunk"
        ),
        ("2;a=1\r\nhe\r\n3;a=1\r\nllo\r\n6\r\n world\r\n0\r\n\r\n", "chunk 2 has \";a=1\", not none"),
        ("2;a=1\r\nhe\r\n3\r\nllo\r\n6;b\r\n world\r\n0\r\n\r\n", "chunk 3 has \";b\", not none"),
        ("2;a=1\r\nhe\r\n3\r\nllo\r\n6\r\n world\r\n0;b\r\n\r\n", "the last chunk has \";b\", not none"),
    ])
    func `are compared where they are written`(body: String, breach: String?) throws {
        #expect(try judge(written, body) == (breach.map { [$0] } ?? []))
    }

    @Test(arguments: [
        "> Transfer-Encoding: chunked\n>\n> hello world", ">\n> {{\"hello world\" | chunks 2,3}}", ">\n> {{any}}",
    ])
    func `are the client's own choice elsewhere`(lines: String) throws {
        #expect(try judge(lines, "1\r\nh\r\na;x\r\nello world\r\n0;y=1\r\n\r\n") == [])
    }

    @Test func `are in the transcript as they came, and so are trailers`() throws {
        let play = try Rehearsal("# t\n> POST /\n>\n> hello\n! trailers\n> X-Sum: 1\n< 200\n")
        let connection = play.connect()
        play.bytes(
            "POST / HTTP/1.1\r\nHost:127.0.0.1:8000 \r\nTransfer-Encoding: chunked\r\n\r\n"
                + "02;x\r\nhe\r\n3\r\nllo\r\n0\r\nX-Sum:1\r\n\r\n", on: connection)
        #expect(play.end().verdict == .pass, "\(play.sentences)")
        for line in ["> Host:127.0.0.1:8000{{\" \"}}", "# chunk 02;x\\r\\n", "# chunk \\r\\n3\\r\\n", "> X-Sum:1"] {
            #expect(play.story.contains(line), "\(line) in \(play.story)")
        }
    }
}
