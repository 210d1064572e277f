// RepeatTests.swift: blocks that are played again.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario
import QuintainTranscript
import QuintainWords
import Testing

@testable import QuintainPlayer

@Suite struct `Repetition` {
    @Test func `a fixed number is played out`() throws {
        let text = "# t\nrepeat 3\n> GET /hop/{{count}}\n< 302\n< Location: /hop/{{count+1}}\nend\n"
        for rounds in 2...4 {
            let play = try Rehearsal(text)
            let connection = play.connect()
            for round in 1...rounds { play.send("GET /hop/\(round)", on: connection) }
            #expect(play.text().contains("Location: /hop/3\r\n"))
            #expect(play.end().verdict == (rounds == 3 ? .pass : .fail))
            #expect(play.slugs == [[.neverCame], [], [.unexpectedRequest]][rounds - 2])
        }
    }

    @Test func `a round with the wrong number fits no line`() throws {
        let play = try Rehearsal("# t\nrepeat 3\n> GET /{{count}}\n< 204\nend\n")
        let connection = play.send("GET /1")
        play.send("GET /1", on: connection)
        #expect(play.slugs == [.unexpectedRequest])
        let line = QuotedLine(3, "> GET /{{count}}", round: 2, of: 3)
        #expect(play.reasons == [.nearest(line, [.target("/1", .bytes(Snippet("/2".utf8)))])])
    }

    @Test(arguments: ["repeat 2", "repeat 1..2", "repeat 2\nrepeat 1"])
    func `a request behind the last round hears that there is no more`(block: String) throws {
        let ends = block.split(separator: "\n").map { _ in "end\n" }.joined()
        let play = try Rehearsal("# t\n\(block)\n> GET /a\n< 204\n\(ends)> GET /b\n< 204\n")
        let connection = play.send("GET /a")
        play.send("GET /a", on: connection)
        play.send("GET /a", on: connection)
        #expect(play.slugs == [.unexpectedRequest])
        let lines = block.split(separator: "\n").count
        let taker = Taker(QuotedLine(2 + lines, "> GET /a"), .none, .all(2))
        #expect(play.reasons == [.repeated(taker, instead: QuotedLine(4 + 2 * lines, "> GET /b"), nil)])
    }

    /// The transcript leaves most of them out, and none of its events is counted anew for each request.
    @Test func `a request behind many rounds hears of all of them`() throws {
        let play = try Rehearsal("# t\nrepeat 15000\n> GET /a\n< 204\nend\n")
        let connection = play.connect()
        for _ in 0...15_000 { play.send("GET /a", on: connection) }
        #expect(play.slugs == [.unexpectedRequest])
        #expect(
            play.reasons == [.repeated(Taker(QuotedLine(3, "> GET /a"), .none, .all(15_000)), instead: nil, .lastLine)])
        #expect(play.player.record.takers.values.map(\.count) == [16])
    }

    @Test(
        arguments: [
            ("> GET /b\n< 204\n", QuotedLine(4, "> GET /b"), nil), ("", nil, .lastLine),
            ("! quiet 300ms\n", nil, .silence(QuotedLine(4, "! quiet 300ms"), 0)),
        ] as [(String, QuotedLine?, StrangeRequest.Past?)])
    func `a request that comes once more hears which line took the first, and what was to come`(
        below: String, due: QuotedLine?, past: StrangeRequest.Past?
    ) throws {
        let play = try Rehearsal("# t\n> GET /a\n< 204\n" + below)
        let connection = play.send("GET /a")
        play.send("GET /a", on: connection)
        let taker = Taker(QuotedLine(2, "> GET /a"), .none, nil)
        let strange = StrangeRequest(RequestWords("GET", "/a"), on: 1, .repeated(taker, instead: due, past))
        #expect(play.differences == [.request(strange)])
    }

    private let open = "# t\nrepeat 1..3\n> GET /{{count}}\n< 302\nend\n* fail too-many-redirects\n"

    @Test(arguments: 1...3)
    func `an open number is the client's`(rounds: Int) throws {
        let play = try Rehearsal(open, observing: .all)
        let connection = play.connect()
        for round in 1...rounds { play.send("GET /\(round)", on: connection) }
        play.report(.fail, "too-many-redirects")
        #expect(play.scriptEnded)
        #expect(play.end().verdict == .pass, "\(play.sentences)")
    }

    @Test(arguments: 0...3)
    func `an open number may be none`(rounds: Int) throws {
        let play = try Rehearsal(open.replacing("1..3", with: "0..3"), observing: .all)
        let connection = play.connect()
        for round in 1..<rounds + 1 { play.send("GET /\(round)", on: connection) }
        play.report(.fail, "too-many-redirects")
        #expect(play.scriptEnded)
        #expect(play.end().verdict == .pass, "\(play.sentences)")
    }

    @Test func `nothing in a block that is left out is asked for in the end`() throws {
        let play = try Rehearsal("# t\n> GET /\n< 200\nrepeat 0..3\n> GET /{{count}}\n< 302\nend\n")
        play.send("GET /")
        #expect(play.end().verdict == .pass, "\(play.sentences)")
        let never = try Rehearsal("# t\n> GET /\n< 200\nrepeat 0\n> GET /x\n< 302\nend\n> GET /y\n< 200\n")
        let connection = never.send("GET /")
        never.send("GET /y", on: connection)
        #expect(never.end().verdict == .pass, "\(never.sentences)")
    }

    @Test func `an open number has bounds`() throws {
        let over = try Rehearsal(open, observing: .all)
        let connection = over.connect()
        for round in 1...4 { over.send("GET /\(round)", on: connection) }
        #expect(over.slugs == [.unexpectedRequest])
        let under = try Rehearsal(open.replacing("1..3", with: "2..3"), observing: .all)
        under.send("GET /1")
        under.report(.fail, "too-many-redirects")
        #expect(under.slugs == [.tooSoon])
        #expect(under.brokenLines == [6])
    }

    @Test func `with a plain command an open number ends with it`() throws {
        let play = try Rehearsal(open)
        play.send("GET /1")
        #expect(play.end().verdict == .pass, "\(play.sentences)")
    }

    @Test func `optional lines in a block are left out as often as the client likes`() throws {
        let text = "# t\nrepeat 3000\n> GET /\n*? sent 1/1\n< 204\nend\n* finish\n"
        let play = try Rehearsal(text, observing: .all)
        let connection = play.connect()
        for _ in 1...3000 { play.request("GET /", on: connection) }
        play.report(.finish)
        #expect(play.end().verdict == .pass, "\(play.sentences)")
        #expect(play.player.outcome.steps.filter { $0.state == .skipped }.count == 3000)
    }

    @Test func `more lines of theirs than can be in reach at once`() throws {
        let play = try Rehearsal(
            "# t\n> GET /\n< 200\nrepeat 5000\n* informational 103\nend\n* finish\n", observing: .all)
        play.send("GET /")
        for _ in 1...5000 { play.report(.informational, "103") }
        play.report(.finish)
        #expect(play.scriptEnded)
        #expect(play.end().verdict == .pass, "\(play.sentences)")
    }

    @Test(.timeLimit(.minutes(10)), arguments: ["", "< Transfer-Encoding: chunked\n"])
    func `a hundred thousand body lines take no time to speak of`(framing: String) throws {
        let play = try Rehearsal("# t\n> GET /\n< 200\n\(framing)<\nrepeat 100000\n< a\nend\n")
        play.send("GET /")
        #expect(play.end().verdict == .pass, "\(play.sentences)")
        #expect(play.sent[1]?.count ?? 0 > 199_999)
    }

    @Test(.timeLimit(.minutes(10)))
    func `a hundred thousand lines of a request take no time to speak of`() throws {
        let play = try Rehearsal("# t\n> POST /\n>\nrepeat 100000\n> a\nend\n< 204\n")
        play.send("POST /\n\n" + String(repeating: "a\n", count: 99_999) + "a")
        #expect(play.end().verdict == .pass, "\(play.sentences)")
    }

    @Test(.timeLimit(.minutes(10)))
    func `twenty thousand exchanges take no time to speak of`() throws {
        let play = try Rehearsal("# t\nrepeat 20000\n> GET /{{count}}\n< 204\nend\n")
        let connection = play.connect()
        for round in 1...20_000 { play.request("GET /\(round)", on: connection) }
        #expect(play.end().verdict == .pass, "\(play.sentences)")
    }
}
