// StreamTests.swift: requests and replies on the streams of a connection.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainFrames
import QuintainLoader
import QuintainWire
import Testing

@testable import QuintainClient

@Suite struct `A client's streams` {
    @Test func `begin with the preface, and take no pushes`() {
        let talk = StreamTalk()
        #expect(talk.heard() == ["preface", "settings ENABLE_PUSH=0 INITIAL_WINDOW_SIZE=262144"])
        talk.say(talk.server.settings(Setting(.maxConcurrentStreams, 7)), talk.server.frame(.ping(9)))
        #expect(talk.heard() == ["settings ack", "ping ack 9"])
    }

    @Test func `translate a request`() {
        let talk = StreamTalk(allowing: Setting(.maxFrameSize, 16_384))
        _ = talk.send(
            "POST", "/a?c", body: Array("fido".utf8),
            "Content-Length: 4\r\nCookie: a=1; b=2\r\nConnection: x\r\nTE: gzip\r\nUpgrade: h2c\r\nX-Dog: a: b\r\n")
        #expect(talk.heard() == ["head 1 POST /a?c", "body 1 fido", "end 1"])
        #expect(
            talk.server.fields == [
                ":method: POST", ":scheme: https", ":authority: x", ":path: /a?c", "content-length: 4", "cookie: a=1",
                "cookie: b=2", "x-dog: a: b",
            ])
    }

    @Test func `tell a reply part by part`() {
        let talk = StreamTalk()
        let exchange = talk.send()
        #expect(talk.told(exchange) == [])
        #expect(talk.heard().suffix(2) == ["head 1 GET /", "end 1"])
        talk.say(talk.server.settings(), talk.server.head(1, 103), talk.server.head(1, 200))
        #expect(talk.told(exchange) == ["informational 103", "head 200"])
        talk.say(talk.server.body(1, Array("pa".utf8), isLast: false), talk.server.body(1, Array("ge".utf8)))
        #expect(talk.told(exchange) == ["body pa", "body ge", "end"])
        #expect(talk.streams.open.isEmpty)
    }

    @Test func `interleave replies, and keep them apart`() {
        let talk = StreamTalk(allowing: Setting(.maxConcurrentStreams, 9))
        let (one, two) = (talk.send(), talk.send("HEAD"))
        #expect(talk.heard() == ["head 1 GET /", "end 1", "head 3 HEAD /", "end 3"])
        talk.say(talk.server.head(3, 200, [("content-length", "9")], isLast: true), talk.server.reply(1, 204, ""))
        #expect(talk.told(one) == ["head 204", "end"])
        #expect(talk.told(two) == ["head 200", "end"])
    }

    @Test func `wait until the server allows another`() {
        let talk = StreamTalk(allowing: Setting(.maxConcurrentStreams, 1))
        let (one, two, three) = (talk.send(), talk.send("GET", "/two"), talk.send("GET", "/three"))
        #expect(talk.heard() == ["head 1 GET /", "end 1"])
        talk.streams.giveUp(two)
        talk.say(talk.server.reply(1))
        #expect(talk.heard() == ["head 3 GET /three", "end 3"])
        #expect(talk.told(one).last == "end" && talk.told(two) == [])
        talk.say(talk.server.reply(3))
        #expect(talk.told(three).last == "end")
        talk.say(talk.server.settings(Setting(.maxConcurrentStreams, 0)))
        let four = talk.send()
        #expect(talk.heard() == ["settings ack"])
        talk.say(talk.server.settings(Setting(.maxConcurrentStreams, 5)))
        #expect(talk.heard() == ["settings ack", "head 5 GET /", "end 5"])
        #expect(talk.told(four) == [])
    }

    @Test func `send no more of a body than the windows allow, each in turn`() {
        let talk = StreamTalk(allowing: Setting(.initialWindowSize, 3))
        let (one, two) = (talk.send("POST", body: Array("abcde".utf8)), talk.send("PUT", body: Array("vwxyz".utf8)))
        #expect(talk.heard() == ["head 1 POST /", "head 3 PUT /", "body 1 abc", "body 3 vwx"])
        #expect(one.framed == 3 && two.framed == 3)
        talk.say(talk.server.frame(.windowUpdate(1, stream: 3)))
        #expect(talk.heard() == ["body 3 y"])
        talk.say(talk.server.settings(Setting(.initialWindowSize, 9)))
        #expect(talk.heard() == ["settings ack", "body 1 de", "end 1", "body 3 z", "end 3"])
    }

    @Test func `share the window of the connection`() {
        let talk = StreamTalk(allowing: Setting(.initialWindowSize, 1_000_000))
        let (one, two) = (
            talk.send("POST", body: Array(repeating: 1, count: 60_000)),
            talk.send("POST", body: Array(repeating: 2, count: 60_000))
        )
        _ = talk.heard()
        #expect(one.framed + two.framed == 65_535)
        talk.say(talk.server.frame(.windowUpdate(100_000)))
        #expect(Set(talk.heard().suffix(3)).isSuperset(of: ["end 3"]))
        #expect(one.isSent && two.isSent)
    }

    @Test func `hold a body until it is let go`() {
        let talk = StreamTalk(allowing: Setting(.maxConcurrentStreams, 9))
        let exchange = talk.send("POST", body: Array("fido".utf8), "Expect: 100-continue\r\n")
        #expect(talk.heard() == ["head 1 POST /"])
        talk.say(talk.server.head(1, 100))
        #expect(talk.told(exchange) == ["informational 100"])
        exchange.holdsBody = false
        #expect(talk.heard() == ["body 1 fido", "end 1"])
    }

    @Test func `give a stream room for what is taken, and the connection for what came`() {
        let talk = StreamTalk(allowing: Setting(.maxConcurrentStreams, 9))
        let (slow, quick) = (talk.send(), talk.send())
        _ = talk.heard()
        talk.say(talk.server.head(1, 200), talk.server.head(3, 200))
        talk.say(talk.server.body(1, Array(repeating: 1, count: 40_000), isLast: false))
        // The window is granted again once half of it is used.
        #expect(talk.heard() == ["window 0 32768"])
        for _ in 0..<9 { talk.say(talk.server.body(3, Array(repeating: 3, count: 16_384), isLast: false)) }
        #expect(talk.heard().allSatisfy { $0.hasPrefix("window 0 ") })
        _ = talk.told(quick)
        #expect(talk.heard() == ["window 3 131072"])
        #expect(talk.told(slow).count == 4)
        #expect(talk.heard() == [])
    }

    @Test func `are reset when they are given up, and others go on`() {
        let talk = StreamTalk(allowing: Setting(.maxConcurrentStreams, 9))
        let (one, two) = (talk.send("POST", body: Array(repeating: 1, count: 100_000)), talk.send())
        _ = talk.heard()
        talk.streams.giveUp(one)
        #expect(talk.heard() == ["reset 1 CANCEL"])
        // Content that was already on its way is dropped, and its window is granted again.
        for _ in 0..<3 { talk.say(FrameBytes.content(1, 16_384)) }
        #expect(talk.heard() == ["window 0 32768"])
        talk.say(talk.server.reply(3))
        #expect(talk.told(two) == ["head 200", "body page", "end"])
        talk.streams.giveUp(two)
        #expect(talk.heard() == [])
    }
}

enum FrameBytes {
    /// A DATA frame with so many bytes.
    static func content(_ stream: Int, _ count: Int) -> [UInt8] {
        var output = OutputBytes()
        output.append(Frame(.content, stream: stream, payload: Array(repeating: 0, count: count)))
        return output.array
    }

    /// A HEADERS frame whose fields are literals.
    static func head(_ stream: Int, _ fields: [(String, String)], isLast: Bool = false) -> [UInt8] {
        var block = OutputBytes()
        var output = OutputBytes()
        for field in fields { block.append(literal: HeaderField(field.0, field.1)) }
        output.append(block: block.bytes, stream: stream, isLast: isLast)
        return output.array
    }
}
