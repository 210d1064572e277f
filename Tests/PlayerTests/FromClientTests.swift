// FromClientTests.swift: values that a client has chosen, in the heads of replies and in the targets of later requests.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainPlayer
import QuintainTranscript
import QuintainWords
import Testing

@Suite struct `A value that the client has chosen` {
    private static let pets = """
        # t
        > POST /pets
        >
        > {{json {"name": "{{name = any}}"}}}
        < 201
        < Location: /pets/{{name}}
        > GET /pets/{{any}}
        < 200
        """

    private func play(_ text: String, _ body: String) throws -> Rehearsal {
        let play = try Rehearsal(text)
        let connection = play.send("POST /pets\n\n\(body)")
        play.send("GET /pets/7", on: connection)
        return play
    }

    @Test(arguments: [#"\r\nX: 1"#, #"\nX: 1"#, #"\r"#])
    func `is told where it ends a line of a head`(end: String) throws {
        let play = try play(Self.pets, #"{"name":"fido\#(end)"}"#)
        #expect(play.slugs == [.notSent])
        let told = try #require(play.sentences.first)
        #expect(told.hasPrefix(#"'{{name}}' is "fido\"#), "\(told)")
        #expect(told.contains("its line end makes two lines of this line of the head"))
        #expect(told.hasSuffix(#"'{{name = /.*/}}' takes a value without one"#))
        #expect(play.end().verdict == .fail)
    }

    @Test func `counts by the level of the line that sends it`() throws {
        let text = Self.pets.replacing("# t\n", with: "# t\nlevel should\n")
        #expect(try play(text, #"{"name":"a\r\nb"}"#).end().verdict == .warning)
    }

    @Test func `is told in a start line and in trailers as well`() throws {
        let status = Self.pets.replacing("< 201\n", with: "< 201 {{name}}\n")
        #expect(try play(status, #"{"name":"a\nb"}"#).slugs == [.notSent, .notSent])
        let trailer = Self.pets.replacing(
            "< Location: /pets/{{name}}", with: "< Transfer-Encoding: chunked\n<\n< a\n! trailers\n< X: {{name}}")
        #expect(try play(trailer, #"{"name":"a\nb"}"#).slugs == [.notSent])
    }

    @Test func `is told where it is quoted and not kept`() throws {
        let play = try Rehearsal("# t\n> POST /pets\n< 200\n< X: {{request.body}}\n> GET /pets/7\n< 200\n")
        let connection = play.send("POST /pets\n\na\nb")
        play.send("GET /pets/7", on: connection)
        #expect(play.slugs == [.notSent])
        #expect(play.sentences.first?.hasPrefix(#"'{{request.body}}' is "a\nb": its line end"#) == true)
    }

    @Test(arguments: [
        (#"< X: {{json {"name": "{{name}}"}}}"#, "a transform or a spelling of it has no line end"),
        ("< X: {{name | base64}}", "a transform has none"),
        ("< X: {{name | percent}}", "a transform has none"),
        ("<\n< {{name}}", "a body may have any"),
        (#"< {{raw "X: "}}{{name}}"#, "raw bytes are as they are"),
        (#"< X: {{"a\r\nY: "}}"#, "the author has written it"),
    ])
    func `is no finding where it ends no line`(line: String, why: String) throws {
        let play = try play(Self.pets.replacing("< Location: /pets/{{name}}", with: line), #"{"name":"a\r\nb"}"#)
        #expect(play.end().verdict == .pass, "\(why): \(play.sentences)")
    }

    @Test(arguments: [
        (#"< {"name": "{{name}}"}"#, #"quo\"te"#, false), (#"< ["{{name}}", 1]"#, #"a\nb"#, false),
        (#"< {"name":"{{name}}"}"#, #"a\\x"#, false), (#"< {"{{name}}": 1}"#, #"quo\"te"#, false),
        (#"< ["Hi {{name}}!"]"#, #"quo\"te"#, false), (#"< {"name": "{{name}}"}"#, "it's é", true),
        // These bytes are JSON within quotes.
        (#"< {"name": "{{name}}"}"#, #"caf\\u00e9 \\n"#, true),
        (#"< {{json {"name": "{{name}}"}}}"#, #"quo\"te"#, true), (#"< {"a\" ": {{name}}}"#, "7", true),
        (#"< {"name": {{name}}}"#, #"{\"a\":1}"#, true),
    ])
    func `is told where it breaks the JSON in which it is sent`(line: String, name: String, passes: Bool) throws {
        let head = "< Content-Type: application/problem+json; charset=utf-8\n<\n"
        let text = Self.pets.replacing("< Location: /pets/{{name}}", with: head + line)
        let play = try play(text, #"{"name":"\#(name)"}"#)
        #expect((play.end().verdict == .pass) == passes, "\(play.sentences)")
        guard !passes else { return }
        #expect(play.slugs == [.notSent])
        #expect(play.sentences.first?.hasSuffix("'{{json …}}' around the whole body writes them") == true)
    }

    @Test(arguments: ["< Content-Type: text/plain\n<\n", "<\n"])
    func `is any text where the head does not say JSON`(head: String) throws {
        let text = Self.pets.replacing("< Location: /pets/{{name}}", with: head + #"< You said: "{{name}}""#)
        #expect(try play(text, #"{"name":"a\nb \"c\""}"#).end().verdict == .pass)
    }

    @Test func `is told of a NUL as that`() throws {
        let play = try play(Self.pets, #"{"name":"a\u0000"}"#)
        #expect(play.sentences == [#"'{{name}}' is "a\0": no line of a head has a NUL in it"#])
    }

    @Test(arguments: [
        ("a b", "/pets/a%20b"), ("é", "/pets/%C3%A9"), ("a/b?c#d", "/pets/a%2Fb%3Fc%23d"), ("100%", "/pets/100%25"),
    ])
    func `comes in a URL as 'percent' makes it`(name: String, target: String) throws {
        func play(_ line: String) throws -> Rehearsal {
            let text = Self.pets.replacing("> GET /pets/{{any}}", with: line)
                .replacing("< Location: /pets/{{name}}\n", with: "")
            let play = try Rehearsal(text)
            let connection = play.send("POST /pets\n\n{\"name\":\"\(name)\"}")
            play.send("GET \(target)", on: connection)
            return play
        }
        #expect(try play("> GET /pets/{{name | percent}}").end().verdict == .pass)
        let wrong = try play("> GET /pets/{{name}}")
        #expect(wrong.slugs == [.unexpectedRequest])
        #expect(wrong.sentences.first?.hasSuffix("; '{{name | percent}}' takes it") == true, "\(wrong.sentences)")
    }

    @Test(arguments: [
        ("it's(1)", "/pets/it's(1)", true), ("it's(1)", "/pets/it%27s%281%29", true), ("a:b@c", "/pets/a:b@c", true),
        ("a&b=c+d", "/pets/a&b=c+d", true), ("é", "/pets/%c3%a9", true), ("abc", "/pets/%61b%63", true),
        ("a b", "/pets/a+b", false), ("a/b", "/pets/a/b", false), ("a%20b", "/pets/a%20b", false),
        ("a%20b", "/pets/a%2520b", true), ("abc", "/pets/ab", false), ("ab", "/pets/abc", false),
    ])
    func `fits a URL in any spelling that says the same`(name: String, target: String, fits: Bool) throws {
        let play = try Rehearsal(
            "# t\n> POST /pets\n>\n> {{json {\"name\": \"{{name = any}}\"}}}\n< 201\n> GET /pets/{{name | percent}}\n< 200\n"
        )
        let connection = play.send("POST /pets\n\n{\"name\":\"\(name)\"}")
        play.send("GET \(target)", on: connection)
        #expect((play.end().verdict == .pass) == fits, "\(play.sentences)")
    }

    @Test(arguments: [
        ("a b", "a+b", true), ("a b", "a%20b", true), ("a+b", "a+b", false), ("a+b", "a%2bb", true),
        ("a/b?c", "a/b?c", true),
        ("a&b", "a&b", false), ("a=b", "a=b", false), ("a&b=c", "a%26b%3dc", true),
    ])
    func `fits a query as forms spell it`(name: String, spelled: String, fits: Bool) throws {
        let play = try Rehearsal(
            "# t\n> POST /pets\n>\n> {{name = any}}\n< 201\n> GET /pets?n={{name | percent}}&x=1\n< 200\n")
        let connection = play.send("POST /pets\n\n\(name)")
        play.send("GET /pets?n=\(spelled)&x=1", on: connection)
        #expect((play.end().verdict == .pass) == fits, "\(play.sentences)")
    }

    @Test(arguments: [
        ("/pets/{{name | percent}}", "http://127.0.0.1:8000/pets/it's%20a", true),
        ("/pets/{{name | percent}}", "http://127.0.0.1:8000/pets/it%27s%20a", true),
        ("/pets/{{name | percent}}", "http://127.0.0.1:8000/pets/it's%20b", false),
        ("/pets/{{name | percent}}", "http://127.0.0.1:8001/pets/it's%20a", false),
        ("//other/pets?n={{name | percent}}", "http://127.0.0.1:8001/pets?n=it's+a", true),
        ("//other/pets?n={{name | percent}}", "http://127.0.0.1:8000/pets?n=it's+a", false),
    ])
    func `fits the URL of a callback in any spelling, too`(line: String, url: String, fits: Bool) throws {
        let play = try Rehearsal(
            "# t\norigin main http\norigin other http\n> POST /pets\n> X: {{name = any}}\n< 302\n< Location: /pets/x\n"
                + "* redirect 302 \(line) -> no\n* response 302\n* finish\n", observing: .all)
        play.send("POST /pets\nX: it's a")
        play.report(.redirect, "302", url)
        #expect(play.sentences.isEmpty == fits, "\(play.sentences)")
    }

    @Test func `in a query is compared by value on request`() throws {
        let text = "# t\n> POST /pets\n>\n> {{name = any}}\n< 200\n> GET /pets?name={{name}}\n< 200\n"
        let play = try Rehearsal(text)
        let connection = play.send("POST /pets\n\na b")
        play.send("GET /pets?name=a+b", on: connection)
        #expect(play.sentences.first?.hasSuffix("; '?{{query …}}' takes these parameters in any spelling") == true)
        let right = try Rehearsal(text.replacing("name={{name}}", with: "{{query name={{name}}}}"))
        let other = right.send("POST /pets\n\na b")
        right.send("GET /pets?name=a+b", on: other)
        #expect(right.end().verdict == .pass)
    }

    @Test func `is named with the others that came percent-encoded`() throws {
        let play = try Rehearsal(
            "# t\n> POST /pets\n> X: {{x = any}}\n> Y: {{y = any}}\n< 200\n> GET /pets/{{x}}/{{y}}\n< 200\n")
        let connection = play.send("POST /pets\nX: it's\nY: a b")
        play.send("GET /pets/it's/a%20b", on: connection)
        #expect(play.sentences.first?.hasSuffix("; '{{x | percent}}' and '{{y | percent}}' take it") == true)
    }

    @Test func `that is searched for costs no more than the bytes that came`() throws {
        let play = try Rehearsal(
            "# t\n> POST /pets\n>\n> {{name = any}}\n< 200\n> GET /pets/{{any}}{{name | percent}}\n< 200\n")
        let connection = play.send("POST /pets\n\n" + String(repeating: "a", count: 60_000) + "b")
        play.send("GET /pets/" + String(repeating: "a", count: 7_000), on: connection)
        #expect(play.slugs == [.unexpectedRequest])
    }

    @Test func `that differs otherwise has no such help`() throws {
        let play = try Rehearsal("# t\n> POST /pets\n>\n> {{name = any}}\n< 200\n> GET /pets/{{name}}\n< 200\n")
        let connection = play.send("POST /pets\n\na b")
        play.send("GET /pets/a%20c", on: connection)
        #expect(play.sentences.first?.contains("percent") == false)
    }
}
