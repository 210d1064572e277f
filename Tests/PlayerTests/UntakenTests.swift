// UntakenTests.swift: what is told where a line uses a value that no line has taken.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainPlayer
import QuintainTranscript
import QuintainWords
import Testing

@Suite struct `A value that was never taken` {
    private static let branches = """
        # t
        either
        > GET /b
        > X: {{u = any}}
        < 200
        or
        > GET /c
        < 200
        end
        > GET /d
        > X: {{u}}
        < 200
        """

    @Test func `a path with one slash too many says where that comes from`() throws {
        let play = try Rehearsal("# t\n> GET /a\n< 200\n")
        play.send("GET //a")
        #expect(
            play.reasons == [
                .nearest(QuotedLine(2, "> GET /a"), [.target("//a", .bytes(Snippet("/a".utf8)), hint: .slash)])
            ])
    }

    @Test func `is told with the line that was to take it`() throws {
        let play = try Rehearsal(Self.branches)
        let connection = play.send("GET /c")
        play.send("GET /d\nX: 1", on: connection)
        let told = "; 'u' was never taken: line 4, `> X: {{u = any}}`, has not happened"
        #expect(play.sentences == ["X is \"1\", not {{u}}" + told])
        #expect(play.slugs == [.wrongField])
    }

    @Test func `is no finding where its branch was taken`() throws {
        let play = try Rehearsal(Self.branches)
        let connection = play.send("GET /b\nX: 1")
        play.send("GET /d\nX: 1", on: connection)
        #expect(play.end().verdict == .pass, "\(play.sentences)")
    }

    @Test(arguments: ["GET /me\nX: d7", "GET /me"])
    func `follows from the mistake by which it was not taken`(request: String) throws {
        let play = try Rehearsal(
            """
            # t
            > POST /login
            >
            > {{json {"user": "alice", "device": "{{dev = any}}"}}}
            < 200
            > GET /me
            > X: {{dev}}
            < 200
            """)
        let connection = play.send("POST /login\n\n{\"user\":\"bob\",\"device\":\"d7\"}")
        play.send(request, on: connection)
        #expect(play.slugs == [.wrongBody])
        #expect(play.follows == [[.wrongField]])
        #expect(play.story.contains("'dev' was never taken: line 4, `> {{json {\"user\": \"alice\""))
        #expect(play.end().verdict == .fail)
    }

    @Test func `explains a request that no line takes`() throws {
        let play = try Rehearsal(
            "# t\n> POST /a\n>\n> id={{id = any}}!\n< 200\n> GET /item/{{id}}\n< 200\n")
        let connection = play.send("POST /a\n\nid=7")
        play.send("GET /item/7", on: connection)
        #expect(play.end().breaches.map(\.slug) == [.wrongBody])
        #expect(play.follows[0].first == .unexpectedRequest)
    }

    @Test func `in a callback that is not observed is told as such`() throws {
        let play = try Rehearsal(
            "# t\n> GET /a\n< 200\n* response 200 {{type = any}}\n> GET /b\n> X: {{type}}\n< 200\n")
        let connection = play.send("GET /a")
        play.send("GET /b\nX: 1", on: connection)
        #expect(play.sentences.count == 1)
        #expect(play.sentences[0].hasSuffix("`* response 200 {{type = any}}`, was not observed"))
    }

    @Test func `has another value where the line says so`() throws {
        let text = Self.branches.replacing("{{u}}", with: "{{u | else \"none\"}}")
        let play = try Rehearsal(text)
        let connection = play.send("GET /c")
        play.send("GET /d\nX: none", on: connection)
        #expect(play.end().verdict == .pass, "\(play.sentences)")
    }

    @Test(arguments: ["GET /items/abc", "GET /items/1?q=abc", "GET /items/2\nX: abc"])
    func `without quotes is told where JSON gave it with them`(request: String) throws {
        let lines = request.split(separator: "\n")
        let target = lines[0].replacing("q=abc", with: "{{query q={{id}}}}").replacing("/abc", with: "/{{id}}")
        let field = lines.count > 1 ? "> X: {{id}}\n" : ""
        let play = try Rehearsal(
            "# t\n> POST /a\n>\n> {{json {\"id\": {{id = any}}}}}\n< 200\n> \(target)\n\(field)< 200\n")
        let connection = play.send("POST /a\n\n{\"id\":\"abc\"}")
        play.send(request, on: connection)
        #expect(
            play.story.contains(
                "; 'id' was taken with its quotes: line 4 takes a string without them as \"{{id = any}}\""),
            "\(play.story)")
    }

    @Test(arguments: [
        ("{{json {\"id\": \"{{id = any}}\"}}}", "{\"id\":\"\\\"b\\\"\"}", "> GET /{{id}}", "GET /c"),
        ("{{json {\"id\": {{id = any}}}}}", "{\"id\":7}", "> GET /{{id}}", "GET /c"),
        (
            "{{json {\"id\": {{id = any}}}}}", "{\"id\":\"abc\"}", "> GET /c\n>\n> {{json {\"a\": {{id}}}}}",
            "GET /c\n\n{\"a\":\"b\"}"
        ),
    ])
    func `has its quotes by right where it is JSON, or where a string has them`(
        line: String, body: String, below: String, request: String
    ) throws {
        let play = try Rehearsal("# t\n> POST /a\n>\n> \(line)\n< 200\n\(below)\n< 200\n")
        let connection = play.send("POST /a\n\n\(body)")
        play.send(request, on: connection)
        #expect(!play.slugs.isEmpty)
        #expect(!play.story.contains("with its quotes"), "\(play.story)")
    }
}
