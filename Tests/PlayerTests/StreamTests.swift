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

    @Test(arguments: [
        ("! close-notify off\n! close\n* finish", true), ("! reset\n*? fail {{any}}\n* finish", true),
        ("! rst-stream NO_ERROR\n* finish", true), ("* finish\n! close", true), ("*? finish\n! close", true),
        ("! close\n* fail connection-lost", false), ("! close", false), ("! close\n> GET /a\n< 200\n* finish", false),
        ("! stall\n* finish", false),
    ])
    func `is ended before an act behind which its load ends well`(lines: String, isWhole: Bool) throws {
        let play = try Rehearsal(http2 + "client GET /a\n> GET /a\n< 200\n<\n< one\n\(lines)\n")
        play.connect()
        play.ask("GET /a", on: .init(1, stream: 1))
        let sent = play.text(on: .init(1, stream: 1))
        #expect(sent.hasSuffix(isWhole ? "one\n-- data, end\n" : "one\n-- data\n"), "\(sent)")
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
        let play = try Rehearsal(both + "> GET /a\n< 200\n<\nshould\n< {{raw \"x\"}}\nend\n")
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
        // This ping was sent before.
        play.frame("PING flags=ACK", on: 1)
        play.refused(.init(1, stream: 3))
        #expect(play.end().verdict == .pass)
        #expect(play.story.contains("a GOAWAY was on its way"))
    }

    @Test func `is named where a line waits in vain, unless another one has come since`() throws {
        for comesAgain in [false, true] {
            let play = try Rehearsal(
                http2 + "> GET /a\n< 200\n! goaway NO_ERROR\n! new-connection\n> GET /b\n< 200\n"
                    + (comesAgain ? "> GET /c\n< 200\n" : ""))
            play.connect()
            play.ask("GET /a", on: .init(1, stream: 1))
            play.refused(.init(1, stream: 3))
            if comesAgain {
                play.connect()
                play.ask("GET /b", on: .init(2, stream: 1))
            }
            let sentence = try #require(play.end().breaches.first?.sentence)
            #expect(
                sentence.contains(comesAgain ? "`> GET /c` did not happen" : "`> GET /b` did not happen"), "\(sentence)"
            )
            #expect(
                sentence.contains("a request came on connection 1, stream 3 behind the GOAWAY, and was refused")
                    == !comesAgain,
                "\(sentence)")
        }
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
