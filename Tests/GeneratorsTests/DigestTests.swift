// DigestTests.swift: Digest challenges, answered rightly and wrongly.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainGenerators
import QuintainNotation
import QuintainWire
import Testing

@Suite struct `A challenge by Digest` {
    private func challenge(_ qop: String = "auth", _ algorithm: String = "MD5", staleAfter: String = "never")
        -> GeneratorCall
    {
        call(
            "digest-auth",
            options: [
                ("user", "Mufasa"), ("password", "Circle of Life"), ("qop", qop), ("algorithm", algorithm),
                ("stale-after", staleAfter),
            ])
    }

    private func asking(_ fields: String..., target: String = "/x") -> Asking {
        Asking(target: target, fields: fields, body: Array("payload".utf8))
    }

    /// For user, password and body as above, by hand: nonce `n0`, cnonce `c0`, GET of `/x`.
    private static let right = [
        #"Digest username="Mufasa", realm="r", nonce="n0", uri="/x", response="445052df838cb4702d369a96987b0449""#,
        #"Digest username="Mufasa", realm="r", nonce="n0", uri="/x", response="38aacffc6d5582c865f509304b4f8574", qop=auth, nc=00000001, cnonce="c0""#,
        #"Digest username="Mufasa", realm="r", nonce="n0", uri="/x", response="a242632a2c3038760b496acaab5130a9", qop=auth-int, nc=00000001, cnonce="c0""#,
        #"Digest username="Mufasa", realm="r", nonce="n0", uri="/x", response="445052df838cb4702d369a96987b0449", algorithm=MD5"#,
        #"Digest username="Mufasa", realm="r", nonce="n0", uri="/x", response="38aacffc6d5582c865f509304b4f8574", algorithm=MD5, qop=auth, nc=00000001, cnonce="c0""#,
        #"Digest username="Mufasa", realm="r", nonce="n0", uri="/x", response="a242632a2c3038760b496acaab5130a9", algorithm=MD5, qop=auth-int, nc=00000001, cnonce="c0""#,
        #"Digest username="Mufasa", realm="r", nonce="n0", uri="/x", response="bf3059c0e64d9ae4dbd38ebb71ebb897a21f90df7a07e7331c794c6c3d0f8b14", algorithm=SHA-256"#,
        #"Digest username="Mufasa", realm="r", nonce="n0", uri="/x", response="5ff3d6808b114a4407931e653dcc410fed52b9b3461db585cdae919911d19e47", algorithm=SHA-256, qop=auth, nc=00000001, cnonce="c0""#,
        #"Digest username="Mufasa", realm="r", nonce="n0", uri="/x", response="c9d3b3bd404aa43cf1cca7b82a9cfa51a0a4321c9f48692da222bafac887b874", algorithm=SHA-256, qop=auth-int, nc=00000001, cnonce="c0""#,
        #"Digest username="Mufasa", realm="r", nonce="n0", uri="/x", response="4641a5d5ac25efb59a14dc20d6955d05ea3584f90d76b3f8078297c4f15d7b36d955c3b18d50c90c57841e40580ffb967878352d6a43a0e82db4fd3dfa08122a", algorithm=SHA-512"#,
        #"Digest username="Mufasa", realm="r", nonce="n0", uri="/x", response="35bd0791704415072bc8269b1651bee99a1665599ceafb9bcad332b8e6032447cb3c0afaded4bd40b20f6b1d3305cf825a8b659130cf4f6f2cb6f48ffd4201bb", algorithm=SHA-512, qop=auth, nc=00000001, cnonce="c0""#,
        #"Digest username="Mufasa", realm="r", nonce="n0", uri="/x", response="77e90c97d5ba8bbe5ab0d3ce8b05bc7eb5268905a69aeaafd0ba7bfbf76b8235f59375caa5a8329789c785de3e5cfb11deb7b2efa6599a596700b2b7885142a6", algorithm=SHA-512, qop=auth-int, nc=00000001, cnonce="c0""#,
    ]

    @Test(arguments: right)
    func `is over with a right answer`(answer: String) throws {
        let reply = try asking("Authorization: \(answer)").reply(challenge())
        #expect(reply.status == 200 && reply.body == nil)
        #expect(reply.fields.map(\.text) == ["fake=fake_value; Path=/"])
    }

    @Test(arguments: [
        (right[1].replacing("Mufasa", with: "Scar")), (right[1].replacing("n0", with: "n1")),
        (right[1].replacing("00000001", with: "00000002")), (right[1].replacing("qop=auth", with: "qop=other")),
        (right[1] + ", algorithm=SHA-256"), (right[1].replacing("response=", with: "answer=")), "Digest x=y",
    ])
    func `goes on with a wrong one`(answer: String) throws {
        let reply = try asking("Authorization: \(answer)").reply(challenge())
        #expect(reply.status == 401)
        #expect(reply["WWW-Authenticate"]?.contains("stale=false") == true)
        #expect(reply.fields.contains { $0.text.hasPrefix("last_nonce=") })
    }

    @Test func `is about this request and no other`() throws {
        #expect(try asking("Authorization: \(Self.right[1])", target: "/y").reply(challenge()).status == 401)
        var other = asking("Authorization: \(Self.right[2])")
        other.body = []
        #expect(try other.reply(challenge()).status == 401)
    }

    @Test(arguments: [
        ("auth", "SHA-256", #"qop="auth""#, "algorithm=SHA-256"),
        ("auth-int", "MD5", #"qop="auth-int""#, "algorithm=MD5"),
        ("nonsense", "nonsense", #"qop="auth, auth-int""#, "algorithm=MD5"),
        ("auth", "SHA-512", #"qop="auth""#, "algorithm=SHA-512"),
    ])
    func `says what it asks for`(qop: String, algorithm: String, told: String, name: String) throws {
        for fields in [[], ["Authorization: Basic YTpi"], ["Authorization: "]] {
            let reply = try Asking(fields: fields).reply(challenge(qop, algorithm, staleAfter: "3"))
            #expect(reply.status == 401 && reply.body == [])
            let value = reply["WWW-Authenticate"] ?? ""
            #expect(value.hasPrefix("Digest realm=") && value.contains(told) && value.contains(name), "\(value)")
            #expect(
                reply.fields.dropFirst().prefix(2).map(\.text) == ["stale_after=3; Path=/", "fake=fake_value; Path=/"])
        }
    }

    @Test func `makes an answer stale when its time is over, or its nonce was answered wrongly`() throws {
        let answer = "Authorization: \(Self.right[1])"
        let first = try asking(answer, "Cookie: stale_after=1").reply(challenge(staleAfter: "1"))
        #expect(first.status == 200)
        #expect(first.fields.map(\.text).contains("stale_after=0; Path=/"))
        for cookie in ["stale_after=0", "last_nonce=n0"] {
            let reply = try asking(answer, "Cookie: \(cookie)").reply(challenge(staleAfter: "1"))
            #expect(reply.status == 401)
            #expect(reply["WWW-Authenticate"]?.contains("stale=true") == true)
        }
        let odd = try asking(answer, "Cookie: stale_after=soon").reply(challenge())
        #expect(odd.fields.map(\.text).contains("stale_after=never; Path=/"))
    }

    @Test func `wants its cookie back where it was asked to`() throws {
        let answer = "Authorization: \(Self.right[1].replacing("\"/x\"", with: "\"/x?require-cookie=1\""))"
        let target = "/x?require-cookie=1"
        #expect(try asking(answer, target: target).reply(challenge()).status == 401)
        #expect(try asking(answer, "Cookie: a=b", target: target).reply(challenge()).status == 403)
    }
}
