// TurnTests.swift: lines that wait for no one are done in several turns.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainPlayer
import QuintainScenario
import Testing

@Suite struct `Turns` {
    /// A million times a million of them would take days: after some of them other tasks have
    /// a turn, and the end can come.
    @Test func `end a row of lines that wait for nobody`() throws {
        try takes(turns: 5, "# t\n> GET /\nrepeat 1000000\nrepeat 1000000\n* data\nend\nend\n< 200\n")
    }

    @Test func `are not asked for by blocks that hold nothing`() throws {
        let play = try Rehearsal("# t\n> GET /\nrepeat 1000000\nrepeat 1000000\n# nothing\nend\nend\n< 200\n")
        play.send("GET /")
        #expect(play.turnsAsked == 0 && play.scriptEnded)
        #expect(play.end().verdict == .pass, "\(play.sentences)")
    }

    @Test func `end a row of body lines that make one chunk`() throws {
        try takes(turns: 5, "# t\n> GET /\n< 200\n< Transfer-Encoding: chunked\n<\nrepeat 150000\n< a\nend\n")
    }

    private func takes(turns: Int, _ text: String) throws {
        let play = try Rehearsal(text, holdsTurns: true)
        play.send("GET /")
        let before = play.turnsAsked - 1
        for turn in 1...turns {
            #expect(play.turnsAsked == before + turn)
            play.nextTurn()
        }
        #expect(!play.scriptEnded)
        play.end()
        #expect(play.isOver)
    }

    @Test func `are not too late for what comes between two of them`() throws {
        let play = try Rehearsal(
            "# t\n> GET /\n< 200\nrepeat 15000\n* data\nend\n> GET /b\n< 200\n", holdsTurns: true)
        let connection = play.send("GET /")
        #expect(play.turnsAsked == 1)
        play.request("GET /b", on: connection)
        #expect(play.scriptEnded)
        #expect(play.end().verdict == .pass, "\(play.sentences)")
    }

    @Test func `are all taken where the client ends between two of them`() throws {
        let play = try Rehearsal(
            "# t\n> GET /\n< 200\nrepeat 5000\n* data\nend\nrepeat 8000\nclient cancel\nend\n", holdsTurns: true)
        play.send("GET /")
        #expect(!play.scriptEnded && play.turnsAsked == 1)
        #expect(play.end().verdict == .pass, "\(play.sentences)")
    }

    /// A batch has a bound on its acts, as it has on its bytes.
    @Test func `pass batches on that have many acts and no byte`() throws {
        let play = try Rehearsal(
            "# t\n> GET /\nrepeat 1000000\nrepeat 1000000\n! flush\nend\nend\n< 200\n", holdsTurns: true)
        play.holdsBatches = true
        play.send("GET /")
        for round in 1...3 {
            #expect(play.turnsAsked == 0)
            play.flush()
            #expect(play.acts.count == round * 1_000)
        }
    }
}
