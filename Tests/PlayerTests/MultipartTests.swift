// MultipartTests.swift: the parts of a form are compared by name, as RFC 7578 and RFC 2046 write them.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainPlayer
import QuintainScenario
import QuintainTranscript
import Testing

@Suite struct `A form in parts` {
    /// The sentences about a body that is held against a line.
    private func sentences(
        of body: String, as type: String? = "multipart/form-data; boundary=x", heldAgainst line: String
    ) throws -> [String] {
        let play = try Rehearsal("# t\nclient POST /\n> POST /\n>\n> {{multipart \(line)}}\n< 200\n")
        play.send("POST /\n\(type.map { "Content-Type: \($0)\n" } ?? "")\n\(body)")
        let outcome = play.end()
        #expect(outcome.breaches.allSatisfy { $0.slug == .wrongBody && $0.line?.number == 5 })
        return outcome.breaches.map(\.sentence)
    }

    /// One part with this head, without its name.
    private static func part(_ head: String, _ content: String = "1", name: String = "a") -> String {
        "--x\r\nContent-Disposition: form-data; name=\"\(name)\"\(head)\r\n\r\n\(content)\r\n"
    }

    private static let end = "--x--\r\n"

    @Test(arguments: [
        ("a=1", Self.part("")), ("a=\"\"", Self.part("", "")),
        ("a=\"\"", "--x\r\nContent-Disposition: form-data; name=a\r\n\r\n"),
        ("a={{any}}", Self.part("", "\r\n--\r\n--y\r\n")),
        ("b=2 a=1", Self.part("") + Self.part("", "2", name: "b")),
        ("a=1 ...", Self.part("", name: "b") + Self.part("")), ("...", Self.part("")), ("...", ""),
        ("a={{absent}} ...", Self.part("", name: "b")), ("\"a b\"=1", Self.part("", name: "a b")),
        ("a={{/[0-9]/}}", Self.part("")), ("a={{\"1\"}}", Self.part("")), ("a=\"x;y\"", Self.part("", "x;y")),
        // RFC 7578 section 4.4: the default is text/plain.
        ("a=1;type=text/plain", Self.part("")), ("a=1;type={{absent}}", Self.part("")),
        ("a=1;type=\"text/plain; charset=utf-8\"", Self.part("\r\nContent-Type: text/plain; charset=utf-8")),
        ("a=1;filename={{absent}}", Self.part("")), ("a=1", Self.part("; filename=b")),
        // RFC 7578 section 4.2: a token, a quoted string, and section 2: percent-encoding.
        ("a=1;filename=b", Self.part("; filename=b")), ("a=1;filename=\"b c\"", Self.part("; filename=\"b c\"")),
        ("a=1;filename=\"\\\"b\\\"\"", Self.part("; filename=\"\\\"b\\\"\"")),
        ("a=1;filename=\"\\\"b\\\"\"", Self.part("; filename=\"%22b%22\"")),
        ("a=1;filename=\"%22\"", Self.part("; filename=\"%22\"")), ("a=1;filename=é", Self.part("; filename=\"é\"")),
        ("a=1;filename=\"c:\\\\b\"", Self.part("; filename=\"c:\\b\"")), ("\"a[]\"=1", Self.part("", name: "a%5B%5D")),
        // Section 4.7: only discouraged. What a file asks for is not forbidden.
        ("a=1", Self.part("\r\nContent-Transfer-Encoding: binary")),
        ("a=1;filename*={{/utf-8''.*/}}", Self.part("; filename*=utf-8''b")),
        ("a=1;Content-Length=1", Self.part("\r\ncontent-length: 1")),
        ("a=1;type={{/multipart/.*/}}", Self.part("\r\nContent-Type: multipart/mixed; boundary=y")),
    ])
    func `that says what is written fits`(line: String, parts: String) throws {
        #expect(try sentences(of: parts + Self.end, heldAgainst: line) == [])
    }

    @Test(arguments: [
        ("a=1", Self.part("", "2"), #"the part "a" is "2", not "1""#),
        ("a=1", "", #"the part "a" is missing"#),
        ("a=1", Self.part("", name: "b"), #"the part "a" is missing; the part "b" is there, and is not written"#),
        ("a=1 a=2", Self.part("", "2") + Self.part(""), #"the part "a" is "2", not "1"; the part "a" is "1", not "2""#),
        ("a=1", Self.part("") + Self.part(""), #"the part "a" is there twice, not once"#),
        ("a={{absent}}", Self.part(""), #"the part "a" must be absent, but is "1""#),
        ("a=1;filename=b", Self.part(""), #"the part "a" has no filename"#),
        ("a=1;filename=b", Self.part("; filename=c"), #"the part "a" has the filename "c", not "b""#),
        ("a=1;filename={{absent}}", Self.part("; filename=c"), #"the part "a" must have no filename, but has "c""#),
        ("a=1;type=text/html", Self.part(""), #"the part "a" has the type "text/plain", not "text/html""#),
        (
            "a=1;type={{absent}}", Self.part("\r\nContent-Type: text/plain"),
            #"the part "a" must have no type, but has "text/plain""#
        ),
        (
            "a=1;filename=b a=1;filename=c", Self.part("; filename=c") + Self.part("; filename=b"),
            #"the part "a" has the filename "c", not "b"; the part "a" has the filename "b", not "c""#
        ),
        (
            "a=1", Self.part("; filename*=utf-8''b"),
            #"the part "a" has 'filename*', which RFC 7578 section 4.2 forbids"#
        ),
        (
            "a=1", Self.part("\r\nContent-Length: 1"),
            #"the part "a" has the field content-length, which RFC 7578 section 4.8 forbids"#
        ),
        (
            "a=1", Self.part("\r\nContent-Type: multipart/mixed; boundary=y"),
            #"the part "a" is "multipart/mixed; boundary=y": each file is a part of its own (RFC 7578 section 4.3)"#
        ),
    ])
    func `in which a part differs is told by the name of the part`(line: String, parts: String, why: String) throws {
        #expect(try sentences(of: parts + Self.end, heldAgainst: line) == ["the body: \(why)"])
    }

    @Test(arguments: [
        ("", "there is none, and a form must come"),
        (
            "--y--\r\n",
            #"the boundary that the Content-Type names, "--x" on a line of its own, does not stand in it"#
        ),
        ("--x", "the body ends behind the boundary at byte 0, and not CRLF or '--' (RFC 2046 section 5.1.1)"),
        ("--x \r\n", #"" \r\n" stands behind the boundary at byte 0, and not CRLF or '--' (RFC 2046 section 5.1.1)"#),
        ("--xy\r\n", #""y\r\n" stands behind the boundary at byte 0, and not CRLF or '--' (RFC 2046 section 5.1.1)"#),
        ("--x--y", #""y" stands behind the boundary at byte 0, and not CRLF (RFC 2046 section 5.1.1)"#),
        ("--x\n", #""\n" stands behind the boundary at byte 0, and not CRLF or '--' (RFC 2046 section 5.1.1)"#),
        ("--x--\r\n--x\r\n", "another boundary stands behind the last one, which ends in '--'"),
        ("--x--\r\n--x--", "another boundary stands behind the last one, which ends in '--'"),
        (Self.part(""), #"its last boundary, "--x--", is missing behind part 1 of it"#),
        (Self.part("") + "--x\r\n", #"its last boundary, "--x--", is missing behind part 2 of it"#),
        (
            "--x\r\nContent-Disposition: form-data; name=a\r\n\r\n1\n--x--\r\n",
            #"its last boundary, "--x--", is missing behind part 1 of it; below byte 48 it stands behind a LF without its CR"#
        ),
        ("--x\r\n--x--", "part 1 of it has no Content-Disposition, which names it (RFC 7578 section 4.2)"),
        ("--x\r\na: b\r\nc\r\n--x--", "part 1 of it has no empty line that ends its head"),
        ("--x\r\n\r\n--x--", "part 1 of it has no Content-Disposition, which names it (RFC 7578 section 4.2)"),
        ("--x\r\na\r\n\r\n\r\n--x--", #"part 1 of it has a line in its head that is no field: "a""#),
        (
            "--x\r\nContent-Disposition: form-data\r\n\r\n\r\n--x--",
            "part 1 of it has no name in its Content-Disposition (RFC 7578 section 4.2)"
        ),
        (
            "--x\r\nContent-Disposition: attachment; name=a\r\n\r\n\r\n--x--",
            #"part 1 of it has the Content-Disposition "attachment; name=a", and not form-data (RFC 7578 section 4.2)"#
        ),
        (
            "--x\r\nContent-Disposition: form-data; name=\"a\r\n\r\n\r\n--x--",
            "part 1 of it has a Content-Disposition in which the quotes around name do not close"
        ),
        (
            "--x\r\nContent-Disposition: form-data; name=a b\r\n\r\n\r\n--x--",
            "part 1 of it has a Content-Disposition in which a ';' is missing before a parameter"
        ),
        (
            "--x\r\nContent-Disposition: form-data; name=a; name=b\r\n\r\n\r\n--x--",
            "part 1 of it has a Content-Disposition in which name stands twice"
        ),
        (
            Self.part("") + Self.part("\r\nContent-Disposition: form-data; name=a") + Self.end,
            "part 2 of it has two fields content-disposition"
        ),
    ])
    func `that is none is told by what is wrong with it`(body: String, why: String) throws {
        #expect(try sentences(of: body, heldAgainst: "...") == ["the body: \(why)"])
    }

    @Test(
        arguments: [
            (nil, "its boundary is not known, because the request has no Content-Type"),
            ("text/plain", #"the Content-Type is "text/plain", not multipart/form-data"#),
            ("multipart/form-data", "the Content-Type names no boundary (RFC 7578 section 4.1)"),
            ("multipart/form-data; boundary=a:b", #"in the Content-Type boundary is "a:b", which needs quotes"#),
            (
                "multipart/form-data; boundary=\"a*\"",
                #""a*" is no boundary: it has 1 to 70 letters, digits and marks of RFC 2046 section 5.1.1"#
            ),
            (
                "multipart/form-data; boundary=\"a \"",
                #""a " is no boundary: it has 1 to 70 letters, digits and marks of RFC 2046 section 5.1.1"#
            ),
            ("multipart/form-data; boundary=x", nil), ("multipart/form-data;charset=utf-8;Boundary=\"x\"", nil),
        ] as [(String?, String?)])
    func `has its boundary from the Content-Type, which must be right`(type: String?, why: String?) throws {
        let found = try sentences(of: Self.part("") + Self.end, as: type, heldAgainst: "a=1")
        #expect(found == (why.map { ["the body: \($0)"] } ?? []))
    }

    @Test func `may be captured from, and be anything before its first boundary and behind its last`() throws {
        let play = try Rehearsal(
            """
            # t
            client POST /
            > POST /
            >
            > {{multipart a={{a = any}};filename={{name = any}} b={{a}}!}}
            < 200
            <
            < {{a}} of {{name}}
            """)
        let parts = Self.part("; filename=c.txt") + Self.part("", "1!", name: "b")
        play.send("POST /\nContent-Type: multipart/form-data; boundary=x\n\npreamble\r\n\(parts)--x--\r\nepilogue\r\n")
        #expect(play.text().hasSuffix("\r\n\r\n1 of c.txt"))
        #expect(play.end().verdict == .pass, "\(play.sentences)")
    }
}
