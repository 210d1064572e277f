// ReaderTests.swift: the reader against scripts of what a news service does.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Client
import Quintain
import Server
import Testing

@Suite struct `The reader` {
    @Test func `reads headlines`() async throws {
        let feed = Feed(["Dog bites man", "Man bites dog"])
        let play = try await Play(
            of: """
                > GET /news
                < 200
                <
                \(feed.headlines.map { "< \($0)" }.joined(separator: "\n"))
                """)
        let reader = Reader(play.url, session: play.session())
        #expect(try await reader.headlines() == feed.headlines)
        try await play.verify()
    }

    @Test(
        .play(
            of: """
                > POST /news
                > Content-Type: text/plain
                >
                > Cat bites nobody
                < 303
                < Location: /news/3
                * redirect 303 /news/3 method=GET
                > GET /news/3
                < 200
                """))
    func `follows what it has sent to its own address`() async throws {
        let play = try Play.current
        let reader = Reader(play.url, session: play.session())
        #expect(try await reader.send("Cat bites nobody") == "/news/3")
    }

    @Test func `gives up when the feed breaks off twice`() async throws {
        try await withPlay(
            of: """
                repeat 2
                > GET /news
                < 200
                < Content-Length: 1000
                <
                < Dog bites
                ! reset
                end
                """
        ) { play in
            let reader = Reader(play.url, session: play.session())
            await #expect(throws: Reader.Failure.cutShort) { try await reader.headlines() }
        }
    }

    @Test(arguments: try Scenario.all(in: "Scenarios"))
    func `reads what stands in each scenario`(_ scenario: Scenario) async throws {
        try await withPlay(scenario) { play in
            let reader = Reader(play.url, session: play.session())
            let headlines = try await reader.headlines()
            #expect(headlines == ["Dog bites man"])
        }
    }
}
