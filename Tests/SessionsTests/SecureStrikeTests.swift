// SecureStrikeTests.swift: acts at a byte of a reply that is sent over TLS.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainPlayer
import QuintainScenario
import QuintainSessions
import QuintainTLS
import Testing

@Suite struct `Acts at a byte over TLS` {
    private func scenario(_ acts: String, tls: String, body: String) throws -> Scenario {
        try Stage.scenario(
            "# t\norigin main https tls=\(tls)\n> GET /\n\(acts)\n< 200\n< Content-Length: {{length}}\n<\n< \(body)\n")
    }

    /// What a client receives to the end of the connection, which the acts bring or a `! close` behind the reply.
    private func hear(
        _ acts: String, tls: String = "1.3", body: String = "roses", end: String = "\n! close"
    ) async throws -> SecureVisitor.Heard {
        let scenario = try scenario(acts, tls: tls, body: body + end)
        return try await OnLoop.run {
            var heard: SecureVisitor.Heard?
            let outcome = try await Stage.play(scenario, observing: .none) { session in
                let visitor = try await SecureVisitor(session)
                await visitor.ask()
                await visitor.hear()
                visitor.close()
                heard = visitor.heard
            }
            #expect(outcome.summary == "pass")
            return try #require(heard)
        }
    }

    /// What a client receives of a reply that stops at the acts, and then to the end, when the session closes.
    private func hear(
        _ acts: String, tls: String = "1.3", body: String = "roses",
        until isHeard: @escaping @Sendable (SecureVisitor.Heard) -> Bool
    ) async throws -> SecureVisitor.Heard {
        let scenario = try scenario(acts, tls: tls, body: body)
        return try await OnLoop.run {
            let session = try Stage.session(scenario, observing: .none)
            session.start()
            let visitor = try await SecureVisitor(session)
            await visitor.ask()
            await visitor.hear(until: isHeard)
            session.close()
            await visitor.hear()
            visitor.close()
            return visitor.heard
        }
    }

    @Test(arguments: ["! flush at=20", "! wait 1ms at=20", "! flush at=20\n! wait 1ms at=20"], versions)
    func `cut it into two records`(acts: String, tls: String) async throws {
        let heard = try await hear(acts, tls: tls)
        #expect(heard.texts == [Self.first, Self.second])
        #expect(heard.end?.tls == .closeNotify)
    }

    @Test(arguments: ["! wait 1h at=20", "! flush at=20\n! wait 1h at=20", "! stall at=20"])
    func `hold back the record below them, and the end`(acts: String) async throws {
        let heard = try await hear(acts, until: { !$0.records.isEmpty })
        #expect(heard.texts == [Self.first] && heard.rest.isEmpty)
        #expect(heard.end?.tls == .truncated)
    }

    @Test(arguments: versions) func `end it with close_notify and FIN`(tls: String) async throws {
        let heard = try await hear("! close at=20", tls: tls, end: "")
        #expect(heard.texts == [Self.first])
        #expect(heard.end?.tls == .closeNotify && heard.end?.wire == .finished)
    }

    @Test func `end it without close_notify if that is off`() async throws {
        let heard = try await hear("! close-notify off\n! close at=20", end: "")
        #expect(heard.texts == [Self.first])
        #expect(heard.end?.tls == .truncated && heard.end?.wire == .finished)
    }

    /// A RST destroys bytes that have not been read.
    @Test func `end it by RST, without close_notify`() async throws {
        let heard = try await hear("! reset at=20", end: "")
        #expect(Self.first.hasPrefix(heard.texts.joined()))
        #expect(heard.end?.tls == .truncated && heard.end?.wire == .reset)
    }

    private static let reply = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nroses"
    private static let first = "HTTP/1.1 200 OK\r\nCon"
    private static let second = "tent-Length: 5\r\n\r\nroses"
    /// More than three records hold.
    private static let roses = String(repeating: "roses are red ", count: 4_000)
    private static let versions = ["1.0", "1.1", "1.2", "1.3"]
}
