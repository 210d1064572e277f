// RendezvousTests.swift: a line that waits for a callback waits each time.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainNotation
import QuintainPlayer
import QuintainScenario
import QuintainSessions
import QuintainWords
import Testing

/// A bundled scenario and a client that plays it rightly.
struct Rendezvous: Sendable, CustomTestStringConvertible {
    var scenario: String
    var verdict = "pass"
    var client: @Sendable @OnLoop (Session) async throws -> Void

    var testDescription: String { "\(scenario), \(verdict)" }

    static let all = [
        Rendezvous(scenario: "framing/chunks-arrive") { session in
            let visitor = try await Visitor(session)
            await visitor.ask("GET /ticker")
            try #require(await visitor.hear("3\r\none\r\n"))
            await visitor.report(.response, "200")
            #expect(!visitor.hasMore)
            await visitor.report(data: "one")
            try #require(await visitor.hear("3\r\ntwo\r\n"))
            #expect(!visitor.hasMore)
            await visitor.report(data: "two")
            try #require(await visitor.hear("5\r\nthree\r\n0\r\n\r\n"))
            await visitor.report(data: "three")
            await visitor.report(.finish)
            visitor.close()
        },
        Rendezvous(scenario: "redirects/followed#302") { session in
            let visitor = try await Visitor(session)
            await visitor.ask("GET /old")
            try #require(await visitor.hear("It has moved."))
            let decision = await visitor.report(.redirect, "302", session.url + "/new", fields: ["method": "GET"])
            #expect(decision == "default")
            await visitor.ask("GET /new")
            try #require(await visitor.hear("Here it is."))
            await visitor.report(.response, "200", "text/plain", fields: ["url": session.url + "/new"])
            await visitor.report(data: "Here it is.")
            await visitor.report(.finish)
            visitor.close()
        },
        Rendezvous(scenario: "framing/reset") { session in
            let visitor = try await Visitor(session)
            await visitor.ask("GET /big")
            try #require(await visitor.hear("\r\n\r\n"))
            let body = await visitor.hear(count: 400)
            #expect(!visitor.hasMore)
            await visitor.report(.response, "200", fields: ["length": "1000"])
            await visitor.report(.data, bytes: body)
            #expect(await visitor.hearEnd() == .reset)
            await visitor.report(.fail, "connection-lost")
            visitor.close()
        },
        Rendezvous(scenario: "connections/half-closed") { session in
            let visitor = try await Visitor(session)
            await visitor.ask("GET /page")
            try #require(await visitor.hear("page"))
            #expect(await visitor.hearEnd() == .finished)
            await visitor.report(.response, "200")
            await visitor.report(data: "page")
            await visitor.report(.finish)
            visitor.close()
        },
        Rendezvous(scenario: "lanes/out-of-order") { session in
            let (one, two) = (try await Visitor(session), try await Visitor(session))
            await two.ask("GET /two")
            await one.ask("GET /one")
            try #require(await two.hear("two"))
            #expect(!one.hasMore)
            await two.report(.response, "200", lane: Lane("b"))
            await two.report(data: "two", lane: Lane("b"))
            #expect(!one.hasMore)
            await two.report(.finish, lane: Lane("b"))
            try #require(await one.hear("one"))
            await one.report(.response, "200", lane: Lane("a"))
            await one.report(data: "one", lane: Lane("a"))
            await one.report(.finish, lane: Lane("a"))
            one.close()
            two.close()
        },
        Rendezvous(scenario: "uploads/expect") { session in
            let visitor = try await Visitor(session)
            await visitor.ask("POST /up\nExpect: 100-continue\nContent-Length: 1000")
            try #require(await visitor.hear("HTTP/1.1 100 Continue\r\n\r\n"))
            #expect(!visitor.hasMore)
            await visitor.say(PatternBytes.array(1000, from: 0))
            try #require(await visitor.hear("201"))
            await visitor.report(.response, "201")
            await visitor.report(.finish)
            visitor.close()
        },
        Rendezvous(scenario: "metadata/cancelled-at-the-response") { session in
            let visitor = try await Visitor(session)
            await visitor.ask("GET /big")
            try #require(await visitor.hear("\r\n\r\n"))
            let decision = await visitor.report(.response, "200", "video/mp4", fields: ["length": "1000000"])
            #expect(decision == "cancel")
            visitor.close()
            await visitor.report(.fail, "cancelled")
        },
        // Wrong clients are wrong in the same way each time.
        Rendezvous(scenario: "framing/chunks-arrive", verdict: "fail, too-soon at 12") { session in
            let visitor = try await Visitor(session)
            await visitor.ask("GET /ticker")
            try #require(await visitor.hear("3\r\none\r\n"))
            await visitor.report(.response, "200")
            await visitor.report(data: "onetwo")
            try #require(await visitor.hear("5\r\nthree\r\n0\r\n\r\n"))
            await visitor.report(data: "three")
            await visitor.report(.finish)
            visitor.close()
        },
        Rendezvous(scenario: "redirects/followed#302", verdict: "fail, too-soon at 17") { session in
            let visitor = try await Visitor(session)
            await visitor.ask("GET /old")
            try #require(await visitor.hear("It has moved."))
            // The delegate has not been asked yet.
            await visitor.ask("GET /new")
            await session.changed()
            await visitor.report(.redirect, "302", session.url + "/new", fields: ["method": "GET"])
            try #require(await visitor.hear("Here it is."))
            await visitor.report(.response, "200", "text/plain", fields: ["url": session.url + "/new"])
            await visitor.report(data: "Here it is.")
            await visitor.report(.finish)
            visitor.close()
        },
    ]
}

@Suite struct `A rendezvous` {
    @Test(.timeLimit(.minutes(10)), arguments: Rendezvous.all)
    func `ends in the same verdict, however often and under whatever load`(rendezvous: Rendezvous) async throws {
        let scenario = try Stage.fixture(rendezvous.scenario)
        let times = Stage.count(quick: 100, thorough: 1_000)
        let results = try await Stage.results(of: scenario, times: times, rendezvous.client)
        #expect(Array(results.keys) == [rendezvous.verdict], "\(results)")
    }
}
