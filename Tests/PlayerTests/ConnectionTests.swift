// ConnectionTests.swift: which connection is used, and what becomes of it.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainPlayer
import QuintainReply
import QuintainScenario
import QuintainTranscript
import Testing

@Suite struct `Connections` {
    @Test func `the same connection`() throws {
        let text = "# t\n> GET /a\n< 200\n! same-connection\n> GET /b\n< 200\n"
        for isSame in [true, false] {
            let play = try Rehearsal(text)
            let first = play.send("GET /a")
            play.send("GET /b", on: isSame ? first : nil)
            #expect(play.slugs == (isSame ? [] : [.wrongConnection]))
            #expect(play.brokenLines == (isSame ? [] : [4]))
            #expect(play.sentences == (isSame ? [] : ["the request came on connection 2, not on the one before"]))
            #expect(play.scriptEnded)
        }
    }

    @Test func `a new connection`() throws {
        let text = "# t\n> GET /a\n< 200\n! new-connection\n> GET /b\n< 200\n"
        for isSame in [true, false] {
            let play = try Rehearsal(text)
            let first = play.send("GET /a")
            play.send("GET /b", on: isSame ? first : nil)
            #expect(play.slugs == (isSame ? [.wrongConnection] : []))
            #expect(play.sentences == (isSame ? ["the request came on connection 1, which had been used before"] : []))
        }
    }

    @Test func `two names are two connections`() throws {
        let text =
            "# t\n! connection x\n> GET /a\n< 200\n! connection y\n> GET /b\n< 200\n! connection x\n> GET /c\n< 200\n"
        let right = try Rehearsal(text)
        let x = right.send("GET /a")
        right.send("GET /b")
        right.send("GET /c", on: x)
        #expect(right.end().verdict == .pass, "\(right.sentences)")
        let wrong = try Rehearsal(text)
        let one = wrong.send("GET /a")
        wrong.send("GET /b", on: one)
        #expect(wrong.brokenLines == [5])
        #expect(wrong.sentences == ["the request came on connection 1, which has another name already"])
    }

    // MARK: Awaited

    @Test func `a connection is awaited`() throws {
        let play = try Rehearsal("# t\nclient GET /\n! await connection\n< 200\n> GET /\n")
        #expect(play.text() == "")
        let connection = play.connect()
        #expect(play.text() == "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        play.send("GET /", on: connection)
        #expect(play.end().verdict == .pass, "\(play.sentences)")
    }

    @Test func `a connection that came before the lines above were done came too soon`() throws {
        let play = try Rehearsal("# t\nclient GET /\n! wait 100ms\n! await connection\n! close\n")
        play.connect()
        play.pass(milliseconds: 100)
        #expect(play.slugs == [.tooSoon])
        #expect(play.brokenLines == [4])
        #expect(play.acts == [.close])
        #expect(play.scriptEnded)
    }

    @Test func `the bytes that are awaited are those of the body, from its first`() throws {
        let play = try Rehearsal("# t\n> POST /\n! await bytes 20\n< 103\n> {{any}}\n! await bytes 70\n< 200\n")
        let connection = play.send("POST /\nContent-Length: 100")
        #expect(play.text() == "")
        play.bytes(String(repeating: "x", count: 19), on: connection)
        #expect(play.text() == "")
        play.bytes(String(repeating: "x", count: 1), on: connection)
        #expect(play.text().hasPrefix("HTTP/1.1 103"))
        play.bytes(String(repeating: "x", count: 49), on: connection)
        #expect(!play.text().contains("HTTP/1.1 200"))
        play.bytes("x", on: connection)
        #expect(play.text().contains("HTTP/1.1 200"))
        #expect(play.end().verdict == .pass, "\(play.sentences)")
    }

    @Test func `bytes that are awaited below a line of ours can come too soon`() throws {
        let play = try Rehearsal("# t\n> POST /\n! wait 100ms\n> {{any}}\n! await bytes 5\n< 200\n")
        let connection = play.send("POST /\nContent-Length: 10")
        play.bytes("hello", on: connection)
        play.pass(milliseconds: 100)
        #expect(play.slugs == [.tooSoon])
        #expect(play.brokenLines == [5])
        #expect(play.sentences == ["5 bytes of the body came before the lines above were done"])
        #expect(play.text().hasPrefix("HTTP/1.1 200"))
    }

    @Test func `of bytes that are awaited only the last has to come behind the lines above`() throws {
        let play = try Rehearsal("# t\n> POST /\n! wait 100ms\n> {{any}}\n! await bytes 5\n< 200\n")
        let connection = play.send("POST /\nContent-Length: 10")
        play.bytes("hell", on: connection)
        play.pass(milliseconds: 100)
        play.bytes("o", on: connection)
        #expect(play.end().verdict == .pass, "\(play.sentences)")
    }

    @Test(arguments: [
        ("close", Closing.fin, true), ("close", .reset, true), ("fin", .fin, true), ("fin", .reset, false),
        ("reset", .reset, true), ("reset", .fin, false),
    ])
    func `a close is awaited`(awaited: String, how: Closing, isSeen: Bool) throws {
        let play = try Rehearsal("# t\nwithin 1s\n> GET /\n< 200\n! await \(awaited)\n! wait 1ms\n")
        let connection = play.send("GET /")
        play.close(connection, how)
        play.pass(milliseconds: 1001)
        #expect(play.slugs == (isSeen ? [] : [.neverCame]))
        #expect(play.end().verdict == (isSeen ? .pass : .fail))
    }

    @Test func `a close before any message is awaited, too`() throws {
        let play = try Rehearsal("# t\nclient GET /\n! await close\n! wait 1ms\n")
        let connection = play.connect()
        play.close(connection)
        play.pass(milliseconds: 1)
        #expect(play.scriptEnded)
        #expect(play.end().verdict == .pass, "\(play.sentences)")
    }

    @Test func `a client that ends while the server waits has closed before the wait was over`() throws {
        let play = try Rehearsal("# t\n> GET /\n< 200\n! wait 500ms\n! await close\n")
        let connection = play.send("GET /")
        play.close(connection)
        let outcome = play.end()
        #expect(outcome.breaches.map(\.slug) == [.tooSoon], "\(play.sentences)")
        #expect(
            play.sentences.first?.contains("closed its side of connection 1 before the lines above were done") == true)
    }

    @Test func `a close comes too soon while the reply is under way`() throws {
        let play = try Rehearsal("# t\n> GET /\n< 200\n<\n< hello\n! await close\n")
        play.holdsBatches = true
        let connection = play.send("GET /")
        play.advance(to: 20)
        play.close(connection)
        play.flush()
        #expect(play.slugs == [.tooSoon], "\(play.sentences)")
        #expect(play.brokenLines == [6])
        #expect(play.sentences == ["the client closed its side of connection 1 before the lines above were done"])
    }

    @Test(arguments: [false, true]) func `a client that closed its side before its reply has closed`(resets: Bool)
        throws
    {
        let play = try Rehearsal("# t\n> GET /\n< 200\n<\n< hello\n! await close\n")
        play.holdsBatches = true
        let connection = play.send("GET /")
        play.close(connection)
        play.flush()
        if resets { play.close(connection, .reset) }
        #expect(play.end().verdict == (resets ? .fail : .pass), "\(play.sentences)")
        #expect(play.brokenLines == (resets ? [3] : []))
    }

    // MARK: Acts before any message

    @Test func `an act before any message strikes the next connection`() throws {
        let play = try Rehearsal("# t\nclient GET /\n! reset\n")
        #expect(play.acts == [])
        play.connect()
        #expect(play.acts == [.reset])
        #expect(play.scriptEnded)
    }

    @Test func `it strikes the connection that has come and said nothing`() throws {
        let play = try Rehearsal("# t\nclient GET /\n! wait 100ms\n! close\n")
        play.connect()
        play.pass(milliseconds: 100)
        #expect(play.acts == [.close])
        #expect(play.end().verdict == .pass)
    }

    @Test func `it does not wait for a connection for ever`() throws {
        let play = try Rehearsal("# t\nwithin 1s\nclient GET /\n! reset\n")
        play.pass(milliseconds: 999)
        #expect(play.slugs == [])
        play.pass(milliseconds: 1)
        #expect(play.slugs == [.notSent])
        #expect(play.brokenLines == [4])
        #expect(play.sentences == ["no connection came within 1000 ms for `! reset`"])
        #expect(play.scriptEnded)
    }

    // MARK: Nobody is left hanging

    @Test func `a client that closes in the middle of a request breaks it`() throws {
        let play = try Rehearsal("# t\n> POST /\n< 200\n")
        let connection = play.send("POST /\nContent-Length: 5")
        play.bytes("he", on: connection)
        play.close(connection)
        #expect(play.sentences == ["the client closed connection 1 after 2 body bytes of the request"])
        #expect(play.end().verdict == .fail)
    }

    @Test func `a half-closed client is answered when the play is broken off`() throws {
        let play = try Rehearsal("# t\nwithin 1s\n> GET /\n* sent 1/1\n< 200\n", observing: .all)
        let connection = play.send("GET /")
        play.close(connection, .fin)
        play.pass(milliseconds: 1000)
        #expect(play.text().hasPrefix("HTTP/1.1 500 "))
    }

    @Test func `a stalled connection is closed when the play is broken off`() throws {
        let play = try Rehearsal("# t\nwithin 1s\n> GET /\n! stall\n> GET /b\n< 200\n")
        play.send("GET /")
        #expect(play.acts == [.stall])
        play.pass(milliseconds: 1000)
        #expect(play.acts == [.stall, .close])
    }

    @Test func `half a reply is cut off, not mixed with another, when the play is broken off`() throws {
        let text =
            "# t\nwithin 1s\n> POST /\n< 200\n< Transfer-Encoding: chunked\n<\n< one\n> {{any}}\n* data \"one\"\n< two\n"
        let play = try Rehearsal(text, observing: .all)
        play.send("POST /\nContent-Length: 5")
        play.pass(milliseconds: 1000)
        #expect(play.text().hasSuffix("3\r\none\r\n"), "\(play.text())")
        #expect(play.acts == [.close])
    }

    @Test func `a request after the play was broken off is refused, not taken`() throws {
        let play = try Rehearsal("# t\nwithin 1s\n> GET /a\n> GET /b\n< 200\n")
        play.pass(milliseconds: 1000)
        let connection = play.send("GET /b")
        #expect(play.text(on: connection).hasPrefix("HTTP/1.1 500 "))
        #expect(play.slugs == [.neverCame])
    }

    @Test func `a refusal waits for the reply before it`() throws {
        let play = try Rehearsal("# t\n> GET /a\n! wait 100ms\n< 200\n<\n< hello\n")
        let connection = play.send("GET /a")
        play.send("GET /x", on: connection)
        #expect(play.text() == "")
        play.pass(milliseconds: 100)
        #expect(
            play.text().hasPrefix("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhelloHTTP/1.1 500 "), "\(play.text())")
    }

    @Test func `what cannot be read is refused and the connection closed, in its turn`() throws {
        let play = try Rehearsal("# t\n> GET /a\n! wait 100ms\n< 200\n")
        let connection = play.send("GET /a")
        play.bytes("no http\r\n\r\n", on: connection)
        #expect(play.slugs == [.unreadableRequest])
        #expect(play.text() == "")
        play.pass(milliseconds: 100)
        #expect(play.text().contains("\r\n\r\nHTTP/1.1 400 "))
        #expect(play.acts == [.close])
    }

    @Test func `a body that cannot be read breaks the request that it is of`() throws {
        let play = try Rehearsal("# t\n> POST /\n< 200\n")
        let connection = play.send("POST /\nTransfer-Encoding: chunked")
        play.bytes("zz\r\n", on: connection)
        #expect(play.slugs == [.unreadableRequest])
        #expect(play.text().hasPrefix("HTTP/1.1 400 "))
        #expect(play.acts == [.close])
        #expect(play.scriptEnded, "the request is not waited for")
    }

    @Test func `a connection on which nothing came is noted`() throws {
        for isClosed in [true, false] {
            let play = try Rehearsal("# t\n> GET /\n< 200\n")
            let idle = play.connect()
            play.send("GET /")
            if isClosed { play.close(idle) }
            #expect(play.end().verdict == .pass)
            #expect(play.story.contains("# connection 1 came, and nothing on it"))
            #expect(!play.story.contains("# connection 2 came, and nothing on it"))
        }
    }

    @Test func `connections without end cost no memory`() throws {
        let play = try Rehearsal("# t\n> GET /\n< 200\n")
        for _ in 1...1000 { play.close(play.connect()) }
        #expect(play.player.connectionCount == 0)
        play.send("GET /")
        #expect(play.end().verdict == .pass)
    }
}
