// ByValueTests.swift: JSON, queries, forms and cookies are compared by meaning, not by bytes.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainPlayer
import QuintainReply
import QuintainScenario
import QuintainTalk
import QuintainTranscript
import QuintainWire
import QuintainWords
import Testing

@Suite struct `Compared by value` {
    private func sentences(of body: String, heldAgainst line: String) throws -> [String] {
        let play = try Rehearsal("# t\nclient POST /\n> POST /\n>\n> \(line)\n< 200\n")
        play.send("POST /\n\n\(body)")
        #expect(play.text().hasPrefix("HTTP/1.1 200"))
        let outcome = play.end()
        #expect(outcome.breaches.allSatisfy { $0.slug == .wrongBody && $0.line?.number == 5 })
        return outcome.breaches.map(\.sentence)
    }

    @Test(arguments: [
        (#"{"a": "x"}"#, #"{"a":"x"}"#, true), ("[1,2]", "[1, 2]", true), (#"{"a":"x"}"#, #"{"a":"x" }"#, true),
        ("{\n>   \"a\": 1\n> }", #"{"a":1}"#, true), (#"{"a":1}"#, "{\n  \"a\": 1\n}", true),
        (#"{"a": 1}"#, #"{"a": 2}"#, false), (#"{"a":"x y"}"#, #"{"a":"xy"}"#, false), ("a: b", "a:b", false),
    ])
    func `JSON with other blanks is told what takes it`(line: String, body: String, isTold: Bool) throws {
        let sentence = try #require(try sentences(of: body, heldAgainst: line).first)
        #expect(sentence.hasSuffix("; '{{json …}}' takes any blanks") == isTold, "\(sentence)")
    }

    @Test(arguments: [
        (#"{"a":1,"b":{"c":2,"d":3}}"#, #"{"b":{"d":3,"c":2},"a":1}"#, true),
        (#"{"a":1,"b":2}"#, #"{"b":2,"a":3}"#, false), (#"{"a":1}"#, #"{"b":1}"#, false), ("[1,2]", "[2,1]", false),
        ("a:1,b:2", "b:2,a:1", false), (#"{"a":1,"b":2}"#, #"{"b":2,"a":1"#, false),
    ])
    func `JSON with its members in another order is told what takes it`(
        line: String, body: String, isTold: Bool
    ) throws {
        let sentence = try #require(try sentences(of: body, heldAgainst: line).first)
        #expect(sentence.hasSuffix("; '{{json …}}' takes members in any order") == isTold, "\(sentence)")
    }

    @Test(arguments: [
        ("name=fido&age=3", "age=3&name=fido", "order"), ("name=fido&age=3", "name=%66ido&age=3", "spelling"),
        ("s=a%20b", "s=a+b", "spelling"), ("name=fido&age=3", "age=4&name=fido", nil), ("a=1", "b=1", nil),
        ("name fido", "fido name", nil), ("a=1; b=2", "b=2; a=1", nil),
    ])
    func `a form with its fields in another order or spelling is told what takes it`(
        line: String, body: String, told: String?
    ) throws {
        let sentence = try #require(try sentences(of: body, heldAgainst: line).first)
        let help = told.map { "; '{{form …}}' takes these fields in any \($0)" }
        #expect(help.map(sentence.hasSuffix) ?? !sentence.contains("{{form"), "\(sentence)")
    }

    @Test(arguments: ["{{json {\"s\": \"\u{E9}\"}}}", "{{form s=\"\u{E9}\"}}"])
    func `texts that look alike are told by their bytes`(line: String) throws {
        let body = line.contains("json") ? "{\"s\":\"e\u{301}\"}" : "s=e%CC%81"
        let sentence = try #require(try sentences(of: body, heldAgainst: line).first)
        #expect(sentence.contains(#"is "e\xcc\x81", not "\xc3\xa9""#), "\(sentence)")
    }

    @Test(arguments: [
        (
            "{{json {\"\u{E9}\": 1}}}", "{\"e\u{301}\":1}",
            [#"["\xc3\xa9"] is missing"#, #"["e\xcc\x81"] is 1, and is not"#]
        ),
        ("{{form \u{E9}=1}}", "e%CC%81=1", [#""\xc3\xa9" is missing"#, #""e\xcc\x81" is there, and is not"#]),
        ("caf\u{E9} au lait", "cafe\u{301} au lait", [#"at byte 3: "e\xcc\x81 au lait" came, not "\xc3\xa9 au lait""#]),
        ("a b", "a\u{A0}b", [#"at byte 1: "\xc2\xa0b" came, not " b""#]),
        ("{{/.*\u{E8}/}}", "\u{E9}", [#""\#u{E9}" came, not {{/.*\#u{E8}/}}"#]),
    ])
    func `names and bodies that look alike are told by their bytes, and others are not`(
        line: String, body: String, parts: [String]
    ) throws {
        let sentence = try #require(try sentences(of: body, heldAgainst: line).first)
        for part in parts { #expect(sentence.contains(part), "\(sentence)") }
    }

    @Test(arguments: [
        ("/a?y=2&x=1", true), ("/a?x=1&y=3", false), ("/a?x=1", false), ("/b?y=2&x=1", false),
        ("/a?y=2&x=1&y=2", false), ("/a?%79=2&x=%31", true),
    ])
    func `a query in another order is told what takes it`(target: String, isTold: Bool) throws {
        let play = try Rehearsal("# t\n> GET /a?x=1&y=2\n< 200\n")
        play.send("GET \(target)")
        #expect(
            play.reasons == [
                .nearest(
                    QuotedLine(2, "> GET /a?x=1&y=2"),
                    [
                        .target(
                            target, .bytes(Snippet("/a?x=1&y=2".utf8)), hint: isTold ? .query(isOrder: true) : nil)
                    ])
            ])
    }

    @Test(arguments: [
        ("/a?q=two+words", true), ("/a?q=two%20words", true), ("/a?q=%74wo%20words", true), ("/a?q=two%2Bwords", false),
        ("/a?q=twowords", false), ("/b?q=two+words", false), ("/a?q=two+words&", true),
    ])
    func `a query in another spelling is told what takes it`(target: String, isTold: Bool) throws {
        let written = target.contains("+") ? "two%20words" : "two+words"
        let play = try Rehearsal("# t\n> GET /a?q=\(written)\n< 200\n")
        play.send("GET \(target)")
        #expect(
            play.reasons == [
                .nearest(
                    QuotedLine(2, "> GET /a?q=\(written)"),
                    [
                        .target(
                            target, .bytes(Snippet("/a?q=\(written)".utf8)),
                            hint: isTold ? .query(isOrder: false) : nil)
                    ])
            ])
        let fixed = try Rehearsal("# t\n> GET /a?{{query q=\"two words\"}}\n< 200\n")
        fixed.send("GET \(target)")
        #expect((fixed.end().verdict == .pass) == isTold, "the help is right")
    }

    @Test(
        arguments: [
            (#"{"b": [1, 2], "a": "x"}"#, #"{"a":"x","b":[1,2]}"#),
            (#"{"a": 1}"#, "\n{ \"a\"\t:\r\n1.0 }\n"), (#"{"a": 100}"#, #"{"a":1e2}"#),
            (#"{"a": -0}"#, #"{"a":0.0e7}"#),
            (#"{"a": 12345678901234567890}"#, #"{"a":12345678901234567890.0}"#), (#"{"a": 1.5e3}"#, #"{"a":15E+2}"#),
            (#"{"a": "\u0041\n/"}"#, #"{"\u0061":"A\u000a\/"}"#), (#"{"a": "😀"}"#, #"{"a":"\ud83d\ude00"}"#),
            ("[]", " [ ] "), ("{}", "{}"), ("null", "null"), ("true", "true"), (#""x""#, #""x""#),
            (#"{"a": {{any}}}"#, #"{"a":{"b":[null]}}"#), (#"[{{any}}, {{any}}]"#, "[1,[2]]"),
            (#"{"a": {{/[0-9]+/}}}"#, #"{"a":12}"#), (#"{"a": "{{/[0-9]+/}}"}"#, #"{"a":"12"}"#),
            (#"{"a": "to {{/.*o/}}"}"#, #"{"a":"to fido"}"#), (#"{"a": {{absent}}, "b": 1}"#, #"{"b":1}"#),
            (#"{"a": "{{authority main}}"}"#, #"{"a":"127.0.0.1:8000"}"#),
            (#"{"a": {"b": {"c": 1}}}"#, #"{"a":{"b":{"c":1}}}"#),
            (#"{"a": 1, ...}"#, #"{"a":1}"#), (#"{"a": 1, ...}"#, #"{"c":[2],"a":1,"b":{}}"#),
            (#"{ ... }"#, "{}"), (#"{ ... }"#, #"{"a":1}"#),
            (#"[{"a": {"b": 1, ...}}, 2]"#, #"[{"a":{"c":0,"b":1}},2]"#),
            (#"{"a": {{"x y"}}, "b": {{"[1]"}}}"#, #"{"a":"x y","b":[1]}"#),
            (#"{"a": "{{"{{any}}"}}", "b": {{"{{count}}"}}}"#, #"{"a":"{{any}}","b":"{{count}}"}"#),
        ])
    func `JSON that says the same fits`(line: String, body: String) throws {
        #expect(try sentences(of: body, heldAgainst: "{{json \(line)}}") == [])
    }

    @Test(
        arguments: [
            (#"form u="{{any}}" v=1"#, "u=%7B%7Bany%7D%7D&v=1", true), (#"form u="{{any}}" v=1"#, "", false),
            (#"json "{{"{{any}}"}}""#, #""{{any}}""#, true), (#"json "{{"{{any}}"}}""#, "", false),
        ])
    func `text that looks like a value is compared`(value: String, body: String, isRight: Bool) throws {
        #expect(try sentences(of: body, heldAgainst: "{{\(value)}}").isEmpty == isRight)
    }

    @Test(arguments: [
        ("7", "7"), ("fido", #""fido""#), (#"fi"do"#, #""fi\"do""#), ("007", #""007""#), ("[1]", "[1]"),
        ("a}", #""a}""#),
    ])
    func `what makes no JSON is sent as a text of JSON`(id: String, json: String) throws {
        let play = try Rehearsal(
            "# t\nclient GET /\n> GET /\n> X: {{id = any}}\n< 200\n<\n< {{json {\"id\": {{id}}}}}\n")
        play.send("GET /\nX: \(id)\n\n")
        #expect(play.text().contains("{\"id\":\(json)}"))
    }

    @Test(
        arguments: [
            (#"{"a": 1}"#, #"{"a":2}"#, "a is 2, not 1"), (#"{"a": 1}"#, #"{"a":"1"}"#, #"a is "1", not 1"#),
            (#"{"a": 1}"#, #"{}"#, "a is missing"), (#"{"a": 1}"#, #"{"a":1,"b":[2]}"#, "b is [2], and is not written"),
            (#"{"a": [{"b": "x"}, {"b": "y"}]}"#, #"{"a":[{"b":"x"},{"b":"Y"}]}"#, #"a[1].b is "Y", not "y""#),
            (#"[1, 2]"#, "[2,1]", "[0] is 2, not 1; [1] is 1, not 2; 'unordered […]' takes them in any order"),
            ("[1, 2]", "[1]", "all of it has one value, not 2"),
            (#"{"a": [1]}"#, #"{"a":[1,2]}"#, "a has 2 values, not 1"), ("1", "[1]", "all of it is [1], not 1"),
            (#"{"a": null}"#, #"{"a":false}"#, "a is false, not null"),
            (#"{"a": {}}"#, #"{"a":1}"#, "a is 1, not an object"),
            (#"{"a b": 1}"#, #"{"a b":2}"#, #"["a b"] is 2, not 1"#),
            (#"{"a": {{absent}}}"#, #"{"a":1}"#, "a must be absent, but is 1"),
            (
                #"{"a": {{/[0-9]+/}}}"#, #"{"a":"12"}"#,
                #"a is "12", not {{/[0-9]+/}}: it is a string and no number; the line for a string is "{{/[0-9]+/}}", in quotes"#
            ),
            (
                #"{"a": {{/[a-z]+/}}}"#, #"{"a":"ok"}"#,
                #"a is "ok", not {{/[a-z]+/}}, which takes the quotes as well: write "{{/[a-z]+/}}""#
            ),
            (
                #"{"a": "{{/[0-9]+/}}"}"#, #"{"a":12}"#,
                #"a is 12, not "{{/[0-9]+/}}": it is no string; the line for it is {{/[0-9]+/}}, without quotes"#
            ),
            (
                #"{"a": "{{any}}"}"#, #"{"a":true}"#,
                #"a is true, not "{{any}}": it is no string; the line for it is {{any}}, without quotes"#
            ),
            (#"{"a": "{{/[a-z]+/}}"}"#, #"{"a":12}"#, #"a is 12, not "{{/[a-z]+/}}""#),
            (#"{"a": 1, ...}"#, #"{"b":1}"#, "a is missing"),
            (#"{ ... }"#, "[]", "all of it is [], not an object"),
            (#"{"a": {{absent}}, ...}"#, #"{"a":1,"b":2}"#, "a must be absent, but is 1"),
            (#"{"a": {"b": 1}, ...}"#, #"{"a":{"b":1,"c":2},"d":3}"#, "a.c is 2, and is not written"),
            (
                #"{"a": 1, "b": [2, 3]}"#, #"{"b":[0,3],"c":4}"#,
                "a is missing; b[0] is 0, not 2; c is 4, and is not written"
            ),
            (
                #"{"a": 1, "b": 2, "c": 3, "d": 4, "e": 5, "f": 6}"#, #"{"a":0,"b":0,"c":0,"d":0,"e":0,"f":0}"#,
                "a is 0, not 1; b is 0, not 2; c is 0, not 3; d is 0, not 4; e is 0, not 5; f is 0, not 6"
            ),
            (
                #"{"a": [1, 2, 3, 4, 5, 6, 7]}"#, #"{"a":[0,0,0,0,0,0,0]}"#,
                "a[0] is 0, not 1; a[1] is 0, not 2; a[2] is 0, not 3; a[3] is 0, not 4; a[4] is 0, not 5; a[5] is 0, not 6; and more"
            ),
            (#"{"a": 1}"#, #"{"a":1"#, "no JSON at byte 6: '}' is missing"),
            (#"{"a": 1}"#, "a=1", "no JSON at byte 0: no value begins like this"),
            (
                #"{"a": 1}"#, String(repeating: "[", count: 33),
                "too deep for a comparison by value, which ends at 32 levels of JSON, at byte 33"
            ),
            (#"{"a": 1}"#, #"{"a":1,"a":1}"#, #"no JSON at byte 7: the member "a" stands there twice"#),
        ])
    func `JSON that says something else does not, and its member is named`(
        line: String, body: String, sentence: String
    ) throws {
        #expect(try sentences(of: body, heldAgainst: "{{json \(line)}}") == ["the body: \(sentence)"])
    }

    @Test(arguments: [
        (#"{"owner":{"age":3},"name":"fido"}"#, nil),
        ("{\n  \"name\": \"fido\",\n  \"owner\": {\"age\": 3}\n}", nil),
        (#"{"name":"Fido","owner":{}}"#, #"the body: name is "Fido", not "fido"; owner.age is missing"#),
    ])
    func `JSON over several lines is compared as on one`(body: String, sentence: String?) throws {
        let json = "{{json {\n>   \"name\": \"fido\",\n>   \"owner\": {\n>     \"age\": {{any}}\n>   }\n> }}}"
        #expect(try sentences(of: body, heldAgainst: json) == (sentence.map { [$0] } ?? []))
    }

    @Test func `JSON over several lines is sent as on one`() throws {
        let reply = "< 200\n<\n< {{json {\n<   \"id\": {{id}},\n<   \"made\": true\n< }}}\n"
        let play = try Rehearsal("# t\nclient GET /\n> GET /\n> X: {{id = any}}\n" + reply)
        play.send("GET /\nX: 7\n\n")
        #expect(play.text().hasSuffix("\r\n\r\n{\"id\":7,\"made\":true}"))
    }

    @Test func `what only looks alike is not the same text`() throws {
        // RFC 8259 section 8.3: composed and decomposed.
        let found = try sentences(of: #"{"a":"e\u0301"}"#, heldAgainst: #"{{json {"a": "\u00e9"}}}"#)
        #expect(found.count == 1)
    }

    @Test(
        arguments: [
            ("a=1 b=2", "b=2&a=1", nil), (#"a="two words""#, "a=two+words", nil),
            (#"a="two words""#, "a=two%20words", nil),
            (#""b[c]"=é"#, "b%5bc%5D=%C3%A9", nil), ("a=1 a=2", "a=1&a=2", nil), (#"a="""#, "a", nil),
            ("a={{any}} b={{absent}}", "a=%00", nil), ("a={{/[0-9]+/}}", "a=12", nil), ("a=1", "&a=1&", nil),
            ("a=1+1", "a=1%2B1", nil), ("a=1=1", "a=1=1", nil), ("a=%zz", "a=%25zz", nil),
            ("a=%zz", "a=%zz", #""%zz" is no percent-encoding: two hexadecimal digits stand behind a '%'"#),
            ("a={{any}}", "a=1%", #""%" is no percent-encoding: two hexadecimal digits stand behind a '%'"#),
            ("a={{any}} b=1", "b=1&a%4", #""%4" is no percent-encoding: two hexadecimal digits stand behind a '%'"#),
            ("a=1+1", "a=1+1", #"the member "a" is "1 1", not "1+1""#),
            ("a=1", "a=2", #"the member "a" is "2", not "1""#), ("a=1 b=2", "a=1", #"the member "b" is missing"#),
            ("a=1", "a=1&b=2", #"the member "b" is there, and is not written"#),
            ("a=1 a=2", "a=2&a=1", #"the member "a" is "2", not "1"; the member "a" is "1", not "2""#),
            ("a=1 a=2", "a=1", #"the member "a" is there only once"#),
            ("a=1", "a=1&a=1", #"the member "a" is there twice, not once"#),
            ("a={{absent}}", "a=1", #"the member "a" must be absent, but is "1""#),
            ("a=1 ...", "c=3&a=1&b", nil), ("...", "", nil),
            ("... a=1", "b=2", #"the member "a" is missing"#),
            ("a=1 ...", "a=1&a=2", #"the member "a" is there twice, not once"#),
            ("b={{absent}} ...", "a=1&b=2&b=3", #"the member "b" must be absent, but is "2""#),
            (
                "a=1 b=2", "b=3&c=4",
                #"the member "a" is missing; the member "b" is "3", not "2"; the member "c" is there, and is not written"#
            ),
            ("a={{/[0-9]+/}}", "a=x", #"the member "a" is "x", not {{/[0-9]+/}}"#),
        ] as [(String, String, String?)])
    func `forms are held against what they say`(line: String, body: String, sentence: String?) throws {
        let found = try sentences(of: body, heldAgainst: "{{form \(line)}}")
        #expect(found == (sentence.map { ["the body: \($0)"] } ?? []))
    }

    @Test func `a query may come in any order, and a line takes no other`() throws {
        let text = "# t\nclient GET /\n> GET /find?{{query q=\"a b\" page=1}}\n< 200\n"
        for target in ["/find?q=a+b&page=1", "/find?page=1&q=a%20b", "/find?pag%65=1&q=a+b"] {
            let play = try Rehearsal(text)
            play.send("GET \(target)")
            #expect(play.end().verdict == .pass, "\(play.sentences)")
        }
        for (target, why) in [
            ("/find?q=a+b", #"the parameter "page" is missing"#),
            ("/find?q=a+b&page=2", #"the parameter "page" is "2", not "1""#),
        ] {
            let play = try Rehearsal(text)
            play.send("GET \(target)")
            #expect(play.slugs == [.unexpectedRequest])
            let line = QuotedLine(3, "> GET /find?{{query q=\"a b\" page=1}}")
            #expect(play.reasons == [.nearest(line, [.objection(why, toTarget: target)])])
        }
    }

    @Test(
        arguments: [
            ("a=1 b=2", "b=2; a=1", nil), ("a=1 b=2", "a=1; b=2", nil), ("a=", "a=", nil), ("a=x=y", "a=x=y", nil),
            ("a=%20 b=+", "a=%20; b=+", nil), (#"a="\"x y\"""#, #"a="x y""#, nil), ("a=1 a=2", "a=1; a=2", nil),
            ("a=1 ...", "c; b=2; a=1", nil), (#"a={{/x.*/}}"#, "a=xy", nil), ("a={{absent}} b=1", "b=1", nil),
            ("a=x&y=1", "a=x&y=1", nil),
            ("a=1 b=2", "b=2", #"the cookie "a" is missing"#),
            ("a=1", "a=1; b=2", #"the cookie "b" is there, and is not written"#),
            ("a=1", "A=1", #"the cookie "a" is missing; the cookie "A" is there, and is not written"#),
            ("a=1", "a=2", #"the cookie "a" is "2", not "1""#),
            ("a=1", "a=1; a=1", #"the cookie "a" is there twice, not once"#),
            ("a=dark", #"a="dark""#, #"the cookie "a" is "\"dark\"", not "dark""#),
            ("a=1 b=2", "a=1;b=2", "no blank stands behind a ';' (RFC 6265 section 4.2.1)"),
            ("a=1 ...", "a=1; ;", "no cookie stands behind a ';' (RFC 6265 section 4.2.1)"),
            ("a=1 ...", "a=1;", "no cookie stands behind a ';' (RFC 6265 section 4.2.1)"),
            ("a=1", "a=1;  b=2", #"the cookie " b" is there, and is not written"#),
            ("a={{absent}} ...", "b=1; a=2", #"the cookie "a" must be absent, but is "2""#),
        ] as [(String, String, String?)])
    func `cookies may come in any order, and one too many or missing is named`(
        line: String, came: String, sentence: String?
    ) throws {
        let play = try Rehearsal("# t\nclient GET /\n> GET /\n> Cookie: {{cookies \(line)}}\n< 200\n")
        play.send("GET /\nCookie: \(came)\n\n")
        #expect(play.end().breaches.map(\.sentence) == (sentence.map { ["Cookie: \($0)"] } ?? []))
    }

    @Test(arguments: [
        ("a={{absent}} ...", nil), ("a={{absent}}", nil), ("...", nil), ("a=1 ...", "Cookie is missing"),
        ("a={{any}}", "Cookie is missing"),
    ])
    func `a request without the field has no cookies`(line: String, sentence: String?) throws {
        let play = try Rehearsal("# t\nclient GET /\n> GET /\n> Cookie: {{cookies \(line)}}\n< 200\n")
        play.send("GET /")
        #expect(play.end().breaches.map(\.sentence) == (sentence.map { [$0] } ?? []))
    }

    @Test(arguments: [
        ("> Cookie: a=1; b=2", "Cookie: b=2; a=1", "; '{{cookies …}}' takes these in any order"),
        ("> Cookie: a=1; b=2", "Cookie: b=2; a=3", "not \"a=1; b=2\""),
        (
            "> Cookie: a=1\n> Cookie: b=2", "Cookie: a=1; b=2",
            "; a client sends one field, and '{{cookies …}}' takes all of it in any order"
        ),
    ])
    func `cookies in another order, or on two lines, are told what takes them`(
        lines: String, came: String, end: String
    ) throws {
        let play = try Rehearsal("# t\n> GET /\n\(lines)\n< 200\n")
        play.send("GET /\n\(came)\n\n")
        let last = try #require(play.end().breaches.last?.sentence)
        #expect(last.hasSuffix(end), "\(last)")
    }

    @Test func `a cookie is kept by its name, and cookies are written for the client`() throws {
        let play = try Rehearsal(
            """
            # t
            client GET /
                   Cookie: {{cookies a=1 b=two}}
            > GET /
            > Cookie: {{cookies b={{b = any}} a=1}}
            < 200
            <
            < {{b}}
            """, observing: .all)
        guard case .load(let load)? = play.orders.first else {
            Issue.record("no load is ordered")
            return
        }
        #expect(load.fields == [Field("Cookie", "a=1; b=two")])
        play.send("GET /\nCookie: a=1; b=two\n\n")
        #expect(play.text().hasSuffix("\r\n\r\ntwo"))
        #expect(play.end().verdict == .pass, "\(play.sentences)")
    }

    @Test func `what stands in JSON is captured, and written with its escapes`() throws {
        let play = try Rehearsal(
            """
            # t
            client POST /
            > POST /
            >
            > {{json {"name": "{{name = any}}", "id": {{id = any}}}}}
            < 200
            <
            < {{json {"you": "{{name}}", "id": {{id}}, "n": [1, true, null]}}}
            """)
        play.send("POST /\n\n" + #"{"id":[7],"name":"\"x\""}"#)
        #expect(play.text().hasSuffix("\r\n\r\n" + #"{"you":"\"x\"","id":[7],"n":[1,true,null]}"#))
        #expect(play.end().verdict == .pass, "\(play.sentences)")
    }

    @Test func `the first request is the order as well, and its body is written for the client`() throws {
        let play = try Rehearsal(
            "# t\n> POST /\n>\n> {{json {\"a\": \"b\"}}}\n< 200\n", observing: .all)
        guard case .load(let load)? = play.orders.first else {
            Issue.record("no load is ordered")
            return
        }
        #expect(
            load.body?.map { if case .bytes(let bytes) = $0 { String(decoding: bytes, as: UTF8.self) } else { "" } }
                == [#"{"a":"b"}"#])
    }

    @Test func `data is compared by value, too`() throws {
        for (bytes, isRight) in [(#"{"b":2,"a":1}"#, true), (#"{"b":2,"a":3}"#, false)] {
            let play = try Rehearsal(
                "# t\n> GET /\n< 200\n* data {{json {\"a\": 1, \"b\": 2}}}\n* finish\n", observing: .all)
            play.send("GET /")
            play.report(.data, data: bytes)
            play.report(.finish)
            #expect((play.end().verdict == .pass) == isRight, "\(play.sentences)")
        }
    }

    @Test(
        arguments: [
            ("/a?page=1", .unwrittenQuery(path: "/a", names: "page=1")),
            ("/a?page=1&size=20", .unwrittenQuery(path: "/a", names: "page=1 size=20")), ("/a?q=two+words", .anyQuery),
            ("/b?page=1", nil),
        ] as [(String, Remedy?)])
    func `a query that is not written is told with the line that takes it`(target: String, hint: Remedy?) throws {
        let play = try Rehearsal("# t\n> GET /a\n< 200\n")
        play.send("GET \(target)")
        let difference = StartDifference.target(target, .bytes(Snippet("/a".utf8)), hint: hint)
        #expect(play.reasons == [.nearest(QuotedLine(2, "> GET /a"), [difference])])
    }
}
