// FixedPortTests.swift: sessions at ports that their orders name.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainPlayer
import QuintainServer
import QuintainSessions
import Testing

@Suite struct `A session at a fixed port` {
    private static let text = #""text":"origin api http\n> GET /a\n< 200\n""#

    /// The address is this test's own, so that nobody else has the port.
    @Test func `keeps the port to itself until it has ended`() async throws {
        try await withControl(on: SocketAddress("127.18.77.1")) { (rig) async throws in
            let order = "{\(Self.text),\"ports\":{\"main\":18080}}"
            let id = try await rig.arm(order)
            let origins = try #require(rig.desk[id]).session.endpoints.map(\.authority)
            #expect(origins[0] == "127.18.77.1:18080" && !origins[1].hasSuffix(":18080"))
            let second = try await rig.ask("POST", "/sessions", order)
            #expect(second.status == 503 && second.slug == "port-in-use", "\(second.text)")
            let visitor = try await TestClient(SocketAddress("127.18.77.1", port: 18080))
            await visitor.say("GET /a HTTP/1.1\r\nHost: 127.18.77.1:18080\r\n\r\n")
            #expect(try await visitor.reply().status == 200)
            _ = try await rig.ask("POST", "/sessions/\(id)/end")
            #expect(rig.desk[id]?.session.player.outcome.verdict == .pass)
            let third = try await rig.ask("POST", "/sessions/\(id)/again")
            #expect(third.status == 201 && third.text.contains(":18080"), "\(third.text)")
        }
    }

    @Test(arguments: [
        (#"{"main":70000}"#, "70000 is no port"), (#"{"main":-1}"#, "-1 is no port"),
        (#"{"ap":18080}"#, "the text has no origin 'ap'"),
        (#"{"main":18081,"api":18081}"#, "have the same port, 18081"),
        (#"{"main":"80"}"#, "the port of 'main' cannot be"), ("18080", "'ports' cannot be 18080"),
    ])
    func `is refused where the port cannot be meant`(ports: String, says: String) async throws {
        try await withControl { (rig) async throws in
            let reply = try await rig.ask("POST", "/sessions", "{\(Self.text),\"ports\":\(ports)}")
            #expect(reply.status == 400 && reply.text.contains(says), "\(reply.text)")
            #expect(rig.desk.all.isEmpty)
        }
    }
}
