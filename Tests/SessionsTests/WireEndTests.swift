// WireEndTests.swift: how a connection ends, as the client sees it.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainPlayer
import QuintainScenario
import QuintainSessions
import QuintainTLS
import QuintainTranscript
import QuintainWords
import Testing

@Suite struct `The end of a connection` {
    private static let head = "# A page\n> GET /\n< 200\n< Content-Length: 10\n<\n< half\n"

    @Test(arguments: [("! close", Channel.Read.finished), ("! half-close", .finished), ("! reset", .reset)])
    func `is on the wire what the file says`(act: String, end: Channel.Read) async throws {
        let scenario = try Stage.scenario(Self.head + "* response 200\n* data \"half\"\n\(act)\n")
        let heard = try await OnLoop.run {
            var heard: Channel.Read?
            let outcome = try await Stage.play(scenario) { session in
                let visitor = try await Visitor(session)
                await visitor.ask("GET /")
                #expect(await visitor.hear("half"))
                await visitor.report(.response, "200")
                await visitor.report(data: "half")
                heard = await visitor.hearEnd()
                visitor.close()
            }
            #expect(outcome.summary == "pass")
            return heard
        }
        #expect(heard == end)
    }

    @Test(arguments: [1, 2])
    func `is a reset where the play is closed within a reply`(version: Int) async throws {
        let scenario = try Stage.scenario(
            "# A page\norigin main http http=\(version == 1 ? "1.1" : "2")\n> GET /\n! rate 1KB/s\n"
                + "< 200\n<\n< {{bytes 100KB}}\n")
        let end = try await OnLoop.run {
            let session = try Stage.session(scenario, observing: .none)
            session.start()
            let visitor = try await Visitor(session)
            if version == 1 { await visitor.ask("GET /") } else { await visitor.say(Self.get(session)) }
            #expect(await visitor.hear(count: 200).count == 200)
            session.close(breaking: true)
            return await visitor.hearEnd()
        }
        #expect(end == .reset)
    }

    /// RFC 9113 section 6.9: an increment of 0 is an error of the stream, or of the connection.
    @Test(arguments: [(UInt8(0), "GOAWAY last=1 code=PROTOCOL_ERROR"), (1, "RST_STREAM code=PROTOCOL_ERROR")])
    func `is told in the transcript with the frames that the server sends by itself`(
        stream: UInt8, answer: String
    ) async throws {
        let scenario = try Stage.scenario(
            "# A page\norigin main http http=2\n> GET /\n< 200\n< Content-Length: 9\n<\n< half\n! stall\n")
        let frames = try await OnLoop.run {
            let session = try Stage.session(scenario, observing: .none)
            defer { session.close() }
            session.start()
            let visitor = try await Visitor(session)
            await visitor.say(Self.get(session))
            #expect(await visitor.hear("half"))
            await visitor.say([0, 0, 4, 8, 0, 0, 0, 0, stream, 0, 0, 0, 0])
            // The last stream or this one, and the code.
            #expect(await visitor.hear("\0\0\0\u{1}"))
            visitor.close()
            await session.playedOut()
            return session.player.transcript.events.compactMap { event in
                if case .frame(by: .server, let frame) = event.happening { frame.description } else { nil }
            }
        }
        #expect(frames == ["SETTINGS MAX_CONCURRENT_STREAMS=1000", "SETTINGS flags=ACK", answer])
    }

    /// `GET /` on the first stream of a connection of HTTP/2.
    @OnLoop
    private static func get(_ session: Session) -> [UInt8] {
        let authority = Array(session.endpoints[0].authority.utf8)
        // :method GET, :scheme http and :path / of the static table, and :authority as a literal: RFC 7541 section 6.
        let block = [0x82, 0x86, 0x84, 0x41, UInt8(authority.count)] + authority
        let head: [UInt8] = [0, 0, UInt8(block.count), 1, 5, 0, 0, 0, 1]
        return Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + [0, 0, 0, 4, 0, 0, 0, 0, 0] + head + block
    }

    @Test func `does not come while a reply is stalled`() async throws {
        let scenario = try Stage.scenario(Self.head + "! stall\n! await fin\n")
        let outcome = try await OnLoop.run {
            try await Stage.play(scenario, observing: .none) { session in
                let visitor = try await Visitor(session)
                await visitor.ask("GET /")
                #expect(await visitor.hear("half"))
                #expect(!visitor.hasMore)
                visitor.close()
            }
        }
        #expect(outcome.verdict == .pass)
    }

    @Test(arguments: [
        "! stall at=40\n< 200\n< Content-Length: 2\n<\n< ok\n", "< 200\n< Content-Length: 2\n<\n< ok\n! stall\n",
    ])
    func `nor of what it sends is a stall behind a whole reply`(reply: String) async throws {
        let scenario = try Stage.scenario("# A page\n> GET /a\n\(reply)> GET /b\n< 200\n<\n< again\n")
        let outcome = try await OnLoop.run {
            try await Stage.play(scenario, observing: .none) { session in
                let visitor = try await Visitor(session)
                await visitor.ask("GET /a")
                #expect(await visitor.hear("ok"))
                await visitor.ask("GET /b")
                #expect(await visitor.hear("again"))
                visitor.close()
            }
        }
        #expect(outcome.verdict == .pass)
    }

    /// The client reads on behind its FIN, and nothing is said to it any more.
    @Test(arguments: [
        "", "! new-connection\n> GET /b\n< 200\n", "> GET /b\n< 200\n! close\n", "! await fin\n",
        "either it comes again\n> GET /b\n< 200\nor it ends\n! await fin\nend\n",
    ])
    func `by the client is answered once nothing is due there any more`(lines: String) async throws {
        let scenario = try Stage.scenario("# A page\n> GET /\n< 200\n<\n< whole\n\(lines)")
        let end = try await OnLoop.run {
            let session = try Stage.session(scenario, observing: .none)
            defer { session.close() }
            session.start()
            let visitor = try await Visitor(session)
            await visitor.ask("GET /")
            #expect(await visitor.hear("whole"))
            visitor.channel.finishSending()
            return await visitor.hearEnd()
        }
        #expect(end == .finished)
    }

    /// A reply that comes late, and acts behind an `! await fin`, are for a client that reads on.
    @Test(arguments: [
        (Self.page + "! await fin\n! wait 1ms\n! reset\n", Channel.Read.reset),
        ("# A page\n> GET /\n! await fin\n" + Self.reply, .finished),
        ("# A page\n> GET /\n! await fin\n! wait 1ms\n" + Self.reply + "! wait 1ms\n! reset\n", .reset),
    ])
    func `by the client comes before what the file has for it there`(text: String, end: Channel.Read) async throws {
        let scenario = try Stage.scenario(text)
        let heard = try await OnLoop.run {
            var heard: Channel.Read?
            let outcome = try await Stage.play(scenario, observing: .none) { session in
                let visitor = try await Visitor(session)
                await visitor.ask("GET /")
                if text.hasPrefix(Self.page) { #expect(await visitor.hear("whole")) }
                visitor.channel.finishSending()
                if !text.hasPrefix(Self.page) { #expect(await visitor.hear("whole")) }
                heard = await visitor.hearEnd()
                visitor.close()
            }
            #expect(outcome.summary == "pass")
            return heard
        }
        #expect(heard == end)
    }

    private static let reply = "< 200\n<\n< whole\n"
    private static let page = "# A page\n> GET /\n\(reply)"

    /// RFC 8446 section 6.1: each side announces its end.
    @Test func `over TLS is announced to a client that announces its own`() async throws {
        for (acts, answer) in [("", TLSConnection.ReadResult.closeNotify), ("! close-notify off\n", .truncated)] {
            let scenario = try Stage.scenario(
                "# A page\norigin main https\n> GET /\n\(acts)\(Self.reply)! new-connection\n> GET /b\n< 200\n")
            let end = try await OnLoop.run {
                let session = try Stage.session(scenario, observing: .none)
                defer { session.close() }
                session.start()
                let visitor = try await SecureVisitor(session)
                await visitor.ask()
                await visitor.hear(until: { !$0.records.isEmpty })
                visitor.takeLeave()
                await visitor.hear()
                return visitor.heard.end
            }
            #expect(end?.tls == answer && end?.wire == .finished, "\(acts)")
        }
    }

    @Test func `over TLS is not answered where the reply is stalled`() async throws {
        let scenario = try Stage.scenario("# A page\norigin main https\n> GET /\n\(Self.reply)! stall\n! await fin\n")
        let end = try await OnLoop.run {
            let session = try Stage.session(scenario, observing: .none)
            session.start()
            let visitor = try await SecureVisitor(session)
            await visitor.ask()
            await visitor.hear(until: { !$0.records.isEmpty })
            visitor.takeLeave()
            await session.playedOut()
            #expect(session.player.outcome.verdict == .pass)
            session.close()
            await visitor.hear()
            return visitor.heard.end
        }
        #expect(end?.tls == .truncated)
    }

    @Test func `by the client is a FIN or a RST as it was sent`() async throws {
        let verdicts = try await OnLoop.run {
            var verdicts: [Verdict] = []
            for (awaited, resets) in [("fin", false), ("reset", true)] {
                let scenario = try Stage.scenario(Self.head + "! await \(awaited)\n")
                let outcome = try await Stage.play(scenario, observing: .none) { session in
                    let visitor = try await Visitor(session)
                    await visitor.ask("GET /")
                    #expect(await visitor.hear("half"))
                    if resets { visitor.channel.reset() } else { visitor.close() }
                }
                verdicts.append(outcome.verdict)
            }
            return verdicts
        }
        #expect(verdicts == [.pass, .pass])
    }

    /// The session must not wait on a connection that can have no more events.
    @Test(.timeLimit(.minutes(10)))
    func `may be a FIN and then a RST`() async throws {
        let scenario = try Stage.scenario("# A large page\n> GET /\n< 200\n<\n< {{bytes 16MiB}}\n")
        let summary = try await OnLoop.run {
            try await Stage.play(scenario, observing: .none) { session in
                let visitor = try await Visitor(session)
                await visitor.ask("GET /")
                #expect(await visitor.hear("\r\n\r\n"))
                visitor.channel.finishSending()
                _ = await visitor.hear(count: 100_000)
                visitor.channel.reset()
            }.summary
        }
        #expect(summary == "fail, not-sent at 5")
    }
}
