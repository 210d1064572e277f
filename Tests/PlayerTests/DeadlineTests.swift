// DeadlineTests.swift: how long a line is waited for.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainPlayer
import QuintainReply
import QuintainScenario
import QuintainTranscript
import Testing

@Suite struct `Deadlines` {
    @Test func `five seconds unless the file says else`() throws {
        let play = try Rehearsal("# t\n> GET /\n< 200\n")
        play.pass(milliseconds: 4999)
        #expect(play.slugs == [])
        play.pass(milliseconds: 1)
        #expect(play.sentences == ["`> GET /` did not happen within 5000 ms: no connection came"])
        #expect(play.brokenLines == [2])
    }

    @Test(arguments: [
        ("repeat 3", "in round 2 of 3 "), ("repeat 2..9", "in round 2 "), ("repeat 4\nrepeat 2", "in round 2 of 2 "),
    ])
    func `of a block that is repeated say which round never came`(head: String, round: String) throws {
        let ends = head.split(separator: "\n").map { _ in "end\n" }.joined()
        let play = try Rehearsal("# t\n\(head)\n> GET /hop/{{count}}\n< 204\n\(ends)")
        let connection = play.connect()
        play.send("GET /hop/1", on: connection)
        play.pass(milliseconds: 5000)
        #expect(
            play.sentences.map { $0.hasPrefix("`> GET /hop/{{count}}` \(round)did not happen within 5000 ms") } == [
                true
            ])
        let left = try Rehearsal("# t\n\(head)\n> GET /hop/{{count}}\n< 204\n\(ends)")
        left.send("GET /hop/1", on: left.connect())
        _ = left.end()
        #expect(left.sentences.first?.hasPrefix("`> GET /hop/{{count}}` \(round)did not happen before") == true)
    }

    @Test(arguments: [("repeat 1..3", 2), ("repeat 2..3", 2), ("repeat 1..3", 1)])
    func `of a line below rounds say which round took its request`(head: String, rounds: Int) throws {
        let play = try Rehearsal("# t\n\(head)\n> GET /items/{{any}}\n< 204\nend\n> GET /items/last\n< 204\n")
        let connection = play.connect()
        for _ in 1..<rounds { play.send("GET /items/1", on: connection) }
        play.send("GET /items/last", on: connection)
        _ = play.end()
        #expect(
            play.sentences == [
                "`> GET /items/last` did not happen before the client ended; round \(rounds) of line 3, "
                    + "`> GET /items/{{any}}`, has taken one like it"
            ])
        let other = try Rehearsal("# t\n\(head)\n> GET /items/{{any}}\n< 204\nend\n> GET /items/last\n< 204\n")
        let second = other.connect()
        for _ in 1...2 { other.send("GET /items/1", on: second) }
        _ = other.end()
        #expect(other.sentences == ["`> GET /items/last` did not happen before the client ended"])
    }

    @Test(arguments: [
        "> GET /a\n> GET /b\n< 200\n< 200\n",
        "client GET /a lane=a\nclient GET /b lane=b\n>a GET /a\n>b GET /b\n<a 200\n<b 200\n",
        "client GET /a lane=a\nclient GET /b lane=b\n>b GET /b\n>a GET /a\n! wait 1ms\n<a 200\n<b 200\n",
    ])
    func `of a request that waits for a reply below it are told to be in vain`(lines: String) throws {
        let play = try Rehearsal("# t\n\(lines)")
        play.send("GET \(lines.contains(">b GET /b\n>a") ? "/b" : "/a")", on: play.connect())
        play.pass(milliseconds: 5000)
        let told =
            ": connection 1 waits for its reply, which no line above this one sends; a client that makes one request after "
            + "the other never comes to it"
        #expect(
            play.sentences.map { $0.hasSuffix(" did not happen within 5000 ms" + told) } == [true], "\(play.sentences)")
    }

    @Test func `of a request whose client has its replies are not`() throws {
        let play = try Rehearsal("# t\n> GET /a\n< 200\n> GET /b\n< 200\n")
        play.send("GET /a", on: play.connect())
        play.pass(milliseconds: 5000)
        #expect(play.sentences == ["`> GET /b` did not happen within 5000 ms"])
    }

    @Test func `without anyone to start it the clock runs from the first sign of life`() throws {
        let play = try Rehearsal("# t\nclient GET /\n> GET /\n< 200\n", isPatient: true)
        #expect(play.player.nextDeadline == nil)
        play.pass(milliseconds: 60_000)
        let connection = play.connect()
        #expect(play.player.nextDeadline == 65_000_000_000)
        play.pass(milliseconds: 4999)
        play.send("GET /", on: connection)
        #expect(play.end().verdict == .pass, "\(play.sentences)")
    }

    @Test func `a request behind the end of a play is told what the play has missed`() throws {
        let play = try Rehearsal("# t\n> GET /a\n< 200\n> GET /b\n< 200\n")
        let connection = play.connect()
        play.send("GET /a", on: connection)
        play.pass(milliseconds: 5000)
        let late = play.connect()
        play.send("GET /b", on: late)
        #expect(
            play.text(on: late).contains(
                "GET /b came after the play had ended: line 4: `> GET /b` did not happen within 5000 ms"))
        #expect(play.sentences.count == 1)
    }

    @Test func `a wait is as long as it says`() throws {
        let play = try Rehearsal("# t\n> GET /\n! wait 200ms\n< 200\n")
        play.send("GET /")
        #expect(play.player.nextDeadline == 200_000_000)
        play.pass(milliseconds: 199)
        #expect(play.text() == "")
        play.pass(milliseconds: 1)
        #expect(play.text().hasPrefix("HTTP/1.1 200"))
    }

    @Test func `quiet begins anew with whatever comes`() throws {
        let play = try Rehearsal("# t\n> POST /\n! quiet 300ms\n> {{any}}\n< 200\n")
        let connection = play.send("POST /\nContent-Length: 10")
        play.pass(milliseconds: 200)
        play.bytes("hello", on: connection)
        play.pass(milliseconds: 299)
        #expect(play.text() == "")
        play.pass(milliseconds: 1)
        #expect(play.text().hasPrefix("HTTP/1.1 200"))
        #expect(play.end().verdict == .pass)
    }

    @Test(arguments: [0, 1, 500]) func `quiet above a request says how soon that may come`(later: Int) throws {
        for meanwhile in ["nothing", "close", "connect", "bytes"] {
            let play = try Rehearsal(
                "# t\n> POST /a\n< 503\n< Retry-After: 1\n> {{any}}\n! quiet 1s\n> GET /a\n> B: 1\n< 200\n")
            let first = play.send("POST /a\nContent-Length: 1")
            play.pass(milliseconds: 900)
            var second: ConnectionNumber?
            switch meanwhile {
            case "close": play.close(first)
            case "connect": second = play.connect()
            case "bytes": play.bytes("x", on: first)
            default: break
            }
            // The player is told of the request before it is told that the time is over.
            play.elapse(milliseconds: 100 + later)
            play.send("GET /a\nB: 1", on: second)
            #expect(play.end().verdict == .pass, "\(meanwhile), \(later) ms later: \(play.sentences)")
        }
    }

    @Test func `a request sooner than that comes too soon, though something came before it`() throws {
        let play = try Rehearsal("# t\n> GET /a\n< 503\n! quiet 1s\n> GET /a\n< 200\n")
        play.close(play.send("GET /a"))
        play.pass(milliseconds: 999)
        play.send("GET /a")
        #expect(play.sentences == ["GET /a came too soon: line 4, `! quiet 1s`, had begun 999 ms before"])
    }

    @Test func `silence that does not come is broken, and play goes on`() throws {
        let play = try Rehearsal("# t\nwithin 1s\n> POST /\n! quiet 300ms\n> {{any}}\n< 200\n")
        let connection = play.send("POST /\nContent-Length: 1000")
        for _ in 1...13 {
            play.bytes("x", on: connection)
            play.pass(milliseconds: 100)
        }
        #expect(play.slugs == [.wrongTime])
        #expect(play.brokenLines == [4])
        #expect(play.sentences == ["there was no silence of 300 ms within 1000 ms"])
        #expect(play.text().hasPrefix("HTTP/1.1 200"))
    }

    @Test(arguments: [
        ("repeat 0..1\n> GET /q\n< 200\nend\n! quiet 200ms\n", Verdict.pass),
        ("either\n> GET /q\n< 200\nor\nend\n! quiet 200ms\n! wait 1s\n", .fail),
        ("either\n> GET /q\n< 200\nor\nend\n! quiet 200ms\n", .pass),
        ("repeat 0..1\n> GET /q\n< 200\nend\n! quiet 200ms\n> GET /r\n< 200\n", .fail),
        ("either\n> GET /q\n< 200\nor\n! quiet 200ms\nend\n", .pass),
        ("either\n! quiet 200ms\nnever \"twice\"\n> GET /q\n< 200\nend\n", .pass),
        ("either\n* fail connection-lost\n! quiet 200ms\nnever \"twice\"\n> GET /q\n< 200\nend\n", .pass),
        // A client that is gone does nothing below the silence.
        ("either\n> GET /q\n< 200\nor\n! quiet 200ms\n> GET /r\n< 200\nend\n", .fail),
        ("either\n! quiet 200ms\n> GET /r\n< 200\nor\n* fail {{any}}\nend\n", .pass),
        ("> GET /b\n< 200\neither\n> GET /q\n< 200\nor\n! quiet 200ms\nend\n", .fail),
    ])
    func `quiet behind a block that is left is over with its client`(lines: String, verdict: Verdict) throws {
        let play = try Rehearsal("# t\n> GET /p\n< 200\n\(lines)")
        play.send("GET /p")
        #expect(play.end().verdict == verdict, "\(play.sentences)")
    }

    @Test func `a request during quiet came too soon`() throws {
        let play = try Rehearsal("# t\n> GET /a\n< 200\n! quiet 300ms\n> GET /b\n< 200\n")
        let connection = play.send("GET /a")
        play.pass(milliseconds: 120)
        play.send("GET /b", on: connection)
        #expect(play.slugs == [.tooSoon])
        #expect(play.sentences == ["GET /b came too soon: line 4, `! quiet 300ms`, had begun 120 ms before"])
        play.pass(milliseconds: 1000)
        play.end()
        let quiet = play.player.outcome.steps.first { $0.line == 4 }
        #expect(quiet?.state == .broken(.failure), "another silence does not make it good")
    }

    @Test func `a request during quiet that no line takes says so`() throws {
        let play = try Rehearsal("# t\n> GET /a\n< 200\n! quiet 300ms\n")
        let connection = play.send("GET /a")
        play.pass(milliseconds: 120)
        play.send("GET /c", on: connection)
        let past = StrangeRequest.Past.silence(QuotedLine(4, "! quiet 300ms"), 120)
        #expect(play.differences == [.request(StrangeRequest(RequestWords("GET", "/c"), on: 1, .past(past)))])
        play.pass(milliseconds: 300)
        #expect(play.end().steps.first { $0.line == 4 }?.state == .broken(.failure))
    }

    @Test func `a hold waits for the test`() throws {
        let play = try Rehearsal("# t\n> GET /\n! hold\n< 200\n")
        play.send("GET /")
        #expect(play.player.isHeld == 3)
        play.pass(milliseconds: 100_000)
        #expect(play.text() == "")
        play.go()
        #expect(play.text().hasPrefix("HTTP/1.1 200"))
        #expect(play.player.isHeld == nil)
        #expect(play.end().verdict == .pass)
    }

    @Test func `a hold that nobody let go on is named at the end`() throws {
        let play = try Rehearsal("# t\n> GET /\n! hold\n< 200\n")
        play.send("GET /")
        play.end()
        #expect(play.slugs == [.notSent])
        #expect(play.sentences == ["line 3, `! hold`, kept `< 200` back to the end: nothing let it go on"])
    }

    @Test func `after the end there is nothing to wait for`() throws {
        let play = try Rehearsal("# t\n> GET /\n! wait 1s\n< 200\n")
        play.send("GET /")
        #expect(play.end().verdict == .fail)
        #expect(play.sentences == ["the client ended before `< 200`"])
        #expect(play.player.nextDeadline == nil)
        play.pass(milliseconds: 2000)
        #expect(play.text().hasPrefix("HTTP/1.1 500"), "and nobody is left waiting")
    }

    /// The client may be there, and wait: then it has not ended.
    @Test(arguments: [
        ("! hold\n< 200\n", "line 3, `! hold`, kept `< 200` back to the end: nothing let it go on"),
        ("! wait 1s\n< 200\n", "the deadline came before `< 200`"),
        (
            "! stall\n! await close\n",
            "`! await close` did not happen before the deadline came: the client keeps connection 1 open"
        ),
        ("< 200\n> GET /b\n< 200\n", "`> GET /b` did not happen before the deadline came"),
        (
            "< 200\neither\n> GET /b\n< 200\nor\n> GET /c\n< 200\nend\n",
            "no branch at line 4 had begun when the deadline came"
        ),
    ])
    func `a play that is given up does not say that the client has ended`(lines: String, sentence: String) throws {
        let play = try Rehearsal("# t\n> GET /\n\(lines)")
        play.send("GET /")
        #expect(play.end(.deadline).verdict == .fail)
        #expect(play.sentences.first == sentence)
    }

    /// Two clients that give up, one of them before the play is ended, and one that comes back; and one that has not left.
    @Test func `a client that gives up a wait hears what to write if it is to do so`() throws {
        let advice =
            "; where it is to give up, '! stall' and '! await close' stand in place of all that it does not wait for"
        let play = try Rehearsal("# t\n> GET /\n! wait 1s\n< 200\n")
        play.close(play.send("GET /"))
        _ = play.end()
        #expect(play.sentences == ["the client ended before `< 200`\(advice)"])

        let body = try Rehearsal("# t\n> GET /\n< 200\n<\n< ab\n! wait 1s\n< c\n")
        body.close(body.send("GET /"))
        _ = body.end()
        #expect(body.sentences == ["the client ended before `< c`\(advice)"])

        let late = try Rehearsal("# t\n> GET /\n! wait 1s\n< 200\n<\n< hello\n")
        let left = late.send("GET /")
        late.close(left)
        late.pass(milliseconds: 1000)
        late.close(left, .reset)
        let unread = "nobody read `< 200`: the client had closed connection 1 before it left, and answered it by a "
        #expect(late.sentences == [unread + "reset" + advice])

        let again = try Rehearsal("# t\n> GET /\n! wait 1s\n< 200\n> GET /\n< 200\n")
        again.close(again.send("GET /"))
        again.send("GET /")
        #expect(again.sentences == ["GET / came too soon: line 3, `! wait 1s`, was not done\(advice)"])

        let impatient = try Rehearsal("# t\n> GET /\n! wait 1s\n< 200\n> GET /\n< 200\n")
        impatient.send("GET /")
        impatient.send("GET /")
        #expect(
            impatient.sentences == [
                "GET / came too soon: line 3, `! wait 1s`, was not done; 'any-order' is for requests that come at once"
            ])
    }

    @Test func `what comes below 'any-order' while a part of it waits is told of lanes`() throws {
        let parts = "any-order\n> GET /a\n< 401\nor\n> GET /b\n! wait 1s\n< 401\nend\n"
        let play = try Rehearsal("# t\n\(parts)> POST /token\n< 200\n")
        play.send("GET /a")
        play.send("GET /b")
        play.send("POST /token\nContent-Length: 0")
        let sentence = try #require(play.sentences.first)
        #expect(
            sentence.hasPrefix("POST /token came too soon: line 7, `! wait 1s`, was not done; lines below 'end' wait"))
        #expect(sentence.hasSuffix("has a lane, which a 'client' line names, 'client GET /a lane=b' and '>b GET /a'"))
    }

    @Test func `a client that gives up as it should keeps '! stall' and '! await close'`() throws {
        let play = try Rehearsal("# t\n> GET /\n! stall\n! await close\n> GET /\n< 200\n")
        play.close(play.send("GET /"))
        play.send("GET /")
        #expect(play.end().verdict == .pass, "\(play.sentences)")
    }

    @Test func `a quiet in which the client ends is quiet`() throws {
        let play = try Rehearsal("# t\n> GET /\n< 200\n! quiet 1s\n")
        play.send("GET /")
        #expect(play.end().verdict == .pass, "\(play.sentences)")
    }

    @Test func `bytes that have not left when the client ends are broken`() throws {
        let play = try Rehearsal("# t\n> GET /\n< 200\n<\n< hello\n")
        play.holdsBatches = true
        play.send("GET /")
        #expect(play.end().verdict == .fail)
        #expect(play.slugs == [.notSent])
        #expect(play.brokenLines == [3])
        play.flush(only: 0, closing: .reset)
        #expect(play.slugs == [.notSent], "the verdict stands")
    }

    @Test func `behind a request that came too soon it is a second`() throws {
        let play = try Rehearsal("# t\n> GET /a\n< 200\n> GET /b\n< 200\n")
        play.pass(milliseconds: 3000)
        let connection = play.send("GET /b")
        play.pass(milliseconds: 999)
        #expect(play.slugs == [.tooSoon])
        #expect(play.text(on: connection) == "")
        play.pass(milliseconds: 1)
        #expect(play.text(on: connection).hasPrefix("HTTP/1.1 500"))
        let late = try #require(play.player.outcome.breaches.first?.follows.first)
        #expect(late.sentence == "`> GET /a` did not happen within 1000 ms of what came too soon")
    }

    @Test func `behind one that counts as a warning it is as the file says`() throws {
        let play = try Rehearsal("# t\n> GET /a\n< 200\nshould\n> GET /b\n< 200\nend\n")
        play.send("GET /b")
        play.pass(milliseconds: 4999)
        play.send("GET /a", on: play.connect())
        #expect(play.end().verdict == .warning, "\(play.sentences)")
    }

    @Test func `is not longer behind a request that came too soon`() throws {
        let play = try Rehearsal("# t\n> GET /a\n< 200\n> GET /b\n< 200\n")
        play.pass(milliseconds: 4500)
        play.send("GET /b")
        #expect(play.player.nextDeadline == 5_000_000_000)
    }

    @Test func `a standstill is no time of the client's`() throws {
        let play = try Rehearsal("# t\nlevel should\n> GET /a\n< 200\n! quiet 300ms\n> GET /b\n< 200\n")
        play.pass(milliseconds: 4000)
        play.standStill(milliseconds: 9000)
        play.pass(milliseconds: 999)
        #expect(play.slugs == [])
    }

    @Test func `a silence above a line of ours leaves a standstill out`() throws {
        let play = try Rehearsal("# t\n> POST /\n! quiet 300ms\n> {{any}}\n< 200\n")
        play.send("POST /\nContent-Length: 1")
        play.pass(milliseconds: 100)
        play.standStill(milliseconds: 1000)
        play.pass(milliseconds: 199)
        #expect(play.text() == "")
        #expect(play.player.nextDeadline == play.now + 1_000_000)
    }

    /// The client's clock went on, and it cannot know that another process stood still.
    @Test func `a request behind a quiet is not too soon because this process stood still`() throws {
        let play = try Rehearsal("# t\n> GET /a\n< 503\n! quiet 900ms\n> GET /a\n< 200\n")
        let connection = play.send("GET /a")
        play.pass(milliseconds: 300)
        play.standStill(milliseconds: 400)
        play.pass(milliseconds: 200)
        play.send("GET /a", on: connection)
        #expect(play.end().verdict == .pass, "\(play.sentences)")
    }

    /// Another process may have had the processor between the call that sent the bytes and the look at the clock.
    @Test(arguments: [(899, false), (900, true)])
    func `a quiet counts from the time before the bytes above it left`(later: Int, isRight: Bool) throws {
        let play = try Rehearsal("# t\n> GET /a\n< 503\n! quiet 900ms\n> GET /a\n< 200\n")
        play.holdsBatches = true
        let connection = play.send("GET /a")
        let leaving = play.now
        play.elapse(milliseconds: 150)
        play.flush(leaving: leaving)
        play.holdsBatches = false
        play.elapse(milliseconds: later - 150)
        play.send("GET /a", on: connection)
        #expect((play.end().verdict == .pass) == isRight, "\(play.sentences)")
    }

    @Test func `a quiet behind a wait counts from the end of that`() throws {
        let play = try Rehearsal("# t\n> GET /a\n< 503\n! wait 500ms\n! quiet 900ms\n> GET /a\n< 200\n")
        play.holdsBatches = true
        let connection = play.send("GET /a")
        play.flush(leaving: play.now)
        play.holdsBatches = false
        play.pass(milliseconds: 500)
        play.pass(milliseconds: 899)
        play.send("GET /a", on: connection)
        #expect(play.sentences == ["GET /a came too soon: line 5, `! quiet 900ms`, had begun 899 ms before"])
    }

    @Test func `a wait of ours goes on while the machine stands still`() throws {
        let play = try Rehearsal("# t\n> GET /\n! wait 200ms\n< 200\n")
        play.send("GET /")
        play.pass(milliseconds: 50)
        play.standStill(milliseconds: 300)
        #expect(play.text().hasPrefix("HTTP/1.1 200"))
    }

    @Test func `the deadline under should goes to the line below`() throws {
        let play = try Rehearsal("# t\nlevel should\nwithin 1s\n> GET /a\n> GET /b\n> GET /c\n! close\n")
        play.pass(milliseconds: 2500)
        #expect(play.brokenLines == [4])
        #expect(play.follows == [[.neverCame]])
        play.send("GET /c")
        #expect(play.acts == [.close])
        #expect(play.end().verdict == .warning)
    }
}
