// SessionEndTests.swift: the end of a session that no client ends.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainNotation
import QuintainPlayer
import QuintainServer
import QuintainSessions
import QuintainTranscript
import Testing

@Suite struct `A session that has been played` {
    private static let moved = "# A redirect is not followed\\n> GET /old\\n< 302\\n< Location: /new\\n"

    private static func order(_ text: String = moved, settle: Int) -> String {
        #"{"text":"\#(text)","settle":\#(settle)}"#
    }

    /// The session's result, within some seconds.
    @OnLoop
    private static func verdict(_ id: Int, _ rig: ControlRig) async throws -> (verdict: String?, ended: String?) {
        let json = try await rig.ask("GET", "/sessions/\(id)/verdict?wait=15").json
        return (json["verdict"]?.text, json["ended"]?.text)
    }

    @Test func `still hears a redirect that is followed`() async throws {
        try await withControl { (rig) async throws in
            let id = try await rig.arm(Self.order(settle: 60_000))
            let visitor = try await rig.visit(id)
            #expect(try await visitor.get("/old").status == 302)
            #expect(try await rig.ask("GET", "/sessions/\(id)").json["state"]?.text == "played")
            #expect(try await visitor.get("/new").status == 500)
            visitor.channel.close()
            let (verdict, ended) = try await Self.verdict(id, rig)
            #expect(verdict == "fail")
            #expect(ended == "closed")
        }
    }

    @Test func `is waited for until its last line has happened`() async throws {
        try await withControl { (rig) async throws in
            let id = try await rig.arm(Self.order(settle: 60_000))
            let early = try await rig.ask("GET", "/sessions/\(id)?within=1").json
            #expect(early["state"]?.text == "running" && early["due"]?.list == [.number(2)])
            let visitor = try await rig.visit(id)
            _ = try await visitor.get("/old")
            let done = try await rig.ask("GET", "/sessions/\(id)?within=600000").json
            #expect(done["state"]?.text == "played" && done["due"] == nil)
            visitor.channel.close()
        }
    }

    @Test func `is waited for no longer once its client has done something wrong`() async throws {
        try await withControl { (rig) async throws in
            let id = try await rig.arm(Self.order(settle: 60_000))
            let visitor = try await rig.visit(id)
            _ = try await visitor.get("/other")
            let broken = try await rig.ask("GET", "/sessions/\(id)?within=600000").json
            #expect(broken["breaches"]?.list?.isEmpty == false)
            visitor.channel.close()
            #expect(try await rig.ask("GET", "/sessions/\(id)?within=600001").slug == "bad-number")
        }
    }

    /// Once like a client without a pool, which closes its connection after each request; once after a pause.
    @Test(arguments: [0, 400])
    func `that stays hears a request too many until it is told to end`(pause: Int) async throws {
        try await withControl { (rig) async throws in
            let id = try await rig.arm(#"{"text":"\#(Self.moved)","settle":20,"stays":true}"#)
            for path in ["/old", "/new"] {
                let visitor = try await rig.visit(id)
                #expect(try await visitor.get(path).status == (path == "/old" ? 302 : 500))
                visitor.channel.close()
                await EventLoop.shared.sleep(for: .milliseconds(pause))
                #expect(try await rig.ask("GET", "/sessions/\(id)/verdict").status == 202)
            }
            let text = try await rig.ask("GET", "/sessions/\(id)/verdict?format=text").text
            #expect(text.hasSuffix("\nnot over yet: the verdict comes with the end\n"), "\(text)")
            let end = try await rig.ask("POST", "/sessions/\(id)/end").json
            #expect(end["verdict"]?.text == "fail" && end["ended"]?.text == "told")
        }
    }

    @Test func `ends as soon as its client has closed all connections`() async throws {
        try await withControl { (rig) async throws in
            let id = try await rig.arm(Self.order(settle: 60_000))
            let (one, two) = (try await rig.visit(id), try await rig.visit(id))
            #expect(try await one.get("/old").status == 302)
            two.channel.close()
            #expect(try await rig.ask("GET", "/sessions/\(id)/verdict").status == 202)
            one.channel.close()
            let (verdict, ended) = try await Self.verdict(id, rig)
            #expect(verdict == "pass")
            #expect(ended == "closed")
        }
    }

    @Test func `ends when nothing has come for a while, though a connection is open`() async throws {
        try await withControl { (rig) async throws in
            let id = try await rig.arm(Self.order(settle: 50))
            let visitor = try await rig.visit(id)
            let began = Moment.now
            #expect(try await visitor.get("/old").status == 302)
            let (verdict, ended) = try await Self.verdict(id, rig)
            #expect(verdict == "pass")
            #expect(ended == "idle")
            #expect(Moment.now - began >= .milliseconds(50))
            #expect(rig.desk[id]?.session.player.outcome.end == .idle(50))
            visitor.channel.close()
        }
    }

    /// Like clients without a pool: each request has a connection of its own, and announces its close.
    @Test func `waits for a client that had announced to close, and comes again`() async throws {
        try await withControl { (rig) async throws in
            let id = try await rig.arm(Self.order(settle: 60_000))
            let host = try #require(rig.desk[id]?.session.endpoints.first?.authority)
            for path in ["/old", "/new"] {
                let visitor = try await rig.visit(id)
                await visitor.say("GET \(path) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n")
                #expect(try await visitor.reply().status == (path == "/old" ? 302 : 500))
                visitor.channel.close()
                #expect(await eventually { rig.desk[id]?.session.closings == (path == "/old" ? 1 : 2) })
                #expect(try await rig.ask("GET", "/sessions/\(id)").json["state"]?.text == "played")
            }
            let end = try await rig.ask("POST", "/sessions/\(id)/end").json
            #expect(end["verdict"]?.text == "fail")
            #expect(end["ended"]?.text == "told")
        }
    }

    @Test func `waits for a client whose connection the server has closed`() async throws {
        try await withControl { (rig) async throws in
            let id = try await rig.arm(Self.order(Self.moved + #"! close\n"#, settle: 100))
            let visitor = try await rig.visit(id)
            #expect(try await visitor.get("/old").status == 302)
            visitor.channel.close()
            #expect(try await Self.verdict(id, rig) == ("pass", "idle"))
        }
    }

    @Test(arguments: ["POST /end", "DELETE "])
    func `ends when it is told to, and what was sent before counts`(order: String) async throws {
        try await withControl { (rig) async throws in
            let id = try await rig.arm(Self.order(settle: 60_000))
            let visitor = KernelClient(try #require(rig.desk[id]?.session))
            try visitor.ask("/old")
            #expect(await visitor.hears("302 Found"))
            try visitor.askAgain("/new")
            visitor.awaitAcknowledgement()
            let words = order.split(separator: " ", omittingEmptySubsequences: false)
            let reply = try await rig.ask(String(words[0]), "/sessions/\(id)\(words[1])")
            #expect(reply.json["verdict"]?.text == "fail")
            #expect(reply.json["ended"]?.text == "told")
        }
    }

    @Test func `says that it was given up`() async throws {
        try await withControl { (rig) async throws in
            let id = try await rig.arm(#"{"scenario":"plain.scenario","deadline":1}"#)
            #expect(try await Self.verdict(id, rig) == ("fail", "deadline"))
        }
    }

    @Test func `tells a client that waits at the end`() async throws {
        try await withControl { (rig) async throws in
            let id = try await rig.arm(#"{"text":"> GET /a\n! hold\n< 200\n"}"#)
            let visitor = try await rig.visit(id)
            let host = try #require(rig.desk[id]?.session.endpoints.first?.authority)
            await visitor.say("GET /a HTTP/1.1\r\nHost: \(host)\r\n\r\n")
            #expect(await eventually { rig.desk[id]?.session.player.isHeld != nil })
            #expect(try await rig.ask("POST", "/sessions/\(id)/end").json["verdict"]?.text == "fail")
            #expect(try await visitor.reply().status == 500)
        }
    }

    @Test(arguments: [-1, 60_001])
    func `cannot settle for ever`(settle: Int) async throws {
        try await withControl { (rig) async throws in
            let reply = try await rig.ask("POST", "/sessions", Self.order(settle: settle))
            #expect(reply.status == 400 && reply.slug == "bad-settle")
        }
    }
}

extension Session {
    /// How many connections the client has closed.
    fileprivate var closings: Int {
        player.transcript.events.count { if case .connectionClosed = $0.happening { true } else { false } }
    }
}
