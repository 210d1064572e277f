// RoundsEndTests.swift: what ends a block whose rounds the client counts, and what is told of a request behind it.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainPlayer
import QuintainReply
import QuintainTranscript
import QuintainWords
import Testing

@Suite struct `The end of a number of rounds that the client chooses` {
    @Test func `is a silence below the block, which is named`() throws {
        let play = try Rehearsal("# t\nrepeat 1..3\n> GET /a\n< 503\nend\n! quiet 500ms\n> GET /b\n< 200\n")
        let connection = play.send("GET /a")
        play.pass(milliseconds: 500)
        play.send("GET /a", on: connection)
        let silence = Taker.Rounds.ended(1, by: QuotedLine(6, "! quiet 500ms"), isSilence: true)
        let taker = Taker(QuotedLine(3, "> GET /a"), .none, silence)
        let why = StrangeRequest.Reason.repeated(taker, instead: QuotedLine(7, "> GET /b"), nil)
        #expect(play.differences == [.request(StrangeRequest(RequestWords("GET", "/a"), on: 1, why))])
    }

    @Test func `is no silence that is too short, and the report names the silence`() throws {
        let play = try Rehearsal("# t\nrepeat 1..3\n> GET /a\n< 503\nend\n! quiet 500ms\n> GET /b\n< 200\n")
        let connection = play.send("GET /a")
        play.pass(milliseconds: 100)
        play.send("GET /b", on: connection)
        #expect(play.sentences == ["GET /b came too soon: line 6, `! quiet 500ms`, was not done"])
    }

    @Test(arguments: [
        ("repeat 1..3\n> GET /a\n< 503\nend\n! quiet 500ms\n> GET /b\n< 200\n", "GET /b"),
        (
            "> GET /a\n< 503\neither\n! quiet 500ms\n> GET /a\n< 200\nnever \"too soon\"\n> GET /a\n< 200\nend\n",
            "GET /a"
        ),
    ])
    func `or a silence that chooses a branch counts by its time, however late the server looks`(
        lines: String, request: String
    ) throws {
        for (milliseconds, isRight) in [(499, false), (500, true), (700, true)] {
            let play = try Rehearsal("# t\n\(lines)")
            play.holdsBatches = true
            let connection = play.send("GET /a")
            let leaving = play.now
            // The server is told late that its reply has left.
            play.elapse(milliseconds: 50)
            play.flush(leaving: leaving)
            play.holdsBatches = false
            play.elapse(milliseconds: milliseconds - 50)
            play.send(request, on: connection)
            #expect((play.end().verdict == .pass) == isRight, "\(milliseconds): \(play.sentences)")
        }
    }

    @Test func `is no silence in which the client had no processor`() throws {
        let play = try Rehearsal("# t\nrepeat 1..3\n> GET /a\n< 503\nend\n! quiet 500ms\n> GET /b\n< 200\n")
        let connection = play.send("GET /a")
        play.elapse(milliseconds: 600)
        play.player.stoodStill(for: 400_000_000, ofClient: true)
        play.send("GET /a", on: connection)
        #expect(play.sentences.isEmpty, "\(play.sentences)")
    }

    @Test func `is the close of a connection`() throws {
        let play = try Rehearsal("# t\nrepeat 1..3\n> GET /a\n< 503\nend\n! await close\n> GET /b\n< 200\n")
        play.close(play.send("GET /a"))
        play.send("GET /a")
        #expect(play.slugs == [.unexpectedRequest])
        let close = Taker.Rounds.ended(1, by: QuotedLine(6, "! await close"), isSilence: false)
        let taker = Taker(QuotedLine(3, "> GET /a"), .none, close)
        #expect(play.reasons == [.repeated(taker, instead: QuotedLine(7, "> GET /b"), nil)])
    }

    @Test func `is not told as long as the rounds go on`() throws {
        let play = try Rehearsal("# t\nrepeat 1..3\n> GET /a\n< 503\n> GET /c\n< 200\nend\n> GET /b\n< 200\n")
        let connection = play.send("GET /a")
        play.send("GET /a", on: connection)
        #expect(play.slugs == [.tooSoon])
        #expect(!play.sentences[0].contains("ended"), "\(play.sentences)")
    }

    @Test func `is nothing that an act below the block brings, and the report names the act`() throws {
        let play = try Rehearsal("# t\nrepeat 1..3\n> GET /a\n< 503\nend\n! wait 200ms\n> GET /b\n< 200\n")
        let connection = play.send("GET /a")
        play.send("GET /b", on: connection)
        #expect(play.slugs == [.tooSoon])
        #expect(
            play.sentences == [
                "GET /b came too soon: line 6, `! wait 200ms`, was not done: no input leaves the block above it, which ends "
                    + "when nothing has come for 5000 ms"
            ])
    }

    @Test func `behind an act is the time of its lines without any input`() throws {
        let play = try Rehearsal("# t\nrepeat 1..3\n> GET /a\n< 503\nend\n! wait 200ms\n> GET /b\n< 200\n")
        let connection = play.send("GET /a")
        play.pass(milliseconds: 5000)
        play.pass(milliseconds: 200)
        play.send("GET /b", on: connection)
        #expect(play.end().verdict == .pass, "\(play.sentences)")
    }
}

@Suite struct `What came too soon` {
    @Test func `names the pause that was not over`() throws {
        let play = try Rehearsal("# t\n> GET /a\n< 200\n! wait 100ms\n> GET /b\n< 204\n")
        let connection = play.send("GET /a")
        play.send("GET /b", on: connection)
        #expect(play.sentences == ["GET /b came too soon: line 4, `! wait 100ms`, was not done"])
    }

    @Test func `names the branches of which none had begun`() throws {
        let play = try Rehearsal("# t\neither\n> GET /a\n< 200\nor\n> GET /b\n< 200\nend\n> GET /c\n< 204\n")
        play.send("GET /c")
        #expect(
            play.sentences == [
                "GET /c came too soon: of the block at line 2 nothing had begun: `> GET /a` or `> GET /b`"
            ])
    }

    @Test func `names lines that read the same once`() throws {
        let play = try Rehearsal("# t\neither\n> GET /a\n< 200\nor\n> GET /a\n> X: 1\n< 201\nend\n> GET /c\n< 204\n")
        play.send("GET /c")
        #expect(play.sentences == ["GET /c came too soon: of the block at line 2 nothing had begun: `> GET /a`"])
    }

    @Test func `names the request of another round that has to come`() throws {
        let play = try Rehearsal("# t\nrepeat 2..3\n> GET /a\n< 200\nend\n> GET /c\n< 204\n")
        let connection = play.send("GET /a")
        play.send("GET /c", on: connection)
        #expect(play.sentences == ["GET /c came too soon: line 3, `> GET /a` in round 2, had not happened"])
    }

    @Test func `in a block is told with its round`() throws {
        let play = try Rehearsal("# t\nrepeat 2\n> GET /a\n> X: 1\n< 200\nend\n")
        let connection = play.send("GET /a\nX: 1")
        play.send("GET /a\nX: 2", on: connection)
        #expect(play.sentences == ["X is \"2\", not \"1\", in round 2"])
    }
}

@Suite struct `A client that waits for the end of its connection` {
    private let text = "# t\n> GET /a\n< 200\n> GET /b\n< 200\n"

    @Test(arguments: ["GET /a\nConnection: close", "GET /a HTTP/1.0"])
    func `is named where a line never came`(request: String) throws {
        let play = try Rehearsal(text)
        play.send(request)
        play.pass(milliseconds: 5000)
        #expect(play.slugs == [.neverCame])
        #expect(
            play.sentences[0].hasSuffix(
                ": the request on connection 1 asked for its end behind the reply, where '! close' would do that"))
    }

    @Test(arguments: ["GET /a\nConnection: close", "GET /a HTTP/1.0"])
    func `has that end behind the last line`(request: String) throws {
        let play = try Rehearsal("# t\n> GET /a\n< 200\n<\n< hi\n")
        let connection = play.send(request)
        #expect(play.text(on: connection).hasSuffix("\r\n\r\nhi"))
        #expect(play.acts == [.close])
        #expect(play.end().verdict == .pass)
    }

    @Test(arguments: [
        ("GET /a", "< 200\n<\n< hi\n"), ("GET /a\nConnection: close", "< 200\n< Content-Length: 9\n<\n< hi\n! stall\n"),
        ("GET /a\nConnection: close", "< 200\n<\n< hi\n> GET /b\n< 200\n"),
        ("GET /a\nConnection: close", "< 200\n<\n< hi\n! quiet 1s\n! await close\n"),
    ])
    func `has no end that it did not ask for, nor one above a line`(request: String, lines: String) throws {
        let play = try Rehearsal("# t\n> GET /a\n" + lines)
        play.send(request)
        #expect(!play.acts.contains(.close))
    }

    @Test func `is not named where it has the end, or has not asked for it`() throws {
        for (request, closes) in [("GET /a", false), ("GET /a\nConnection: close", true)] {
            let play = try Rehearsal(text)
            let connection = play.send(request)
            if closes { play.close(connection) }
            play.pass(milliseconds: 5000)
            #expect(!play.sentences[0].contains("asked for its end"), "\(play.sentences)")
        }
    }
}
