// RouteCredentialTests.swift: routes that ask for credentials.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainAuth
import QuintainNotation
import QuintainRoutes
import QuintainScenario
import Testing

/// Surroundings that recognise their nonces.
final class Guarded: TemplateEnvironment, DigestJudge {
    private var digestGuard = DigestGuard(key: [1])
    var now = 1000

    func bytes(of function: Function) -> [UInt8]? {
        if case .nonce = function { digestGuard.nonce(at: now) } else { nil }
    }

    func judge(_ credentials: [UInt8], user: String, password: String, _ request: DigestRequest)
        -> DigestGuard.Ruling
    {
        digestGuard.judge(credentials, user: user, password: password, nil, request, at: now)
    }

    func note(_ input: DigestInput) { digestGuard.note(input) }
}

@Suite struct `Routes that ask for credentials` {
    static let text = """
        # Credentials
        routes

        > GET /basic/{{path user}}/{{path pass}}
        > Authorization: {{basic path.user:path.pass}}
        < 200 in

        > POST /digest/{{path user}}/{{path pass}}
        > Authorization: {{digest path.user:path.pass}}
        < 200 in
        < Authentication-Info: {{digest-info nextnonce=n}}
        <
        < in

        > POST /digest/{{path user}}/{{path pass}}
        > Authorization: {{digest path.user:path.pass stale}}
        < 401 stale

        > POST /digest/{{path user}}/{{path pass}}
        < 401
        < WWW-Authenticate: Digest realm="v", nonce="{{nonce}}", qop="auth-int", algorithm=SHA-256
        """

    let table: RouteTable
    let around = Guarded()

    init() throws {
        let reading = ScenarioReader.read(Array(Self.text.utf8), file: "x.routes") { _ in .failure(.missing) }
        table = RouteTable([try #require(reading.routes)])
    }

    func ask(_ line: String, _ authorization: String?, body: String? = "") -> Answer {
        let field = authorization.map { "Authorization: \($0)\r\n" } ?? ""
        return table.answer("\(line) HTTP/1.1\r\n\(field)\r\n", body: body, in: around)
    }

    @Test func `take Basic ones from the path, or say what is wrong`() {
        #expect(ask("GET /basic/a/b:c", "Basic YTpiOmM=").text.hasPrefix("HTTP/1.1 200 in"))
        #expect(
            ask("GET /basic/a/x", "Basic YTpiOmM=").diagnosis?.hasSuffix(
                #"only the value of the field Authorization differs: the password of "a" is "b:c", not "x""#) == true)
        #expect(ask("GET /basic/a/x", nil).diagnosis?.hasSuffix("only the field Authorization is missing") == true)
    }

    @Test func `take Digest ones once, and ask again when they are stale`() throws {
        let asked = ask("POST /digest/alice/secret", nil).text
        let value = try #require(asked.split(separator: "\r\n").first { $0.hasPrefix("WWW-Authenticate: ") })
        let clause = AuthClause.challenges(in: Array(value.utf8.dropFirst(18))).clauses[0]
        let challenge = try #require(DigestChallenge(clause))
        var input = DigestInput(
            .sha256, user: Array("alice".utf8), realm: challenge.realm, password: Array("secret".utf8),
            nonce: challenge.nonce, protection: .authInt)
        input.count = Array("00000001".utf8)
        input.clientNonce = Array("c".utf8)
        input.method = Array("POST".utf8)
        input.uri = Array("/digest/alice/secret".utf8)
        input.body = Array("hello".utf8)
        let answer = DigestAnswer(input, to: challenge).clause.text

        // The proof covers the body, so nothing is known without it; asked twice, it counts once.
        #expect(ask("POST /digest/alice/secret", answer, body: nil).needsBody)
        let granted = ask("POST /digest/alice/secret", answer, body: "hello").text
        #expect(granted.hasPrefix("HTTP/1.1 200 in"))
        input.protection = .auth
        input.body = []
        let confirmation = String(decoding: input.confirmation, as: UTF8.self)
        #expect(granted.contains("Authentication-Info: rspauth=\"\(confirmation)\", qop=auth, cnonce=\"c\""))
        #expect(granted.contains(", nextnonce=\""))
        #expect(ask("POST /digest/alice/secret", answer, body: "hello").text.hasPrefix("HTTP/1.1 401 stale"))
        #expect(ask("POST /digest/alice/secret", answer, body: "hallo").text.hasPrefix("HTTP/1.1 401 Unauthorized"))
        #expect(ask("POST /digest/alice/other", answer, body: "hello").text.hasPrefix("HTTP/1.1 401 Unauthorized"))
    }
}
