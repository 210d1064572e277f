// BasicTests.swift: Basic credentials, RFC 7617.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainAuth
import Testing

@Suite struct `Basic credentials` {
    @Test(arguments: [
        // RFC 7617 sections 2 and 2.1.
        ("Aladdin", "open sesame", "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="),
        ("test", "123£", "Basic dGVzdDoxMjPCow=="),
        ("", "", "Basic Og=="),
        ("a", "", "Basic YTo="),
        ("", "b", "Basic OmI="),
        ("a", "b:c", "Basic YTpiOmM="),
    ])
    func `are written and read`(user: String, password: String, value: String) throws {
        let answer = BasicAnswer(user, password)
        #expect(answer.isExpressible)
        #expect(answer.clause.text == value)
        #expect(try BasicAnswer(reading: Array(value.utf8)) == answer)
        #expect(BasicAnswer.objection(to: Array(value.utf8), user: user, password: password) == nil)
        #expect(
            BasicAnswer.objection(to: Array("bASIC   \(value.dropFirst(6))".utf8), user: user, password: password)
                == nil)
    }

    @Test(arguments: [
        ("Basic YWxpY2U6c2VjcmV0", "bob", "secret", #"the user is "alice", not "bob""#),
        (
            "Basic YWxpY2U6Y2FmZcyB", "alice", "caf\u{E9}",
            #"the password of "alice" is "cafe\xcc\x81", not "caf\xc3\xa9""#
        ),
        ("Basic YWxpY2U6c2VjcmV0", "alice", "public", #"the password of "alice" is "secret", not "public""#),
        ("Digest YWxpY2U6c2VjcmV0", "alice", "secret", #"the scheme is "Digest", not 'Basic'"#),
        (
            "Basic YWxpY2U6c2VjcmV", "alice", "secret",
            #""YWxpY2U6c2VjcmV" is no base64: its length is no multiple of four, '=' is missing at its end"#
        ),
        (
            "Basic dTpw=", "u", "p",
            #""dTpw=" is no base64: its length is no multiple of four, there is a '=' too many at its end"#
        ),
        (
            "Basic YWxpY2U6c2VjcmV!", "alice", "secret",
            #"byte 6: "YWxpY2U6c2VjcmV!" is neither a parameter nor a token68"#
        ),
        ("Basic YWxpY2U=", "alice", "secret", #""alice" is what the base64 says: it has no ':' for a password"#),
        ("Basic YQAK", "alice", "secret", #""a\0\n" is what the base64 says: it has no ':' for a password"#),
        (
            "Basic YToK", "a", "\n",
            #"user and password must have no control characters (RFC 7617 section 2), and there is "\n""#
        ),
        ("Basic", "alice", "secret", "'Basic' is followed by one word in base64, and by nothing else"),
        ("Basic YTpi YTpi", "a", "b", #"byte 6: "YTpi YTpi" is neither a parameter nor a token68"#),
        // Bits are left over: another text for the same bytes.
        ("Basic YTp=", "a", "", #""YTp=" is no base64"#),
    ])
    func `that are wrong say in what`(value: String, user: String, password: String, sentence: String) {
        let objection = BasicAnswer.objection(to: Array(value.utf8), user: user, password: password)
        #expect(objection?.sentence == sentence)
    }

    @Test func `may be in another charset unless the challenge says UTF-8`() {
        let latin = Array("Basic dGVzdDoxMjOj".utf8)
        #expect(BasicAnswer.objection(to: latin, user: "test", password: "123£", saysUTF8: false) == nil)
        #expect(
            BasicAnswer.objection(to: latin, user: "test", password: "123£")?.sentence
                == "user and password are in ISO-8859-1, and the challenge says charset=\"UTF-8\"")
    }

    @Test func `with a colon in the user or with control characters cannot be written`() {
        #expect(!BasicAnswer("a:b", "c").isExpressible)
        #expect(!BasicAnswer("a", "b\nc").isExpressible)
    }
}
