// StreamFrameTests.swift: frames of a client beside its messages.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainPlayer
import QuintainReply
import QuintainTranscript
import QuintainWire
import QuintainWords
import Testing

private let http2 = "origin main http http=2\n"

@Suite struct `Frames of the client` {
    @Test func `that end a stream need a line`() throws {
        let play = try Rehearsal(
            http2 + "> GET /a\n< 200\n< Content-Length: 9\n<\n< one\n! stall\n* fail connection-lost\n",
            observing: .none)
        play.connect()
        play.ask("GET /a", on: .init(1, stream: 1))
        play.frame("RST_STREAM code=CANCEL", on: .init(1, stream: 1))
        play.end()
        #expect(play.slugs == [.unexpectedFrame])
    }

    @Test(arguments: [
        ("CANCEL", [Breach.Slug]()), ("NO_ERROR", []), ("STREAM_CLOSED", []), ("PROTOCOL_ERROR", [.unexpectedFrame]),
    ])
    func `that stop an upload behind the whole reply need none`(code: String, slugs: [Breach.Slug]) throws {
        let play = try Rehearsal(http2 + "> POST /a\n< 413\n<\n< no\n> {{any}}\n")
        play.connect()
        play.ask("POST /a", fields: [("content-length", "9")], on: .init(1, stream: 1))
        #expect(play.text(on: .init(1, stream: 1)).hasSuffix("no\n-- data, end\n"))
        play.frame("RST_STREAM code=\(code)", on: .init(1, stream: 1))
        play.end()
        #expect(play.slugs == slugs)
    }

    @Test func `that stop an upload before its reply is whole need a line`() throws {
        let play = try Rehearsal(
            http2 + "> POST /a\n< 413\n<\n< no\n> {{any}}\n* response 413\n< more\n", observing: .all)
        play.connect()
        play.ask("POST /a", fields: [("content-length", "9")], on: .init(1, stream: 1))
        play.frame("RST_STREAM code=CANCEL", on: .init(1, stream: 1))
        #expect(play.slugs.first == .unexpectedFrame)
    }

    /// Go's client cancels its streams, and then closes the connection.
    @Test(arguments: [("CANCEL", [Breach.Slug]()), ("PROTOCOL_ERROR", [.unexpectedFrame])])
    func `that give up a stream below a frame that is written need none`(code: String, slugs: [Breach.Slug]) throws {
        let play = try Rehearsal(
            http2
                + "> GET /a\n! frame PING stream=1 {{hex \"0000000000000000\"}}\n* fail {{any}}\n! await frame GOAWAY\n",
            observing: .all)
        play.connect()
        play.ask("GET /a", on: .init(1, stream: 1))
        play.frame("RST_STREAM code=\(code)", on: .init(1, stream: 1))
        play.report(.fail, "bad-response")
        play.frame("GOAWAY last=0 code=PROTOCOL_ERROR", on: .init(1))
        play.end()
        #expect(play.slugs == slugs)
    }

    @Test func `are taken by the line that awaits them`() throws {
        let play = try Rehearsal(
            http2 + "> GET /a\n< 200\n< Content-Length: 9\n<\n< one\n! stall\n! await frame RST_STREAM code=CANCEL\n")
        play.connect()
        play.ask("GET /a", on: .init(1, stream: 1))
        play.frame("RST_STREAM code=CANCEL", on: .init(1, stream: 1))
        #expect(play.end().verdict == .pass)
    }

    @Test func `must say what the line says`() throws {
        let play = try Rehearsal(http2 + "> GET /a\n< 200\n! await frame GOAWAY code=PROTOCOL_ERROR\n")
        play.connect()
        play.ask("GET /a", on: .init(1, stream: 1))
        play.frame("GOAWAY last=0 code=NO_ERROR", on: 1)
        play.end()
        #expect(play.slugs == [.neverCame])
    }

    @Test(arguments: ["SETTINGS MAX_CONCURRENT_STREAMS=1", "PING", "PRIORITY", "WINDOW_UPDATE increment=1"])
    func `that say how the client works need none`(frame: String) throws {
        let play = try Rehearsal(http2 + "> GET /a\n< 200\n")
        play.connect()
        play.frame(frame, on: 1)
        play.ask("GET /a", on: .init(1, stream: 1))
        play.frame(frame, on: 1)
        #expect(play.end().verdict == .pass)
        #expect(play.story.contains("# frame client: \(frame)"))
    }

    @Test func `that give room are one event for each stream`() throws {
        let play = try Rehearsal(http2 + "> GET /a\n< 200\n! await frame WINDOW_UPDATE increment=7\n")
        play.connect()
        play.ask("GET /a", on: .init(1, stream: 1))
        for _ in 1...500 {
            play.frame("WINDOW_UPDATE increment=2", on: 1)
            play.frame("WINDOW_UPDATE increment=3", on: .init(1, stream: 1))
        }
        play.frame("PING", on: 1)
        play.frame("WINDOW_UPDATE increment=7", on: 1)
        let story = play.story.split(separator: "\n").filter { $0.contains("# frame") }
        #expect(
            story == [
                "# frame client: WINDOW_UPDATE increment=1000 frames=500",
                "# frame client: WINDOW_UPDATE increment=1500 frames=500", "# frame client: PING",
                "# frame client: WINDOW_UPDATE increment=7",
            ])
        #expect(play.end().verdict == .pass)
    }

    @Test func `are not the only ones that are told: the server's end of a play that is broken off is as well`() throws
    {
        let play = try Rehearsal(http2 + "> GET /a\n< 200\n> GET /b\n< 200\n", observing: .none)
        play.connect()
        play.ask("GET /a", on: .init(1, stream: 1))
        play.pass(milliseconds: 6_000)
        #expect(play.slugs == [.neverCame])
        #expect(play.story.contains("\n# frame server: GOAWAY code=NO_ERROR\n# connection 1 closed by the server"))
    }

    @Test func `that come often do not push out one that comes once`() throws {
        let play = try Rehearsal(http2 + "> GET /a\n! ping\n! wait 100ms\n! await frame PING flags=ACK\n< 200\n")
        play.connect()
        play.ask("GET /a", on: .init(1, stream: 1))
        play.frame("PING flags=ACK", on: 1)
        for _ in 1...100 { play.frame("WINDOW_UPDATE increment=1", on: 1) }
        play.pass(milliseconds: 100)
        #expect(play.text(on: .init(1, stream: 1)).hasPrefix(":status: 200"))
        #expect(play.end().verdict == .pass)
    }

    @Test func `that come too soon break the order`() throws {
        let play = try Rehearsal(
            http2 + "> GET /a\n! wait 100ms\n< 200\n< Content-Length: 9\n<\n< one\n! stall\n! await frame RST_STREAM\n")
        play.connect()
        play.ask("GET /a", on: .init(1, stream: 1))
        play.frame("RST_STREAM code=CANCEL", on: .init(1, stream: 1))
        play.pass(milliseconds: 100)
        play.end()
        #expect(play.slugs.contains(.tooSoon))
    }

    @Test func `that break the protocol are failures`() throws {
        let play = try Rehearsal(http2 + "> GET /a\n< 200\n")
        play.connect()
        play.ask("GET /a", on: .init(1, stream: 1))
        play.broken("stream-closed", "DATA on a stream that has ended", "RFC 9113 section 5.1", on: 1)
        #expect(play.end().verdict == .fail)
        #expect(play.slugs == [.unreadableRequest])
    }
}
