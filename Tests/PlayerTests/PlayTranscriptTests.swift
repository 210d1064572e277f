// PlayTranscriptTests.swift: the transcript of a play.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainPlayer
import QuintainScenario
import QuintainTranscript
import QuintainNotation
import QuintainWords
import Testing

@Suite struct `The transcript of a play` {
    private let text = """
        # t
        > POST /a
        > A: 1
        >
        > hello
        < 200 OK
        < B: "x"
        <
        < one
        < two
        * response 200
        * data "one\\ntwo"
        * finish
        """

    private func played() throws -> Rehearsal {
        let play = try Rehearsal(text, observing: .all)
        play.send("POST /a\nA: 1\n\nhello")
        play.report(.response, "200")
        play.report(.data, data: "one\ntwo")
        play.report(.finish)
        #expect(play.end().verdict == .pass, "\(play.sentences)")
        return play
    }

    /// The bytes are for two lines and came while the reply was being sent; the other lane's callback came after them.
    @Test func `what waited for its line names no event that came later`() throws {
        let play = try Rehearsal(
            """
            # t
            client GET /one lane=a
            client GET /two lane=b
            >a GET /one
            >b GET /two
            <a 200
            <a
            <a ab
            *a data "a"
            *a data "b"
            """, observing: .all)
        play.holdsBatches = true
        play.send("GET /one")
        play.send("GET /two")
        play.report(.data, lane: "a", data: "ab")
        play.report(.metrics, lane: "b")
        play.flush()
        #expect(play.end().verdict == .pass, "\(play.sentences)")
        let callbacks = play.player.transcript.events.filter {
            if case .reported = $0.happening { true } else { false }
        }
        #expect(callbacks.map(\.line?.number) == [nil, nil])
    }

    @Test func `events are numbered without a gap, in the order in which they came`() throws {
        let events = try played().player.transcript.events
        #expect(events.map(\.number) == Array(1...events.count))
        #expect(zip(events, events.dropFirst()).allSatisfy { $0.time <= $1.time })
    }

    @Test func `it reads as the scenario does`() throws {
        let story = try played().story
        #expect(
            story == """
                client (the first request below)
                # connection 1 to main, from 127.0.0.1:50000
                > POST /a
                > Host: 127.0.0.1:8000
                > A: 1
                > Content-Length: 5
                >
                > hello
                # the request is whole, 5 body bytes
                < 200 OK
                < B: "x"
                # added:
                < Content-Length: 7
                <
                < one
                < two
                * response 200
                # -> default
                * data "one\\ntwo"
                * finish
                """, "\(story)")
    }

    @Test func `it is a scenario that the same client keeps`() throws {
        let lines = try played().story.split(separator: "\n").filter { !$0.hasPrefix("client (") }
        let play = try Rehearsal("# t\n" + lines.joined(separator: "\n") + "\n", observing: .all)
        let connection = play.send("POST /a\nA: 1\n\nhello")
        play.report(.response, "200")
        play.report(.data, data: "one\ntwo")
        play.report(.finish)
        #expect(play.end().verdict == .pass, "\(play.sentences)")
        #expect(play.text(on: connection) == "HTTP/1.1 200 OK\r\nB: \"x\"\r\nContent-Length: 7\r\n\r\none\ntwo")
    }

    @Test func `each event of a line names it`() throws {
        let events = try played().player.transcript.events
        let sent = events.compactMap { event -> Int?? in
            if case .sent(let part, _) = event.happening, part != .added, part != .lineEnd {
                event.line?.number
            } else {
                nil
            }
        }
        #expect(sent == [6, 7, 8, 9, 10])
        let reported = events.compactMap { event -> Int?? in
            if case .reported = event.happening { event.line?.number } else { nil }
        }
        #expect(reported == [11, 12, 13])
    }

    @Test func `it says what really left, up to the fault`() throws {
        let play = try Rehearsal("# t\n> GET /\n< 200\n<\n< hello\n! reset\n")
        play.holdsBatches = true
        play.send("GET /")
        play.flush(only: 40, closing: .reset)
        let sent = play.player.transcript.events.reduce(0) { sum, event in
            if case .sent(_, let payload) = event.happening { sum + payload.count } else { sum }
        }
        #expect(sent == 40)
        #expect(!play.story.contains("! reset"), "behind bytes that did not leave no act was carried out")
        #expect(play.end().steps.map(\.state) == [.done, .done, .done, .broken(.failure), .notReached])
    }

    @Test func `the verdict does not come from what is kept of it`() throws {
        let play = try Rehearsal("# t\n> GET /\n> A: 1\n< 204\nrepeat 9000\n> GET /\n< 204\nend\n")
        let connection = play.connect()
        for _ in 0...9000 { play.request("GET /", on: connection) }
        let transcript = play.player.transcript
        #expect(transcript.leftOut > 0)
        #expect(transcript.kept == 25_000)
        #expect(play.end().verdict == .fail)
        #expect(play.brokenLines == [3])
    }
}
