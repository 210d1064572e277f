// LimitTests.swift: what more than Quintain reads or compares comes to.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainPlayer
import QuintainTranscript
import QuintainWords
import Testing

@Suite struct `A limit of Quintain` {
    static let own = "this is a limit of Quintain, and no fault of the client: "

    @Test(arguments: [
        ("GET /" + String(repeating: "a", count: 20_000), "the request line is longer than this server reads"),
        ("GET /\nCookie: " + String(repeating: "a", count: 70_000), "a field line is longer than this server reads"),
        ("GET /" + String(repeating: "\nA: b", count: 1_001), "there are more field lines than this server reads"),
        (
            "GET /\nTransfer-Encoding: chunked\n\n3;" + String(repeating: "a", count: 5_000),
            "a chunk's size and extensions are longer than this server reads"
        ),
    ])
    func `ends the play without a breach`(request: String, sentence: String) throws {
        let play = try Rehearsal("# t\n> GET {{any}}\n< 200\n> GET /b\n< 200\n")
        play.send(request)
        #expect(play.player.isScriptEnded)
        let outcome = play.end()
        #expect(outcome.verdict == .unable && outcome.breaches.isEmpty, "\(outcome.breaches)")
        #expect(outcome.limit?.hasPrefix(Self.own + "connection 1, byte ") == true)
        #expect(outcome.limit?.contains(sentence) == true, "\(outcome.limit ?? "")")
    }

    @Test(arguments: ["{{/.*z.*/}}", "{{/z/}}", "{{a = any}}"])
    func `is the length of a body that only matches`(line: String) throws {
        let play = try Rehearsal("# t\nclient POST /\n> POST /\n>\n> \(line)\n< 200\n")
        let connection = play.send("POST /\nContent-Length: 1200000")
        for _ in 1...12 { play.bytes([UInt8](repeating: 120, count: 100_000), on: connection) }
        let outcome = play.end()
        #expect(outcome.verdict == .unable && outcome.breaches.isEmpty)
        #expect(
            outcome.limit == Self.own
                + "line 5: the body is longer than 1048576 bytes, too long to be compared with this line")
    }

    @Test func `is the length of data that only match`() throws {
        let play = try Rehearsal("# t\n> GET /\n< 200\n* data {{/.*z.*/}}\n* finish\n", observing: .all)
        play.send("GET /")
        for _ in 1...12 { play.report(.data, bytes: [UInt8](repeating: 120, count: 100_000)) }
        let outcome = play.end()
        #expect(outcome.verdict == .unable && outcome.breaches.isEmpty)
        #expect(outcome.limit?.hasPrefix(Self.own + "line 4: more than 1048576 bytes came") == true)
    }

    @Test func `of HTTP/2 is one as well`() throws {
        let play = try Rehearsal("# t\norigin main http http=2\n> GET /\n< 200\n> GET /b\n< 200\n")
        play.connect()
        play.ask("GET /", on: .init(1, stream: 1))
        play.broken("fields-too-long", "the fields are longer than is read", "RFC 9113", isLimit: true, on: .init(1))
        #expect(play.end().verdict == .unable)
    }

    @Test func `does not undo a failure from before`() throws {
        let play = try Rehearsal("# t\n> GET /a\n> X: 1\n< 200\n> GET /b\n< 200\n")
        let connection = play.send("GET /a")
        play.send("GET /" + String(repeating: "a", count: 20_000), on: connection)
        let outcome = play.end()
        #expect(outcome.verdict == .fail && outcome.limit == nil)
        #expect(play.slugs == [.wrongField])
    }
}
