// DigestClientTests.swift: a client's complete answers to Digest challenges.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainAuth
import QuintainNotation
import Testing

@Suite struct `A client of Digest` {
    /// RFC 7616 section 3.9.1.
    @Test(arguments: [
        (
            "SHA-256",
            #"Digest username="Mufasa", realm="http-auth@example.org", nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", uri="/dir/index.html", algorithm=SHA-256, nc=00000001, cnonce="f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ", qop=auth, response="753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS""#
        ),
        (
            "MD5",
            #"Digest username="Mufasa", realm="http-auth@example.org", nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", uri="/dir/index.html", algorithm=MD5, nc=00000001, cnonce="f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ", qop=auth, response="8ca523f5e9506fed4657c9700eebdbec", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS""#
        ),
    ])
    func `answers as the example of two algorithms does`(algorithm: String, value: String) throws {
        var client = try client(
            #"Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=\#(algorithm), nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS""#
        )
        let request = DigestRequest(method: "GET".utf8, target: "/dir/index.html".utf8, body: nil)
        let nonce = Array("f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ".utf8)
        let made = client.answer(user: "Mufasa", password: "Circle of Life", to: request, clientNonce: nonce)
        let reply = try #require(made)
        #expect(String(decoding: reply.value, as: UTF8.self) == value)
    }

    /// RFC 7616 section 3.9.2, as erratum 4897 has it.
    @Test func `hashes the user as the example does`() throws {
        var client = try client(
            #"Digest realm="api@example.org", qop="auth", algorithm=SHA-512-256, nonce="5TsQWLVdgBdmrQ0XsxbDODV+57QdFR34I9HAbC/RVvkK", opaque="HRPCssKJSGjCrkzDg8OhwpzCiGPChXYjwrI2QmXDnsOS", charset=UTF-8, userhash=true"#
        )
        let request = DigestRequest(method: "GET".utf8, target: "/doe.json".utf8, body: nil)
        let nonce = Array("NTg6RKcb9boFIAS3KrFK9BGeh+iDa/sm6jUMp2wds69v".utf8)
        let made = client.answer(user: "Jäsøn Doe", password: "Secret, or not?", to: request, clientNonce: nonce)
        let reply = try #require(made)
        #expect(
            String(decoding: reply.value, as: UTF8.self)
                == #"Digest username="793263caabb707a56211940d90411ea4a575adeccb7e360aeb624ed06ece9b0b", realm="api@example.org", nonce="5TsQWLVdgBdmrQ0XsxbDODV+57QdFR34I9HAbC/RVvkK", uri="/doe.json", algorithm=SHA-512-256, nc=00000001, cnonce="NTg6RKcb9boFIAS3KrFK9BGeh+iDa/sm6jUMp2wds69v", qop=auth, response="3798d4131c277846293534c3edc11bd8a5e4cdcbff78b05db9d95eeb1cec68a5", opaque="HRPCssKJSGjCrkzDg8OhwpzCiGPChXYjwrI2QmXDnsOS", userhash=true"#
        )
    }

    /// For each algorithm and qop the server takes the client's answer, and the client the server's reply to it.
    @Test(arguments: DigestAlgorithm.allCases, [nil, "auth", "auth-int", "auth-int, auth"] as [String?])
    func `is understood by the server`(algorithm: DigestAlgorithm, qop: String?) throws {
        let words = qop.map { #", qop="\#($0)""# } ?? ""
        let challenge = #"Digest realm="a \"b\"", nonce="n\\1", algorithm=\#(algorithm.rawValue), opaque="o"\#(words)"#
        var client = try client(challenge)
        var ledger = DigestLedger()
        ledger.sent(Array(challenge.utf8), .origin)
        for number in 1...3 {
            let request = DigestRequest(method: "POST".utf8, target: "/x?y".utf8, body: Array("body \(number)".utf8))
            let made = client.answer(
                user: "Jäsøn", password: "p:w", to: request, clientNonce: Array("c\(number)".utf8))
            let reply = try #require(made)
            let inquiry = DigestInquiry(user: "Jäsøn", password: "p:w", DigestDemands(), request, .origin)
            #expect(ledger.verdict(on: reply.value, inquiry) == .right)
            let input = try #require(ledger.input(for: reply.value, inquiry))
            ledger.heard(reply.value)
            let body = Array("the reply".utf8)
            let next = number == 2 ? Array("n2".utf8) : nil
            let confirmation = DigestConfirmation(of: input, body: body, nextNonce: next).bytes
            ledger.promised(confirmation, to: reply.value)
            if client.protection == .authInt {
                #expect(client.heard(confirmation, to: reply, body: nil) == .awaitsBody)
            }
            var damaged = confirmation
            damaged[9] ^= 1
            guard case .wrong = client.heard(damaged, to: reply, body: body) else {
                Issue.record("a damaged confirmation is taken")
                return
            }
            #expect(client.heard(confirmation, to: reply, body: body) == .right)
        }
        #expect(client.challenge.nonce == Array("n2".utf8))
        #expect(client.count == 1)
    }

    @Test func `does not cover a body that it does not know`() throws {
        var client = try client(#"Digest realm="v", nonce="n", qop="auth-int""#)
        let request = DigestRequest(method: "POST".utf8, target: "/".utf8, body: nil)
        #expect(client.answer(user: "a", password: "b", to: request, clientNonce: [99]) == nil)
        #expect(client.count == 0)
    }

    @Test(arguments: [
        ("", DigestProof.absent), ("nextnonce=\"n2\"", .absent), ("what ever", .absent),
        (
            #"rspauth="00", nextnonce="n2""#,
            .wrong(AuthObjection(.wrongResponse, "rspauth is not made with the password"))
        ),
        (#"rspauth="00", nc=00000002"#, .wrong(AuthObjection(.wrongCount, "nc is not that of the request"))),
        (#"rspauth="00", cnonce="d""#, .wrong(AuthObjection(.unknownNonce, "cnonce is not that of the request"))),
        (#"rspauth="00", qop=token"#, .wrong(AuthObjection(.wrongProtection, "qop is neither auth nor auth-int"))),
    ])
    func `hears what the server says of itself`(value: String, proof: DigestProof) throws {
        var client = try client(#"Digest realm="v", nonce="n", qop="auth""#)
        let request = DigestRequest(method: "GET".utf8, target: "/".utf8, body: nil)
        let made = client.answer(user: "a", password: "b", to: request, clientNonce: [99])
        let reply = try #require(made)
        #expect(client.heard(Array(value.utf8), to: reply, body: []) == proof)
        // A nonce beside a wrong proof is not used: its sender does not know the password.
        let isTaken = proof == .absent && value.contains("nextnonce")
        #expect(client.challenge.nonce == Array((isTaken ? "n2" : "n").utf8))
    }

    @Test func `does not go back to a nonce that an older reply names`() throws {
        var client = try client(#"Digest realm="v", nonce="n", qop="auth""#)
        let request = DigestRequest(method: "GET".utf8, target: "/".utf8, body: nil)
        let made = client.answer(user: "a", password: "b", to: request, clientNonce: [99])
        let reply = try #require(made)
        _ = client.heard(Array(#"nextnonce="n2""#.utf8), to: reply, body: nil)
        _ = client.heard(Array(#"nextnonce="n3""#.utf8), to: reply, body: nil)
        #expect(client.challenge.nonce == Array("n2".utf8))
    }

    private func client(_ challenge: String) throws -> DigestClient {
        let clause = try #require(AuthClause.challenges(in: Array(challenge.utf8)).clauses.first)
        return DigestClient(try #require(DigestChallenge(clause)))
    }
}
