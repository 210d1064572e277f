// ChangeFeedTests.swift: changes of sessions and fixtures, as a page that shows them is told.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainNotation
import Testing

@testable import QuintainServer

@Suite struct `The stream of changes` {
    /// The events of a batch: their names and their data.
    private static func events(_ text: String) throws -> [(name: String, data: JSONText)] {
        try text.split(separator: "\n\n").map { event in
            let lines = event.split(separator: "\n")
            return (String(lines[0].dropFirst(7)), try JSONText(parsing: String(lines[1].dropFirst(6))))
        }
    }

    @Test func `begins with the server, its fixtures and its sessions`() async throws {
        try await withControl { (rig) async throws in
            _ = try await rig.arm(#"{"scenario":"plain.scenario"}"#)
            let stream = try await EventReader(rig, "/changes")
            #expect(stream.head["Content-Type"] == "text/event-stream")
            #expect(try await stream.event().hasPrefix("event: begin\ndata: {\"version\":\"0.0.0\",\"server\":\""))
            #expect(try await stream.event() == "event: fixtures\ndata: {\"readings\":1}")
            #expect(
                try await stream.event() == """
                    event: session
                    data: {"id":1,"scenario":"plain.scenario","title":"Plain","state":"running","events":0,"breaches":0,"due":[2]}
                    """)
            stream.client.channel.close()
        }
    }

    @Test func `goes on with what has changed, and with that alone`() async throws {
        try await withControl { (rig) async throws in
            let api = rig.api
            var feed = ChangeFeed()
            let first = try await rig.arm(#"{"scenario":"plain.scenario"}"#)
            let second = try await rig.arm(#"{"scenario":"held.scenario"}"#)
            #expect(try Self.events(feed.news(of: api)).map(\.name) == ["begin", "fixtures", "session", "session"])
            #expect(feed.news(of: api) == "")
            _ = try await rig.ask("POST", "/sessions/\(first)/end")
            let ended = try Self.events(feed.news(of: api))
            #expect(ended.count == 1)
            #expect(ended[0].data["id"]?.number == first)
            #expect(ended[0].data["state"]?.text == "ended")
            #expect(ended[0].data["verdict"]?.text == "fail")
            _ = try await rig.ask("DELETE", "/sessions/\(first)")
            #expect(feed.news(of: api) == "event: forgotten\ndata: {\"id\":\(first)}\n\n")
            await rig.library.reload()
            #expect(feed.news(of: api) == "event: fixtures\ndata: {\"readings\":2}\n\n")
            // A late reader is told the present state.
            var late = ChangeFeed()
            let told = try Self.events(late.news(of: api))
            #expect(told.map(\.name) == ["begin", "fixtures", "session"])
            #expect(told[2].data["id"]?.number == second)
        }
    }

    @Test func `tells of many sessions a few at a time, the newest first`() async throws {
        try await withControl { (rig) async throws in
            let count = ChangeFeed.atOnce + 5
            for _ in 0..<count {
                rig.desk.end(rig.desk[try await rig.arm(#"{"scenario":"plain.scenario"}"#)]!)
            }
            var feed = ChangeFeed()
            let first = try Self.events(feed.news(of: rig.api)).filter { $0.name == "session" }
            #expect(first.compactMap { $0.data["id"]?.number } == (6...count).reversed())
            let second = try Self.events(feed.news(of: rig.api))
            #expect(second.compactMap { $0.data["id"]?.number } == (1...5).reversed())
            #expect(feed.news(of: rig.api) == "")
        }
    }

    @Test(arguments: [true, false])
    func `lets go of a reader that goes away`(byReset: Bool) async throws {
        try await withControl { (rig) async throws in
            #expect(try await rig.ask("GET", "/health").status == 200)
            let stream = try await EventReader(rig, "/changes")
            #expect(rig.server.connectionCount == 2)
            if byReset { stream.client.channel.reset() } else { stream.client.channel.close() }
            #expect(await eventually { rig.server.connectionCount == 1 })
        }
    }
}
