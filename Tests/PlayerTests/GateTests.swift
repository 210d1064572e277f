// GateTests.swift: when the server waits, and what breaks the order.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainPlayer
import QuintainScenario
import QuintainTranscript
import QuintainWords
import Testing

/// Each rule of "when does the server wait", kept and broken.
@Suite struct `The order of lines` {
    // MARK: 2. Gate

    @Test func `a reply waits for the whole request`() throws {
        let play = try Rehearsal("# t\n> POST /\n< 200\n")
        let connection = play.connect()
        play.bytes("POST / HTTP/1.1\r\nHost: 127.0.0.1:8000\r\nContent-Length: 5\r\n\r\nhel", on: connection)
        #expect(play.text() == "")
        play.bytes("lo", on: connection)
        #expect(play.text() == "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        #expect(play.end().verdict == .pass)
    }

    @Test func `a reply waits for the callback above it`() throws {
        let text = """
            # t
            > GET /
            < 200
            < Transfer-Encoding: chunked
            <
            < one
            * response 200
            * data "one"
            < two
            * data "two"
            * finish
            """
        let play = try Rehearsal(text, observing: .all)
        play.send("GET /")
        let first = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\none\r\n"
        #expect(play.text() == first)
        play.report(.response, "200")
        #expect(play.text() == first)
        play.report(.data, data: "o")
        #expect(play.text() == first)
        play.report(.data, data: "ne")
        #expect(play.text() == first + "3\r\ntwo\r\n0\r\n\r\n")
        play.report(.data, data: "two")
        play.report(.finish)
        #expect(play.scriptEnded)
        #expect(play.end().verdict == .pass, "\(play.sentences) \(play.story)")
    }

    /// How far the client reads before its request arrives is a matter of chance.
    @Test(arguments: 0...3)
    func `what comes too soon and is something else is told as that`(early: Int) throws {
        let play = try Rehearsal(
            "# t\nclient GET /\n> GET /\n< 200\n<\n< next\n* response 200\n* data \"next\"\n* finish\n",
            observing: .all)
        let connection = play.connect()
        for callback in 0..<3 {
            if callback == early { play.request("GET /", on: connection) }
            switch callback {
            case 0: play.report(.response, "200")
            case 1: play.report(.data, data: "evil")
            default: play.report(.finish)
            }
        }
        if early == 3 { play.request("GET /", on: connection) }
        #expect(play.end().verdict == .fail)
        #expect(play.slugs == [.wrongValue], "\(play.sentences)")
        #expect(play.follows == [Array(repeating: .tooSoon, count: early)], "\(play.story)")
    }

    @Test func `what comes too soon and is right is too soon`() throws {
        let play = try Rehearsal("# t\nclient GET /\n> GET /\n< 204\n* response 204\n* finish\n", observing: .all)
        let connection = play.connect()
        play.report(.response, "204")
        play.request("GET /", on: connection)
        play.report(.finish)
        #expect(play.end().verdict == .fail)
        #expect(play.slugs == [.tooSoon], "\(play.sentences)")
    }

    @Test func `lines of ours wait for all lanes`() throws {
        let text = """
            # t
            client GET /a lane=a
            client GET /b lane=b
            >a GET /a
            >b GET /b
            <b 200
            <a 200
            """
        for order in [["/a", "/b"], ["/b", "/a"]] {
            let play = try Rehearsal(text)
            let first = play.send("GET \(order[0])")
            #expect(play.text(on: first) == "")
            let second = play.send("GET \(order[1])")
            #expect(play.text(on: first).hasPrefix("HTTP/1.1 200"))
            #expect(play.text(on: second).hasPrefix("HTTP/1.1 200"))
            #expect(play.end().verdict == .pass)
        }
    }

    // MARK: 3. Done

    @Test func `what has not left is not done`() throws {
        let play = try Rehearsal("# t\n> GET /\n< 200\n<\n< {{bytes 1000}}\n> GET /next\n< 204\n")
        play.holdsBatches = true
        let connection = play.send("GET /")
        play.send("GET /next", on: connection)
        play.flush()
        #expect(play.slugs == [.tooSoon])
        #expect(play.brokenLines == [6])
    }

    @Test func `a client that is gone breaks the line whose bytes it did not take`() throws {
        let play = try Rehearsal("# t\n> GET /\n< 200\n<\n< {{bytes 1000}}\n")
        play.holdsBatches = true
        play.send("GET /")
        play.flush(only: 100, closing: .reset)
        #expect(play.slugs == [.notSent])
        #expect(play.brokenLines == [5])
        #expect(
            play.sentences.first?.hasPrefix(
                "only 100 of 1041 bytes left: the client had reset connection 1; where it is to ") == true)
        #expect(play.end().verdict == .fail)
    }

    /// The body is innocent: the client has not had its reply.
    @Test func `a client that has reset its connection is told nothing of a second reply`() throws {
        let play = try Rehearsal("# t\n> GET /\n< 200\n<\n< hi\n")
        play.holdsBatches = true
        let connection = play.send("GET /")
        play.close(connection, .reset)
        play.flush(only: 0, closing: .reset)
        #expect(play.sentences.count == 1)
        #expect(
            play.sentences[0].hasPrefix("only 0 of 40 bytes left: the client had reset connection 1; where it is to "))
    }

    @Test func `a second reply to a request that has had one may be a line of the body`() throws {
        let play = try Rehearsal("# t\n> GET /\n< 200\n<\n< hi\n! flush\n< 404 pages\n")
        play.holdsBatches = true
        let connection = play.send("GET /")
        play.close(connection, .fin)
        play.flush(only: 40, closing: .fin)
        #expect(play.sentences.contains { $0.contains("its request has its reply already") }, "\(play.sentences)")
    }

    // MARK: 4. Early

    @Test func `early ends the waiting for a body`() throws {
        let text = "> POST /up\n> Expect: 100-continue\n>\n< 100\n> hello\n< 200\n"
        let play = try Rehearsal(text)
        let connection = play.send("POST /up\nExpect: 100-continue\nContent-Length: 5")
        #expect(play.text() == "HTTP/1.1 100 Continue\r\n\r\n")
        play.bytes("hel", on: connection)
        #expect(play.text() == "HTTP/1.1 100 Continue\r\n\r\n")
        play.bytes("lo", on: connection)
        #expect(play.text().hasSuffix("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"))
        #expect(play.end().verdict == .pass, "\(play.sentences) \(play.story)")
    }

    @Test func `a rest that must be absent breaks with its first byte`() throws {
        let text = "# t\n> POST /up\n< 417\n> {{absent}}\n> POST /up\n< 200\n"
        let play = try Rehearsal(text)
        let connection = play.send("POST /up\nContent-Length: 5")
        #expect(play.text().hasPrefix("HTTP/1.1 417"))
        play.bytes("h", on: connection)
        #expect(play.slugs == [.wrongBody])
        #expect(play.brokenLines == [4])
    }

    @Test func `an absent rest is kept by a request on another connection`() throws {
        let text = "# t\n> POST /up\n< 417\n> {{absent}}\n> POST /up\n>\n> hello\n< 200\n"
        let play = try Rehearsal(text)
        let first = play.send("POST /up\nContent-Length: 5")
        play.close(first)
        play.send("POST /up\n\nhello")
        #expect(play.end().verdict == .pass, "\(play.sentences) \(play.story)")
    }

    // MARK: 5. Too soon

    @Test func `a request below a line of ours that is not done comes too soon`() throws {
        let play = try Rehearsal("# t\n> GET /a\n! wait 100ms\n< 200\n> GET /b\n< 204\n")
        play.send("GET /a")
        let other = play.send("GET /b")
        #expect(play.slugs == [.tooSoon])
        #expect(play.brokenLines == [5])
        play.pass(milliseconds: 100)
        #expect(play.text(on: other) == "HTTP/1.1 204 No Content\r\n\r\n", "it is answered all the same")
        #expect(play.end().verdict == .fail)
        #expect(play.slugs == [.tooSoon], "once is enough")
    }

    @Test func `a callback below a line of ours that is not done comes too soon`() throws {
        let play = try Rehearsal("# t\n> GET /\n! wait 100ms\n< 200\n* response 200\n* finish\n", observing: .all)
        play.send("GET /")
        play.report(.response, "200")
        #expect(play.slugs == [.tooSoon])
        play.pass(milliseconds: 100)
        play.report(.finish)
        #expect(play.end().breaches.count == 1)
    }

    @Test func `what is told of bytes that are going out is not too soon`() throws {
        let lines = "> GET /\n< 200\n<\n< hello\n* response 200\n* data \"hello\"\n* finish\n"
        let play = try Rehearsal("# t\n\(lines)", observing: .all)
        play.holdsBatches = true
        play.send("GET /")
        let asked = play.report(.response, "200")
        for piece in ["h", "e", "llo"] { play.report(.data, data: piece) }
        #expect(play.answers[asked] == nil, "it is kept")
        play.flush()
        #expect(play.answers[asked] != nil)
        play.report(.finish)
        #expect(play.end().verdict == .pass, "\(play.sentences)")
    }

    @Test func `what ends before all has gone out ends too soon`() throws {
        let play = try Rehearsal("# t\n> GET /\n< 200\n* finish\n", observing: .all)
        play.holdsBatches = true
        play.send("GET /")
        play.report(.finish)
        #expect(play.slugs == [.tooSoon])
    }

    // MARK: 6. Two witnesses

    @Test func `between two lines of ours a callback and a request may come in either order`() throws {
        let text = "# t\n> GET /a\n< 200\n* finish\n> GET /b\n< 200\n"
        for callbackFirst in [true, false] {
            let play = try Rehearsal(text, observing: .all)
            play.send("GET /a")
            if callbackFirst { play.report(.finish) }
            play.send("GET /b")
            if !callbackFirst { play.report(.finish) }
            #expect(play.end().verdict == .pass, "\(play.sentences) \(play.story)")
        }
    }

    @Test func `a question stands before every line below it`() throws {
        let text = "# t\n> GET /a\n< 302\n< Location: /b\n* redirect 302 /b\n> GET /b\n< 200\n"
        let play = try Rehearsal(text, observing: .all)
        play.send("GET /a")
        play.send("GET /b")
        #expect(play.slugs == [.tooSoon])
        let question = play.report(.redirect, "302", "http://127.0.0.1:8000/b")
        #expect(play.answers[question] == "default")
        #expect(play.end().verdict == .fail)
    }

    @Test func `callbacks keep their order`() throws {
        let play = try Rehearsal(
            "# t\n> GET /\n< 200\n<\n< x\n* response 200\n* data \"x\"\n* finish\n", observing: .all)
        play.send("GET /")
        play.report(.data, data: "x")
        #expect(play.slugs == [.tooSoon])
    }

    // MARK: 7. Which line

    @Test func `an optional line gives way`() throws {
        let text =
            "# t\n> GET /\n< 100\n< 103\n< 200\n*? informational 100\n* informational 103\n* response 200\n* finish\n"
        for first in [true, false] {
            let play = try Rehearsal(text, observing: .all)
            play.send("GET /")
            if first { play.report(.informational, "100") }
            play.report(.informational, "103")
            play.report(.response, "200")
            play.report(.finish)
            #expect(play.end().verdict == .pass, "\(play.sentences) \(play.story)")
        }
    }

    @Test func `a run in any order`() throws {
        let text =
            "# t\nany-order\n* challenge ServerTrust -> trust\nor\n* challenge ClientCertificate -> use none\nend\n> GET /\n< 200\n"
        let play = try Rehearsal(text, observing: .all)
        let second = play.report(.challenge, "ClientCertificate")
        let first = play.report(.challenge, "ServerTrust")
        #expect(play.answers[first] == "trust")
        #expect(play.answers[second] == "none")
        play.send("GET /")
        #expect(play.end().verdict == .pass, "\(play.sentences) \(play.story)")
    }

    @Test func `bytes of data run on over the lines`() throws {
        let text = "# t\n> GET /\n< 200\n<\n< onetwo\n* response 200\n* data \"one\"\n* data \"two\"\n* finish\n"
        let play = try Rehearsal(text, observing: .all)
        play.send("GET /")
        play.report(.response, "200")
        play.report(.data, data: "onetw")
        play.report(.data, data: "o")
        play.report(.finish)
        #expect(play.end().verdict == .pass, "\(play.sentences) \(play.story)")
    }

    @Test func `a decision that is held is given later`() throws {
        let text = """
            # t
            > GET /
            < 401
            < WWW-Authenticate: Basic realm="b"
            * challenge Basic realm="b" failures=0 -> hold
            ! quiet 1s
            client answer use alice:secret
            > GET /
            < 200
            """
        let play = try Rehearsal(text, observing: .all)
        play.send("GET /")
        let question = play.report(.challenge, "Basic", fields: ["realm": "b", "failures": "0"])
        #expect(play.answers[question] == nil)
        play.pass(milliseconds: 1000)
        #expect(play.answers[question] == "use alice:secret")
        play.send("GET /")
        #expect(play.end().verdict == .pass, "\(play.sentences) \(play.story)")
    }

    @Test func `a wrong value is recorded and play goes on`() throws {
        let play = try Rehearsal("# t\n> GET /\n< 200\n* response 200\n* finish\n", observing: .all)
        play.send("GET /")
        play.report(.response, "404")
        play.report(.finish)
        #expect(play.slugs == [.wrongValue])
        #expect(play.brokenLines == [4])
        #expect(play.scriptEnded)
    }

    // MARK: 8. Deadline

    @Test func `a line that never comes ends the play under must`() throws {
        let play = try Rehearsal("# t\nwithin 2s\n> GET /\n< 200\n")
        play.connect()
        play.pass(milliseconds: 1999)
        #expect(play.slugs == [])
        play.pass(milliseconds: 1)
        #expect(play.slugs == [.neverCame])
        #expect(play.scriptEnded)
        #expect(play.end().verdict == .fail)
    }

    @Test func `a line that never comes is skipped under should`() throws {
        let text = "# t\n> GET /a\n< 200\nshould\n> GET /b\nend\n! wait 1ms\n"
        let play = try Rehearsal(text)
        play.send("GET /a")
        play.pass(milliseconds: 6000)
        #expect(play.scriptEnded)
        #expect(play.end().verdict == .warning)
    }

    @Test func `the deadline begins when the line becomes next`() throws {
        let play = try Rehearsal("# t\nwithin 1s\n> GET /a\n> GET /b\n< 200\n")
        play.pass(milliseconds: 900)
        play.send("GET /a")
        play.pass(milliseconds: 900)
        #expect(play.slugs == [])
        play.send("GET /b")
        #expect(play.end().verdict == .pass)
    }

    @Test func `with nobody to start it the first line may take its time`() throws {
        let play = try Rehearsal("# t\n> GET /\n< 200\n", isPatient: true)
        play.pass(milliseconds: 60_000)
        #expect(play.slugs == [])
        play.send("GET /")
        #expect(play.end().verdict == .pass)
    }

    // MARK: 9. Nothing else

    @Test func `a request that no line takes is answered at once with the nearest line`() throws {
        let play = try Rehearsal("# t\n> GET /a\n< 200\n")
        let connection = play.send("POST /a\n\nx")
        #expect(play.slugs == [.unexpectedRequest])
        #expect(play.text(on: connection).hasPrefix("HTTP/1.1 500 "))
        #expect(
            play.reasons == [
                .nearest(QuotedLine(2, "> GET /a"), [.method("POST", .bytes(Snippet("GET".utf8)))])
            ])
        #expect(play.text(on: connection).contains(play.sentences[0]))
        #expect(play.end().verdict == .fail)
    }

    @Test func `a request after the last line is too much`() throws {
        let play = try Rehearsal("# t\n> GET /a\n< 200\n")
        let connection = play.send("GET /a")
        play.send("GET /a", on: connection)
        #expect(play.slugs == [.unexpectedRequest])
        #expect(play.text(on: connection).contains("HTTP/1.1 500 "))
    }

    @Test func `an unwritten callback is a failure unless its kind may pass by`() throws {
        let play = try Rehearsal("# t\n> GET /\n< 200\n* response 200\n* finish\n", observing: .all)
        play.send("GET /")
        play.report(.sent, "1/1")
        let question = play.report(.willCache)
        #expect(play.answers[question] == "default")
        play.report(.response, "200")
        play.report(.data, data: "x")
        #expect(play.slugs == [.unexpectedCallback])
    }

    @Test func `the client's end breaks what is outstanding`() throws {
        let play = try Rehearsal("# t\n> GET /a\n< 200\n> GET /b\n< 200\n")
        play.send("GET /a")
        let outcome = play.end()
        #expect(outcome.verdict == .fail)
        #expect(play.slugs == [.neverCame])
        #expect(play.brokenLines == [4])
    }

    @Test func `callbacks that are not observed are counted, not passed`() throws {
        let play = try Rehearsal("# t\n> GET /\n< 200\n* response 200\n* finish\n")
        play.send("GET /")
        let outcome = play.end()
        #expect(outcome.verdict == .pass)
        #expect(outcome.unobserved == 2)
    }
}
