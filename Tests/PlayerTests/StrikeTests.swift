// StrikeTests.swift: acts at a given byte of a reply.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainPlayer
import QuintainReply
import QuintainScenario
import QuintainTranscript
import Testing
import QuintainWords

@Suite struct `Acts at a byte` {
    private static let whole = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\none\r\n3\r\ntwo\r\n0\r\n\r\n"

    private func play(
        _ acts: String, body: String = "< one\n! flush\n< two", holdsBatches: Bool = false
    ) throws -> Rehearsal {
        let play = try Rehearsal(
            "# t\n> GET /\n\(acts)\n< 200\n< Transfer-Encoding: chunked\n<\n\(body)\n* fail {{any}}\n")
        play.holdsBatches = holdsBatches
        play.send("GET /")
        return play
    }

    @Test(arguments: ["close", "reset", "stall"])
    func `end a reply behind exactly so many bytes, the first and the last among them`(act: String) throws {
        for byte in 0...Self.whole.utf8.count {
            let play = try play("! \(act) at=\(byte)")
            #expect(play.text() == Self.whole.prefix(bytes: byte))
            #expect(play.acts.filter { $0 != .flush }.map { "\($0)" } == [act])
            #expect(play.sentences == [])
        }
    }

    @Test(arguments: ["close", "reset", "stall"])
    func `leave undone what nothing was sent of`(act: String) throws {
        let play = try play("! \(act) at=60", body: "< one, the longest\n< two\n! wait 1ms\n< three\n! close")
        play.pass(milliseconds: 1)
        let steps = play.end().steps
        let states = Dictionary(steps.map { ($0.line, $0.state) }) { $1 }
        // The head has 47 bytes, and the chunk's size takes 4 more.
        #expect(states[7] == .done, "of the first line some bytes were sent")
        #expect(states[8] == .skipped && states[10] == .skipped, "\(states)")
    }

    /// The file says so: behind a stall nothing is sent until another request is answered.
    @Test(arguments: [
        "! stall at=40\n< 200\n< Content-Length: 2\n<\n< ok", "< 200\n< Content-Length: 2\n<\n< ok\n! stall",
    ])
    func `that stall end with the next request that is answered`(reply: String) throws {
        let play = try Rehearsal("# t\n> GET /a\n\(reply)\n> GET /b\n< 204\n")
        let connection = play.send("GET /a")
        play.send("GET /b", on: connection)
        #expect(play.acts == [.stall, .speak])
        #expect(play.text().hasSuffix("okHTTP/1.1 204 No Content\r\n\r\n"), "\(play.text())")
        #expect(play.end().verdict == .pass)
    }

    @Test func `happen one after the other, and the reply goes on behind them`() throws {
        let play = try play("! flush at=0\n! flush at=17\n! wait 1ms at=17\n! flush at=50")
        #expect(play.acts == [.flush, .flush, .wait(1), .flush, .flush])
        #expect(play.text() == Self.whole)
    }

    @Test func `strike where nothing was written yet that the reply waits for`() throws {
        let play = try Rehearsal(
            "# t\n> GET /\n! close at=50\n< 200\n< Transfer-Encoding: chunked\n<\n< one\n* response 200\n< two\n* fail {{any}}\n",
            observing: .all)
        play.send("GET /")
        #expect(play.text() == Self.whole.prefix(bytes: 50))
        play.report(.response, "200")
        play.report(.fail, "connection-lost")
        #expect(play.end().verdict == .pass)
    }

    @Test(arguments: [
        (0, 0), (1, 0), (17, 0), (46, 0), (47, 0), (47, 1), (48, 1), (59, 1), (60, 1), (60, 2), (61, 2), (62, 2),
    ])
    func `are recorded the same, however far a reply had come when that was told`(byte: Int, pauses: Int) throws {
        let acts = "! rate 1000B/s\n! flush at=17\n! wait 1ms at=47\n! wait 1ms at=60\n! close at=62"
        let whole = try play(acts)
        let told = try play(acts, holdsBatches: true)
        told.advance(to: byte, pauses: pauses)
        told.advance(to: byte, pauses: pauses)
        told.flush()
        #expect(told.end().steps.map(\.state) == whole.end().steps.map(\.state))
        #expect(told.story == whole.story)
        #expect(told.sentences == whole.sentences)
    }

    @Test func `strike in the middle of a stretch that is never in memory`() throws {
        let play = try Rehearsal("# t\n> GET /\n! reset at=500040\n< 200\n<\n< {{bytes 1MB}}\n* fail {{any}}\n")
        play.send("GET /")
        #expect(play.sent[1]?.count == 500_040)
        #expect(play.acts == [.reset])
    }

    @Test func `are broken where the reply has no such byte`() throws {
        let count = Self.whole.utf8.count
        let play = try play("! close at=\(count + 1)")
        #expect(play.text() == Self.whole)
        #expect(
            play.sentences == [
                "`! close at=\(count + 1)` did not happen: the reply has \(count) bytes, not \(count + 1)"
            ])
    }

    @Test func `count the bytes of one reply: what answers the next request is whole`() throws {
        let play = try Rehearsal("# t\n> GET /\n! close at=5\n< 103\n< 200\n> GET /again\n< 200\n")
        play.send("GET /")
        #expect(play.text() == "HTTP/")
        let second = play.send("GET /again")
        #expect(play.text(on: second) == "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        #expect(play.end().verdict == .pass)
    }
}

extension String {
    fileprivate func prefix(bytes: Int) -> String { String(decoding: utf8.prefix(bytes), as: UTF8.self) }
}
