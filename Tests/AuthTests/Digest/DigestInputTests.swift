// DigestInputTests.swift: responses, compared with those of the RFCs and of other programs.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainAuth
import Testing

@Suite struct `Digest responses` {
    @Test(arguments: [
        // RFC 2617 section 3.5.
        Example(
            .md5, "Mufasa", "Circle Of Life", "testrealm@host.com", nonce: "dcd98b7102dd2f0e8b11d0f600bfb0c093",
            clientNonce: "0a4f113b", uri: "/dir/index.html", response: "6629fae49393a05397450978507c4ef1"),
        // RFC 2069 section 2.4, as erratum 749 has it.
        Example(
            .md5, "Mufasa", "CircleOfLife", "testrealm@host.com", nonce: "dcd98b7102dd2f0e8b11d0f600bfb0c093",
            clientNonce: nil, uri: "/dir/index.html", response: "1949323746fe6a43ef61f9606e7febea"),
        // RFC 7616 section 3.9.1.
        Example(
            .md5, "Mufasa", "Circle of Life", "http-auth@example.org",
            nonce: "7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v",
            clientNonce: "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ", uri: "/dir/index.html",
            response: "8ca523f5e9506fed4657c9700eebdbec"),
        Example(
            .sha256, "Mufasa", "Circle of Life", "http-auth@example.org",
            nonce: "7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v",
            clientNonce: "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ", uri: "/dir/index.html",
            response: "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"),
        // RFC 7616 section 3.9.2, as erratum 4897 has it: the printed values come from another hash function.
        Example(
            .sha512, "Jäsøn Doe", "Secret, or not?", "api@example.org",
            nonce: "5TsQWLVdgBdmrQ0XsxbDODV+57QdFR34I9HAbC/RVvkK",
            clientNonce: "NTg6RKcb9boFIAS3KrFK9BGeh+iDa/sm6jUMp2wds69v", uri: "/doe.json",
            response: "3798d4131c277846293534c3edc11bd8a5e4cdcbff78b05db9d95eeb1cec68a5"),
    ])
    func `are those of the documents`(example: Example) {
        #expect(String(decoding: example.input.response, as: UTF8.self) == example.response)
    }

    /// Computed with Python's hashlib, which is OpenSSL: alice:secret in realm v, POST /vault?a=1 with "hello".
    static let table: [(algorithm: String, qop: String?, response: String)] = [
        ("MD5", nil, "95b62206bc81d20e438704c30f67c9dd"),
        ("MD5", "auth", "dafe31e9ca63f3bd82a438a3c1438074"),
        ("MD5", "auth-int", "e07b18013bca5bb18814edb0991feb19"),
        ("MD5-sess", nil, "a67f2b9ccca7c16ffdd168a8dd87409e"),
        ("MD5-sess", "auth", "6218eea594175cb90a25fb712054aa75"),
        ("MD5-sess", "auth-int", "261ca84b9b962011bcb114f7a5f326e7"),
        ("SHA-256", nil, "5c01a64fd908e8bdfb90672e3bad47cda2f112043604f93f6780390c4976d83c"),
        ("SHA-256", "auth", "e14a634a4a7e6a25bc824a3e5b7c0b1db782540d449a6e3ec5bcb849ee1860c6"),
        ("SHA-256", "auth-int", "6389743f6e0419b1106e2cd3f0b8129360830314d8825b4797485c1d80a70d8c"),
        ("SHA-256-sess", nil, "2a3f5cf0e4586274763d6af7f041d29ea87f56933292137f0ffaa79e3a3ee252"),
        ("SHA-256-sess", "auth", "efcb9acc0f4f237a9ed21ed8a215b7d7d4969a2aaf7207d5e956ead8d7846341"),
        ("SHA-256-sess", "auth-int", "2091a664b20947963af9cd1509e108565ab6d16779b2286ac90ca595e08a48bc"),
        ("SHA-512-256", nil, "6c596688d294dc2c9dac216d0b9bc7697588da32893ab66e408104c234dc52cf"),
        ("SHA-512-256", "auth", "7d119b87dd5f25ba087888dd633251e16878c959a535e3c104608eb52c093d43"),
        ("SHA-512-256", "auth-int", "ef96d07664f5f3d8407954d6508459e569a90da430f2a1944c6ad9f80cefa036"),
        ("SHA-512-256-sess", nil, "9dd40ab032492e6e913de41606c6ca9d6263232feaf2e08dc0f7d212e4c6f593"),
        ("SHA-512-256-sess", "auth", "831102b9657e78f7d33f35cbe159c08fd4f488626eef31a8160eb102cced4781"),
        ("SHA-512-256-sess", "auth-int", "5586766803119f358d8b9e6a18a55ff80c952907874941ce04f13357c525627a"),
    ]

    @Test(arguments: table)
    func `are those of another program`(algorithm: String, qop: String?, response: String) throws {
        let algorithm = try #require(DigestAlgorithm(rawValue: algorithm))
        let input = Example.input(algorithm, qop.flatMap(DigestProtection.init(rawValue:)))
        #expect(String(decoding: input.response, as: UTF8.self) == response)
    }

    @Test func `are confirmed without the method, and over the body of the reply`() {
        var input = Example.input(.sha256, .auth)
        let plain = DigestConfirmation(of: input, body: Array("the reply".utf8))
        #expect(
            String(decoding: plain.bytes, as: UTF8.self)
                == #"rspauth="aed4180b0a381bc2670387bf4b64452cb13c97b43187eaa9dcf8e12308f7e9d9", "#
                + #"qop=auth, cnonce="c0nce", nc=00000002"#)
        input.protection = .authInt
        let whole = DigestConfirmation(of: input, body: Array("the reply".utf8), nextNonce: Array("next".utf8))
        #expect(
            String(decoding: whole.bytes, as: UTF8.self)
                == #"rspauth="8a8ff6431cee3ebfbc7b82c9f73deac0e072bd81794d7b2a13c55efe5c293c91", "#
                + #"qop=auth-int, cnonce="c0nce", nc=00000002, nextnonce="next""#)
        let unknown = DigestConfirmation(of: input, body: nil)
        #expect(unknown.input.protection == .auth)
    }

    @Test func `of a session keep the nonces of its first request`() {
        var first = Example.input(.sha256Session, .auth)
        first.session = DigestSession(nonce: first.nonce, clientNonce: first.clientNonce)
        var later = first
        later.clientNonce = Array("other".utf8)
        let kept = later.response
        later.session = nil
        #expect(first.response == Example.input(.sha256Session, .auth).response)
        #expect(kept != later.response)
    }
}

/// One computation.
struct Example: Sendable {
    var input: DigestInput
    var response: String

    init(
        _ algorithm: DigestAlgorithm, _ user: String, _ password: String, _ realm: String, nonce: String,
        clientNonce: String?, uri: String, response: String
    ) {
        input = DigestInput(
            algorithm, user: Array(user.utf8), realm: Array(realm.utf8), password: Array(password.utf8),
            nonce: Array(nonce.utf8), protection: clientNonce == nil ? nil : .auth)
        input.count = Array("00000001".utf8)
        input.clientNonce = Array((clientNonce ?? "").utf8)
        input.method = Array("GET".utf8)
        input.uri = Array(uri.utf8)
        self.response = response
    }

    /// alice:secret in realm v, POST /vault?a=1 with "hello".
    static func input(_ algorithm: DigestAlgorithm, _ protection: DigestProtection?) -> DigestInput {
        var input = DigestInput(
            algorithm, user: Array("alice".utf8), realm: Array("v".utf8), password: Array("secret".utf8),
            nonce: Array("n0nce".utf8), protection: protection)
        input.count = Array("00000002".utf8)
        input.clientNonce = Array("c0nce".utf8)
        input.method = Array("POST".utf8)
        input.uri = Array("/vault?a=1".utf8)
        input.body = Array("hello".utf8)
        return input
    }
}
