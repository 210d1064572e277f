// CrowdTests.swift: many sessions at once, and thousands one after another.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainPlayer
import QuintainScenario
import QuintainSessions
import QuintainWords
import Testing

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

@Suite struct `Sessions` {
    /// All sessions are open and all clients connected before the first request is sent.
    @Test func `do not see each other, five hundred at once`() async throws {
        let summaries = try await OnLoop.run {
            _ = DescriptorLimit.raise()
            var sessions: [Session] = []
            defer { for session in sessions { session.close() } }
            for number in 0..<500 {
                sessions.append(try Session(Crowd.scenario(number), observing: .none, patience: 60_000))
            }
            for session in sessions { session.start() }
            var visitors: [Visitor] = []
            for session in sessions { visitors.append(try await Visitor(session)) }
            for (number, visitor) in visitors.enumerated() { await visitor.ask("GET /\(number)") }
            for (number, visitor) in visitors.enumerated() {
                try #require(await visitor.hear("page \(number)."))
                visitor.close()
            }
            var summaries: Set<String> = []
            for session in sessions {
                await session.playedOut()
                summaries.insert(session.player.outcome.summary)
            }
            return summaries
        }
        #expect(summaries == ["pass"])
    }

    /// In a process of its own, where nothing else opens and closes descriptors.
    @Test func `leave nothing behind, thousands one after another`() async {
        await #expect(processExitsWith: .success) {
            try await Crowd.play(100)
            let before = (Crowd.openDescriptors(), Crowd.residentBytes())
            try await Crowd.play(Stage.count(quick: 1_000, thorough: 10_000))
            let after = (Crowd.openDescriptors(), Crowd.residentBytes())
            #expect(after.0 == before.0)
            #expect(after.1 < before.1 + 4 << 20, "from \(before.1) to \(after.1) bytes")
        }
    }
}

private enum Crowd {
    static func scenario(_ number: Int) throws -> Scenario {
        try Stage.scenario(
            """
            # A page of its own
            > GET /\(number)
            < 200
            <
            < page \(number).
            * response 200
            * finish
            """)
    }

    static func play(_ times: Int) async throws {
        try await OnLoop.run {
            let scenario = try scenario(7)
            for _ in 0..<times {
                let outcome = try await Stage.play(scenario) { session in
                    let visitor = try await Visitor(session)
                    await visitor.ask("GET /7")
                    guard await visitor.hear("page 7.") else { return }
                    await visitor.report(.response, "200")
                    await visitor.report(.finish)
                    visitor.close()
                }
                try #require(outcome.verdict == .pass)
            }
        }
    }

    static func openDescriptors() -> Int {
        (0..<Int32(4_096)).reduce(into: 0) { count, fd in
            if fcntl(fd, F_GETFD) >= 0 { count += 1 }
        }
    }

    /// The process's resident memory; 0 if the system does not tell.
    static func residentBytes() -> Int {
        guard let bytes = try? Files.read("/proc/self/statm", limit: 4_096) else { return 0 }
        let pages = String(decoding: bytes, as: UTF8.self).split(separator: " ").dropFirst().first
        return (pages.flatMap { Int($0) } ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
    }
}
