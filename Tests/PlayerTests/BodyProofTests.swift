// BodyProofTests.swift: credentials that cover the body, and the server's own that cover its reply.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainAuth
import QuintainPlayer
import Testing

@Suite struct `Credentials that cover the body` {
    static func text(_ request: String = "", _ reply: String = "") -> String {
        """
        # t
        > POST /
        < 401
        < WWW-Authenticate: Digest realm="v", nonce="{{nonce a}}", qop="auth-int"
        > POST /
        > Authorization: {{digest alice:secret qop=auth-int}}
        \(request)< 200
        \(reply)
        """
    }

    @Test(arguments: [("hello", "hello", true), ("hello", "hallo", false), ("", "hello", false)])
    func `are judged when it is whole`(covered: String, sent: String, isRight: Bool) throws {
        let play = try Rehearsal(Self.text())
        let connection = play.send("POST /\n\nhello")
        var client = try DigestClient(play)
        let answer = client.answer("POST", "/", body: covered)
        play.bytes(
            "POST / HTTP/1.1\r\nHost: 127.0.0.1:8000\r\nAuthorization: \(answer)\r\nContent-Length: 5\r\n\r\n",
            on: connection)
        #expect(play.sentences.isEmpty)
        for letter in sent { play.bytes(String(letter), on: connection) }
        #expect(play.end().verdict == (isRight ? .pass : .fail), "\(play.sentences)")
        #expect(play.brokenLines == (isRight ? [] : [6]))
        if covered.isEmpty {
            #expect(
                play.sentences.first?.hasSuffix("it was computed for an empty body, and the request has one of 5 bytes")
                    == true)
        }
    }

    @Test(arguments: ["hello", "hallo"])
    func `are judged as well where the request is cut short, and written on further down`(sent: String) throws {
        let play = try Rehearsal(Self.text(">\n< 100\n> hello\n"))
        let connection = play.send("POST /")
        var client = try DigestClient(play)
        let answer = client.answer("POST", "/", body: "hello")
        play.send("POST /\nAuthorization: \(answer)\n\n\(sent)", on: connection)
        play.end()
        #expect(play.sentences.contains { $0.hasPrefix("Authorization") } == (sent == "hallo"), "\(play.sentences)")
    }

    @Test func `cannot be judged if it never comes to its end`() throws {
        let play = try Rehearsal(Self.text("", "> {{any}}"))
        let connection = play.send("POST /")
        var client = try DigestClient(play)
        let answer = client.answer("POST", "/", body: "hello")
        play.send("POST /\nAuthorization: \(answer)\nContent-Length: 9\n\nhello", on: connection)
        play.close(connection)
        #expect(play.sentences == ["Authorization covers the body, which never came to its end"])
    }

    @Test func `cannot be judged if it is too long`() throws {
        let play = try Rehearsal(Self.text())
        let connection = play.send("POST /")
        var client = try DigestClient(play)
        let body = String(repeating: "x", count: 1 << 20 + 1)
        let answer = client.answer("POST", "/", body: body)
        play.send("POST /\nAuthorization: \(answer)\n\n\(body)", on: connection)
        let outcome = play.end()
        #expect(outcome.verdict == .unable && outcome.breaches.isEmpty)
        #expect(outcome.limit?.hasSuffix("a field covers the body, which is longer than 1048576 bytes") == true)
    }

    @Test func `are confirmed with a digest of the reply`() throws {
        let reply = """
            < Authentication-Info: {{digest-info nextnonce=b}}
            < X: {{nonce}}
            <
            < the reply
            < {{nonce}}
            > GET /next
            > Authorization: {{digest alice:secret nc=1}}
            < 200
            """
        let play = try Rehearsal(Self.text("", reply))
        let connection = play.send("POST /")
        var client = try DigestClient(play)
        let answer = client.answer("POST", "/", body: "hello")
        play.send("POST /\nAuthorization: \(answer)\n\nhello", on: connection)
        let sent = play.text()
        let body = try #require(sent.components(separatedBy: "\r\n\r\n").last)
        var input = client.input
        input.body = Array(body.utf8)
        let confirmation = String(decoding: input.confirmation, as: UTF8.self)
        #expect(
            sent.contains(
                "Authentication-Info: rspauth=\"\(confirmation)\", qop=auth-int, cnonce=\"c0nce\", nc=00000001, nextnonce="
            ))
        let next = try #require(sent.split(separator: "nextnonce=\"").last?.prefix { $0 != "\"" })
        client.challenge.nonce = Array(next.utf8)
        play.send("GET /next\nAuthorization: \(client.answer("GET", "/next", count: 1))", on: connection)
        #expect(play.end().verdict == .pass, "\(play.sentences)")
    }

    @Test func `confirmed without the body say auth`() throws {
        let reply = "< Authentication-Info: {{digest-info}}\n<\neither\n> GET /a\nor\n> GET /b\nend\n< x\n"
        let play = try Rehearsal(Self.text("", reply))
        let connection = play.send("POST /")
        var client = try DigestClient(play)
        play.send("POST /\nAuthorization: \(client.answer("POST", "/"))", on: connection)
        #expect(play.text().contains("qop=auth,"), "\(play.story)")
    }
}

extension String {
    fileprivate func components(separatedBy separator: String) -> [Substring] {
        split(separator: separator, omittingEmptySubsequences: false)
    }
}
