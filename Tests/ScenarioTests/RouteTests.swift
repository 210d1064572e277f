// RouteTests.swift: standing exchanges.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainAdvice
import Testing

@testable import QuintainScenario

@Suite struct `Files of routes` {
    private func exchanges(_ text: String) throws -> [[String]] {
        let reading = read(text)
        #expect(reading.advised.filter { $0.severity == .error } == [])
        #expect(reading.scenarios.isEmpty)
        return try #require(reading.routes).exchanges.map { sketch($0) }
    }

    @Test func `need no word for it where their name says so`() {
        let text = Array("# One\n> GET /a\n< 200\n".utf8)
        let named = ScenarioReader.read(text, file: "api/one.routes") { _ in .failure(.missing) }
        #expect(named.advised.isEmpty && named.routes?.exchanges.count == 1 && named.scenarios.isEmpty)
        let other = ScenarioReader.read(text, file: "api/one.scenario") { _ in .failure(.missing) }
        #expect(other.routes == nil && other.scenarios.count == 1)
    }

    @Test func `hold exchanges, each with its conditions and its reply`() throws {
        let text = """
            # httpbin
            routes

            > GET /basic-auth/{{path user}}/{{path pass}}
            > Authorization: {{basic path.user:path.pass}}
            < 200 OK
            < Content-Type: text/plain
            <
            < {{path.user}}
            ! wait 1ms
            < 200 more

            > POST /status/{{path code}}?
            >
            > a
            > b
            < {{path.code}}
            < X: {{request.header Y}}

            > {{any}} /files/{{any}}
            ! close

            """
        #expect(
            try exchanges(text) == [
                [
                    #""GET" [QuintainScenario.PathSegment.literal([98, 97, 115, 105, 99, 45, 97, 117, 116, 104]), "#
                        + #"QuintainScenario.PathSegment.named("user"), QuintainScenario.PathSegment.named("pass")] ?any"#,
                    "Authorization={basic path.user:path.pass}", "any body", #"start "HTTP/1.1 200 OK""#,
                    #"field "Content-Type: text/plain" name=content-type"#, "head end", #"body {pathPart("user")} lf"#,
                    "act wait(1)", #"start "HTTP/1.1 200 more""#,
                ],
                [
                    #""POST" [QuintainScenario.PathSegment.literal([115, 116, 97, 116, 117, 115]), "#
                        + #"QuintainScenario.PathSegment.named("code")] ?"#,
                    #""a\nb""#, #"start "HTTP/1.1 "{pathPart("code")}"#, #"field "X: "{requestHeader("Y")} name=x"#,
                ],
                [
                    "{any} [QuintainScenario.PathSegment.literal([102, 105, 108, 101, 115]), "
                        + "QuintainScenario.PathSegment.rest] ?any",
                    "any body", "act close",
                ],
            ])
    }

    @Test(arguments: [
        ("/", 1), ("/a", 1), ("/a/", 2), ("//a", 0), ("/a//b", 3), ("/a{{\"/\"}}b", 1), ("/a?b/c", 1),
    ])
    func `split paths at the slashes that are typed`(path: String, segments: Int) {
        #expect(read("routes\n> GET \(path)\n< 200\n").routes?.exchanges[0].path.count ?? 0 == segments)
    }

    @Test func `take a line below a reply for another exchange, whatever its method`() {
        #expect(read("routes\n> get /\n< 200\n<\n< x\n> get /b\n< 200\n").routes?.exchanges.count == 2)
    }

    @Test func `say what they demand`() {
        let routes = read("routes\n> GET /\n> Authorization: {{digest a:b}}\n< 200\n<\n< {{\"x\" | gzip}}\n").routes
        #expect(routes?.demands == [])
    }

    @Test func `put the fields of a setting into the replies below it`() throws {
        let text = """
            # Fields
            routes

            > GET /before
            < 200

            fields A: 1
                   B: {{request.header Origin | else "*"}}

            > GET /a
            < 103
            < Link: x
            < 200
            < C: 3
            <
            < body

            > GET /b
            ! wait 1ms
            < 200
            < a: own

            > GET /raw
            < {{raw "HTTP/1.1 200 OK\\r\\n\\r\\n"}}

            fields

            > GET /after
            < 200

            """
        let b = #"field "B: "{requestHeader("Origin") | otherwise([42])} name=b"#
        #expect(
            try exchanges(text).map { Array($0.dropFirst(2)) } == [
                [#"start "HTTP/1.1 200 OK""#],
                [
                    #"start "HTTP/1.1 103 Early Hints""#, #"field "Link: x" name=link"#, #"start "HTTP/1.1 200 OK""#,
                    #"field "C: 3" name=c"#, #"field "A: 1" name=a"#, b, "head end", #"body "body" lf"#,
                ],
                ["act wait(1)", #"start "HTTP/1.1 200 OK""#, #"field "a: own" name=a"#, b],
                [#"raw {raw "HTTP/1.1 200 OK\r\n\r\n"} starts"#],
                [#"start "HTTP/1.1 200 OK""#],
            ])
    }
}
