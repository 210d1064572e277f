// StreamTests.swift: the same lines over HTTP/2, where each message is a stream.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainPlayer
import QuintainReply
import QuintainTranscript
import QuintainWire
import QuintainWords
import Testing

private let http2 = "origin main http http=2\n"

@Suite struct `On a stream` {
    @Test func `a reply is a head, and its body ends the stream`() throws {
        let play = try Rehearsal(http2 + "> GET /a\n< 200 OK\n< Content-Type: text/plain\n<\n< one\n< two\n")
        play.connect()
        play.ask("GET /a", on: .init(1, stream: 1))
        #expect(
            play.text(on: .init(1, stream: 1)) == """
                :status: 200\r
                content-type: text/plain\r
                content-length: 7\r
                -- head
                one
                two
                -- data, end

                """)
        #expect(play.end().verdict == .pass)
    }

    @Test func `a head without a body ends it`() throws {
        let play = try Rehearsal(http2 + "> GET /a\n< 204\n")
        play.connect()
        play.ask("GET /a", on: .init(1, stream: 1))
        #expect(play.text(on: .init(1, stream: 1)) == ":status: 204\r\n-- head, end\n")
        #expect(play.end().verdict == .pass)
    }

    @Test func `an interim response does not`() throws {
        let play = try Rehearsal(http2 + "> GET /a\n< 103\n< Link: </a>\n< 200\n<\n< x\n")
        play.connect()
        play.ask("GET /a", on: .init(1, stream: 1))
        #expect(
            play.text(on: .init(1, stream: 1))
                == ":status: 103\r\nlink: </a>\r\n-- head\n:status: 200\r\ncontent-length: 1\r\n-- head\nx\n-- data, end\n"
        )
    }

    @Test func `a body line behind a callback is a frame of its own`() throws {
        let play = try Rehearsal(
            http2 + "> GET /a\n< 200\n<\n< one\n* response 200\n* data \"one\"\n< two\n* data \"\\ntwo\"\n* finish\n",
            observing: .all)
        play.connect()
        let stream = ConnectionNumber(1, stream: 1)
        play.ask("GET /a", on: stream)
        #expect(play.text(on: stream) == ":status: 200\r\ncontent-length: 6\r\n-- head\none\n-- data\n")
        play.report(.response, "200")
        play.report(.data, data: "one")
        #expect(play.text(on: stream).hasSuffix("two\n-- data, end\n"))
    }

    @Test func `trailers end it`() throws {
        let play = try Rehearsal(http2 + "> GET /a\n< 200\n<\n< one\n! trailers\n< Digest: x\n")
        play.connect()
        play.ask("GET /a", on: .init(1, stream: 1))
        #expect(
            play.text(on: .init(1, stream: 1)).hasSuffix("one\n-- data\ndigest: x\r\n-- head, end\n"))
    }

    @Test func `chunks are frames of these sizes`() throws {
        let play = try Rehearsal(http2 + "> GET /a\n< 200\n<\n< {{\"abcdef\" | chunks 2,1}}\n")
        play.connect()
        play.ask("GET /a", on: .init(1, stream: 1))
        #expect(play.text(on: .init(1, stream: 1)).hasSuffix("ab\n-- data\nc\n-- data\ndef\n-- data, end\n"))
    }

    @Test func `a promised length is not cut`() throws {
        let play = try Rehearsal(
            http2 + "> GET /a\n< 200\n< Content-Length: 10\n<\n< one\n! rst-stream CANCEL\n* fail connection-lost\n")
        play.connect()
        play.ask("GET /a", on: .init(1, stream: 1))
        #expect(play.text(on: .init(1, stream: 1)).hasSuffix("one\n-- data\n"))
        #expect(play.acts == [.resetStream(.cancel)])
        #expect(play.end().verdict == .pass)
    }

    @Test func `what is reset below does not end before`() throws {
        let play = try Rehearsal(http2 + "> GET /a\n< 200\n<\n< one\n! rst-stream INTERNAL_ERROR\n")
        play.connect()
        play.ask("GET /a", on: .init(1, stream: 1))
        #expect(play.text(on: .init(1, stream: 1)).hasSuffix("one\n-- data\n"))
        #expect(play.acts == [.resetStream(.internalError)])
    }

    @Test func `a HEAD request gets the head alone`() throws {
        let play = try Rehearsal(http2 + "> HEAD /a\n< 200\n<\n< one\n")
        play.connect()
        play.ask("HEAD /a", on: .init(1, stream: 1))
        #expect(play.text(on: .init(1, stream: 1)) == ":status: 200\r\ncontent-length: 3\r\n-- head, end\n")
        #expect(play.end().verdict == .pass)
    }

    @Test func `a request's body is held against its lines`() throws {
        let play = try Rehearsal(http2 + "> POST /a\n>\n> right\n< 200\n")
        play.connect()
        play.ask("POST /a", body: "wrong", on: .init(1, stream: 1))
        play.end()
        #expect(play.slugs == [.wrongBody])
    }
}

@Suite struct `The scheme of a request` {
    @Test(arguments: [("http", 0), ("HTTP", 0), ("https", 1), ("", 1)])
    func `is that of the origin`(scheme: String, deviations: Int) throws {
        let play = try Rehearsal(http2 + "> GET /a\n< 200\n")
        play.connect()
        play.ask("GET /a", on: .init(1, stream: 1))
        play.scheme(scheme, on: .init(1, stream: 1))
        let outcome = play.end()
        #expect(outcome.deviations == deviations)
        #expect(outcome.verdict == .pass)
        #expect(play.story.contains("scheme-differs") == (deviations == 1))
    }

    @Test func `is any where a proxy is asked`() throws {
        let play = try Rehearsal("origin web https http=2\nproxy p http http=2\n> GET //web/\n< 200\n")
        play.connect("p")
        play.ask("GET /", on: .init(1, stream: 1))
        play.scheme("https", on: .init(1, stream: 1))
        #expect(!play.story.contains("scheme-differs"))
    }
}

@Suite struct `Streams of one connection` {
    private let two = """
        client GET /one lane=a
        client GET /two lane=b
        >a GET /one
        >b GET /two
        <b 200
        <a 201

        """

    @Test func `are lanes`() throws {
        let play = try Rehearsal(http2 + two)
        play.connect()
        play.ask("GET /one", on: .init(1, stream: 1))
        play.ask("GET /two", on: .init(1, stream: 3))
        #expect(play.text(on: .init(1, stream: 3)) == ":status: 200\r\ncontent-length: 0\r\n-- head, end\n")
        #expect(play.text(on: .init(1, stream: 1)) == ":status: 201\r\ncontent-length: 0\r\n-- head, end\n")
        #expect(play.end().verdict == .pass)
    }

    @Test func `are on the same connection`() throws {
        let text = "> GET /a\n< 200\nclient GET /b\n! same-connection\n> GET /b\n< 200\n"
        let play = try Rehearsal(http2 + text)
        play.connect()
        play.ask("GET /a", on: .init(1, stream: 1))
        play.ask("GET /b", on: .init(1, stream: 3))
        #expect(play.end().verdict == .pass)

        let other = try Rehearsal(http2 + text)
        other.connect()
        other.ask("GET /a", on: .init(1, stream: 1))
        other.connect()
        other.ask("GET /b", on: .init(2, stream: 1))
        other.end()
        #expect(other.slugs == [.wrongConnection])
    }

    @Test func `of which only the first is on a new one`() throws {
        let text = "> GET /a\n< 200\nclient GET /b\n! new-connection\n> GET /b\n< 200\n"
        let play = try Rehearsal(http2 + text)
        play.connect()
        play.ask("GET /a", on: .init(1, stream: 1))
        play.ask("GET /b", on: .init(1, stream: 3))
        play.end()
        #expect(play.slugs == [.wrongConnection])
    }

    @Test func `end with it`() throws {
        let play = try Rehearsal(http2 + two)
        play.connect()
        play.ask("GET /one", fields: [("content-length", "5")], on: .init(1, stream: 1))
        play.close(1)
        play.end()
        #expect(play.slugs.first == .neverCame)
        #expect(play.sentences.first?.contains("closed connection 1, stream 1") == true)
    }

    @Test func `are refused one by one where no line takes them`() throws {
        let play = try Rehearsal(http2 + "> GET /a\n< 200\n")
        play.connect()
        play.ask("GET /b", on: .init(1, stream: 1))
        #expect(play.text(on: .init(1, stream: 1)).hasPrefix(":status: 500\r\ncontent-type: text/plain"))
        #expect(play.text(on: .init(1, stream: 1)).hasSuffix("-- data, end\n"))
        #expect(play.acts.isEmpty)
        play.pass(milliseconds: 5_000)
        #expect(play.slugs == [.unexpectedRequest])
        #expect(play.acts == [.goAway(.noError, last: nil), .close])
    }

    @Test func `are forgotten once they have been refused`() throws {
        let play = try Rehearsal(http2 + "> GET /a\n< 200\n")
        play.connect()
        for number in 1...500 { play.ask("GET /b", on: .init(1, stream: 2 * number - 1)) }
        #expect(play.text(on: .init(1, stream: 999)).hasPrefix(":status: 500"))
        #expect(play.player.connectionCount == 1)
    }

    @Test func `are not read where their connection is not`() throws {
        let play = try Rehearsal(http2 + "> GET /a\n! read off\n< 200\n")
        play.connect()
        play.ask("GET /a", on: .init(1, stream: 1))
        #expect(play.reading == [1: false])
    }

    @Test func `go away with the last that is served`() throws {
        let play = try Rehearsal(
            http2 + """
                client GET /one lane=a
                client GET /two lane=b
                >a GET /one
                >b GET /two
                !a goaway NO_ERROR last=a
                <a 200

                """)
        play.connect()
        play.ask("GET /one", on: .init(1, stream: 1))
        play.ask("GET /two", on: .init(1, stream: 3))
        #expect(play.acts == [.goAway(.noError, last: 1)])
        #expect(play.text(on: .init(1, stream: 1)).hasSuffix("-- head, end\n"))
        #expect(play.end().verdict == .pass)
    }
}

@Suite struct `Raw bytes where the client has chosen HTTP/2` {
    private let both = "origin main http http=1.1,2\n"

    @Test func `are not sent`() throws {
        let play = try Rehearsal(both + "> GET /a\n< {{raw \"HTTP/1.1 200 OK\\r\\n\\r\\n\"}}\n")
        play.connect()
        play.ask("GET /a", on: .init(1, stream: 1))
        #expect(play.text(on: .init(1, stream: 1)).hasPrefix(":status: 500\r\n"))
        play.end()
        #expect(play.slugs == [.notSent])
        #expect(play.sentences.first?.contains("is raw bytes, which only HTTP/1.1 has") == true)
    }

    @Test func `reset a stream whose reply has begun`() throws {
        let play = try Rehearsal(
            both + "> GET /a\n< 200\n< Content-Length: 9\n<\n< one\n! wait 1ms\n< {{raw \"x\"}}\n")
        play.connect()
        play.ask("GET /a", on: .init(1, stream: 1))
        play.pass(milliseconds: 1)
        #expect(play.text(on: .init(1, stream: 1)).hasSuffix("-- head\none\n-- data\n"))
        #expect(play.acts.first == .resetStream(.internalError))
        #expect(play.slugs == [.notSent])
    }

    @Test func `reset the stream where their line may be left out`() throws {
        let play = try Rehearsal(both + "> GET /a\n< 200\n<\nlevel should\n< {{raw \"x\"}}\n")
        play.connect()
        play.ask("GET /a", on: .init(1, stream: 1))
        #expect(play.acts == [.resetStream(.internalError)])
        #expect(play.end().verdict == .warning)
    }

    @Test func `are not in a request's head`() throws {
        let play = try Rehearsal(both + "> GET /a\n> {{raw \"X: 1\\r\\n\"}}\n< 200\n")
        play.connect()
        play.ask("GET /a", fields: [("x", "1")], on: .init(1, stream: 1))
        play.end()
        #expect(play.slugs == [.wrongField])
        #expect(play.sentences == ["raw bytes are of HTTP/1.1, and the request came over HTTP/2"])
    }
}

@Suite struct `A stream behind GOAWAY` {
    private let text = "> GET /a\n! ping\n! goaway NO_ERROR\n! ping\n< 200\n* response 200\n* finish\n"

    @Test func `may have been on its way`() throws {
        let play = try Rehearsal(http2 + text)
        play.connect()
        play.ask("GET /a", on: .init(1, stream: 1))
        // This one was sent before.
        play.frame("PING flags=ACK", on: 1)
        play.refused(.init(1, stream: 3))
        #expect(play.end().verdict == .pass)
        #expect(play.story.contains("a GOAWAY was on its way"))
    }

    @Test func `is wrong once a later PING was acknowledged`() throws {
        let play = try Rehearsal(http2 + text)
        play.connect()
        play.ask("GET /a", on: .init(1, stream: 1))
        play.frame("PING flags=ACK", on: 1)
        play.frame("PING flags=ACK", on: 1)
        play.refused(.init(1, stream: 3))
        play.end()
        #expect(play.slugs == [.unexpectedRequest])
    }

    @Test func `is wrong once a later reply was reported`() throws {
        let play = try Rehearsal(http2 + text, observing: .all)
        play.connect()
        play.ask("GET /a", on: .init(1, stream: 1))
        play.report(.response, "200")
        play.refused(.init(1, stream: 3))
        #expect(play.slugs == [.unexpectedRequest])
    }

    @Test func `is not where the reply began before`() throws {
        let play = try Rehearsal(
            http2 + "> GET /a\n< 200\n! goaway NO_ERROR\n* response 200\n* finish\n", observing: .all)
        play.connect()
        play.ask("GET /a", on: .init(1, stream: 1))
        play.report(.response, "200")
        play.refused(.init(1, stream: 3))
        #expect(play.slugs == [])
    }
}

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
        let play = try Rehearsal(http2 + "> POST /a\n! early\n< 413\n<\n< no\n")
        play.connect()
        play.ask("POST /a", fields: [("content-length", "9")], on: .init(1, stream: 1))
        #expect(play.text(on: .init(1, stream: 1)).hasSuffix("no\n-- data, end\n"))
        play.frame("RST_STREAM code=\(code)", on: .init(1, stream: 1))
        play.end()
        #expect(play.slugs == slugs)
    }

    @Test func `that stop an upload before its reply is whole need a line`() throws {
        let play = try Rehearsal(
            http2 + "> POST /a\n! early\n< 413\n<\n< no\n* response 413\n< more\n", observing: .all)
        play.connect()
        play.ask("POST /a", fields: [("content-length", "9")], on: .init(1, stream: 1))
        play.frame("RST_STREAM code=CANCEL", on: .init(1, stream: 1))
        #expect(play.slugs.first == .unexpectedFrame)
    }

    /// Go's client gives up its streams, and then the connection.
    @Test(arguments: [("CANCEL", [Breach.Slug]()), ("PROTOCOL_ERROR", [.unexpectedFrame])])
    func `that give up a stream below a frame that is written need none`(code: String, slugs: [Breach.Slug]) throws {
        let play = try Rehearsal(
            http2
                + "> GET /a\n! frame PING stream=1 {{hex \"0000000000000000\"}}\n* fail {{any}}\n! await frame GOAWAY\n",
            observing: .all)
        play.connect()
        play.ask("GET /a", on: .init(1, stream: 1))
        play.frame("RST_STREAM code=\(code)", on: .init(1, stream: 1))
        play.report(.fail, "protocol")
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
