// LookTests.swift: bytes that have arrived are read before a server line is done.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainPlayer
import QuintainReply
import QuintainScenario
import QuintainWords
import Testing

@Suite struct `A look at what is there` {
    @Test func `comes before a line of ours that waits for one of theirs`() throws {
        let play = try Rehearsal("# t\n> GET /\n< 200\n", looksFirst: true)
        play.send("GET /")
        #expect(play.wantsLook && play.text() == "")
        play.looked()
        #expect(play.text().hasPrefix("HTTP/1.1 200"))
    }

    /// A request caused by the first reply comes after the second reply, though that goes to another connection.
    @Test func `does not part lines of ours that nothing stands between`() throws {
        let play = try Rehearsal(
            """
            # t
            client GET /one lane=a
            client GET /two lane=b
            >a GET /one
            >b GET /two
            <a 200
            *a? created
            <b 200
            *a response 200
            *b response 200
            """, observing: .all, looksFirst: true)
        let one = play.send("GET /one")
        let second = play.send("GET /two")
        play.looked()
        #expect(play.text(on: one).hasPrefix("HTTP/1.1 200"))
        #expect(play.text(on: second).hasPrefix("HTTP/1.1 200"))
        #expect(!play.wantsLook)
        play.report(.response, "200", lane: "a")
        play.report(.response, "200", lane: "b")
        #expect(play.end().verdict == .pass, "\(play.sentences)")
    }

    /// The client may load when it likes. The reply to the second load waits all the same.
    @Test func `is not needed for what a plain command does of its own accord`() throws {
        let play = try Rehearsal(
            "# t\n> GET /one\n< 200\n! await close\nclient GET /two\n> GET /two\n< 200\n", looksFirst: true)
        let one = play.send("GET /one")
        play.looked()
        play.close(one)
        #expect(!play.wantsLook)
        let two = play.send("GET /two")
        #expect(play.wantsLook && play.text(on: two) == "")
        play.looked()
        #expect(play.end().verdict == .pass, "\(play.sentences)")
    }

    @Test func `keeps an awaited greeting unanswered until the lines of ours below are done`() throws {
        let play = try Rehearsal(
            "# t\norigin web https\nclient GET //web/\n! await client-hello\n! close\n", looksFirst: true)
        let connection = play.connect("web")
        play.secured(.greeted(serverName: nil), on: connection)
        #expect(play.wantsLook && play.proceeded == [])
        play.looked()
        #expect(play.acts == [.close])
        #expect(play.proceeded == [])
        #expect(play.end().verdict == .pass, "\(play.sentences)")
    }
}
