// LeavingTests.swift: what a client says by closing a connection.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainPlayer
import QuintainTranscript
import QuintainWords
import Testing

@Suite struct `A client that closes its connection` {
    private static let scenario = "# t\n> GET /\n< 200\n<\n< page\n"

    /// A client cannot notice that a `! hold` goes on, so a test may cancel a load before or behind it.
    @Test(arguments: [
        ("! hold\n! await close", Closing.fin, true), ("! hold\n! await reset", .reset, true),
        ("! hold\n< 200\n! await close", .reset, false), ("! hold\n! flush\n! await close", .fin, false),
        ("! wait 5s\n! await close", .fin, false),
    ])
    func `may do so while the play is held directly above`(lines: String, how: Closing, isRight: Bool) throws {
        let play = try Rehearsal("# t\n> GET /\n\(lines)\n")
        let connection = play.send("GET /")
        play.close(connection, how)
        play.go()
        play.pass(milliseconds: 5_000)
        #expect(play.end().verdict == (isRight ? .pass : .fail), "\(play.sentences)")
    }

    /// It asks no more, and reads on, as `nc -N` does. A reset says that nobody has read the reply.
    @Test(arguments: ["! await close", "! await fin"])
    func `before its reply has done what is awaited behind that`(line: String) throws {
        for isRead in [true, false] {
            let play = try Rehearsal("# t\n> GET /\n! wait 10ms\n< 200\n\(line)\n")
            let connection = play.send("GET /")
            play.close(connection)
            play.pass(milliseconds: 10)
            if !isRead { play.close(connection, .reset) }
            #expect(play.end().steps.last { $0.line == 5 }?.state == .done, "\(play.sentences)")
            #expect(play.brokenLines == (isRead ? [] : [4]), "\(play.sentences)")
        }
    }

    @Test func `after a reply is done, as it could have gone on`() throws {
        let play = try Rehearsal(Self.scenario)
        play.close(play.send("GET /"))
        #expect(play.leftForGood)
    }

    @Test func `before what begins another reply is told how a body says it`() throws {
        let text = "# t\n> GET /\n< 200\n< Transfer-Encoding: chunked\n<\n< first\n! wait 10ms\n< 404 pages\n"
        let play = try Rehearsal(text)
        play.close(play.send("GET /"))
        play.end()
        #expect(play.sentences.last?.contains("a part of the body that begins like a reply is a string") == true)
    }

    @Test(arguments: ["GET /\nConnection: close", "GET /\nConnection: Keep-Alive, Close", "GET / HTTP/1.0"])
    func `as it had announced may come again`(request: String) throws {
        let play = try Rehearsal(Self.scenario)
        play.close(play.send(request))
        #expect(!play.leftForGood)
    }

    @Test func `of HTTP/1.0, though it was to persist, is done`() throws {
        let play = try Rehearsal(Self.scenario)
        play.close(play.send("GET / HTTP/1.0\nConnection: keep-alive"))
        #expect(play.leftForGood)
    }

    @Test(arguments: [
        "# t\n> GET /\n< 200\n< Connection: close\n", "# t\n> GET /\n< 200\n! close\n",
        "# t\n> GET /\n< 200\n! half-close\n",
        "# t\n> GET /\n< {{raw \"HTTP/1.1 204 No Content\\r\\nConnection: close\\r\\n\\r\\n\"}}\n",
    ])
    func `as the server has said may come again`(scenario: String) throws {
        let play = try Rehearsal(scenario)
        play.close(play.send("GET /"))
        #expect(!play.leftForGood)
    }

    @Test func `without a reply, or by a reset, or before it has asked for anything may come again`() throws {
        let owed = try Rehearsal("# t\n> GET /\n! hold\n< 200\n")
        owed.close(owed.send("GET /"))
        #expect(!owed.leftForGood)

        let reset = try Rehearsal(Self.scenario)
        reset.close(reset.send("GET /"), .reset)
        #expect(!reset.leftForGood)

        let silent = try Rehearsal(Self.scenario)
        silent.close(silent.connect())
        #expect(!silent.leftForGood)
    }

    @Test func `is judged by the one that it closed last`() throws {
        let play = try Rehearsal("# t\n> GET /a\n< 200\n> GET /b\n< 200\n")
        let (one, two) = (play.connect(), play.connect())
        play.send("GET /a", on: one)
        play.send("GET /b\nConnection: close", on: two)
        play.close(one)
        play.close(two)
        #expect(!play.leftForGood)
    }

    // MARK: In the middle of a reply

    /// The head has 40 bytes.
    private static let pausing =
        "# t\n> GET /\n! wait 3s at=50\n< 200\n< Content-Length: 100\n<\n< {{bytes 100}}\n"

    @Test func `in a pause of the reply has read what left before`() throws {
        let play = try Rehearsal(Self.pausing)
        play.holdsBatches = true
        let connection = play.send("GET /")
        play.advance(to: 50, pauses: 1)
        #expect(play.player.outcome.steps.filter { $0.state == .done }.map(\.line) == [2, 3, 4, 5, 6])
        play.close(connection)
        play.flush(only: 140, closing: .fin)
        play.close(connection, .reset)
        #expect(play.end().breaches.allSatisfy { !$0.sentence.contains("nobody read `< 200`") }, "\(play.sentences)")
    }

    @Test func `before the reply has read nothing of it`() throws {
        let play = try Rehearsal(Self.pausing)
        play.holdsBatches = true
        let connection = play.send("GET /")
        play.close(connection)
        play.flush(only: 140, closing: nil)
        play.close(connection, .reset)
        #expect(play.sentences.first?.hasPrefix("nobody read `< 200`") == true, "\(play.sentences)")
    }

    /// As a client does that closes its side behind each request, and leaves when it has read enough.
    @Test func `before the reply has read it if it reports it`() throws {
        let play = try Rehearsal(
            "# t\n> GET /\n< 200\n<\n< good\n* response 200\n* finish\n< {{raw \"x\"}}\n", observing: .all)
        play.holdsBatches = true
        let connection = play.send("GET /")
        play.close(connection)
        play.flush()
        play.report(.response, "200")
        play.report(.finish)
        play.flush()
        play.close(connection, .reset)
        #expect(play.end().breaches.isEmpty, "\(play.sentences)")
    }

    @Test func `and ends is told which line had not left`() throws {
        let play = try Rehearsal(Self.pausing)
        play.holdsBatches = true
        play.send("GET /")
        play.advance(to: 50, pauses: 1)
        play.end()
        #expect(play.brokenLines == [7])
        #expect(play.sentences.first?.hasPrefix("the client ended before all of `< {{bytes 100}}` had left") == true)
    }

    @Test(arguments: [
        (ClientEnd.judged, "the client had not read all of `< {{bytes 100}}` when it was judged"),
        (.dropped, "the play was dropped without 'verify()' before all of `< {{bytes 100}}` had left"),
        (.cancelled, "the test was cancelled before all of `< {{bytes 100}}` had left"),
    ])
    func `and does not read to the end is told so by what has ended the play`(why: ClientEnd, says: String) throws {
        let play = try Rehearsal(Self.pausing)
        play.holdsBatches = true
        play.send("GET /")
        play.advance(to: 50, pauses: 1)
        play.end(why)
        #expect(play.sentences.first?.hasPrefix(says) == true, "\(play.sentences)")
    }

    @Test func `in the first of two pauses has not seen the second begin`() throws {
        let play = try Rehearsal(Self.pausing.replacing("at=50\n", with: "at=50\n! wait 9s at=50\n"))
        play.holdsBatches = true
        let connection = play.send("GET /")
        play.advance(to: 50, pauses: 1)
        play.advance(to: 50, pauses: 1)
        play.close(connection)
        play.end()
        let lines = play.story.split(separator: "\n")
        #expect(lines.contains("! wait 3s at=50") && !lines.contains("! wait 9s at=50"), "\(play.story)")
    }
}
