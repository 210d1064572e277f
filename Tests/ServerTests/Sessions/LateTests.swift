// LateTests.swift: a server that runs too late, though its client was in time.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainPlayer
import QuintainScenario
import QuintainSessions
import QuintainTalk
import QuintainTranscript
import QuintainWords
import Testing

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A client that does something while the server stands still.
struct LateRace: Sendable {
    var what: String
    var scenario: String
    var verdict: String
    /// When the server's time is over, in milliseconds: it is blocked from shortly before to shortly after.
    var due = 0
    /// How long before that the clients begin, in milliseconds: a kernel needs a while to acknowledge an end.
    var lead = 100
    /// The first request, and how the test knows that the server's time has begun.
    var first: String?
    var begins: @Sendable @OnLoop (Session, KernelClient) async -> Void = { _, _ in }
    /// What the client does while the server is blocked. The number is even or odd.
    var during: @Sendable @OnLoop (KernelClient, Int) throws -> Void

    static let all = [
        LateRace(
            what: "a request that came before the reply to another, on a connection of its own",
            scenario: "> GET /a\n< 200\n> GET /b\n< 200\n", verdict: "fail, too-soon at 4"
        ) { client, number in
            for path in number.isMultiple(of: 2) ? ["/a", "/b"] : ["/b", "/a"] { try client.ask(path) }
        },
        LateRace(
            what: "a request that came in time",
            scenario: "within 400ms\n> GET /a\n< 200\n", verdict: "pass", due: 400
        ) { client, _ in try client.ask("/a") },
        LateRace(
            what: "a request that broke the silence",
            scenario: "> GET /a\n! quiet 400ms\n< 200\n> GET /b\n< 200\n", verdict: "fail, too-soon at 5", due: 400,
            first: "/a",
            begins: { session, _ in await session.reaches("quiet") }
        ) { client, _ in try client.askAgain("/b") },
        LateRace(
            what: "a request that came within a pause",
            scenario: "> GET /a\n! wait 400ms\n< 200\n> GET /b\n< 200\n", verdict: "fail, too-soon at 5", due: 400,
            first: "/a",
            begins: { session, _ in await session.reaches("wait") }
        ) { client, _ in try client.askAgain("/b") },
        LateRace(
            what: "an end that came within a pause",
            scenario: "> GET /a\n! wait 900ms\n! await close\n< 200\n", verdict: "fail, too-soon at 4", due: 900,
            lead: 600, first: "/a",
            begins: { session, _ in await session.reaches("wait") }
        ) { client, _ in client.finish() },
        LateRace(
            what: "a request that chose its branch before silence did",
            scenario: """
                > GET /a
                < 200
                either quiet
                ! quiet 400ms
                never "it was asked again"
                > GET /b
                < 200
                end

                """, verdict: "fail, wrong-branch at 6", due: 400, first: "/a",
            begins: { _, client in #expect(await client.hears("200 OK")) }
        ) { client, _ in try client.askAgain("/b") },
        LateRace(
            what: "a redirect that was followed before its time was over",
            scenario: "> GET /a\n< 302\n< Location: /b\n", verdict: "fail, unexpected-request at 0", due: 200,
            first: "/a",
            begins: { _, client in #expect(await client.hears("302 Found")) }
        ) { client, number in
            if number.isMultiple(of: 2) { try client.ask("/b") } else { try client.askAgain("/b") }
        },
    ]
}

/// A server that is blocked keeps all others of its process waiting, so each of these has a process of its own.
@Suite(.serialized) struct `A server that is late` {
    /// The client acts on the loop's thread, so the server is blocked meanwhile; and its bytes have been acknowledged,
    /// so they are in the server's kernel before the server's time is over.
    @Test(.timeLimit(.minutes(10)), arguments: LateRace.all.indices)
    func `judges by when something came, not by when it was read`(number: Int) async throws {
        await #expect(processExitsWith: .success) { [number] in
            let race = LateRace.all[number]
            let scenario = try testScenario("# Late\n" + race.scenario)
            let times = Self.isThorough ? 1_000 : 50
            let results = try await OnLoop.run {
                var results: [String: Int] = [:]
                // If the machine was so busy that the client was late as well, that round shows nothing.
                for _ in 0..<times / Self.atOnce * 4 where results.values.reduce(0, +) < times {
                    for result in try await Self.play(race, scenario) { results[result, default: 0] += 1 }
                }
                return results
            }
            #expect(Array(results.keys) == [race.verdict], "\(race.what): \(results)")
            if Self.isThorough { print("\(race.what): \(results)") }
        }
    }

    /// The results of the rounds whose client was in time.
    @OnLoop
    private static func play(_ race: LateRace, _ scenario: Scenario) async throws -> [String] {
        var sessions: [Session] = []
        defer { for session in sessions { session.close() } }
        for _ in 0..<atOnce { sessions.append(try Session(scenario, observing: .none)) }
        let clients = sessions.map { KernelClient($0) }
        let began = Moment.now
        for (session, client) in zip(sessions, clients) {
            session.start()
            if let first = race.first { try client.ask(first) }
        }
        for (session, client) in zip(sessions, clients) { await race.begins(session, client) }
        let begun = Moment.now
        if race.due > 0 {
            await EventLoop.shared.sleep(until: began.advanced(milliseconds: Int64(race.due - race.lead)))
        }
        var isInTime: [Bool] = []
        for (number, client) in clients.enumerated() { try race.during(client, number) }
        for client in clients {
            client.awaitAcknowledgement()
            isInTime.append(race.due == 0 || .now < began.advanced(milliseconds: Int64(race.due)))
        }
        if race.due > 0 { standStill(until: begun.advanced(milliseconds: Int64(race.due) + 50)) }
        var results: [String] = []
        for (session, isInTime) in zip(sessions, isInTime) {
            await session.playedOut()
            if isInTime { results.append(session.player.outcome.summary) }
        }
        return results
    }

    /// Lines of a driver that were written in time count like bytes in a socket.
    @Test func `hears what its client had said before it acts`() async throws {
        await #expect(processExitsWith: .success) {
            let scenario = try testScenario("# Late\n> GET /a\n! wait 100ms\n< 200\n* response 200\n* finish\n")
            let summary = try await OnLoop.run {
                let session = try Session(scenario, observing: .all)
                defer { session.close() }
                var said: [ReportedCallback] = []
                session.listensFirst = { [weak session] in
                    let callbacks = said
                    said = []
                    for callback in callbacks { session?.told(callback) }
                }
                session.start(client: { _ in })
                let client = KernelClient(session)
                try client.ask("/a")
                await session.reaches("wait")
                said = [ReportedCallback(.response, subject: ["200"])]
                standStill(until: .now.advanced(milliseconds: 150))
                #expect(await client.hears("200 OK"))
                session.told(ReportedCallback(.finish))
                await session.playedOut()
                return session.player.outcome.summary
            }
            #expect(summary == "fail, too-soon at 5")
        }
    }

    /// `QUINTAIN_STRESS=1` plays many rounds, to be sure; otherwise only a few.
    private static let isThorough = getenv("QUINTAIN_STRESS") != nil
    private static let atOnce = 50
}

extension Outcome {
    /// The verdict, and which lines were broken.
    fileprivate var summary: String {
        ([verdict.rawValue] + breaches.map { "\($0.slug.rawValue) at \($0.line?.number ?? 0)" }).joined(separator: ", ")
    }
}

extension Session {
    /// Waits until the act of this name has begun, or the run is over without it.
    fileprivate func reaches(_ act: String) async {
        while !player.isOver, !player.transcript.events.contains(where: { $0.isAct(act) }) { await changed() }
    }
}

extension Event {
    fileprivate func isAct(_ name: String) -> Bool {
        if case .acted(let text) = happening { text.hasPrefix(name) } else { false }
    }
}
