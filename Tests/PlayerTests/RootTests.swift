// RootTests.swift: one mistake is one finding.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainPlayer
import QuintainScenario
import QuintainTalk
import QuintainTranscript
import Testing
import QuintainWords

@Suite struct `Roots` {
    private static let redirect = """
        # t
        level  LEVEL
        > DELETE /old
        < 302
        < Location: /new
        * redirect 302 /new method=DELETE
        > DELETE /new
        < 204
        * response 204
        * finish

        """

    @Test(arguments: [("must", Verdict.fail), ("convention", .noted), ("should", .warning)])
    func `a DELETE that becomes a GET is one finding`(level: String, verdict: Verdict) throws {
        let play = try Rehearsal(Self.redirect.replacing("LEVEL", with: level), observing: .all)
        let connection = play.send("DELETE /old")
        play.report(.redirect, "302", "http://127.0.0.1:8000/new", fields: ["method": "GET"])
        play.send("GET /new", on: connection)
        play.report(.response, "500", "text/plain")
        play.report(.data, data: "quintain: test.scenario: refused")
        play.report(.finish)
        #expect(play.end().verdict == verdict)
        #expect(play.slugs == [.wrongValue], "\(play.sentences)")
        #expect(play.follows == [[.unexpectedRequest, .unexpectedCallback, .neverCame]])
    }

    @Test func `an unexpected request carries the first of the callbacks that tell of its refusal`() throws {
        let play = try Rehearsal("# t\n> GET /a\n< 200\n* response 200\n* data \"x\"\n* finish\n", observing: .all)
        play.send("GET /b")
        play.report(.response, "500", "text/plain")
        play.report(.data, data: "quintain: refused")
        play.report(.finish)
        #expect(play.slugs == [.unexpectedRequest])
        let line = QuotedLine(2, "> GET /a")
        let why = StrangeRequest.Reason.nearest(line, [.target("/b", .bytes(Snippet("/a".utf8)))])
        #expect(play.differences == [.request(StrangeRequest(RequestWords("GET", "/b"), on: 1, why))])
        play.end()
        #expect(play.slugs == [.unexpectedRequest], "\(play.sentences)")
        #expect(play.follows == [[.unexpectedCallback, .neverCame]])
    }

    @Test(arguments: [
        ("", [], []), ("\nAuthorization: Basic YWxpY2U6", ["Authorization"], []),
        ("\nAccept: a\nCookie: a=1\nX: 1\nY: 2", ["Cookie", "X", "Y"], ["Accept"]),
        ("\nA: 1\nB: 2\nC: 3\nD: 4", ["A", "B", "C", "D"], []),
    ])
    func `a request that comes once more differs from the first in its fields`(
        fields: String, lacks: [String], hasOther: [String]
    ) throws {
        let play = try Rehearsal("# t\n> GET /a\n< 200\n")
        let same = fields.contains("Accept") ? "" : "\nAccept: b"
        let connection = play.send("GET /a\nAccept: b")
        play.send("GET /a\(same)\(fields)", on: connection)
        let head = HeadDifference(lacks: lacks, has: [], hasOther: hasOther)
        let why = StrangeRequest.Reason.repeated(Taker(QuotedLine(2, "> GET /a"), head, nil), instead: nil, .lastLine)
        #expect(play.differences == [.request(StrangeRequest(RequestWords("GET", "/a"), on: 1, why))])
    }

    @Test func `a request that comes once more may lack a field of the first`() throws {
        let play = try Rehearsal("# t\n> GET /a\n< 200\n")
        let connection = play.send("GET /a\nAccept: b")
        play.send("GET /a", on: connection)
        let head = HeadDifference(lacks: [], has: ["Accept"], hasOther: [])
        #expect(
            play.reasons == [.repeated(Taker(QuotedLine(2, "> GET /a"), head, nil), instead: nil, .lastLine)])
    }

    @Test func `a request that comes once more is compared with the line that took its like`() throws {
        let play = try Rehearsal("# t\n> GET /a\n< 200\n> GET /a\n< 200\n")
        let connection = play.send("GET /a")
        play.send("GET /a\nA: 1", on: connection)
        play.send("GET /a\nA: 1", on: connection)
        #expect(
            play.reasons == [.repeated(Taker(QuotedLine(4, "> GET /a"), .none, nil), instead: nil, .lastLine)])
    }

    /// As a cache does that takes its copy for fresh.
    @Test(arguments: [false, true])
    func `a load that is answered without a request is said to be`(asks: Bool) throws {
        let play = try Rehearsal(
            "# t\n> GET /a\n< 200\n* finish\nclient GET /a\n> GET /a\n< 200\n* response 200\n", observing: .all)
        let connection = play.send("GET /a")
        play.report(.finish)
        if asks { play.send("GET /b", on: connection) }
        play.report(.response, "200")
        let told = ", and the load has asked for nothing: the client has answered by itself, as from what it has stored"
        #expect(
            play.sentences.contains { $0.hasSuffix("line 6, `> GET /a`, had not happened\(told)") } == !asks,
            "\(play.sentences)")
    }

    @Test func `a request that was refused and is sent again is the same mistake`() throws {
        let play = try Rehearsal("# t\n> GET /a\n< 200\n")
        let connection = play.send("GET /b")
        play.send("GET /b", on: connection)
        play.send("GET /c", on: connection)
        #expect(play.slugs == [.unexpectedRequest, .unexpectedRequest])
        #expect(play.follows == [[.unexpectedRequest], []])
    }

    @Test func `what did not ask is too soon once, and never comes because of that`() throws {
        let play = try Rehearsal(
            "# t\n> GET /a\n< 302\n< Location: /b\n* redirect 302 /b\n> GET /b\n< 200\n* response 200\n* finish\n",
            observing: .all)
        let connection = play.send("GET /a")
        play.send("GET /b", on: connection)
        play.end()
        #expect(play.slugs == [.tooSoon], "\(play.sentences)")
        #expect(play.follows == [[.neverCame]])
    }

    @Test func `other credentials follow from another challenge`() throws {
        let text = """
            # t
            > GET /
            < 401
            < WWW-Authenticate: Basic realm="v"
            < WWW-Authenticate: Digest realm="v", nonce="n", qop="auth"
            convention
            * challenge Digest -> use alice:secret
            end
            > GET /
            > Authorization: {{digest alice:secret}}
            > X: 1
            < 200

            """
        let play = try Rehearsal(text, observing: .all)
        let connection = play.send("GET /")
        play.report(.challenge, "Basic")
        play.send("GET /\nAuthorization: Basic YWxpY2U6c2VjcmV0\nX: 1", on: connection)
        #expect(play.slugs == [.wrongValue], "\(play.sentences)")
        #expect(play.follows == [[.wrongField]])
        #expect(play.end().verdict == .noted)
    }

    @Test func `a field that counts less explains no other mistake`() throws {
        let play = try Rehearsal(
            "# t\n> GET /\nmay\n> X: 1\nend\n< 200\n* response 200\n* finish\n", observing: .all)
        play.send("GET /")
        play.report(.fail, "timed-out")
        #expect(play.slugs == [.wrongField, .unexpectedCallback])
        #expect(play.end().verdict == .fail)
    }

    @Test func `the next load stands for itself`() throws {
        let play = try Rehearsal(
            "# t\nmay\nclient GET /a\n> GET /a\n< 200\n* finish\nend\nclient GET /b\n> GET /b\n< 200\n* finish\n",
            observing: .all)
        let connection = play.send("GET /x")
        play.report(.response, "500")
        play.report(.finish)
        play.pass(milliseconds: 10_000)
        #expect(play.player.outcome.verdict == .noted)
        play.send("GET /y", on: connection)
        #expect(play.end().verdict == .fail)
        #expect(play.slugs == [.unexpectedRequest, .unexpectedRequest])
    }

    @Test func `the transcript says from which event it follows`() throws {
        let play = try Rehearsal("# t\n> GET /a\n< 200\n")
        play.send("GET /b")
        play.end()
        let roots = play.player.transcript.events.compactMap { event -> (Int, Int?)? in
            if case .broken(_, let root) = event.happening { (event.number, root) } else { nil }
        }
        #expect(roots.count == 2)
        #expect(roots.first?.1 == nil)
        #expect(roots.last?.1 == roots.first?.0)
    }

    // MARK: Ends

    @Test(
        arguments: [
            [(.finish, []), (.fail, ["timed-out"])], [(.finish, []), (.finish, [])],
            [(.finish, []), (.data, [])], [(.finish, []), (.response, ["200"])],
            [(.finish, []), (.challenge, ["Basic"])],
        ] as [[(CallbackKind, [String])]])
    func `every load ends exactly once`(callbacks: [(CallbackKind, [String])]) throws {
        for line in ["* finish", "may * finish\nmay * \(callbacks[1].0.rawValue) {{any}}"] {
            let line = callbacks[1].0 == .finish ? line.replacing(" {{any}}", with: "") : line
            let play = try Rehearsal("# t\n> GET /\n< 200\n* response 200\n\(line)\n", observing: .all)
            play.send("GET /")
            play.report(.response, "200")
            for (kind, subject) in callbacks {
                var callback = ReportedCallback(kind, subject: subject, bytes: kind == .data ? [120] : [])
                // If the client reports no load numbers, a response that another line waits for is another load's.
                if line.contains("any") { callback.load = 1 }
                play.report(callback)
            }
            #expect(play.slugs.contains(.afterEnd), "\(play.sentences)")
            #expect(play.end().verdict == .fail)
        }
    }

    @Test func `the end of another load in the lane is its own`() throws {
        let play = try Rehearsal(
            "# t\nclient GET /a\n> GET /a\n< 200\n* finish\nclient GET /b\n> GET /b\n< 200\n* fail other\n",
            observing: .all)
        let connection = play.send("GET /a")
        play.report(.finish)
        play.send("GET /b", on: connection)
        play.report(.fail, "other")
        #expect(play.end().verdict == .pass, "\(play.sentences)")
    }

    @Test func `a number tells loads of one lane apart`() throws {
        let play = try Rehearsal(
            "# t\nclient GET /a\n> GET /a\n< 200\n* finish\nclient GET /b\n> GET /b\n< 200\n* fail other\n",
            observing: .all)
        let connection = play.send("GET /a")
        play.report(.finish)
        play.send("GET /b", on: connection)
        var end = ReportedCallback(.finish)
        end.load = 1
        play.report(end)
        play.report(end)
        #expect(play.slugs.contains(.afterEnd), "\(play.sentences)")
    }
}
