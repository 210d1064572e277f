// StandstillTests.swift: a machine that does not run for a while.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainPlayer
import QuintainServer
import Testing

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

@Suite struct `Time in which nobody ran` {
    @Test func `is not the client's`() async throws {
        try await OnLoop.run {
            let session = try Session(try testScenario("# A page\nclient GET /\nwithin 600ms\n> GET /\n< 200\n"))
            defer { session.close() }
            session.start { _ in }
            let client = try await TestClient(try #require(session.address))
            await client.say("GET / HTTP/1.1\r\nHost: ")
            // The whole loop stands still, and with it whoever would have read the rest.
            usleep(1_500_000)
            await client.say("\(client.channel.peer!)\r\n\r\n")
            #expect(try await client.reply().status == 200)
        }
    }

    @Test func `does not lengthen what is waited for afterwards`() async throws {
        try await OnLoop.run {
            let session = try Session(try testScenario("# A page\nclient GET /\nwithin 600ms\n> GET /\n< 200\n"))
            defer { session.close() }
            session.start { _ in }
            usleep(1_000_000)
            await session.ended(within: 1)
            #expect(!session.player.isScriptEnded)
            while !session.player.isScriptEnded { await session.changed() }
            #expect(session.player.outcome.verdict == .fail)
        }
    }
}
