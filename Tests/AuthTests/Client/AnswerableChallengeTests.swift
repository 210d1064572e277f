// AnswerableChallengeTests.swift: which challenge a client answers.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainAuth
import Testing

@Suite struct `Challenges to choose from` {
    @Test(arguments: [
        ([#"Basic realm="v""#], ["Basic v"], ["Basic v"]),
        ([#"Newauth realm="a", type=1, Basic realm="v""#], ["Basic v"], ["Basic v"]),
        ([#"Newauth a=b"#, "Bearer", #"Basic realm="v""#], ["Basic v"], ["Basic v"]),
        ([#"Basic realm="b", Digest realm="d", nonce="n""#], ["MD5 d", "Basic b"], ["MD5 d", "Basic b"]),
        (
            [#"Digest realm="1", nonce="n", algorithm=MD5"#, #"Digest realm="2", nonce="n", algorithm=SHA-256"#],
            ["MD5 1", "SHA-256 2"], ["SHA-256 2", "MD5 1"]
        ),
        (
            [
                #"Basic realm="0", Digest realm="1", nonce="n", algorithm=SHA-256"#,
                #"Digest realm="2", nonce="n", algorithm=SHA-512-256-sess, Digest realm="3", nonce="n""#,
            ],
            ["SHA-256 1", "SHA-512-256-sess 2", "MD5 3", "Basic 0"],
            ["SHA-512-256-sess 2", "SHA-256 1", "MD5 3", "Basic 0"]
        ),
        ([#"Digest realm="1", nonce="n", algorithm=SHA3-256, Basic realm="0""#], ["Basic 0"], ["Basic 0"]),
        ([#"Digest realm="1", nonce="n", qop="token""#], [], []),
        ([#"Digest realm="1", qop="auth""#], [], []),
        (["Basic", "realm=x", "", #"Basic realm="vault"#, "Basic YTpi"], [], []),
    ])
    func `are taken as the server has them, or the strongest first`(
        values: [String], inOrder: [String], strongest: [String]
    ) {
        let bytes = values.map { Array($0.utf8) }
        #expect(AnswerableChallenge.all(in: bytes).map(\.shown) == inOrder)
        #expect(AnswerableChallenge.all(in: bytes, preferring: .strongest).map(\.shown) == strongest)
    }

    @Test func `that cover the body are passed over where nobody knows it`() {
        let values = [#"Digest realm="d", nonce="n", qop="auth-int""#, #"Basic realm="b""#].map { Array($0.utf8) }
        #expect(AnswerableChallenge.all(in: values).map(\.shown) == ["MD5 d", "Basic b"])
        #expect(AnswerableChallenge.all(in: values, knowsBody: false).map(\.shown) == ["Basic b"])
        let either = [Array(#"Digest realm="d", nonce="n", qop="auth-int, auth""#.utf8)]
        #expect(AnswerableChallenge.all(in: either, knowsBody: false).map(\.shown) == ["MD5 d"])
    }
}

extension AnswerableChallenge {
    fileprivate var shown: String {
        let realm = String(decoding: realm, as: UTF8.self)
        switch self {
        case .basic: return "Basic \(realm)"
        case .digest(let challenge): return "\(challenge.algorithm.rawValue) \(realm)"
        }
    }
}
