// ChallengeTests.swift: all legal spellings of challenges, and some illegal ones.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainAuth
import Testing

@Suite struct `Challenges` {
    /// Each clause as the strict writer puts it.
    @Test(arguments: [
        (#"Basic realm="WallyWorld""#, [#"Basic realm="WallyWorld""#]),
        (#"bAsIc ReAlM="x""#, [#"bAsIc ReAlM="x""#]),
        // RFC 9110 section 11.6.1.
        (
            #"Basic realm="simple", Newauth realm="apps", type=1, title="Login to \"apps\"""#,
            [#"Basic realm="simple""#, #"Newauth realm="apps", type=1, title="Login to \"apps\"""#]
        ),
        (
            #"Newauth realm="apps", type=1, title="Login to \"apps\"", Basic realm="simple""#,
            [#"Newauth realm="apps", type=1, title="Login to \"apps\"""#, #"Basic realm="simple""#]
        ),
        (#"Negotiate, Basic realm="b""#, ["Negotiate", #"Basic realm="b""#]),
        ("Negotiate abc==, Basic", ["Negotiate abc==", "Basic"]),
        ("Negotiate a/b+c~d._-=", ["Negotiate a/b+c~d._-="]),
        // No parameter can be written like this, so it is a token68.
        ("A realm=", ["A realm="]),
        ("A b", ["A b"]),
        ("A b=c", ["A b=c"]),
        (", , Basic realm=x ,, , charset=UTF-8,,", ["Basic realm=x, charset=UTF-8"]),
        ("Basic ,realm=x", ["Basic realm=x"]),
        ("Basic   realm \t=\t \"x\"\t,\tcharset = UTF-8", [#"Basic realm="x", charset=UTF-8"#]),
        (#"Basic realm="a, b", B realm="c=d""#, [#"Basic realm="a, b""#, #"B realm="c=d""#]),
        (#"Basic realm="\a\"\\""#, [#"Basic realm="a\"\\""#]),
        (#"Basic realm="""#, [#"Basic realm="""#]),
        ("Basic realm=\"é\t\"", ["Basic realm=\"é\t\""]),
        ("", []),
        (" , ", []),
    ])
    func `are read as the grammar has them`(value: String, clauses: [String]) {
        let reading = AuthClause.challenges(in: Array(value.utf8))
        #expect(reading.faults.isEmpty, "\(reading.faults)")
        #expect(reading.clauses.map(\.text) == clauses)
    }

    @Test(arguments: [
        ("realm=x", 0, "the parameter 'realm' has no scheme before it", []),
        ("Basic realm=\"x", 12, "the quoted value of 'realm' does not end", ["Basic"]),
        ("Basic realm=\"x\\", 12, "the quoted value of 'realm' does not end", ["Basic"]),
        ("Basic realm=\"x\" charset=UTF-8", 16, "a comma is missing before \"charset=UTF-8\"", [#"Basic realm="x""#]),
        ("Basic a=b, realm=, c=d", 17, "'realm' has no value: an empty one is written realm=\"\"", ["Basic a=b, c=d"]),
        ("Basic\trealm=x", 5, "a tab stands behind the scheme, where only blanks may", ["Basic"]),
        ("Basic realm=x, realm=y", 15, "'realm' is there twice", ["Basic realm=x, realm=y"]),
        ("A abc=, b=c", 8, "'b' stands behind the token68 of 'A'", ["A abc="]),
        (
            "\"x\", Basic realm=x", 0,
            #"a scheme or a parameter begins with a letter or the like, not with "\"x\", Basic realm""#,
            ["Basic realm=x"]
        ),
        ("Basic realm=a\"b\"", 13, #"a comma is missing before "\"b\"""#, ["Basic realm=a"]),
        ("A [x]", 2, #""[x]" is neither a parameter nor a token68"#, ["A"]),
        ("A\"x\"", 1, #""\"x\"" stands in the name of a scheme"#, ["A"]),
        ("Basic realm=\"\u{1}\"", 13, "a control character stands in 'realm'", ["Basic"]),
    ])
    func `that are wrong are told with their place, and the rest is read`(
        value: String, offset: Int, sentence: String, clauses: [String]
    ) throws {
        let reading = AuthClause.challenges(in: Array(value.utf8))
        let fault = try #require(reading.faults.first)
        #expect(fault == AuthFault(offset: offset, sentence))
        #expect(reading.clauses.map(\.text) == clauses)
    }

    @Test func `in several fields are one list`() {
        let values = [#"Basic realm="a", B"#, "", #"C x=y"#].map { Array($0.utf8) }
        #expect(AuthClause.challenges(in: values).map(\.scheme) == ["Basic", "B", "C"])
    }

    @Test func `are not read without end`() {
        let value = Array(repeating: "A", count: 100_000).joined(separator: ",")
        let reading = AuthClause.challenges(in: Array(value.utf8))
        #expect(reading.clauses.count == 256)
        #expect(reading.faults.map(\.sentence) == ["it has more than 256 members"])
    }

    @Test func `smuggle no line end into a field`() {
        let clause = AuthClause("Basic", [AuthParameter("realm", quoted: "a\r\nSet-Cookie: x\u{7F}")])
        #expect(clause.text == #"Basic realm="aSet-Cookie: x""#)
    }
}

@Suite struct `Credentials` {
    @Test(arguments: ["Basic YTpi", "Digest a=b, c=\"d\"", "  Bearer   x.y-z  ", "Negotiate"])
    func `are of one scheme`(value: String) throws {
        let clause = try AuthClause.credentials(in: Array(value.utf8))
        #expect(value.contains(clause.scheme))
    }

    @Test(arguments: [
        ("", "it is empty"), ("Basic YTpi, Digest x=y", "it has a second scheme, \"Digest\": credentials are of one"),
        ("Digest a=b, a=c", "'a' is there twice"),
        ("=", "a scheme or a parameter begins with a letter or the like, not with \"=\""),
    ])
    func `are refused whole if something is wrong`(value: String, sentence: String) throws {
        let fault = try #require(throws: AuthFault.self) { try AuthClause.credentials(in: Array(value.utf8)) }
        #expect(fault.sentence == sentence)
    }

    @Test func `of an information field have no scheme`() throws {
        let parameters = try AuthParameter.list(in: Array(#"rspauth="ab", qop=auth, nc=00000001"#.utf8))
        #expect(parameters.map(\.name) == ["rspauth", "qop", "nc"])
        #expect(throws: AuthFault.self) { try AuthParameter.list(in: Array("Digest a=b".utf8)) }
    }
}
