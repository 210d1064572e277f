// DigestCheckTests.swift: right answers, and the complaints about wrong ones.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainAuth
import Testing

@Suite struct `A Digest answer` {
    static let request = DigestRequest(method: "POST".utf8, target: "/vault?a=1".utf8, body: Array("hello".utf8))

    static func challenge(_ algorithm: DigestAlgorithm = .sha256, _ protections: [DigestProtection] = [.auth])
        -> DigestChallenge
    {
        DigestChallenge(
            realm: Array("v".utf8), nonce: Array("n0nce".utf8), algorithm: algorithm, protections: protections)
    }

    static func sentence(
        _ answer: DigestAnswer, to challenge: DigestChallenge = challenge(), user: String = "alice",
        password: String = "secret", _ request: DigestRequest = request
    ) throws -> String? {
        let read = try DigestAnswer(reading: answer.clause.bytes)
        #expect(read == answer)
        switch DigestCheck(challenge, user: user, password: password, request: request).verdict(on: read) {
        case .right: return nil
        case .wrong(let objection): return objection.sentence
        case .awaitsBody: return "awaits the body"
        }
    }

    @Test(arguments: DigestAlgorithm.allCases, [nil, DigestProtection.auth, .authInt])
    func `that is right is taken, written out and read again`(
        algorithm: DigestAlgorithm, protection: DigestProtection?
    ) throws {
        let challenge = Self.challenge(algorithm, protection.map { [$0] } ?? [])
        let answer = DigestAnswer(Example.input(algorithm, protection), to: challenge)
        #expect(try Self.sentence(answer, to: challenge) == nil)
    }

    @Test func `with auth-int waits for the body, and covers it`() throws {
        let challenge = Self.challenge(.sha256, [.auth, .authInt])
        let answer = DigestAnswer(Example.input(.sha256, .authInt), to: challenge)
        var request = Self.request
        request.body = nil
        #expect(try Self.sentence(answer, to: challenge, request) == "awaits the body")
        request.body = Array("hallo".utf8)
        #expect(try Self.sentence(answer, to: challenge, request)?.contains("in a way that is not known") == true)
    }

    /// What the client computes wrongly, and the complaint about it.
    private static let computed: [(@Sendable (inout DigestInput) -> Void, String)] = [
        ({ $0.method = Array("GET".utf8) }, "it was computed for the method GET, and the request is a POST"),
        ({ $0.uri = Array("/vault".utf8) }, #"it was computed for the uri "/vault", and the uri is "/vault?a=1""#),
        ({ $0.algorithm = .md5 }, "it was computed with MD5, and the challenge asks for SHA-256"),
        (
            { $0.algorithm = .sha256Session },
            "it was computed with SHA-256-sess, and the challenge asks for SHA-256"
        ),
        ({ $0.protection = nil }, "it was computed without qop, nc and cnonce, as in RFC 2069"),
        ({ $0.protection = .authInt }, "it was computed for qop=auth-int, and qop is auth"),
        ({ $0.count = Array("00000001".utf8) }, "it was computed with nc=00000001, and nc is 00000002"),
        ({ $0.count = Array("2".utf8) }, "it was computed with an nc that has not all eight digits"),
        (
            { $0.realm = Array("\"v\"".utf8) },
            "it was computed with the quotes of realm, which do not belong to its value"
        ),
        ({ $0.realm = [] }, "it was computed without the realm"),
        ({ $0.password = [] }, "it was computed without a password"),
        ({ swap(&$0.user, &$0.password) }, "it was computed with user and password changed round"),
        (
            { $0.password = Array("other".utf8) },
            "it was computed for another password, or wrongly in a way that is not known here"
        ),
    ]

    @Test(arguments: computed)
    func `that was computed wrongly says how`(mistake: @Sendable (inout DigestInput) -> Void, sentence: String) throws {
        var input = Example.input(.sha256, .auth)
        var answer = DigestAnswer(input, to: Self.challenge())
        mistake(&input)
        answer.response = input.response
        #expect(try Self.sentence(answer) == "the response is wrong for user \"alice\": \(sentence)")
    }

    private static let written: [(@Sendable (inout DigestAnswer) -> Void, String)] = [
        ({ $0.realm = Array("w".utf8) }, #"the realm is "w", and that of the challenge "v""#),
        ({ $0.opaque = Array("o".utf8) }, #"opaque is "o", and the challenge has none"#),
        ({ $0.algorithm = nil }, "algorithm is missing, and that of the challenge is SHA-256"),
        ({ $0.algorithm = .md5 }, "the algorithm is MD5, and the challenge asks for SHA-256"),
        (
            { ($0.protection, $0.count, $0.clientNonce) = (nil, nil, nil) },
            #"qop is missing, although the challenge offers "auth""#
        ),
        ({ $0.protection = .authInt }, #"qop is auth-int, and the challenge offers "auth""#),
        (
            { $0.uri = Array("/vault".utf8) },
            #"uri is "/vault", and the request asks for "/vault?a=1": the query is missing"#
        ),
        ({ $0.uri = Array("/other".utf8) }, #"uri is "/other", and the request asks for "/vault?a=1""#),
        ({ $0.name = .plain(Array("bob".utf8)) }, #"the user is "bob", not "alice""#),
        ({ $0.name = .hashed(Array("x".utf8)) }, "userhash=true, although the challenge does not offer it"),
        (
            { $0.response = $0.response.map { $0 >= 97 ? $0 - 32 : $0 } },
            #"the response is wrong for user "alice": its hexadecimal digits must be in lower case"#
        ),
        (
            { $0.response = Array("abc".utf8) },
            #"the response is wrong for user "alice": it is "abc", and must be 64 hexadecimal digits"#
        ),
        (
            { $0.response = $0.response.map { _ in UInt8(ascii: "x") } },
            #"the response is wrong for user "alice": it is "\#(String(repeating: "x", count: 64))", and must be "#
                + "64 hexadecimal digits"
        ),
    ]

    @Test(arguments: written)
    func `that departs from its challenge says in what`(
        mistake: @Sendable (inout DigestAnswer) -> Void, sentence: String
    ) throws {
        var answer = DigestAnswer(Example.input(.sha256, .auth), to: Self.challenge())
        mistake(&answer)
        #expect(try Self.sentence(answer) == sentence)
    }

    @Test func `gives opaque back as it was`() throws {
        var challenge = Self.challenge()
        challenge.opaque = Array("x".utf8)
        var answer = DigestAnswer(Example.input(.sha256, .auth), to: challenge)
        #expect(try Self.sentence(answer, to: challenge) == nil)
        answer.opaque = Array("y".utf8)
        #expect(try Self.sentence(answer, to: challenge) == #"opaque is "y", and must come back as it was sent: "x""#)
        answer.opaque = nil
        #expect(try Self.sentence(answer, to: challenge) == #"opaque is missing: it was "x""#)
    }

    @Test func `without qop has neither nc nor cnonce`() throws {
        let challenge = Self.challenge(.md5, [])
        var answer = DigestAnswer(Example.input(.md5, nil), to: challenge)
        answer.count = Array("00000001".utf8)
        #expect(try Self.sentence(answer, to: challenge) == "nc must not be there: the challenge offers no qop")
        answer.count = nil
        answer.clientNonce = Array("c".utf8)
        #expect(try Self.sentence(answer, to: challenge) == "cnonce must not be there: the challenge offers no qop")
    }

    @Test func `may hash its user where that is offered`() throws {
        var challenge = Self.challenge()
        challenge.takesUserHash = true
        let input = Example.input(.sha256, .auth)
        var answer = DigestAnswer(input, to: challenge, hashesUser: true)
        #expect(try Self.sentence(answer, to: challenge) == nil)
        guard case .hashed(let hashed) = answer.name else { return #expect(Bool(false)) as Void }
        var wrong = input
        wrong.user = hashed
        answer.response = wrong.response
        #expect(
            try Self.sentence(answer, to: challenge)
                == "the response is wrong for user \"alice\": it was computed with the hashed name, and must be with the plain one"
        )
        answer.name = .hashed(Array("alice".utf8))
        #expect(
            try Self.sentence(answer, to: challenge) == #"userhash=true, and username is "alice", which is not hashed"#)
        answer.name = .plain(hashed)
        #expect(try Self.sentence(answer, to: challenge) == "username is hashed, and userhash=true does not say so")
    }

    @Test func `writes names that are not of ASCII as RFC 8187 has it`() throws {
        var challenge = Self.challenge()
        challenge.saysUTF8 = true
        var input = Example.input(.sha256, .auth)
        input.user = Array("Jäsøn Doe".utf8)
        let answer = DigestAnswer(input, to: challenge)
        #expect(answer.clause.text.hasPrefix("Digest username*=UTF-8''J%C3%A4s%C3%B8n%20Doe, realm="))
        #expect(try Self.sentence(answer, to: challenge, user: "Jäsøn Doe") == nil)
    }

    @Test func `in another charset is taken unless the challenge says UTF-8`() throws {
        var challenge = Self.challenge()
        var input = Example.input(.sha256, .auth)
        input.user = [0xE9]
        var answer = DigestAnswer(input, to: challenge)
        answer.name = .plain([0xE9])
        #expect(try Self.sentence(answer, to: challenge, user: "é") == nil)
        challenge.saysUTF8 = true
        #expect(try Self.sentence(answer, to: challenge, user: "é") == #"the user is "\xe9", not "é""#)
        answer.name = .plain(Array("é".utf8))
        #expect(
            try Self.sentence(answer, to: challenge, user: "é")
                == #"the response is wrong for user "é": user and password are in ISO-8859-1, and the challenge says charset=UTF-8"#
        )
    }

    @Test(arguments: [
        (
            #"username="a", realm="r", nonce="n", uri="/", response="x", qop="auth", nc=00000001, cnonce="c""#,
            "qop must not be quoted (RFC 7616 section 3.4): qop=auth; 'quoting=any' in the line lets either pass"
        ),
        (
            #"username=a, realm="r", nonce="n", uri="/", response="x""#,
            #"username must be quoted (RFC 7616 section 3.4): username="a"; 'quoting=any' in the line lets either pass"#
        ),
        (
            #"username="a", realm="r", nonce="n", uri="/", response="x", qop=auth, nc=1, cnonce="c""#,
            #"nc is "1", and must be eight hexadecimal digits in lower case"#
        ),
        (#"username="a", realm="r", nonce="n", uri="/", response="x", qop=auth, cnonce="c""#, "nc is missing"),
        (#"username="a", realm="r", nonce="n", uri="/", response="x", qop=auth, nc=00000001"#, "cnonce is missing"),
        (
            #"username="a", realm="r", nonce="n", uri="/", response="x", qop=both"#,
            #"qop is "both", which is neither auth nor auth-int"#
        ),
        (
            #"username="a", realm="r", nonce="n", uri="/", response="x", algorithm=SHA256"#,
            #"there is no algorithm "SHA256""#
        ),
        (#"realm="r", nonce="n", uri="/", response="x""#, "username is missing"),
        (
            #"username="a", username*=UTF-8''a, realm="r", nonce="n", uri="/", response="x""#,
            "username and username* must not both be there"
        ),
        (
            #"username*=UTF-8''a, realm="r", nonce="n", uri="/", response="x", userhash=true"#,
            "username* must not be there with userhash=true"
        ),
        (
            #"username*=a, realm="r", nonce="n", uri="/", response="x""#,
            #"username* is "a", and must begin with UTF-8'' (RFC 8187 section 3.2.1)"#
        ),
        (
            #"username*=UTF-8''a%4, realm="r", nonce="n", uri="/", response="x""#,
            #"username* is "UTF-8''a%4", where "%" must be percent-encoded"#
        ),
        (#"username="a""#, "realm is missing"),
        (#"username="a", username="b""#, "byte 21: 'username' is there twice"),
    ])
    func `that is malformed says in what`(parameters: String, sentence: String) throws {
        let objection = try #require(throws: AuthObjection.self) {
            try DigestAnswer(reading: Array("Digest \(parameters)".utf8))
        }
        #expect(objection.sentence == sentence)
    }

    @Test func `of one that quotes all is read if that is allowed`() throws {
        let value =
            #"Digest username="a", realm="r", nonce="n", uri="/", response="x", qop="auth", algorithm="MD5", nc=00000001, cnonce="c""#
        #expect(throws: AuthObjection.self) { try DigestAnswer(reading: Array(value.utf8)) }
        #expect(try DigestAnswer(reading: Array(value.utf8), anyQuoting: true).protection == .auth)
    }

    @Test func `at a proxy may be for the absolute form or for the path`() throws {
        for uri in ["http://host/a?b", "/a?b"] {
            var input = Example.input(.sha256, .auth)
            input.uri = Array(uri.utf8)
            let request = DigestRequest(method: "POST".utf8, target: "http://host/a?b".utf8, body: [])
            #expect(try Self.sentence(DigestAnswer(input, to: Self.challenge()), request) == nil)
        }
    }
}
