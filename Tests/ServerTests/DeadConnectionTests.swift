// DeadConnectionTests.swift: sessions whose clients go away in every manner.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainPlayer
import QuintainScenario
import QuintainServer
import Testing

@Suite struct `A session's dead connection` {
    @Test func `of an origin that swallows frees its descriptors with the session`() async throws {
        try await OnLoop.run {
            let scenario = try testScenario(
                "# Dead ends\norigin gone http refused\norigin hole http blackhole\n> GET /\n< 200\n")
            var sessions: [Session] = []
            let before = openDescriptorCount()
            for _ in 0..<30 { sessions.append(try Session(scenario)) }
            #expect(openDescriptorCount() >= before + 90)
            for session in sessions { session.close() }
            // The sessions themselves are kept, as ended ones are.
            #expect(openDescriptorCount() < before + 60)
            #expect(sessions.count == 30)
        }
    }
}

func testScenario(_ text: String) throws -> Scenario {
    let reading = ScenarioReader.read(Array(text.utf8), file: "test.scenario") { _ in .failure(.missing) }
    #expect(!reading.hasErrors)
    return try #require(reading.scenarios.first)
}

extension Session {
    /// Where the default origin listens.
    var address: SocketAddress? {
        endpoints.first?.authority.split(separator: ":").last.flatMap { UInt16($0) }.map { .loopback(port: $0) }
    }
}
