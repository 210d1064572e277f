// StrayTests.swift: requests and callbacks that no line can take.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainPlayer
import QuintainReply
import QuintainScenario
import QuintainTranscript
import QuintainWords
import Testing

@Suite struct `Strays` {
    @Test(arguments: ["G", "GET / HTTP/1.1\r\nCookie: secret=1\r\n"])
    func `half a request is bytes that no line takes`(bytes: String) throws {
        let play = try Rehearsal("# t\nclient GET /\n! await close\n")
        let connection = play.connect()
        play.bytes(bytes, on: connection)
        play.close(connection)
        #expect(play.slugs == [.unexpectedBytes])
        #expect(play.end().verdict == .fail)
        #expect(play.story.contains("> {{raw \"G"), "\(play.story)")
    }

    @Test func `half a request is a breach though the client never closes`() throws {
        let play = try Rehearsal("# t\n> GET /\n< 200\n")
        let connection = play.send("GET /")
        play.bytes("GET /next", on: connection)
        #expect(play.slugs == [])
        #expect(play.end().breaches.map(\.slug) == [.unexpectedBytes])
    }

    @Test(arguments: ["Content-Length: 4\r\n", ""])
    func `more behind a body than was announced is a breach`(length: String) throws {
        let play = try Rehearsal("# t\n> POST /\n< 200\n")
        let connection = play.connect()
        play.bytes("POST / HTTP/1.1\r\nHost: 127.0.0.1:8000\r\n\(length)\r\nfidoEXTRA", on: connection)
        play.close(connection)
        #expect(play.slugs == [.unexpectedBytes])
        #expect(play.end().verdict == .fail)
    }

    @Test(arguments: [
        "! await connection\n! wait 20ms\n! reset\n", "! await connection\n! wait 20ms\n! close\n",
        "! wait 20ms\n! reset\n",
    ])
    func `the first request is on its way, whether it comes before the end or behind it`(script: String) throws {
        for milliseconds in [0, 10, 20] {
            let play = try Rehearsal("# t\n\(script)> GET /\n< 204\n")
            let connection = play.connect()
            play.pass(milliseconds: milliseconds)
            play.send("GET /", on: connection)
            play.pass(milliseconds: 20 - milliseconds)
            #expect(play.acts.count == 1)
            #expect(play.text(on: connection) == "", "nothing answers it")
            play.close(connection)
            play.send("GET /", on: play.connect())
            #expect(play.end().verdict == .pass, "\(milliseconds): \(play.sentences)")
        }
    }

    @Test(arguments: [
        // A second act, a silence, a reply without a request, a client line.
        ("! await connection\n! wait 20ms\n! reset\n", 2), ("! await connection\n! quiet 20ms\n! reset\n", 1),
        ("! await connection\n! wait 20ms\n< 408\n! close\n", 1), ("! await connection\n! await close\n! close\n", 1),
    ])
    func `what else comes before the end is too soon`(script: String, requests: Int) throws {
        let play = try Rehearsal("# t\n\(script)> GET /\n< 204\n")
        let connection = play.connect()
        for _ in 1...requests { play.send("GET /", on: connection) }
        #expect(play.end().verdict == .fail)
    }

    @Test func `an empty line behind a request is read over, and no client sends one`() throws {
        let play = try Rehearsal("# t\n> POST /\n>\n> fido\n< 200\n")
        let connection = play.send("POST /\n\nfido")
        play.bytes("\r\n", on: connection)
        play.close(connection)
        _ = play.end()
        #expect(play.slugs == [.malformedRequest], "\(play.sentences)")
        #expect(play.brokenLines == [2])
    }

    @Test func `a silent connection is no breach`() throws {
        let play = try Rehearsal("# t\n> GET /\n< 200\n")
        play.send("GET /")
        let silent = play.connect()
        play.close(silent)
        #expect(play.end().verdict == .pass, "\(play.sentences)")
    }

    @Test func `a client that was told of our close gets no hint of how it is told`() throws {
        let play = try Rehearsal("# t\n> GET /\n< 200\n< Connection: close\n! close\n")
        let connection = play.send("GET /")
        play.send("GET /next", on: connection)
        #expect(play.sentences == ["GET /next came on connection 1, which the server had ended"])
    }

    @Test func `a request behind our close is read and is a breach`() throws {
        let play = try Rehearsal("# t\n> GET /\n< 200\n! close\n")
        let connection = play.send("GET /")
        #expect(play.acts == [.close])
        play.send("GET /next", on: connection)
        #expect(play.slugs == [.unexpectedRequest])
        let hint = "; '< Connection: close' in a reply tells its client that the server ends the connection"
        #expect(play.sentences == ["GET /next came on connection 1, which the server had ended" + hint])
        #expect(play.story.contains("> GET /next"), "\(play.story)")
        #expect(play.end().verdict == .fail)
    }

    /// RFC 9112 section 9.5: a client cannot know of an end that is on its way to it.
    @Test func `the next request may come behind a close that nobody was told of, and once more elsewhere`() throws {
        for method in ["GET", "PUT", "DELETE"] {
            let play = try Rehearsal("# t\n> GET /\n< 200\n! close\n! new-connection\n> \(method) /next\n< 204\n")
            let connection = play.send("GET /")
            play.send("\(method) /next", on: connection)
            #expect(play.sentences.isEmpty)
            play.close(connection)
            play.send("\(method) /next")
            #expect(play.end().verdict == .pass, "\(play.sentences)")
            #expect(play.story.contains("/next may have been on its way when the server ended connection 1"))
        }
    }

    @Test(arguments: [
        // The client was told.
        ("< 200\n< Connection: close\n", "GET /next", "GET /next"),
        // It is not the next.
        ("< 200\n", "GET /next", "GET /other"), ("< 200\n", "GET /next", "HEAD /next"),
        // A client does not send it again by itself, so the test has to tell it.
        ("< 200\n", "POST /next", "POST /next"),
    ])
    func `no other request may`(reply: String, next: String, other: String) throws {
        let play = try Rehearsal("# t\n> GET /\n\(reply)! close\n! new-connection\n> \(next)\n< 204\n")
        let connection = play.send("GET /")
        play.send(other, on: connection)
        #expect(play.slugs == [.unexpectedRequest], "\(play.sentences)")
    }

    /// A client that asks again on a connection whose reply it has not whole takes a part of it for the whole.
    @Test(arguments: [
        ("< 200\n< Content-Length: 100\n<\n< one\n! close", false),
        ("! close at=20\n< 200\n<\n< one", false),
        ("! reset at=40\n< 200\n<\n< one", false),
        // The end of the connection is that of the body.
        ("< 200\n<\n< one\n! close", false),
        ("< 200\n< Content-Length: 3\n< Content-Length: 4\n<\n< one\n! close", false),
        ("< 200\n< Transfer-Encoding: chunked\n< Content-Length: 3\n<\n< one\n! close", false),
        ("< {{raw \"HTTP/1.1 200 OK\\r\\nContent-Length: 4\\r\\n\\r\\none\"}}\n! close", false),
        ("< {{raw \"HTTP/1.1 200 OK\\r\\nConnection: close\\r\\nContent-Length: 3\\r\\n\\r\\none\"}}\n! close", false),
        ("< {{raw \"HTTP/1.1 200 OK\\r\\n\\r\\none\"}}\n! close", false),
        ("< {{raw \"HTTP/1.1 200 OK\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n3\\r\\none\\r\\n\"}}\n! close", false),
        ("< {{raw \"HTTP/1.1 200 OK\\r\\nContent-Length: 3\\r\\n\\r\\none\"}}\n! close", true),
        ("< 200\n< Content-Length: 3\n<\n< {{raw \"one\"}}\n! close", true),
        ("! close at=41\n< 200\n< Content-Length: 3\n<\n< one", true),
        ("! close at=40\n< 200\n< Content-Length: 3\n<\n< one", false),
        ("! close at=41\n< {{raw \"HTTP/1.1 200 OK\\r\\nContent-Length: 3\\r\\n\\r\\none\"}}", true),
        ("! close at=60\n< 200\n< Transfer-Encoding: chunked\n<\n< one", true),
        ("! close at=55\n< 200\n< Transfer-Encoding: chunked\n<\n< one", false),
        ("! close", false),
        ("< 200\n< Content-Length: 3\n<\n< one\n! close", true),
        ("< 200\n< Content-Length:  3\n<\n< one\n! reset", true),
        ("< 200\n<\n< one\n! flush\n! close", true),
        ("< 200\n< Transfer-Encoding: chunked\n<\n< one\n! close", true),
        ("< 204\n! close", true),
    ])
    func `nor any where the reply above was not whole`(reply: String, isWhole: Bool) throws {
        let play = try Rehearsal("# t\n> GET /\n\(reply)\n! new-connection\n> GET /next\n< 204\n")
        let connection = play.send("GET /")
        play.send("GET /next", on: connection)
        #expect(play.slugs == (isWhole ? [] : [.unexpectedRequest]), "\(play.sentences)")
    }

    @Test(arguments: [
        ("HEAD", "", true), ("HEAD", "< Content-Length: 99\n", true), ("GET", "< Content-Length: 99\n", false),
    ])
    func `a reply to HEAD is whole behind its head`(method: String, field: String, isWhole: Bool) throws {
        let play = try Rehearsal("# t\n> \(method) /\n< 200\n\(field)! close\n! new-connection\n> GET /next\n< 204\n")
        let connection = play.send("\(method) /")
        play.send("GET /next", on: connection)
        #expect(play.slugs == (isWhole ? [] : [.unexpectedRequest]), "\(play.sentences)")
    }

    @Test func `a next request that came behind the close alone is missing, and a second one is too many`() throws {
        let text = "# t\n> GET /\n< 200\n! close\n! new-connection\n> GET /next\n< 204\n"
        let play = try Rehearsal(text)
        let connection = play.send("GET /")
        play.send("GET /next", on: connection)
        play.close(connection)
        _ = play.end()
        #expect(play.slugs == [.neverCame], "\(play.sentences)")
        let twice = try Rehearsal(text)
        let ended = twice.send("GET /")
        twice.send("GET /next", on: ended)
        twice.send("GET /next", on: ended)
        #expect(twice.slugs == [.unexpectedRequest], "\(twice.sentences)")
    }

    /// What the client may do next is more than one thing.
    @Test(arguments: [
        "either\n> GET /next\n< 204\nor\n> GET /other\n< 204\nend\n",
        "either\n> GET /other\n< 204\nor\n> GET /next\n< 204\nend\n",
        "repeat 0..1\n> GET /other\n< 204\nend\n> GET /next\n< 204\n",
        "any-order\n> GET /next\n< 204\nor\n> GET /other\n< 204\nend\n",
        "any-order\n> GET /other\n< 204\nor\n> GET /next\n< 204\nend\n",
    ])
    func `the next request is each that a line may take next`(lines: String) throws {
        let play = try Rehearsal("# t\n> GET /\n< 200\n! close\n\(lines)")
        let connection = play.send("GET /")
        play.send("GET /next", on: connection)
        #expect(play.sentences.isEmpty, "\(play.sentences)")
        play.close(connection)
        play.close(play.send("GET /next"))
        if lines.hasPrefix("any-order") { play.send("GET /other") }
        #expect(play.end().verdict == .pass, "\(play.sentences)")
        let wrong = try Rehearsal("# t\n> GET /\n< 200\n! close\n\(lines)")
        wrong.send("GET /last", on: wrong.send("GET /"))
        #expect(wrong.slugs == [.unexpectedRequest])
    }

    @Test(arguments: [("", true), ("! goaway NO_ERROR\n", false)])
    func `over HTTP/2 as well, unless a GOAWAY has told of the end`(told: String, isUntold: Bool) throws {
        let play = try Rehearsal(
            "# t\norigin main http http=2\nclient GET /\n> GET /\n< 200\n\(told)! close\n* finish\nclient GET /next\n"
                + "! new-connection\n> GET /next\n< 204\n* finish\n", observing: .all)
        play.connect()
        play.ask("GET /", on: .init(1, stream: 1))
        play.report(.finish)
        play.ask("GET /next", on: .init(1, stream: 3))
        #expect(play.slugs == (isUntold ? [] : [.unexpectedRequest]), "\(play.sentences)")
    }

    @Test func `half a request behind our close is a breach`() throws {
        let play = try Rehearsal("# t\n> GET /\n< 200\n! close\n")
        let connection = play.send("GET /")
        play.bytes("GET /ne", on: connection)
        play.close(connection)
        #expect(play.slugs == [.unexpectedBytes])
    }

    @Test func `the rest of a request that was cut may come behind our close`() throws {
        let play = try Rehearsal("# t\n> POST /\n< 413\n> {{any}}\n! close\n")
        let connection = play.send("POST /\nContent-Length: 4")
        play.bytes("fido", on: connection)
        #expect(play.end().verdict == .pass, "\(play.sentences)")
        #expect(play.story.contains("> fido"), "\(play.story)")
    }

    @Test func `no byte of a rest that is forbidden may come behind our close`() throws {
        let play = try Rehearsal("# t\n> POST /\n< 413\n! close\n> {{absent}}\n")
        let connection = play.send("POST /\nContent-Length: 4")
        play.bytes("fido", on: connection)
        #expect(play.slugs == [.wrongBody])
    }

    @Test func `a request just before our close is a breach as it is behind it`() throws {
        let play = try Rehearsal("# t\n> GET /\n< 200\n! close\n! new-connection\n> GET /next\n< 200\n")
        play.holdsBatches = true
        let connection = play.send("GET /")
        play.send("GET /next", on: connection)
        play.flush()
        #expect(play.slugs == [.tooSoon])
        play.send("GET /next")
        play.flush()
        #expect(play.text(on: 2).hasPrefix("HTTP/1.1 200"), "the one on the new connection is answered")
    }

    @Test func `where the server ends a connection before any request, that was on its way`() throws {
        for text in ["# t\nclient GET /\n! await connection\n! close\n", "# t\nclient GET /\n! close\n"] {
            let play = try Rehearsal(text)
            let connection = play.connect()
            #expect(play.acts == [.close])
            play.send("GET /", on: connection)
            #expect(play.sentences == [])
            play.send("GET /", on: connection)
            #expect(play.slugs == [.unexpectedRequest], "the second was not")
        }
    }
}
