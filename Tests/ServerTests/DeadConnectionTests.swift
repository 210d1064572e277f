// DeadConnectionTests.swift: sessions whose clients leave in various ways.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainPlayer
import QuintainScenario
import QuintainServer
import QuintainSessions
import Testing

@Suite struct `A session's dead connection` {
    private static let waits = "# Waits\n> GET /\n! wait 300ms\n< 200\n<\n< late\n"

    /// A dead connection ends every wait at once, so waiting on it again would never end.
    @Test(arguments: [true, false])
    func `does not hold up the loop after FIN and RST`(finFirst: Bool) async throws {
        try await OnLoop.run {
            let session = try Session(try testScenario(Self.waits))
            defer { session.close() }
            session.start()
            let client = try await TestClient(try #require(session.address))
            await client.say("GET / HTTP/1.1\r\nHost: \(session.endpoints[0].authority)\r\n\r\n")
            if finFirst { client.channel.finishSending() }
            await EventLoop.shared.sleep(for: .milliseconds(20))
            client.channel.reset()
            await EventLoop.shared.sleep(for: .milliseconds(20))
            let other = try await TestClient(try #require(session.address))
            other.channel.close()
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
