// DecisionTests.swift: questions, and when they are answered.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainPlayer
import QuintainScenario
import QuintainTalk
import QuintainTranscript
import Testing
import QuintainWords

@Suite struct `Decisions` {
    private func play(_ lines: String) throws -> Rehearsal {
        let play = try Rehearsal("# t\n> GET /\n< 200\n\(lines)\n", observing: .all)
        play.send("GET /")
        return play
    }

    @Test(
        arguments: [
            ("redirect 302 /x -> no", .redirect, ["302", "http://127.0.0.1:8000/x"], "no"),
            ("redirect 302 /x -> to /y", .redirect, ["302", "http://127.0.0.1:8000/x"], "to http://127.0.0.1:8000/y"),
            ("redirect 307 /x -> body \"a\" \"b\"", .redirect, ["307", "http://127.0.0.1:8000/x"], "body ab"),
            ("redirect 302 /x", .redirect, ["302", "http://127.0.0.1:8000/x"], "default"),
            ("redirect 302 /x -> cancel", .redirect, ["302", "http://127.0.0.1:8000/x"], "cancel"),
            ("challenge Basic", .challenge, ["Basic"], "default"),
            ("challenge Basic -> use alice:secret", .challenge, ["Basic"], "use alice:secret"),
            (
                "challenge ClientCertificate -> use certificate alice", .challenge, ["ClientCertificate"],
                "use-certificate alice"
            ),
            ("need-body", .needBody, [], "default"),
            ("need-body -> body \"abc\"", .needBody, [], "body abc"),
            ("response 200", .response, ["200"], "default"),
            ("response 200 -> download", .response, ["200"], "download"),
            ("will-cache -> no", .willCache, [], "no"),
            ("decode a/b -> no", .decode, ["a/b"], "no"),
            ("destination x -> to y", .destination, ["x"], "to y"),
        ] as [(String, CallbackKind, [String], String)])
    func `a question is answered as the line says, or by default`(
        line: String, kind: CallbackKind, subject: [String], answer: String
    ) throws {
        let play = try play("* \(line)")
        let question = play.report(kind, subject: subject)
        #expect(play.slugs == [])
        #expect(play.answers[question] == answer)
    }

    @Test(arguments: ["to /y", "body \"b\""])
    func `header fields go with a new URL, and with a new body`(decision: String) throws {
        let play = try play("* redirect 302 /x -> \(decision)\n  A: 1\n  B: 2")
        play.report(.redirect, "302", "http://127.0.0.1:8000/x")
        #expect(play.headers.map { "\($0.0): \($0.1)" } == ["A: 1", "B: 2"])
    }

    @Test func `a question with a wrong value is answered all the same`() throws {
        let play = try play("* redirect 302 /x -> no")
        let question = play.report(.redirect, "301", "http://127.0.0.1:8000/x")
        #expect(play.slugs == [.wrongValue])
        #expect(play.answers[question] == "no")
    }

    @Test func `a load may be cancelled from within any callback`() throws {
        let asked = try play("* data \"ab\" -> cancel\n* fail cancelled")
        let first = asked.report(.data, data: "a", asks: true)
        let second = asked.report(.data, data: "b", asks: true)
        #expect(asked.answers[first] == "go")
        #expect(asked.answers[second] == "cancel")
        let told = try play("* progress 4/10 -> cancel\n* fail cancelled")
        told.report(.progress, "2/10")
        #expect(told.orders.count == 1, "the load itself")
        told.report(.progress, "4/10")
        #expect(told.orders.last == .cancel(load: 1))
    }

    @Test func `bytes for two lines are one question`() throws {
        let play = try play("* data \"a\"\n* data \"b\" -> cancel\n* fail cancelled")
        let question = play.report(.data, data: "ab", asks: true)
        #expect(play.answers[question] == "cancel")
        #expect(play.slugs == [])
    }

    @Test func `a question that came too soon is answered by its line, when that is due`() throws {
        let play = try play("! wait 100ms\n* challenge Basic -> use a:b")
        let question = play.report(.challenge, "Basic")
        #expect(play.slugs == [.tooSoon])
        #expect(play.answers[question] == nil)
        play.pass(milliseconds: 100)
        #expect(play.answers[question] == "use a:b")
        #expect(play.end().steps.last?.state == .broken(.failure))
    }

    @Test func `held questions are answered in the order in which they came`() throws {
        let play = try play(
            "* challenge Basic -> hold\n* challenge Digest -> hold\nclient answer use a:b\n! wait 1ms\nclient answer use none"
        )
        let first = play.report(.challenge, "Basic")
        let second = play.report(.challenge, "Digest")
        #expect(play.answers[first] == "use a:b")
        #expect(play.answers[second] == nil)
        play.pass(milliseconds: 1)
        #expect(play.answers[second] == "none")
    }

    @Test func `a line that holds a question is done when it is reported`() throws {
        let play = try play("* challenge Basic -> hold\n< {{raw \"x\"}}\n! wait 1s\nclient answer use none")
        #expect(!play.text().hasSuffix("x"))
        play.report(.challenge, "Basic")
        #expect(play.text().hasSuffix("x"))
    }

    @Test(arguments: [true, false])
    func `no question stays open behind the end of the play`(isBrokenOff: Bool) throws {
        let play = try play("within 1s\n* challenge Basic -> hold\n" + (isBrokenOff ? "* finish" : ""))
        let question = play.report(.challenge, "Basic")
        if isBrokenOff {
            #expect(play.answers[question] == nil)
            play.pass(milliseconds: 1000)
        }
        #expect(play.answers[question] == "default")
        let late = play.report(.redirect, "302", "http://127.0.0.1:8000/x")
        #expect(play.answers[late] == "default")
    }

    @Test func `an answer without a question is noted`() throws {
        let play = try play("*? challenge Basic -> hold\nclient answer use none\n! wait 1ms")
        #expect(play.story.contains("# no question is open"))
        #expect(play.slugs == [])
    }

    @Test func `orders are given when every line above is done`() throws {
        let play = try play("* response 200\nclient cancel\n* fail cancelled")
        #expect(!play.orders.contains(.cancel(load: 1)))
        play.report(.response, "200")
        #expect(play.orders.last == .cancel(load: 1))
    }

    @Test func `a chunk has left before the order below it is given`() throws {
        let play = try Rehearsal(
            "# t\n> GET /\n< 200\n< Transfer-Encoding: chunked\n<\nclient suspend\n< two\n! quiet 300ms\nclient continue\n",
            observing: .all)
        play.send("GET /")
        #expect(play.text().hasSuffix("3\r\ntwo\r\n0\r\n\r\n"), "\(play.text())")
        #expect(play.orders.last == .suspend(load: 1))
        play.pass(milliseconds: 300)
        #expect(play.orders.last == .proceed(load: 1))
    }

    private func late(_ load: Int, kind: String = "cancelled") throws -> Rehearsal {
        let play = try Rehearsal(
            """
            # t
            client GET /big
            > GET /big
            < 200
            < Content-Length: 10
            <
            < 12345
            * response 200
            * data "12345" -> cancel
            *? fail cancelled
            client GET /next
            > GET /next
            < 200
            <
            < next
            * response 200
            * data "next"
            * finish
            """, observing: .all)
        let first = play.send("GET /big")
        play.report(.response, "200")
        play.report(.data, data: "12345")
        #expect(play.orders.contains(.cancel(load: 1)))
        play.close(first)
        play.send("GET /next")
        play.report(.response, "200")
        play.report(.data, data: "ne")
        play.report(end(.fail, [kind], of: load))
        play.report(.data, data: "xt")
        play.report(end(.finish, [], of: 2))
        return play
    }

    private func end(_ kind: CallbackKind, _ subject: [String], of load: Int) -> ReportedCallback {
        var callback = ReportedCallback(kind, subject: subject)
        callback.load = load
        return callback
    }

    @Test func `a cancelled load may tell its end behind the next order`() throws {
        let play = try late(1)
        #expect(play.end().verdict == .pass, "\(play.sentences)")
    }

    @Test func `no other load, and no other end, comes late`() throws {
        #expect(try late(2).end().verdict == .fail)
        #expect(try late(1, kind: "timed-out").end().verdict == .fail)
        let twice = try late(1)
        twice.report(end(.fail, ["cancelled"], of: 1))
        #expect(twice.slugs == [.afterEnd])
    }
}

@Suite struct `A question that the client answers by itself` {
    private func ask(_ lines: String) throws -> Rehearsal {
        let play = try Rehearsal("# t\nclient GET /a\n> GET /a\n< 302\n< Location: /b\n" + lines, observing: .all)
        play.send("GET /a")
        var redirect = ReportedCallback(.redirect, subject: ["302", "http://127.0.0.1:8000/b"], question: 7)
        redirect.decidesItself = true
        play.report(redirect)
        return play
    }

    @Test func `is recorded with the answer that the client gave`() throws {
        let play = try ask("* redirect 302 /b -> no\n* response 302\n* finish\n")
        #expect(play.answers[7] == "no", "what it should be")
        #expect(!play.story.contains("# -> "))
        play.decide("no", question: 7)
        #expect(play.story.hasSuffix("# -> no"))
        play.report(.response, "302")
        play.report(.finish)
        #expect(play.end().verdict == .pass)
    }

    @Test(arguments: ["* redirect 302 /b", "* redirect 302 /b"])
    func `is answered as its line says, and by the default without a word`(line: String) throws {
        let play = try ask(line + "\n> GET /b\n< 200\n* response 200\n* finish\n")
        play.decide("no", question: 7)
        play.report(.response, "302")
        play.report(.finish)
        #expect(play.end().verdict == .fail)
        #expect(play.slugs == [.wrongDecision])
        #expect(play.brokenLines == [6])
        #expect(play.sentences == ["at 'redirect' the delegate decides 'no', and not 'default'"])
        #expect(play.follows[0].contains(.unexpectedCallback))
    }

    @Test(arguments: [
        ("to", ["http://127.0.0.1:8000/c"], true), ("to", ["http://127.0.0.1:8000/c#part"], true),
        ("to", ["http://127.0.0.1:8000/d"], false), ("to", ["http://127.0.0.1:8000/"], false),
        ("default", [], false), ("no", [], false),
    ])
    func `goes where its line says`(word: String, values: [String], isRight: Bool) throws {
        let play = try ask("* redirect 302 /b -> to /c\n> GET {{any}}\n< 200\n")
        values.isEmpty ? play.decide(word, question: 7) : play.decide(word, values[0], question: 7)
        #expect(play.slugs == (isRight ? [] : [.wrongDecision]))
    }

    @Test func `that follows goes where its reply says, and need not say so`() throws {
        let play = try ask("* redirect 302 /b -> to /b\n> GET /b\n< 200\n")
        play.decide("default", question: 7)
        #expect(play.slugs == [])
    }

    @Test(arguments: [("/ü", "/%C3%BC"), ("", "/"), ("?q", "?q")])
    func `may escape a URL as it is sent`(written: String, sent: String) throws {
        let play = try ask("* redirect 302 /b -> to http://127.0.0.1:8000\(written)\n> GET {{any}}\n< 200\n")
        play.decide("to", "http://127.0.0.1:8000\(sent)", question: 7)
        #expect(play.slugs == [])
    }

    @Test func `that logs in where its line cancels is to blame for the request that comes once more`() throws {
        let lines =
            "# t\n> GET /a\n< 401\n< WWW-Authenticate: Basic realm=\"r\"\n* challenge Basic -> cancel\n* fail cancelled\n"
        for (request, blamed) in [
            ("GET /a", [Breach.Slug.wrongDecision]), ("GET /b", [.wrongDecision, .unexpectedRequest]),
        ] {
            let play = try Rehearsal(lines, observing: .all)
            let connection = play.send("GET /a")
            var challenge = ReportedCallback(.challenge, subject: ["Basic"], question: 7)
            challenge.decidesItself = true
            play.report(challenge)
            play.decide("use", question: 7)
            play.send("\(request)\nAuthorization: Basic YTpi", on: connection)
            #expect(play.slugs == blamed)
        }
    }

    @Test(arguments: [true, false])
    func `and comes too soon is answered at once where the client stands still for it`(standsStill: Bool) throws {
        let play = try Rehearsal(
            "# t\n> POST /up\n< 201\n* need-body -> no\n* finish\n", observing: .all)
        var needBody = ReportedCallback(.needBody, question: 7)
        needBody.standsStill = standsStill
        play.report(needBody)
        #expect(play.slugs == [.tooSoon])
        #expect(play.answers[7] == (standsStill ? "default" : nil))
        play.send("POST /up")
        play.report(.finish)
        #expect(play.answers[7] == (standsStill ? "default" : "no"), "the other one waits for its line")
        #expect(play.slugs == [.tooSoon])
        #expect(play.brokenLines == [4])
    }

    @Test func `counts as its level says`() throws {
        let play = try ask("should * redirect 302 /b -> no\n* response 302\n* finish\n")
        play.decide("default", question: 7)
        #expect(play.slugs == [.wrongDecision])
        #expect(play.end().verdict == .warning)
    }

    @Test func `is answered in any way where no line takes it`() throws {
        let play = try ask("")
        play.decide("no", question: 7)
        #expect(play.slugs == [])
        #expect(play.story.hasSuffix("# -> no"))
    }

    @Test(arguments: ["", "should * redirect 302 /b -> no\n"])
    func `must be answered, whatever the line and its level say`(lines: String) throws {
        let play = try ask(lines)
        #expect(play.end().verdict == .fail)
        #expect(play.slugs == [.wrongDecision])
        #expect(play.sentences[0].hasPrefix("the delegate has not answered 'redirect 302 http://127.0.0.1:8000/b'"))
        let right = try ask(lines)
        right.decide("no", question: 7)
        #expect(right.end().verdict == .pass)
    }

    @Test func `that is not answered is to blame for what never comes`() throws {
        let play = try ask("* redirect 302 /b\n> GET /b\n< 200\n")
        play.pass(milliseconds: 5_000)
        #expect(play.slugs == [.wrongDecision])
        #expect(play.brokenLines.first == 6)
        #expect(play.follows[0].contains(.neverCame))
        #expect(play.end().breaches.map(\.slug) == [.wrongDecision])
    }

    @Test func `need not be answered before the scenario has said what is right`() throws {
        let play = try ask("* redirect 302 /b -> hold\n! hold\nclient answer no\n")
        #expect(play.end().breaches.allSatisfy { $0.slug != .wrongDecision })
    }

    @Test(arguments: ["", "should * redirect 302 /b\n* response 302\n* finish\n"])
    func `may not be answered twice, whatever the line and its level say`(lines: String) throws {
        let play = try ask(lines)
        play.decide("default", question: 7)
        play.decide("no", question: 7)
        #expect(play.slugs == [.wrongDecision])
        #expect(
            play.sentences[0].hasPrefix("the delegate answers 'redirect' a second time, 'no' behind 'default': "))
        #expect(play.end().verdict == .fail)
    }

    @Test func `that is held is compared with the answer that is ordered`() throws {
        let play = try ask("* redirect 302 /b -> hold\n! wait 1s\nclient answer no\n")
        #expect(play.answers[7] == nil)
        play.pass(milliseconds: 1_000)
        play.decide("default", question: 7)
        #expect(play.slugs == [.wrongDecision])
        #expect(play.brokenLines == [8])
    }
}
