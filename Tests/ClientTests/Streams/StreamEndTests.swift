// StreamEndTests.swift: streams that end before their replies are whole, and whether the request may be repeated.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainFrames
import QuintainLoader
import QuintainWire
import Testing

@testable import QuintainClient

@Suite struct `A client's streams end` {
    static let resets: [(code: ErrorCode, told: String)] = [
        (.internalError, "lost lost"), (.noError, "lost lost"),
        (.refusedStream, "lost lost, request refused"),
        (.http11Required, "lost lost, version refused"),
    ]

    @Test(arguments: resets)
    func `with the reset of the server`(code: ErrorCode, told: String) {
        let talk = StreamTalk(allowing: Setting(.maxConcurrentStreams, 9))
        let (one, two) = (talk.send("POST", body: Array(repeating: 1, count: 100_000)), talk.send())
        _ = talk.heard()
        talk.say(.resetStream(1, code))
        #expect(talk.told(one) == [told])
        talk.say(talk.server.frame(.windowUpdate(100_000)), talk.server.reply(3))
        #expect(talk.told(two).last == "end")
        #expect(talk.heard() == [])
    }

    @Test func `well where the server resets them behind a whole reply`() {
        let talk = StreamTalk(allowing: Setting(.maxConcurrentStreams, 9))
        let exchange = talk.send("POST", body: Array(repeating: 1, count: 100_000))
        _ = talk.heard()
        talk.say(talk.server.reply(1, 413, "no"))
        #expect(!talk.streams.open.isEmpty)
        talk.say(.resetStream(1, .noError))
        #expect(talk.told(exchange) == ["head 413", "body no", "end"])
        #expect(talk.streams.open.isEmpty)
        talk.say(talk.server.frame(.windowUpdate(100_000)))
        #expect(talk.heard() == [])
    }

    @Test func `where GOAWAY leaves them out, and those that it names go on`() {
        let talk = StreamTalk(allowing: Setting(.maxConcurrentStreams, 2))
        let (one, two, three) = (talk.send(), talk.send("POST", body: [1]), talk.send("POST", body: [2]))
        _ = talk.heard()
        talk.say(.goAway(last: 1, .noError))
        #expect(talk.told(two) == ["lost lost, request refused"])
        #expect(talk.told(three) == ["lost lost, request refused"])
        let late = talk.send()
        #expect(talk.told(late) == ["lost lost, request refused"])
        talk.say(talk.server.reply(1))
        #expect(talk.told(one) == ["head 200", "body page", "end"])
        #expect(talk.heard() == [] && talk.streams.isClosing && talk.streams.open.isEmpty)
    }

    @Test func `with their connection`() {
        let talk = StreamTalk(allowing: Setting(.maxConcurrentStreams, 2))
        let (begun, unanswered, unsent) = (talk.send(), talk.send(), talk.send("POST", body: [1]))
        _ = talk.heard()
        talk.say(talk.server.head(1, 200))
        talk.streams.loseAll(NetworkFault(.lost, "the connection ended"))
        #expect(talk.told(begun) == ["head 200", "lost lost"])
        #expect(talk.told(unanswered) == ["lost lost before reply"])
        #expect(talk.told(unsent) == ["lost lost, request refused"])
    }

    static let ofStream: [(bytes: [[UInt8]], told: [String])] = [
        ([FrameBytes.head(1, [(":status", "200"), ("X-Trace", "1")])], ["lost badResponse"]),
        ([FrameBytes.head(1, [("x", "1")])], ["lost badResponse"]),
        ([FrameBytes.head(1, [(":status", "200"), ("connection", "close")])], ["lost badResponse"]),
        ([FrameBytes.head(1, [(":status", "101")])], ["lost badResponse"]),
        ([FrameBytes.content(1, 3)], ["lost badResponse"]),
        (
            [FrameBytes.head(1, [(":status", "200"), ("content-length", "2")]), FrameBytes.content(1, 3)],
            ["head 200", "lost badResponse"]
        ),
        (
            [FrameBytes.head(1, [(":status", "200")]), FrameBytes.head(1, [("x", "1")])],
            ["head 200", "lost badResponse"]
        ),
        ([FrameBytes.head(1, [(":status", "204")]), FrameBytes.content(1, 3)], ["head 204", "lost badResponse"]),
    ]

    @Test(arguments: ofStream)
    func `where a reply is malformed, and nothing else does`(bytes: [[UInt8]], told: [String]) {
        let talk = StreamTalk(allowing: Setting(.maxConcurrentStreams, 9))
        let (one, two) = (talk.send(), talk.send())
        _ = talk.heard()
        for bytes in bytes { talk.say(bytes) }
        #expect(talk.told(one) == told)
        #expect(talk.heard() == ["reset 1 PROTOCOL_ERROR"])
        talk.say(talk.server.reply(3))
        #expect(talk.told(two).last == "end")
    }

    static let ofConnection: [(frame: Frame, heard: String)] = [
        (Frame(.headers, [.endHeaders], stream: 1, payload: [0xFF]), "goaway COMPRESSION_ERROR"),
        (Frame(.headers, [.endHeaders], stream: 5, payload: [0x88]), "goaway PROTOCOL_ERROR"),
        (Frame(.pushPromise, [.endHeaders], stream: 1, payload: [0, 0, 0, 2, 0x88]), "goaway PROTOCOL_ERROR"),
        (Frame(.ping, payload: [1]), "goaway FRAME_SIZE_ERROR"),
        (Frame.settings([Setting(.initialWindowSize, .max)]), "goaway FLOW_CONTROL_ERROR"),
    ]

    @Test(arguments: ofConnection)
    func `all of them where the server breaks the connection's rules`(frame: Frame, heard: String) {
        let talk = StreamTalk(allowing: Setting(.maxConcurrentStreams, 2))
        let (one, two, unsent) = (talk.send(), talk.send(), talk.send())
        _ = talk.heard()
        talk.say(frame)
        #expect(talk.heard() == [heard])
        for exchange in [one, two] { #expect(talk.told(exchange) == ["lost badResponse before reply"]) }
        #expect(talk.told(unsent) == ["lost lost, request refused"])
    }
}
