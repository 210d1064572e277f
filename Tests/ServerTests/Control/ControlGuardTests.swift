// ControlGuardTests.swift: whom the control API obeys.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainNotation
import QuintainServer
import Testing

@Suite struct `The control API's entrance` {
    @OnLoop
    private static func status(_ rig: ControlRig, _ fields: [String]) async throws -> (Int, String?) {
        let fields = fields.map { $0.replacing("PORT", with: "\(rig.server.address.port)") }
        let reply = try await rig.client.ask("GET", "/health", fields)
        return (reply.status, reply.slug)
    }

    @Test(arguments: [
        "127.0.0.1:PORT", "localhost:PORT", "LOCALHOST:PORT", "[::1]:PORT", "[0:0:0:0:0:0:0:1]:PORT", "127.1.2.3:PORT",
    ])
    func `lets programs of this machine in`(host: String) async throws {
        try await withControl { (rig) async throws in
            #expect(try await Self.status(rig, ["Host: \(host)"]).0 == 200)
        }
    }

    @Test(arguments: [
        "evil.example:PORT", "evil.example", "127.0.0.1:1", "127.0.0.1", "localhost.evil.example:PORT", "", "[::1]",
        "127.0.0.1.evil.example:PORT", "10.0.0.1:PORT", "user@127.0.0.1:PORT", "::1:PORT", "[127.0.0.1]:PORT", "0:PORT",
        "evil.localhost:PORT",
    ])
    func `keeps out what came by a foreign name`(host: String) async throws {
        try await withControl { (rig) async throws in
            #expect(try await Self.status(rig, ["Host: \(host)"]) == (403, "foreign-host"))
        }
    }

    @Test(arguments: [
        "http://evil.example", "null", "https://127.0.0.1:PORT", "http://127.0.0.1:1", "http://127.0.0.1", "file://",
        "http://localhost.evil.example:PORT", "",
    ])
    func `keeps out pages`(origin: String) async throws {
        try await withControl { (rig) async throws in
            let (status, slug) = try await Self.status(rig, ["Host: 127.0.0.1:PORT", "Origin: \(origin)"])
            #expect((status, slug) == (403, "foreign-origin"))
        }
    }

    @Test(arguments: [("cross-site", 403), ("same-site", 403), ("same-origin", 200), ("none", 200)])
    func `keeps out pages whose browser says no more than where they are from`(site: String, status: Int) async throws {
        try await withControl { (rig) async throws in
            #expect(try await Self.status(rig, ["Host: 127.0.0.1:PORT", "Sec-Fetch-Site: \(site)"]).0 == status)
        }
    }

    @Test func `lets its own pages in`() async throws {
        try await withControl { (rig) async throws in
            #expect(try await Self.status(rig, ["Host: localhost:PORT", "Origin: http://localhost:PORT"]).0 == 200)
        }
    }

    @Test func `asks for the token, if there is one`() async throws {
        try await withControl(token: "s3cret") { (rig) async throws in
            let refused = try await rig.client.ask("GET", "/health")
            #expect(refused.status == 401)
            #expect(refused.slug == "no-token")
            #expect(refused["WWW-Authenticate"] == "Bearer")
            for wrong in ["Bearer s3cre", "Bearer s3cret2", "Bearer S3cret", "s3cret", "Basic s3cret"] {
                #expect(try await Self.status(rig, ["Authorization: \(wrong)"]).0 == 401)
            }
            #expect(try await Self.status(rig, ["Authorization: Bearer s3cret"]).0 == 200)
            // Whoever has it may call this machine what it likes, but a page may not.
            let right = "Authorization: Bearer s3cret"
            #expect(try await Self.status(rig, [right, "Host: ci.example:PORT"]).0 == 200)
            #expect(try await Self.status(rig, [right, "Origin: http://evil.example"]).0 == 403)
        }
    }

    @Test func `is the same over IPv6`() async throws {
        guard let address = try? SocketAddress("::1") else { return }
        try await withControl(on: address) { (rig) async throws in
            #expect(try await Self.status(rig, ["Host: [::1]:PORT"]).0 == 200)
            #expect(try await Self.status(rig, ["Host: [::2]:PORT"]).0 == 403)
            let reply = try await rig.ask("POST", "/sessions", #"{"scenario":"plain.scenario"}"#)
            let port = try #require(rig.desk[1]?.session.address?.port)
            #expect(reply.json["origins"]?["main"]?.text == "http://[::1]:\(port)")
        }
    }
}
