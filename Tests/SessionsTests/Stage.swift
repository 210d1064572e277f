// Stage.swift: bundled scenarios, played in this process.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainFixtures
import QuintainLoop
import QuintainPlayer
import QuintainScenario
import QuintainSessions
import QuintainTranscript
import Testing

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The sessions that the tests play, and how often.
enum Stage {
    /// `QUINTAIN_STRESS=1` plays many times, to be sure; otherwise only a few.
    static let isThorough = getenv("QUINTAIN_STRESS") != nil

    static func count(quick: Int, thorough: Int) -> Int { isThorough ? thorough : quick }

    /// A bundled scenario, `framing/reset`, or one of its cases, `redirects/followed#302`.
    static func fixture(_ name: String) throws -> Scenario {
        let parts = name.split(separator: "#").map(String.init)
        let path = fixtures + parts[0] + ".scenario"
        let reading = try FixtureFile.read(path, root: fixtures, name: parts[0]).reading
        return try #require(reading.scenarios.first { parts.count == 1 || $0.row == parts[1] })
    }

    static func scenario(_ text: String) throws -> Scenario {
        let reading = ScenarioReader.read(Array(text.utf8), file: "test.scenario") { _ in .failure(.missing) }
        #expect(reading.diagnostics.map(\.message) == [])
        return try #require(reading.scenarios.first)
    }

    /// A run of it that has not begun.
    @OnLoop
    static func session(_ scenario: Scenario, observing observation: Observation = .all) throws -> Session {
        try Session(scenario, observing: observation, patience: 60_000, authority: authority)
    }

    /// Plays it once to this client, to its end.
    @OnLoop
    static func play(
        _ scenario: Scenario, observing observation: Observation = .all,
        _ client: @OnLoop (Session) async throws -> Void
    ) async throws -> Outcome {
        let session = try session(scenario, observing: observation)
        defer { session.close() }
        session.start()
        try await client(session)
        await session.playedOut()
        return session.player.outcome
    }

    /// Plays it again and again, several at once, and gives each different result once, with its sentences.
    static func results(
        of scenario: Scenario, times: Int, atOnce: Int = 16,
        _ client: @escaping @Sendable @OnLoop (Session) async throws -> Void
    ) async throws -> [String: [String]] {
        try await OnLoop.run {
            try await withThrowingTaskGroup(of: Outcome.self) { group in
                var results: [String: [String]] = [:]
                func keep(_ outcome: Outcome) { results[outcome.summary] = outcome.breaches.map(\.sentence) }
                for number in 0..<times {
                    if number >= atOnce, let outcome = try await group.next() { keep(outcome) }
                    group.addTask { try await play(scenario, client) }
                }
                for try await outcome in group { keep(outcome) }
                return results
            }
        }
    }

    private static let root = String(#filePath.dropLast("Tests/SessionsTests/Stage.swift".count))
    private static let fixtures = root + "fixtures/"
    private static let authority = TestAuthority(folder: root + "certs")
}

extension Outcome {
    /// The verdict, and which lines were broken.
    var summary: String {
        ([verdict.rawValue] + breaches.map { "\($0.slug.rawValue) at \($0.line?.number ?? 0)" }).joined(separator: ", ")
    }
}
