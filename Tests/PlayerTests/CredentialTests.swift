// CredentialTests.swift: right and wrong credentials in a run.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainAuth
import QuintainPlayer
import QuintainTranscript
import Testing

/// A client that answers challenges as RFC 7616 says, with the changes of a test.
struct DigestClient {
    var challenge: DigestChallenge
    var user = "alice"
    var password = "secret"
    var count = 0
    var hashesUser = false
    private(set) var input: DigestInput

    /// The nth Digest challenge that was sent.
    init(_ play: Rehearsal, on connection: ConnectionNumber = 1, nth: Int = 0, field: String = "WWW-Authenticate")
        throws
    {
        let values = play.text(on: connection).split(separator: "\r\n").filter { $0.hasPrefix("\(field): Digest") }
        let value = try #require(nth < values.count ? values[nth].dropFirst(field.count + 2) : nil)
        let clause = try #require(AuthClause.challenges(in: Array(value.utf8)).clauses.first)
        challenge = try #require(DigestChallenge(clause))
        input = DigestInput(challenge.algorithm, user: [], realm: [], password: [], nonce: [])
    }

    mutating func answer(
        _ method: String = "GET", _ target: String = "/", body: String = "", count: Int? = nil,
        mistake: (inout DigestInput) -> Void = { _ in }
    ) -> String {
        self.count += 1
        input = DigestInput(
            challenge.algorithm, user: Array(user.utf8), realm: challenge.realm, password: Array(password.utf8),
            nonce: challenge.nonce, protection: challenge.protections.last)
        input.count = Array("0000000\(count ?? self.count)".utf8)
        input.clientNonce = Array("c0nce".utf8)
        input.method = Array(method.utf8)
        input.uri = Array(target.utf8)
        input.body = Array(body.utf8)
        var answer = DigestAnswer(input, to: challenge, hashesUser: hashesUser)
        mistake(&input)
        answer.response = input.response
        return answer.clause.text
    }
}

@Suite struct `Basic credentials in a run` {
    static let text = """
        # t
        > GET /
        < 401
        < WWW-Authenticate: Basic realm="b"
        > GET /
        > Authorization: {{basic alice:secret}}
        < 200
        """

    @Test(arguments: [
        ("Authorization: Basic YWxpY2U6c2VjcmV0", nil), ("authorization: bASIC  YWxpY2U6c2VjcmV0", nil),
        ("Authorization: Basic YWxpY2U6b3RoZXI=", #"Authorization: the password of "alice" is "other", not "secret""#),
        ("Authorization: Digest a=b", #"Authorization: the scheme is "Digest", not 'Basic'"#),
        ("X: y", "Authorization is missing"),
    ])
    func `are judged`(field: String, sentence: String?) throws {
        let play = try Rehearsal(Self.text)
        let connection = play.send("GET /")
        play.send("GET /\n\(field)", on: connection)
        #expect(play.end().verdict == (sentence == nil ? .pass : .fail))
        #expect(play.sentences == [sentence].compactMap { $0 })
        #expect(play.brokenLines == (sentence == nil ? [] : [6]))
    }

    @Test(arguments: [(", charset=\"UTF-8\"", false), ("", true)])
    func `are in UTF-8 if the challenge says so`(charset: String, takesLatin1: Bool) throws {
        for (value, isUTF8) in [("dGVzdDoxMjPCow==", true), ("dGVzdDoxMjOj", false)] {
            let text = Self.text.replacing("\"b\"", with: "\"b\"\(charset)").replacing(
                "alice:secret", with: "test:123£")
            let play = try Rehearsal(text)
            let connection = play.send("GET /")
            play.send("GET /\nAuthorization: Basic \(value)", on: connection)
            #expect((play.end().verdict == .pass) == (isUTF8 || takesLatin1), "\(play.sentences)")
        }
    }
}

@Suite struct `Digest credentials in a run` {
    static func text(
        _ parameters: String = "qop=\"auth\", algorithm=SHA-256", _ demands: String = "", _ rest: String = ""
    )
        -> String
    {
        """
        # t
        > GET /
        < 401
        < WWW-Authenticate: Digest realm="v", nonce="{{nonce a}}", \(parameters)
        > GET /
        > Authorization: {{digest alice:secret\(demands)}}
        < 200
        \(rest)
        """
    }

    @Test(arguments: [
        "qop=\"auth\", algorithm=SHA-256", "algorithm=MD5", "qop=\"auth, auth-int\"",
        "qop=\"auth\", algorithm=SHA-512-256-sess, opaque=\"o\"", "algorithm=MD5-sess, qop=\"auth\", userhash=true",
    ])
    func `are judged by the challenge that was sent`(parameters: String) throws {
        let play = try Rehearsal(Self.text(parameters))
        let connection = play.send("GET /")
        var client = try DigestClient(play)
        play.send("GET /\nAuthorization: \(client.answer())", on: connection)
        #expect(play.end().verdict == .pass, "\(play.sentences)")
    }

    @Test(arguments: [
        ("", "GET", "/", "other", "it was computed for another password, or wrongly in a way that is not known here"),
        ("", "POST", "/", "secret", "it was computed for the method POST, and the request is a GET"),
    ])
    func `that are wrong are told what is wrong with them`(
        demands: String, method: String, target: String, password: String, sentence: String
    ) throws {
        let play = try Rehearsal(Self.text("qop=\"auth\"", demands))
        let connection = play.send("GET /")
        var client = try DigestClient(play)
        client.password = password
        play.send("GET /\nAuthorization: \(client.answer(method, target))", on: connection)
        #expect(play.end().verdict == .fail)
        #expect(play.sentences == ["Authorization: the response is wrong for user \"alice\": \(sentence)"])
        #expect(play.brokenLines == [6])
    }

    @Test(arguments: [
        (" algorithm=MD5", "the algorithm is SHA-256, not MD5"), (" qop=auth-int", "qop is auth, not auth-int"),
        (" nc=2", "nc is 1, not 2"), (" nc=0000000a", "nc is 1, not 10"),
        (" stale", "it answers a challenge that did not say stale=true"),
        (" userhash", "the user is not hashed: userhash=true is missing"),
    ])
    func `must be as the line insists`(demands: String, sentence: String) throws {
        let run = try Rehearsal(Self.text("qop=\"auth\", algorithm=SHA-256, userhash=true", demands))
        let connection = run.send("GET /")
        var client = try DigestClient(run)
        run.send("GET /\nAuthorization: \(client.answer())", on: connection)
        run.end()
        #expect(run.sentences == ["Authorization: \(sentence)"])
    }

    @Test func `of an unknown nonce are none`() throws {
        let play = try Rehearsal(Self.text())
        let connection = play.send("GET /")
        var client = try DigestClient(play)
        client.challenge.nonce = Array("x".utf8)
        play.send("GET /\nAuthorization: \(client.answer())", on: connection)
        #expect(play.sentences == [#"Authorization: no challenge of this run has the nonce "x""#])
        let early = try Rehearsal("# t\n> GET /\n> Authorization: {{digest a:b}}\n< 200\n")
        early.send("GET /\nAuthorization: \(client.answer())")
        #expect(early.sentences == ["Authorization: no Digest challenge has been sent that it could answer"])
    }

    static let more = "> GET /two\n> Authorization: {{digest alice:secret}}\n< 200\n"

    @Test(arguments: [(2, nil), (3, nil), (1, "nc is 1, and this nonce has been used up to 1 already")])
    func `count up`(count: Int, sentence: String?) throws {
        let play = try Rehearsal(Self.text("qop=\"auth\"", "", Self.more))
        let connection = play.send("GET /")
        var client = try DigestClient(play)
        play.send("GET /\nAuthorization: \(client.answer())", on: connection)
        play.send("GET /two\nAuthorization: \(client.answer("GET", "/two", count: count))", on: connection)
        play.end()
        #expect(play.sentences == [sentence.map { "Authorization: \($0)" }].compactMap { $0 })
    }

    @Test func `count up where a line asks for an exact count, too`() throws {
        let play = try Rehearsal(
            Self.text("qop=\"auth\"", "", "> GET /two\n> Authorization: {{digest alice:secret nc=1}}\n< 200\n"))
        let connection = play.send("GET /")
        var client = try DigestClient(play)
        play.send("GET /\nAuthorization: \(client.answer())", on: connection)
        play.send("GET /two\nAuthorization: \(client.answer("GET", "/two", count: 1))", on: connection)
        play.end()
        #expect(play.sentences == ["Authorization: nc is 1, and this nonce has been used up to 1 already"])
    }

    @Test(arguments: ["", " nc=1"])
    func `are wrong with a nonce that was refused, whatever else the line demands`(demand: String) throws {
        for nonce in ["a", "b"] {
            let rest = """
                > GET /two
                > Authorization: {{digest alice:secret}}
                < 401
                < WWW-Authenticate: Digest realm="v", nonce="b", qop="auth"
                > GET /two
                > Authorization: {{digest alice:secret\(demand)}}
                < 200
                """
            let text = Self.text("qop=\"auth\"", "", rest)
            let play = try Rehearsal(text)
            let connection = play.send("GET /")
            var client = try DigestClient(play)
            play.send("GET /\nAuthorization: \(client.answer())", on: connection)
            play.send("GET /two\nAuthorization: \(client.answer("GET", "/two", count: 2))", on: connection)
            if nonce == "b" { client = try DigestClient(play, nth: 1) }
            let count = nonce == "b" ? 1 : 3
            play.send("GET /two\nAuthorization: \(client.answer("GET", "/two", count: count))", on: connection)
            play.end()
            #expect(play.slugs == (nonce == "b" ? [] : [.wrongField]), "\(play.sentences)")
            #expect(play.sentences.allSatisfy { $0.contains("was refused, and the challenge since has \"b\"") })
        }
    }

    /// The challenge is cut off, so the client cannot know that its nonce is refused.
    @Test(arguments: [
        ("< 401\n< WWW-Authenticate: Digest realm=\"v\", nonce=\"b\", qop=\"auth\"", 40),
        (
            "< {{raw \"HTTP/1.1 401 X\\r\\nWWW-Authenticate: Digest realm=\\\"v\\\", nonce=\\\"b\\\", qop=\\\"auth\\\"\\r\\n\\r\\n\"}}",
            50
        ),
    ])
    func `are right with a nonce that was refused where an act at a byte cut the challenge off`(
        reply: String, byte: Int
    ) throws {
        for (byte, slugs) in [(byte, []), (1000, [.wrongField])] as [(Int, [Breach.Slug])] {
            let act = byte == 1000 ? "" : "! close at=\(byte)\n"
            let rest = """
                > GET /two
                > Authorization: {{digest alice:secret}}
                \(act)\(reply)
                > GET /two
                > Authorization: {{digest alice:secret}}
                < 200
                """
            let play = try Rehearsal(Self.text("qop=\"auth\"", "", rest))
            let connection = play.send("GET /")
            var client = try DigestClient(play)
            play.send("GET /\nAuthorization: \(client.answer())", on: connection)
            play.send("GET /two\nAuthorization: \(client.answer("GET", "/two", count: 2))", on: connection)
            play.send("GET /two\nAuthorization: \(client.answer("GET", "/two", count: 3))")
            play.end()
            #expect(play.slugs == slugs, "\(play.sentences)")
        }
    }

    @Test(arguments: [("nc=1", true, nil), ("nc=1", false, "nc is 1, and this nonce has been used up to 1 already")])
    func `may use the next nonce, and must where a line asks for its first count`(
        demand: String, isNext: Bool, sentence: String?
    ) throws {
        let text = """
            # t
            > GET /
            < 401
            < WWW-Authenticate: Digest realm="v", nonce="{{nonce a}}", qop="auth"
            > GET /
            > Authorization: {{digest alice:secret}}
            < 200
            < Authentication-Info: {{digest-info nextnonce=b}}
            > GET /two
            > Authorization: {{digest alice:secret \(demand)}}
            < 200
            """
        let play = try Rehearsal(text)
        let connection = play.send("GET /")
        var client = try DigestClient(play)
        play.send("GET /\nAuthorization: \(client.answer())", on: connection)
        if isNext {
            let info = play.text().components(of: "nextnonce=\"", "\"")
            client.challenge.nonce = Array(info.utf8)
        }
        play.send("GET /two\nAuthorization: \(client.answer("GET", "/two", count: 1))", on: connection)
        play.end()
        #expect(play.sentences == [sentence.map { "Authorization: \($0)" }].compactMap { $0 })
    }

    @Test func `of requests that name no credentials count as well`() throws {
        let play = try Rehearsal(Self.text("qop=\"auth\"", "", "> GET /free\n< 200\n\(Self.more)"))
        let connection = play.send("GET /")
        var client = try DigestClient(play)
        play.send("GET /\nAuthorization: \(client.answer())", on: connection)
        play.send("GET /free\nAuthorization: \(client.answer("GET", "/free"))", on: connection)
        play.send("GET /two\nAuthorization: \(client.answer("GET", "/two", count: 2))", on: connection)
        #expect(play.sentences == ["Authorization: nc is 2, and this nonce has been used up to 2 already"])
    }

    @Test func `of a session keep the first nonces for their key`() throws {
        for keeps in [true, false] {
            let play = try Rehearsal(Self.text("qop=\"auth\", algorithm=SHA-256-sess", "", Self.more))
            let connection = play.send("GET /")
            var client = try DigestClient(play)
            play.send("GET /\nAuthorization: \(client.answer())", on: connection)
            var answer = client.answer("GET", "/two") { input in
                input.clientNonce = Array("other".utf8)
                if keeps { input.session = DigestSession(nonce: input.nonce, clientNonce: Array("c0nce".utf8)) }
            }
            answer = answer.replacing("cnonce=\"c0nce\"", with: "cnonce=\"other\"")
            play.send("GET /two\nAuthorization: \(answer)", on: connection)
            play.end()
            let told = play.sentences.first?.contains("a session keeps those of its first one") ?? false
            #expect(told == !keeps, "\(play.sentences)")
        }
    }

    @Test func `answer a challenge that says stale`() throws {
        let rest = """
            > GET /two
            > Authorization: {{digest alice:secret}}
            < 401
            < WWW-Authenticate: Digest realm="v", nonce="{{nonce b}}", qop="auth", stale=true
            > GET /two
            > Authorization: {{digest alice:secret stale nc=1}}
            < 200
            """
        let play = try Rehearsal(Self.text("qop=\"auth\"", "", rest))
        let connection = play.send("GET /")
        var client = try DigestClient(play)
        play.send("GET /\nAuthorization: \(client.answer())", on: connection)
        play.send("GET /two\nAuthorization: \(client.answer("GET", "/two"))", on: connection)
        var fresh = try DigestClient(play, nth: 1)
        play.send("GET /two\nAuthorization: \(fresh.answer("GET", "/two"))", on: connection)
        #expect(play.end().verdict == .pass, "\(play.sentences)")
    }

    @Test func `must not go to another origin, nor to a proxy's field`() throws {
        let text = """
            # t
            origin other http
            > GET /
            < 401
            < WWW-Authenticate: Digest realm="v", nonce="n"
            > GET //other/
            > Authorization: {{digest alice:secret}}
            < 200
            > GET /
            > Proxy-Authorization: {{digest alice:secret}}
            < 200
            """
        let play = try Rehearsal(text)
        let connection = play.send("GET /")
        var client = try DigestClient(play)
        play.send("GET /\nAuthorization: \(client.answer())", origin: "other", host: "127.0.0.1:8001")
        play.send("GET /\nProxy-Authorization: \(client.answer())", on: connection)
        play.end()
        #expect(
            play.sentences == [
                #"Authorization: the nonce "n" is of the origin 'main', and was sent to the origin 'other'"#,
                #"Proxy-Authorization: the nonce "n" came in WWW-Authenticate, which is not answered in Proxy-Authorization"#,
            ])
    }

    @Test func `are parted by their algorithm where challenges share a nonce`() throws {
        let text = """
            # t
            > GET /
            < 401
            < WWW-Authenticate: Digest realm="v", nonce="n", algorithm=SHA-256, qop="auth"
            < WWW-Authenticate: Basic realm="b", Digest realm="v", nonce="n", algorithm=MD5, qop="auth"
            > GET /
            > Authorization: {{digest alice:secret algorithm=MD5}}
            < 200
            """
        let play = try Rehearsal(text)
        let connection = play.send("GET /")
        var client = try DigestClient(play)
        client.challenge.namedAlgorithm = .md5
        play.send("GET /\nAuthorization: \(client.answer())", on: connection)
        #expect(play.end().verdict == .pass, "\(play.sentences)")
    }

    @Test func `answer challenges that were written byte by byte, too`() throws {
        let text = """
            # t
            > GET /
            < {{raw "HTTP/1.1 401 No\\r\\nwww-authenticate: Digest realm=\\"v\\", nonce=\\"n\\"\\r\\nContent-Length: 0\\r\\n\\r\\n"}}
            > GET /
            > Authorization: {{digest alice:secret}}
            < 200
            """
        let play = try Rehearsal(text)
        let connection = play.send("GET /")
        var client = try DigestClient(play, field: "www-authenticate")
        play.send("GET /\nAuthorization: \(client.answer())", on: connection)
        #expect(play.end().verdict == .pass, "\(play.sentences)")
    }
}

extension String {
    /// The text between these two.
    fileprivate func components(of before: String, _ after: String) -> String {
        guard let start = firstRange(of: before), let end = self[start.upperBound...].firstRange(of: after) else {
            return ""
        }
        return String(self[start.upperBound..<end.lowerBound])
    }
}
