// RawValueTests.swift: values behind raw bytes, ports, small letters, and bodies that never come.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainPlayer
import Testing
import QuintainTranscript

@Suite struct `Values among raw bytes` {
    @Test func `go out as they are, with nothing added`() throws {
        let play = try Rehearsal(
            #"""
            # t
            origin other http
            > GET /
            < {{raw "HTTP/1.1 302 Found\r\nLocation: "}}{{//other/x}}{{raw "\r\nX-Port: "}}{{port main}}{{raw "\r\n\r\n"}}
            """#)
        play.send("GET /")
        #expect(
            play.text() == "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:8001/x\r\nX-Port: 8000\r\n\r\n")
    }

    @Test func `a body may be announced and never come`() throws {
        let text = "# t\nclient POST /\n> POST /\n> Content-Length: 5\n< 417\n> {{absent}}\n"
        for (body, slugs) in [("", []), ("h", [Breach.Slug.wrongBody])] {
            let play = try Rehearsal(text)
            let connection = play.connect()
            play.bytes("POST / HTTP/1.1\r\nHost: 127.0.0.1:8000\r\nContent-Length: 5\r\n\r\n", on: connection)
            #expect(play.text().hasPrefix("HTTP/1.1 417"))
            if !body.isEmpty { play.bytes(body, on: connection) }
            _ = play.end()
            #expect(play.slugs == slugs, "\(play.sentences)")
        }
    }
}
