// RouteDigestTests.swift: routes that ask for Digest credentials, over sockets.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainAuth
import QuintainLoop
import QuintainRouteHost
import QuintainServer
import Testing

@Suite struct `Digest on routes` {
    static let routes = """
        # Digest
        routes

        > POST /{{path user}}/{{path pass}}
        > Authorization: {{digest path.user:path.pass}}
        < 200
        < Authentication-Info: {{digest-info}}

        > POST /{{path user}}/{{path pass}}
        < 401
        < WWW-Authenticate: Digest realm="v", qop="auth-int", algorithm=SHA-256, nonce="{{nonce}}"

        """

    static func answer(to reply: TestReply, body: String, count: Int = 1, protection: DigestProtection = .authInt)
        throws -> String
    {
        let value = try #require(reply.fields.first { $0.name == "WWW-Authenticate" }?.value)
        let clause = try #require(AuthClause.challenges(in: Array(value.utf8)).clauses.first)
        let challenge = try #require(DigestChallenge(clause))
        var input = DigestInput(
            challenge.algorithm, user: Array("alice".utf8), realm: challenge.realm, password: Array("secret".utf8),
            nonce: challenge.nonce, protection: protection)
        input.count = Array("0000000\(count)".utf8)
        input.clientNonce = Array("c".utf8)
        input.method = Array("POST".utf8)
        input.uri = Array("/alice/secret".utf8)
        input.body = Array(body.utf8)
        return "Authorization: \(DigestAnswer(input, to: challenge).clause.text)"
    }

    @Test func `takes an answer that covers the body, and takes it once`() async throws {
        try await withRoutes(Self.routes) { (_, client) async throws in
            let target = "/alice/secret"
            let body = String(repeating: "x", count: 300_000)
            let asked = try await client.ask("POST", target, body: body)
            #expect(asked.status == 401)
            let answer = try Self.answer(to: asked, body: body)
            #expect(try await client.ask("POST", target, [answer], body: "y").status == 401)
            let granted = try await client.ask("POST", target, [answer], body: body)
            #expect(granted.status == 200)
            #expect(granted.fields.contains { $0.name == "Authentication-Info" })
            #expect(try await client.ask("POST", target, [answer], body: body).status == 401)
            let next = try Self.answer(to: asked, body: "z", count: 2)
            #expect(try await client.ask("POST", target, [next], body: "z").status == 200)
        }
    }

    @Test func `takes an answer once, also where the route has a 100 of its own`() async throws {
        let routes = Self.routes.replacing("< 200", with: "< 100\n< 200").replacing("auth-int", with: "auth")
        try await withRoutes(routes) { (_, client) async throws in
            let asked = try await client.ask("POST", "/alice/secret")
            let answer = try Self.answer(to: asked, body: "", protection: .auth)
            await client.say(
                "POST /alice/secret HTTP/1.1\r\nHost: x\r\n\(answer)\r\nExpect: 100-continue\r\n"
                    + "Content-Length: 3\r\n\r\n")
            #expect(try await client.reply().status == 100)
            await client.say("abc")
            #expect(try await client.reply().status == 200)
        }
    }
}
