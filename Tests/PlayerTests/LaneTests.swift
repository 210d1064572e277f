// LaneTests.swift: several loads at once.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainPlayer
import QuintainScenario
import QuintainTranscript
import QuintainWords
import Testing

@Suite struct `Lanes` {
    private let two = """
        # t
        client GET /one lane=a
        client GET /two lane=b
        >a GET /one
        >b GET /two
        <b 200
        *b response 200
        *b finish
        <a 200
        *a response 200
        *a finish
        """

    @Test func `a reply waits for the callbacks of the other lane`() throws {
        let play = try Rehearsal(two, observing: .all)
        let one = play.send("GET /one")
        let second = play.send("GET /two")
        #expect(play.text(on: second).hasPrefix("HTTP/1.1 200"))
        #expect(play.text(on: one) == "")
        play.report(.response, "200", lane: "b")
        #expect(play.text(on: one) == "")
        play.report(.finish, lane: "b")
        #expect(play.text(on: one).hasPrefix("HTTP/1.1 200"))
        play.report(.response, "200", lane: "a")
        play.report(.finish, lane: "a")
        #expect(play.end().verdict == .pass, "\(play.sentences)")
    }

    @Test func `a callback of the wrong lane is not taken`() throws {
        let play = try Rehearsal(two, observing: .all)
        play.send("GET /one")
        play.send("GET /two")
        play.report(.response, "200", lane: "a")
        #expect(play.slugs == [.tooSoon])
        #expect(play.brokenLines == [10])
    }

    /// The other lane awaits so much that no more is read behind the request line.
    @Test func `a request is awaited with its fields, however much is awaited beside it`() throws {
        for others in [383, 384] {
            let waiting = String(repeating: "*a created\n", count: others)
            let play = try Rehearsal(
                "# t\nclient GET /a lane=a\nclient GET /b lane=b\n\(waiting)>b GET /b\n>b X: 1\n<b 200\n",
                observing: .all)
            play.send("GET /b\nX: 2")
            for _ in 0..<others { play.report(.created, lane: "a") }
            #expect(play.slugs.contains(.wrongField), "\(others): \(play.sentences)")
        }
    }

    @Test func `between two lines of ours lanes are not ordered`() throws {
        let text =
            "# t\nclient GET /a lane=a\nclient GET /b lane=b\n>a GET /a\n*a sent 1/1\n>b GET /b\n*b sent 1/1\n<a 200\n<b 200\n"
        for order in [["a", "b"], ["b", "a"]] as [[Lane]] {
            let play = try Rehearsal(text, observing: .all)
            for lane in order {
                play.report(.sent, "1/1", lane: lane)
                play.send("GET /\(lane.name)")
            }
            #expect(play.end().verdict == .pass, "\(play.sentences)")
        }
    }

    @Test func `chunks of two replies that take turns are all sent, each when it stands`() throws {
        let text = """
            # t
            client GET /a lane=a
            client GET /b lane=b
            >a GET /a
            >b GET /b
            <a 200
            <a Transfer-Encoding: chunked
            <a
            <b 200
            <b Transfer-Encoding: chunked
            <b
            <a one
            <a more
            <b x
            <a two
            ! wait 100ms
            <b y
            """
        let play = try Rehearsal(text)
        let a = play.send("GET /a")
        let b = play.send("GET /b")
        let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
        #expect(play.text(on: a) == head + "8\r\none\nmore\r\n3\r\ntwo\r\n0\r\n\r\n")
        #expect(play.text(on: b) == head + "1\r\nx\r\n")
        play.pass(milliseconds: 100)
        #expect(play.text(on: b) == head + "1\r\nx\r\n1\r\ny\r\n0\r\n\r\n")
        #expect(play.end().verdict == .pass, "\(play.sentences)")
        #expect(play.player.outcome.steps.allSatisfy { $0.state == .done })
    }

    @Test func `pipelined requests are two lanes on one connection`() throws {
        let text = """
            # t
            client GET /1 lane=a
            client GET /2 lane=b
            !a connection one
            >a GET /1
            !b connection one
            >b GET /2
            <a 201
            <b 202
            """
        let play = try Rehearsal(text)
        let connection = play.send("GET /1")
        play.send("GET /2", on: connection)
        #expect(
            play.text()
                == "HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\nHTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n"
        )
        #expect(play.end().verdict == .pass, "\(play.sentences)")

        let apart = try Rehearsal(text)
        apart.send("GET /1")
        apart.send("GET /2")
        #expect(apart.slugs == [.wrongConnection])
        #expect(apart.brokenLines == [6])
        #expect(apart.sentences == ["the request came on connection 2; 'one' is connection 1"])
    }

    @Test func `a request behind one that waits is not lost`() throws {
        let text = "# t\n> GET /a\n! wait 10ms\n< 200\n> GET /b\n< 201\n> GET /c\n< 202\n"
        let play = try Rehearsal(text)
        let connection = play.send("GET /a")
        play.send("GET /b", on: connection)
        play.send("GET /c", on: connection)
        play.pass(milliseconds: 10)
        #expect(
            play.text().hasSuffix(
                "HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\nHTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n"))
        #expect(play.slugs == [.tooSoon, .tooSoon])
        #expect(play.brokenLines == [5, 7])
        let states = play.end().steps.map(\.state)
        #expect(states[3] == .broken(.failure) && states[5] == .broken(.failure), "\(states)")
    }
}
