// LevelTests.swift: how much a broken line counts.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainPlayer
import QuintainScenario
import QuintainTranscript
import Testing

@Suite struct `Levels` {
    @Test(arguments: [("must", Verdict.fail), ("should", .warning), ("may", .noted), ("convention", .noted)])
    func `a wrong field counts as its level says, and play goes on`(level: String, verdict: Verdict) throws {
        let play = try Rehearsal("# t\nlevel \(level)\n> GET /\n> A: 1\n< 200\n")
        play.send("GET /\nA: 2")
        #expect(play.text().hasPrefix("HTTP/1.1 200"))
        #expect(play.slugs == [.wrongField])
        #expect(play.brokenLines == [4])
        #expect(play.sentences == ["A is \"2\", not \"1\""])
        #expect(play.end().verdict == verdict)
    }

    @Test func `one request may have fields of two levels`() throws {
        let text = "# t\n> GET /\n> A: 1\nlevel should\n> B: 1\nlevel must\n< 200\n"
        for (fields, verdict) in [("A: 1\nB: 1", Verdict.pass), ("A: 1", .warning), ("B: 1", .fail), ("C: 1", .fail)] {
            let play = try Rehearsal(text)
            play.send("GET /\n\(fields)")
            #expect(play.end().verdict == verdict)
        }
    }

    @Test(arguments: [("must", Verdict.fail), ("should", .warning), ("may", .noted), ("convention", .noted)])
    func `a line that never came ends the play under must only`(level: String, verdict: Verdict) throws {
        let text = "# t\n> GET /a\n< 200\nlevel \(level)\nwithin 1s\n> GET /b\nlevel must\n! close\n"
        let play = try Rehearsal(text)
        play.send("GET /a")
        play.pass(milliseconds: 1000)
        #expect(play.slugs == [.neverCame])
        #expect(play.brokenLines == [6])
        #expect(play.sentences == ["`> GET /b` did not happen within 1000 ms"])
        #expect((play.player.outcome.steps.last?.line == 8) == (verdict != .fail), "`! close` is played")
        #expect(play.end().verdict == verdict)
    }

    @Test func `a level in a block ends with it`() throws {
        let text = "# t\neither\nlevel may\n> GET /a\n> A: 1\n< 200\nend\n> GET /b\n> B: 1\n< 200\n"
            .replacing("end\n", with: "or\n> GET /x\nend\n")
        let play = try Rehearsal(text)
        let connection = play.send("GET /a")
        #expect(play.player.outcome.verdict == .noted)
        play.send("GET /b", on: connection)
        #expect(play.end().verdict == .fail)
    }

    @Test func `what no line takes is a failure under any level`() throws {
        let play = try Rehearsal("# t\nlevel may\n> GET /a\n< 200\n")
        play.send("GET /b")
        #expect(play.end().verdict == .fail)
    }

    @Test func `a failure counts after any number of lesser breaches`() throws {
        let play = try Rehearsal(
            "# t\nlevel may\nrepeat 150\n> GET /\n> A: 1\n< 204\nend\nlevel must\n> GET /z\n> A: 1\n< 204\n")
        let connection = play.connect()
        for _ in 1...150 { play.request("GET /", on: connection) }
        #expect(play.player.outcome.verdict == .noted)
        #expect(play.slugs.count == 100)
        play.request("GET /z", on: connection)
        #expect(play.end().verdict == .fail)
        #expect(play.brokenLines.last == 10)
    }

    @Test func `of a request that has not come whole the lines that did are done`() throws {
        let play = try Rehearsal("# t\nlevel should\nwithin 1s\n> POST /\n> A: 1\n>\n> hello\n< 200\n")
        play.send("POST /\nA: 1\nContent-Length: 5")
        play.pass(milliseconds: 1000)
        #expect(play.brokenLines == [7])
        #expect(play.sentences == ["`> hello` did not happen within 1000 ms: the request has not arrived whole"])
        #expect(play.text().hasPrefix("HTTP/1.1 200"))
        #expect(play.end().steps.map(\.state) == [.done, .done, .done, .broken(.warning), .done])
    }
}
