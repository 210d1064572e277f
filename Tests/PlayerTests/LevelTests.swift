// LevelTests.swift: how much a broken line counts.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainPlayer
import QuintainScenario
import QuintainTranscript
import QuintainWords
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
        let text = "# t\n> GET /\n> A: 1\nshould\n> B: 1\nend\n< 200\n"
        for (fields, verdict) in [("A: 1\nB: 1", Verdict.pass), ("A: 1", .warning), ("B: 1", .fail), ("C: 1", .fail)] {
            let play = try Rehearsal(text)
            play.send("GET /\n\(fields)")
            #expect(play.end().verdict == verdict)
        }
    }

    @Test(arguments: [("must", Verdict.fail), ("should", .warning), ("may", .noted), ("convention", .noted)])
    func `a line that never came ends the play under must only`(level: String, verdict: Verdict) throws {
        let text = "# t\n> GET /a\n< 200\n\(level)\nwithin 1s\n> GET /b\nend\n! close\n"
        let play = try Rehearsal(text)
        play.send("GET /a")
        play.pass(milliseconds: 1000)
        #expect(play.slugs == [.neverCame])
        #expect(play.brokenLines == [6])
        #expect(play.sentences == ["`> GET /b` did not happen within 1000 ms"])
        let isSkipped = play.player.outcome.steps.last.map { $0.line == 8 && $0.state == .skipped } ?? false
        #expect(isSkipped == (verdict != .fail), "there is no request that `! close` could strike at")
        if isSkipped { #expect(play.acts == []) }
        #expect(play.end().verdict == verdict)
    }

    @Test func `a level in front of a line is for that line`() throws {
        let text = "# t\neither\nmay > GET /a\nmay > A: 1\n< 200\nend\n> GET /b\n> B: 1\n< 200\n"
            .replacing("end\n", with: "or\n> GET /x\nend\n")
        let play = try Rehearsal(text)
        let connection = play.send("GET /a")
        #expect(play.player.outcome.verdict == .noted)
        play.send("GET /b", on: connection)
        #expect(play.end().verdict == .fail)
    }

    @Test(arguments: [("must", Verdict.fail), ("should", .warning), ("may", .noted), ("convention", .noted)])
    func `a request that no line takes counts as the line that was due`(level: String, verdict: Verdict) throws {
        let play = try Rehearsal("# t\n\(level)\n> GET /a\nend\n< 200\n")
        play.send("GET /b")
        #expect(play.slugs == [.unexpectedRequest])
        #expect(play.end().verdict == verdict)
        #expect(play.follows == [[.neverCame]])
    }

    @Test(arguments: [("must", Verdict.fail), ("should", .warning), ("may", .noted), ("convention", .noted)])
    func `a callback that no line takes counts as the line that was due`(level: String, verdict: Verdict) throws {
        let play = try Rehearsal("# t\n> GET /a\n< 200\n\(level)\n* fail decoding\nend\n", observing: .all)
        play.send("GET /a")
        play.report(.finish)
        #expect(play.slugs == [.unexpectedCallback])
        #expect(play.end().verdict == verdict)
        #expect(play.follows == [[.neverCame]])
    }

    @Test func `a callback on which nothing depends lends its level to nothing below`() throws {
        let play = try Rehearsal(
            "# t\n> GET /a\n< 103\n< 200\nshould\n* informational 103\nend\n* response 200\n* finish\n",
            observing: .all)
        play.send("GET /a")
        play.report(.fail, "timed-out")
        #expect(play.end().verdict == .fail)
    }

    @Test func `what comes when the last line has happened is a failure under any level`() throws {
        let play = try Rehearsal("# t\nlevel may\n> GET /a\n< 200\n")
        let connection = play.send("GET /a")
        play.send("GET /b", on: connection)
        #expect(play.end().verdict == .fail)
    }

    @Test(arguments: [("should", Verdict.warning), ("must", .fail)])
    func `what is too soon counts no more than what is late`(level: String, verdict: Verdict) throws {
        let play = try Rehearsal(
            "# t\n> GET /\n< 200\n\(level)\n* informational 103\nend\n* response 200\n* finish\n",
            observing: .all)
        play.send("GET /")
        play.report(.response, "200")
        #expect(play.slugs == [.tooSoon])
        play.pass(milliseconds: 5000)
        play.report(.finish)
        #expect(play.end().verdict == verdict)
        #expect(play.follows == [[.neverCame]])
    }

    @Test(arguments: [("may", Verdict.noted), ("should", .warning), ("must", .fail)])
    func `nor does what comes too soon behind that`(level: String, verdict: Verdict) throws {
        let play = try Rehearsal(
            "# t\n> GET /\n< 103\n< 200\n\(level)\n* informational 103\nend\n* response 200\n* finish\n",
            observing: .all)
        play.send("GET /")
        play.report(.response, "200")
        play.report(.finish)
        play.pass(milliseconds: 5000)
        #expect(play.end().verdict == verdict, "\(play.sentences)")
    }

    @Test(arguments: [("may", Verdict.noted), ("should", .warning), ("must", .fail)])
    func `nor do other parts in any order`(level: String, verdict: Verdict) throws {
        let play = try Rehearsal(
            """
            # t
            \(level)
            > GET /opt
            < 200
            end
            any-order
            > GET /b
            < 200
            or
            > GET /c
            < 200
            end

            """)
        let (one, other) = (play.connect(), play.connect())
        play.request("GET /b", on: one)
        play.request("GET /c", on: other)
        play.pass(milliseconds: 5000)
        #expect(play.end().verdict == verdict, "\(play.sentences)")
    }

    // MARK: What is skipped

    @Test func `a skipped request takes its reply and its acts with it`() throws {
        let play = try Rehearsal(
            """
            # t
            within 1s
            > GET /a
            < 200
            <
            < a
            should
            > GET /b
            > X: 1
            end
            < 200
            <
            < b
            ! wait 1h
            ! close
            > GET /c
            < 200
            <
            < c

            """)
        let connection = play.send("GET /a")
        play.pass(milliseconds: 1000)
        play.send("GET /c", on: connection)
        #expect(play.text().hasSuffix("\r\n\r\nc"))
        #expect(!play.text().contains("\r\n\r\nb"))
        #expect(play.acts == [])
        #expect(play.end().verdict == .warning, "\(play.sentences)")
        #expect(play.slugs == [.neverCame])
    }

    @Test func `what of a skipped request was to be told inherits its level`() throws {
        let play = try Rehearsal(
            """
            # t
            client GET /a
            > GET /a
            < 302
            < Location: /b
            should
            > GET /b
            end
            < 200
            <
            < b
            * response 200
            * data "b"
            * finish
            client GET /c
            > GET /c
            > X: 1
            < 200
            * response 200
            * finish

            """, observing: .all)
        let connection = play.send("GET /a")
        play.pass(milliseconds: 5000)
        play.report(.response, "302")
        play.report(.finish)
        play.pass(milliseconds: 5000)
        #expect(play.player.outcome.verdict == .warning, "\(play.sentences)")
        #expect(play.slugs == [.neverCame])
        play.send("GET /c", on: connection)
        play.report(.response, "200")
        play.report(.finish)
        #expect(play.end().verdict == .fail, "the next load stands for itself")
        #expect(play.slugs == [.neverCame, .wrongField])
    }

    @Test func `a skipped request that comes late is no other mistake`() throws {
        let play = try Rehearsal("# t\nshould\nwithin 1s\n> GET /a\nend\n< 200\n> GET /b\n< 200\n")
        play.pass(milliseconds: 1000)
        let connection = play.send("GET /a")
        play.send("GET /b", on: connection)
        #expect(play.end().verdict == .warning)
        #expect(play.follows == [[.unexpectedRequest]])
    }

    @Test func `a failure counts after any number of lesser breaches`() throws {
        let play = try Rehearsal(
            "# t\nmay\nrepeat 150\n> GET /\n> A: 1\n< 204\nend\nend\n> GET /z\n> A: 1\n< 204\n")
        let connection = play.connect()
        for _ in 1...150 { play.request("GET /", on: connection) }
        #expect(play.player.outcome.verdict == .noted)
        #expect(play.slugs.count == 100)
        play.request("GET /z", on: connection)
        #expect(play.end().verdict == .fail)
        #expect(play.brokenLines.last == 10)
    }

    @Test(arguments: [("", "he", false), ("Expect: 100-continue\n", "", true), ("Expect: 100-continue\n", "he", false)])
    func `a client that waits for 100 Continue with its body is told of`(field: String, came: String, isTold: Bool)
        throws
    {
        let play = try Rehearsal("# t\nwithin 1s\n> POST /\n>\n> hello\n< 200\n")
        let connection = play.send("POST /\n\(field)Content-Length: 5")
        play.bytes(came, on: connection)
        play.pass(milliseconds: 1000)
        let sentence = try #require(play.sentences.first)
        #expect(sentence.contains("\(came.count) of 5 bytes of its body have come"), "\(sentence)")
        #expect(sentence.hasSuffix("'< 100' above the lines of the body answers it") == isTold, "\(sentence)")
    }

    @Test(arguments: [("", false), ("Expect: 100-continue\n", true)])
    func `a client that gives up its wait for 100 Continue is told of`(field: String, isTold: Bool) throws {
        let play = try Rehearsal("# t\n> POST /\n>\n> hello\n< 200\n")
        play.close(play.send("POST /\n\(field)Content-Length: 5"))
        let sentence = try #require(play.sentences.first)
        #expect(sentence.hasPrefix("the client closed connection 1 after 0 body bytes"), "\(sentence)")
        #expect(sentence.hasSuffix("'< 100' above the lines of the body answers it") == isTold, "\(sentence)")
    }

    @Test func `of a request that has not come whole the lines that did are done`() throws {
        let play = try Rehearsal("# t\nlevel should\nwithin 1s\n> POST /\n> A: 1\n>\n> hello\n< 200\n")
        play.send("POST /\nA: 1\nContent-Length: 5")
        play.pass(milliseconds: 1000)
        #expect(play.brokenLines == [7])
        #expect(
            play.sentences == [
                "`> hello` did not happen within 1000 ms: the request has not arrived whole, 0 of 5 bytes of its body have come"
            ])
        #expect(play.text().hasPrefix("HTTP/1.1 200"))
        #expect(play.end().steps.map(\.state) == [.done, .done, .done, .broken(.warning), .done])
    }

    @Test(arguments: [("must", "had"), ("should", "was expected"), ("convention", "was expected")])
    func `of a line says whether another course is forbidden`(level: String, had: String) throws {
        let text = "# t\nclient GET /\n> GET /\n< 200\n\(level)\n* fail {{any}}\nend\n"
        let play = try Rehearsal(text, observing: .all)
        play.send("GET /")
        play.report(.response, "200")
        #expect(
            play.sentences.first?.contains("the client told a response, and \(had) to fail;") == true,
            "\(play.sentences)")
    }
}
