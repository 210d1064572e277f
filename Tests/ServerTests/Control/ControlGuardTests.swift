// ControlGuardTests.swift: which requests the control API obeys.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainNotation
import QuintainWire
import Testing

@testable import QuintainServer

@Suite struct `The control API's entrance` {
    @OnLoop
    private static func status(
        _ rig: ControlRig, _ fields: [String], of target: String = "/fixtures"
    ) async throws -> (Int, String?) {
        let fields = fields.map { $0.replacing("PORT", with: "\(rig.server.address.port)") }
        let reply = try await rig.client.ask("GET", target, fields)
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

    @Test(arguments: [["Host: 127.0.0.1:PORT"], ["Origin: http://127.0.0.1:PORT", "Origin: http://evil.example"]])
    func `refuses two fields where one counts`(more: [String]) async throws {
        try await withControl { (rig) async throws in
            #expect(try await Self.status(rig, ["Host: 127.0.0.1:PORT"] + more) == (400, "two-fields"))
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
            let refused = try await rig.client.ask("GET", "/fixtures")
            #expect(refused.status == 401)
            #expect(refused.slug == "no-token")
            #expect(refused["WWW-Authenticate"] == "Bearer")
            for wrong in ["Bearer s3cre", "Bearer s3cret2", "Bearer S3cret", "s3cret", "Basic s3cret"] {
                #expect(try await Self.status(rig, ["Authorization: \(wrong)"]).0 == 401)
            }
            for right in ["Bearer s3cret", "bearer s3cret", "BEARER s3cret"] {
                #expect(try await Self.status(rig, ["Authorization: \(right)"]).0 == 200)
            }
            // A client with the token may use any name for this machine, but a page may not.
            let right = "Authorization: Bearer s3cret"
            #expect(try await Self.status(rig, [right, "Host: ci.example:PORT"]).0 == 200)
            #expect(try await Self.status(rig, [right, "Origin: http://evil.example"]).0 == 403)
        }
    }

    @Test func `says to everybody that the server is there, and no more`() async throws {
        try await withControl(token: "s3cret") { (rig) async throws in
            let knock = try await rig.client.ask("GET", "/health").json
            #expect(knock.members?.map(\.0) == ["status", "server"] && knock["status"]?.text == "ok")
            let whole = try await rig.client.ask("GET", "/health", ["Authorization: Bearer s3cret"])
            #expect(whole.json["version"]?.text == "0.0.0")
            #expect(try await rig.client.ask("POST", "/health").status == 401)
            #expect(try await rig.client.ask("GET", "/metrics").status == 401)
        }
    }

    /// The slug of the refusal; nil: the request is let in.
    private static func refusal(_ fields: String, at local: String) throws -> String? {
        var reader = RequestReader()
        reader.append(Array("GET /fixtures HTTP/1.1\r\n\(fields)\r\n\r\n".utf8))
        guard case .head(let head)? = reader.next() else { throw TestFailure("no head") }
        let entrance = ControlGuard(address: try SocketAddress("0.0.0.0", port: 8081), token: nil, allowedHosts: [])
        do throws(ControlFault) {
            try entrance.check(ControlRequest(head, body: []), at: try? SocketAddress(local, port: 8081))
            return nil
        } catch {
            return error.slug
        }
    }

    @Test func `lets in at the address of this machine that the request has come to`() throws {
        let own = "Host: 10.1.2.3:8081"
        #expect(try Self.refusal(own, at: "10.1.2.3") == nil)
        #expect(try Self.refusal("\(own)\r\nOrigin: http://10.1.2.3:8081", at: "10.1.2.3") == nil)
        #expect(try Self.refusal("\(own)\r\nOrigin: http://10.1.2.4:8081", at: "10.1.2.3") == "foreign-origin")
        #expect(try Self.refusal("\(own)\r\nOrigin: http://10.1.2.3:8080", at: "10.1.2.3") == "foreign-origin")
        #expect(try Self.refusal("Host: 10.1.2.4:8081", at: "10.1.2.3") == "foreign-host")
        #expect(try Self.refusal("Host: evil.example:8081", at: "10.1.2.3") == "foreign-host")
    }

    @Test func `lets in by a name that was allowed`() async throws {
        try await withControl(allowedHosts: ["ci.example:9000"]) { (rig) async throws in
            #expect(try await Self.status(rig, ["Host: CI.example:9000"]).0 == 200)
            #expect(try await Self.status(rig, ["Host: ci.example:9000", "Origin: http://ci.example:9000"]).0 == 200)
            #expect(try await Self.status(rig, ["Host: ci.example:9001"]) == (403, "foreign-host"))
            #expect(
                try await Self.status(rig, ["Host: ci.example:9000", "Origin: http://ci.example:9001"])
                    == (403, "foreign-origin"))
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
