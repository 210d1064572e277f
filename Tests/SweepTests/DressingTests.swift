// DressingTests.swift: heads in another spelling.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainSweep
import Testing

@Suite struct `The dressing of a head` {
    private func head(_ fields: [String], rest: String = "* response 200\n* finish\n") throws -> Varying {
        try Varying("> GET /\n< 200\n" + fields.map { "< \($0)\n" }.joined() + rest)
    }

    /// The fields of the variant; nil: there is no variant.
    private func dressed(_ fields: [String], _ value: String) throws -> [String]? {
        try head(fields).variant(.dressing, value)?.split(separator: "\n").dropFirst(2).prefix(fields.count)
            .map { String($0.dropFirst(2)) }
    }

    @Test(
        arguments: [
            ("lower", ["content-type: text/plain", "x-a: B"]), ("upper", ["CONTENT-TYPE: text/plain", "X-A: B"]),
            ("no-blanks", ["Content-Type:text/plain", "X-A:B"]),
            ("tabs", [#"Content-Type:{{"\t"}}text/plain{{"\t"}}"#, #"X-A:{{"\t"}}B{{"\t"}}"#]),
            ("blanks", [#"Content-Type:   text/plain{{"   "}}"#, #"X-A:   B{{"   "}}"#]),
            ("reversed", ["X-A: B", "Content-Type: text/plain"]),
        ])
    func `spells names in another case, and puts blanks where they may be`(value: String, fields: [String]) throws {
        #expect(try dressed(["Content-Type: text/plain", "X-A: B"], value) == fields)
    }

    @Test func `keeps the order within a name and among challenges`() throws {
        let fields = ["X-A: 1", "WWW-Authenticate: Basic realm=\"v\"", "Set-Cookie: a=1", "X-A: 2", "Set-Cookie: b=2"]
        #expect(
            try dressed(fields, "reversed") == [
                "Set-Cookie: a=1", "X-A: 1", "Set-Cookie: b=2", "WWW-Authenticate: Basic realm=\"v\"", "X-A: 2",
            ])
        let asked = ["Proxy-Authenticate: Basic realm=\"a\"", "WWW-Authenticate: Basic realm=\"b\""]
        #expect(try dressed(asked, "reversed") == nil)
    }

    @Test(
        arguments: [
            ("Vary: Accept, Accept-Language", ", Accept, , Accept-Language,", "Accept, Accept-Language, Accept"),
            ("Cache-Control: max-age=60", ", max-age=60,", nil),
            ("Cache-Control: max-age=60, public", ", max-age=60, , public,", "max-age=60, public, public"),
            ("Content-Encoding: gzip", ", gzip,", nil),
            ("Connection: close", ", close,", "close, close"),
            ("WWW-Authenticate: Basic realm=\"a, b\"", ", Basic realm=\"a, b\",", nil),
            ("Transfer-Encoding: chunked", nil, nil), ("Set-Cookie: a=1", nil, nil), ("Content-Length: 0", nil, nil),
            ("Content-Type: text/plain", nil, nil), ("Location: /b", nil, nil), ("ETag: \"v1\"", nil, nil),
        ])
    func `has empty and repeated members in lists alone`(field: String, empty: String?, twice: String?) throws {
        let name = field.prefix { $0 != ":" }
        #expect(try dressed([field], "empty-members") == empty.map { ["\(name): \($0)"] })
        #expect(try dressed([field], "repeated-members") == twice.map { ["\(name): \($0)"] })
    }

    @Test func `leaves a list alone that a line below compares`() throws {
        let told = try head(["Vary: Accept"], rest: "* response 200\n       Vary: Accept\n* finish\n")
        #expect(!told.values(.dressing).contains("empty-members"))
    }

    @Test(
        arguments: [
            ("Date", "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"),
            (
                "Expires", "Thu, 31 Dec 2037 23:59:59 GMT", "Thursday, 31-Dec-37 23:59:59 GMT",
                "Thu Dec 31 23:59:59 2037"
            ),
            (
                "Last-Modified", "Sat, 29 Feb 2020 00:00:00 GMT", "Saturday, 29-Feb-20 00:00:00 GMT",
                "Sat Feb 29 00:00:00 2020"
            ),
            // With a two-digit year it would be 2070.
            ("Expires", "Thu, 01 Jan 1970 00:00:00 GMT", nil, nil), ("Expires", "0", nil, nil),
            ("Retry-After", "120", nil, nil),
            // Looks like an HTTP date, but is none.
            ("Expires", "Mon, 06 Nov 1994 08:49:37 GMT", nil, nil),
            ("X-Date", "Sun, 06 Nov 1994 08:49:37 GMT", nil, nil),
        ])
    func `has obsolete dates where dates of HTTP stand`(name: String, date: String, rfc850: String?, asctime: String?)
        throws
    {
        #expect(try dressed(["\(name): \(date)"], "rfc850") == rfc850.map { ["\(name): \($0)"] })
        #expect(try dressed(["\(name): \(date)"], "asctime") == asctime.map { ["\(name): \($0)"] })
    }

    @Test func `lets a condition have either form of its date`() throws {
        let validated = try Varying(
            """
            > GET /
            < 200
            < Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT
            * response 200
                   Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT
            * finish
            client GET /
            > GET /
            > If-Modified-Since: Sun, 06 Nov 1994 08:49:37 GMT
            < 304
            < Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT
            * response 200
            * finish
            """)
        #expect(
            try validated.variant(.dressing, "rfc850") == """
                > GET /
                < 200
                < Last-Modified: Sunday, 06-Nov-94 08:49:37 GMT
                * response 200
                       Last-Modified: Sunday, 06-Nov-94 08:49:37 GMT
                * finish
                client GET /
                > GET /
                > If-Modified-Since: {{/Sun, 06 Nov 1994 08:49:37 GMT|Sunday, 06-Nov-94 08:49:37 GMT/}}
                < 304
                < Last-Modified: Sunday, 06-Nov-94 08:49:37 GMT
                * response 200
                * finish
                """)
        #expect(!validated.values(.dressing).contains("2.rfc850"))
    }

    /// RFC 9110 section 5.3: a recipient may combine them, and their order means something.
    @Test func `tells a list that comes in two fields of one name as one`() throws {
        #expect(
            try head(["X-A: B"]).variant(.dressing, "two-fields")
                == "> GET /\n< 200\n< X-Several: one, two\n< X-A: B\n< X-Several: three\n* response 200\n       X-Several: one, two, three\n* finish"
        )
        #expect(try head([]).values(.dressing) == ["two-fields"])
        for rest in ["* finish\n", "either\n* response 200\n* finish\nor\n* response 201\n* finish\nend\n"] {
            #expect(try head([], rest: rest).values(.dressing) == [], "no one response tells it")
        }
        let redirect = "> GET /\n< 302\n< Location: /b\n* redirect 302 /b\n> GET /b\n< 200\n* response 200\n* finish\n"
        #expect(try Varying(redirect).values(.dressing).filter { $0.hasSuffix("two-fields") } == ["2.two-fields"])
    }

    /// RFC 9110 section 5.3: Set-Cookie cannot be combined.
    @Test func `sets two cookies, one of which does not go back`() throws {
        let cookies = ["X-A: B", "Set-Cookie: a=1"]
        #expect(
            try head(cookies).variant(.dressing, "two-cookies")
                == "> GET /\n< 200\n< X-A: B\n< Set-Cookie: elsewhere=1; Path=/elsewhere\n< Set-Cookie: a=1\n* response 200\n* finish"
        )
        let told = try head(cookies, rest: "* response 200\n       Set-Cookie: a=1\n* finish\n")
        #expect(!told.values(.dressing).contains("two-cookies"))
    }

    @Test func `leaves names and blanks alone over HTTP/2`() throws {
        let stream = try Varying(
            "origin main http http=2\n> GET /\n< 200\n< X-A: 1\n< Vary: Accept\n* response 200\n* finish\n")
        #expect(stream.values(.dressing) == ["two-fields", "reversed", "empty-members", "repeated-members"])
    }

    @Test func `leaves names alone that are made by values`() throws {
        let spelt = try head(["{{\"x-A\"}}: 1", "X-B: 2"])
        #expect(try spelt.variant(.dressing, "upper")?.contains("< {{\"x-A\"}}: 1\n< X-B: 2") == nil)
        #expect(try spelt.variant(.dressing, "lower")?.contains("< {{\"x-A\"}}: 1\n< x-b: 2") == true)
        #expect(try head([]).leftOut(.dressing) == ["no fields": 1])
    }
}
