// DigestGuardTests.swift: challenges are sent and answers judged in bounded memory.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainAuth
import Testing

@Suite struct `A guard` {
    /// A client that answers as it should.
    struct Client {
        var challenge: DigestChallenge
        var count = 0

        init(_ challenge: String) throws {
            let clause = try #require(AuthClause.challenges(in: Array(challenge.utf8)).clauses.first)
            self.challenge = try #require(DigestChallenge(clause))
        }

        mutating func answer(_ target: String = "/", password: String = "secret", count: Int? = nil) -> [UInt8] {
            self.count += 1
            var input = DigestInput(
                challenge.algorithm, user: Array("alice".utf8), realm: challenge.realm,
                password: Array(password.utf8), nonce: challenge.nonce, protection: challenge.protections.first)
            let digits = String(count ?? self.count, radix: 16)
            input.count = Array((String(repeating: "0", count: 8 - digits.count) + digits).utf8)
            input.clientNonce = Array("c\(self.count)".utf8)
            input.method = Array("GET".utf8)
            input.uri = Array(target.utf8)
            return DigestAnswer(input, to: challenge).clause.bytes
        }
    }

    let offer = DigestOffer(realm: "v", opaque: "o")

    func ask(_ digestGuard: inout DigestGuard, _ answer: [UInt8]?, _ target: String = "/", at time: Int = 1000)
        -> String
    {
        let request = DigestRequest(method: "GET".utf8, target: target.utf8, body: nil)
        switch digestGuard.check(answer, user: "alice", password: "secret", offer, request, at: time) {
        case .granted: return "granted"
        case .refused(let objection, let isStale): return (isStale ? "stale: " : "") + objection.sentence
        case .needsBody: return "needs the body"
        }
    }

    @Test func `asks for the strongest first, and takes either`() throws {
        var digestGuard = DigestGuard(key: [1])
        let challenges = digestGuard.challenges(offer, at: 1000)
        #expect(challenges.count == 2 && challenges[0].contains("algorithm=SHA-256"))
        for challenge in challenges {
            var client = try Client(challenge)
            #expect(ask(&digestGuard, client.answer()) == "granted")
        }
    }

    @Test func `says why it refuses`() throws {
        var digestGuard = DigestGuard(key: [1])
        var client = try Client(digestGuard.challenges(offer, at: 1000)[0])
        #expect(ask(&digestGuard, nil) == "Authorization is missing")
        #expect(ask(&digestGuard, client.answer(password: "x")).hasPrefix("the response is wrong for user \"alice\""))
        #expect(ask(&digestGuard, client.answer("/x")) == #"uri is "/x", and the request asks for "/""#)
        var narrow = offer
        narrow.algorithms = [.md5]
        var other = try Client(digestGuard.challenges(narrow, at: 1000)[0])
        other.challenge.namedAlgorithm = .sha512
        #expect(
            ask(&digestGuard, other.answer())
                == "the algorithm is SHA-512-256, and the challenge asks for SHA-256, MD5")
    }

    @Test func `knows its nonces again, and how old they are`() throws {
        var digestGuard = DigestGuard(key: [1])
        var client = try Client(digestGuard.challenges(offer, at: 1000)[0])
        #expect(ask(&digestGuard, client.answer(), at: 1300) == "granted")
        #expect(ask(&digestGuard, client.answer(), at: 1301) == "stale: the nonce is older than 300 seconds")
        var stranger = DigestGuard(key: [2])
        #expect(ask(&stranger, client.answer(), at: 1000) == "stale: the nonce is none that was made here")
        client.challenge.nonce[3] ^= 1
        #expect(ask(&digestGuard, client.answer()) == "stale: the nonce is none that was made here")
    }

    @Test func `takes each count once, in any order that is near`() throws {
        var digestGuard = DigestGuard(key: [1])
        var client = try Client(digestGuard.challenges(offer, at: 1000)[0])
        let replay = client.answer(count: 3)
        #expect(ask(&digestGuard, replay) == "granted")
        #expect(ask(&digestGuard, replay) == "stale: nc is 00000003, which has come with this nonce before")
        #expect(ask(&digestGuard, client.answer(count: 2)) == "granted")
        #expect(ask(&digestGuard, client.answer(count: 2)).hasPrefix("stale"))
        #expect(ask(&digestGuard, client.answer(count: 100)) == "granted")
        #expect(ask(&digestGuard, client.answer(count: 99)) == "granted")
        #expect(ask(&digestGuard, client.answer(count: 36)).hasPrefix("stale"))
        #expect(ask(&digestGuard, client.answer(count: 0xFFFF_FFFF)) == "granted")
    }

    @Test func `keeps so many nonces in mind, and takes none that it has forgotten`() throws {
        var digestGuard = DigestGuard(key: [1], remembering: 2)
        var answers: [[UInt8]] = []
        for _ in 0..<5 {
            var client = try Client(digestGuard.challenges(offer, at: 1000)[0])
            answers.append(client.answer())
            #expect(ask(&digestGuard, answers.last) == "granted")
            #expect(digestGuard.remembered <= 2)
        }
        #expect(ask(&digestGuard, answers[0]) == "stale: the nonce is too old to know how often it was used")
        #expect(ask(&digestGuard, answers[4]).hasPrefix("stale: nc is"))
    }

    @Test func `asks again for the body where auth-int covers it`() throws {
        var digestGuard = DigestGuard(key: [1])
        var whole = offer
        whole.protections = [.authInt]
        var client = try Client(digestGuard.challenges(whole, at: 1000)[0])
        let request = DigestRequest(method: "GET".utf8, target: "/".utf8, body: nil)
        let decision = digestGuard.check(
            client.answer(), user: "alice", password: "secret", whole, request, at: 1000)
        #expect(decision == .needsBody)
    }

    @Test func `takes the key of a session from the first request or from each`() throws {
        var digestGuard = DigestGuard(key: [1])
        var session = offer
        session.algorithms = [.md5Session]
        var client = try Client(digestGuard.challenges(session, at: 1000)[0])
        let request = DigestRequest(method: "GET".utf8, target: "/".utf8, body: nil)
        for round in 1...3 {
            var input = DigestInput(
                .md5Session, user: Array("alice".utf8), realm: client.challenge.realm,
                password: Array("secret".utf8), nonce: client.challenge.nonce, protection: .auth)
            input.count = Array("0000000\(round)".utf8)
            input.clientNonce = Array("c\(round)".utf8)
            input.method = Array("GET".utf8)
            input.uri = Array("/".utf8)
            if round == 3 { input.session = DigestSession(nonce: input.nonce, clientNonce: Array("c1".utf8)) }
            let answer = DigestAnswer(input, to: client.challenge).clause.bytes
            let decision = digestGuard.check(answer, user: "alice", password: "secret", session, request, at: 1000)
            guard case .granted = decision else { return #expect(Bool(false), "\(round): \(decision)") as Void }
        }
        client.count = 0
    }
}
