// RoundsInAnyOrderTests.swift: `any-order 3`, for clients that ask for several things at once.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainPlayer
import QuintainScenario
import Testing
import QuintainTranscript

@Suite struct `Rounds in any order` {
    private let same = "# t\nany-order 3\n> GET /a\n< 200\nend\n"

    @Test func `may come at once`() throws {
        let play = try Rehearsal(same)
        play.holdsBatches = true
        let connections = (0..<3).map { _ in play.send("GET /a") }
        play.holdsBatches = false
        for _ in 0..<3 { play.flush() }
        for connection in connections { #expect(play.text(on: connection).hasPrefix("HTTP/1.1 200")) }
        #expect(play.end().verdict == .pass, "\(play.sentences)")
    }

    @Test func `may come one after the other, and no more of them than are written`() throws {
        for rounds in 2...4 {
            let play = try Rehearsal(same)
            let connection = play.connect()
            for _ in 0..<rounds { play.send("GET /a", on: connection) }
            #expect(play.end().verdict == (rounds == 3 ? .pass : .fail))
            #expect(play.slugs == [[.neverCame], [], [.unexpectedRequest]][rounds - 2])
        }
    }

    @Test func `have numbers of their own, each once`() throws {
        let text = "# t\nany-order 3\n> GET /{{count}}\n< 200\n< X: {{count}}\nend\n> GET /done\n< 204\n"
        let play = try Rehearsal(text)
        for round in [2, 3, 1] {
            #expect(play.text(on: play.send("GET /\(round)")).contains("X: \(round)\r\n"))
        }
        play.send("GET /done")
        #expect(play.end().verdict == .pass, "\(play.sentences)")
        let again = try Rehearsal(text)
        again.send("GET /2")
        again.send("GET /2")
        #expect(again.slugs == [.unexpectedRequest])
    }

    @Test func `are named with their numbers where they never came`() throws {
        let play = try Rehearsal("# t\nany-order 3\n> GET /{{count}}\n< 200\nend\n")
        play.send("GET /2")
        play.pass(milliseconds: 5000)
        #expect(
            play.sentences == [
                "of the requests in any order at line 2 none of `> GET /{{count}}` in round 1 of 3, "
                    + "`> GET /{{count}}` in round 3 of 3 came within 5000 ms"
            ])
    }

    @Test func `may be left before a request that follows a reply`() throws {
        let play = try Rehearsal("# t\nany-order 2\n> GET /a\n< 302\n< Location: /b\n> GET /b\n< 200\nend\n")
        let (one, two) = (play.send("GET /a"), play.send("GET /a"))
        play.send("GET /b", on: two)
        play.send("GET /b", on: one)
        #expect(play.end().verdict == .pass, "\(play.sentences)")
    }

    @Test func `may stand in other rounds`() throws {
        let play = try Rehearsal(
            "# t\nrepeat 2\nany-order 2\n> GET /{{count}}\n< 200\nend\n> GET /next\n< 200\nend\n")
        for target in ["2", "1", "next", "1", "2", "next"] { play.send("GET /\(target)") }
        #expect(play.end().verdict == .pass, "\(play.sentences)")
    }

    @Test(arguments: [
        ("repeat 3", "; 'any-order 3' is for rounds that come at once"),
        ("repeat 1..3", "; 'any-order 3' is for rounds that come at once"),
        ("repeat 100", "; 'any-order' is for requests that come at once"),
    ])
    func `are named where a second request comes before the reply to the first`(word: String, hint: String) throws {
        let play = try Rehearsal("# t\n\(word)\n> GET /a\n< 200\nend\n", looksFirst: true)
        play.send("GET /a")
        play.send("GET /a")
        play.looked()
        #expect(play.slugs == [.tooSoon])
        #expect(play.sentences[0].hasSuffix(hint), "\(play.sentences)")
    }

    @Test(arguments: [
        ("> GET /a\n! wait 200ms\n< 200\n", "GET /a"), ("> GET /a\n! rate 5KB/s\n! wait 200ms\n< 200\n", "GET /a"),
        ("> GET /a\n! hold\n< 200\n", "GET /a"), ("> GET /a\n< 200\n<\n! wait 200ms\n< late\n", "GET /a"),
        ("> POST /a\n>\n> body\n< 200\n", "POST /a"),
    ])
    func `are named while a reply is delayed, and while a body is to come`(exchange: String, request: String) throws {
        let play = try Rehearsal("# t\nrepeat 2\n\(exchange)end\n")
        let head = "\(request) HTTP/1.1\r\nHost: 127.0.0.1:8000\r\n"
        for _ in 0..<2 {
            play.bytes(head + (request.hasPrefix("POST") ? "Content-Length: 4\r\n\r\n" : "\r\n"), on: play.connect())
        }
        #expect(play.slugs == [.tooSoon])
        #expect(
            play.sentences[0].hasSuffix("; 'any-order 2' is for rounds that come at once"), "\(play.sentences)")
    }

    @Test func `are not named in a pause between exchanges, nor where the client itself goes on`() throws {
        let play = try Rehearsal("# t\n> GET /a\n< 200\n! wait 200ms\n> GET /b\n< 200\n")
        play.send("GET /a")
        play.send("GET /b")
        #expect(play.slugs == [.tooSoon])
        #expect(!play.sentences[0].contains("any-order"), "\(play.sentences)")
    }

    @Test func `are not named where the client is ordered, nor are rounds where none is written`() throws {
        let ordered = try Rehearsal("# t\nclient GET /a\n> GET /a\n< 200\n> GET /b\n< 200\n", looksFirst: true)
        ordered.send("GET /a")
        ordered.send("GET /b")
        #expect(ordered.slugs == [.tooSoon])
        #expect(!ordered.sentences[0].contains("any-order"))
        let lone = try Rehearsal("# t\n> GET /a\n< 200\n> GET /b\n< 200\n", looksFirst: true)
        lone.send("GET /a")
        lone.send("GET /b")
        #expect(lone.sentences[0].hasSuffix("; 'any-order' is for requests that come at once"))
    }
}
