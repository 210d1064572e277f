// EventStreamTests.swift: a session's events, streamed as they happen.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainNotation
import QuintainServer
import Testing

@Suite struct `An event stream` {
    @Test func `tells everything from the start, and ends with the verdict`() async throws {
        try await withControl { (rig) async throws in
            let id = try await rig.arm(#"{"scenario":"plain.scenario"}"#)
            let stream = try await EventReader(rig, "/sessions/\(id)/events")
            #expect(stream.head["Content-Type"] == "text/event-stream")
            let visitor = try await rig.visit(id)
            // The event is sent while the session runs, not at its end.
            #expect(try await stream.event().contains(#""event":"opened""#))
            _ = try await visitor.get("/")
            visitor.channel.close()
            var numbers = [1]
            while true {
                let event = try await stream.event()
                guard let number = event.firstMatch(of: /^id: (\d+)\n/).flatMap({ Int($0.1) }) else {
                    #expect(event.hasPrefix("event: end\ndata: {\"id\":\(id),"))
                    #expect(event.contains(#""verdict":"pass""#))
                    break
                }
                numbers.append(number)
            }
            #expect(numbers == Array(1...numbers.count))
            #expect(try await stream.client.chunk() == nil)
            // The connection can still be used.
            #expect(try await stream.client.get("/health").status == 200)
            stream.client.channel.close()
        }
    }

    @Test(arguments: [("?after=3", []), ("", ["Last-Event-ID: 3"]), ("?after=1", ["Last-Event-ID: 3"])])
    func `goes on where its reader left off`(query: String, fields: [String]) async throws {
        try await withControl { (rig) async throws in
            let id = try await rig.arm(#"{"scenario":"plain.scenario"}"#)
            let visitor = try await rig.visit(id)
            _ = try await visitor.get("/")
            let stream = try await EventReader(rig, "/sessions/\(id)/events\(query)", fields)
            #expect(try await stream.event().hasPrefix("id: 4\n"))
            for channel in [visitor.channel, stream.client.channel] { channel.close() }
        }
    }

    @Test func `refuses a Last-Event-ID that is none`() async throws {
        try await withControl { (rig) async throws in
            let id = try await rig.arm(#"{"scenario":"plain.scenario"}"#)
            let stream = try await EventReader(rig, "/sessions/\(id)/events", ["Last-Event-ID: x"])
            #expect(stream.head.status == 400)
            stream.client.channel.close()
        }
    }

    @Test(arguments: [true, false])
    func `lets go of a reader that goes away while nothing happens`(byReset: Bool) async throws {
        try await withControl { (rig) async throws in
            let id = try await rig.arm(#"{"scenario":"plain.scenario"}"#)
            #expect(try await rig.ask("GET", "/health").status == 200)
            let stream = try await EventReader(rig, "/sessions/\(id)/events")
            #expect(rig.server.connectionCount == 2)
            if byReset { stream.client.channel.reset() } else { stream.client.channel.close() }
            #expect(await eventually { rig.server.connectionCount == 1 })
        }
    }

    @Test func `ends when the session is deleted`() async throws {
        try await withControl { (rig) async throws in
            let id = try await rig.arm(#"{"scenario":"plain.scenario"}"#)
            let stream = try await EventReader(rig, "/sessions/\(id)/events")
            _ = try await rig.ask("DELETE", "/sessions/\(id)")
            var last = ""
            while let chunk = try await stream.client.chunk() { last = String(decoding: chunk, as: UTF8.self) }
            #expect(last.contains("event: end\n"))
            stream.client.channel.close()
        }
    }
}
