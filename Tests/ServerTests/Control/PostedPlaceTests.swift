// PostedPlaceTests.swift: posted texts that are part of a file of the client's.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import Testing

@testable import QuintainServer

@Suite struct `A text within a file` {
    /// With the line and the column that the file has.
    private static func order(_ text: String, _ more: [(String, JSONText)] = []) -> String {
        JSONText.object(
            [
                ("text", .text(text)), ("name", .text("test_shop.py")), ("line", .number(14)),
                ("column", .number(9)),
            ] + more
        ).description
    }

    @Test func `that is wrong is refused with the place in that file`() async throws {
        try await withControl { (rig) async throws in
            for path in ["/sessions", "/routes"] {
                let reply = try await rig.ask("POST", path, Self.order("> GET /\n< 200\n! redirct\n"))
                let message = try #require(reply.json["error"]?["message"]?.text)
                #expect(message.hasPrefix("test_shop.py:16:11: error: "), "\(message)")
                #expect(message.contains("\n  16 | ! redirct\n     |   ^"), "\(message)")
            }
        }
    }

    @Test func `that says nothing is refused at its first line`() async throws {
        try await withControl { (rig) async throws in
            let message = try await rig.ask("POST", "/sessions", Self.order("# Nothing\n")).json["error"]?["message"]?
                .text
            let told = try #require(message)
            #expect(told.hasPrefix("test_shop.py:14:9: error: nothing begins a load"), "\(told)")
            #expect(told.contains("\n  14 | # Nothing\n"), "\(told)")
        }
    }

    @Test func `is warned of and judged with its lines`() async throws {
        try await withControl { (rig) async throws in
            let posted = try await rig.ask(
                "POST", "/sessions", Self.order("# Two\n> GET /a{{a = any}}\n> GET /b\n< 200\n"))
            #expect(posted.json["title"]?.text == "Two")
            let warnings = try #require(posted.json["warnings"]?.text)
            #expect(warnings.hasPrefix("test_shop.py:15:17: warning: "), "\(warnings)")
            let id = try #require(posted.json["id"]?.number)
            let state = try await rig.ask("POST", "/sessions/\(id)/end").json
            #expect(state["breaches"]?.list?.first?["line"]?.number == 15)
            let text = try await rig.ask("GET", "/sessions/\(id)/verdict?format=text").text
            #expect(text.contains("\ntest_shop.py:15: failure: `> GET /a{{a = any}}` did not happen"), "\(text)")
            // The columns have the scenario's lines alone.
            #expect(text.hasPrefix("  expected ") && text.split(separator: "\n")[1].hasPrefix("✗ > GET /a"), "\(text)")
        }
    }

    @Test func `shows its own lines alone`() async throws {
        try await withControl { (rig) async throws in
            let id = try await rig.arm(Self.order("> GET /a\n< 200\n"))
            for after in ["", "?after=0"] {
                let lines = try await rig.ask("GET", "/sessions/\(id)/scenario\(after)").json
                #expect(lines["first"]?.number == 14 && lines["lines"]?.list?.count == 2, "\(lines)")
            }
            let routes = try await rig.ask("POST", "/routes", Self.order("> GET /a\n< 200\n"))
            #expect(routes.status == 201, "\(routes.text)")
            let lines = try await rig.ask("GET", "/routes/1").json
            #expect(lines["first"]?.number == 14 && lines["lines"]?.list?.count == 2, "\(lines)")
        }
    }

    @Test func `of routes is warned of with its places`() async throws {
        try await withControl { (rig) async throws in
            let posted = try await rig.ask("POST", "/routes", Self.order("# Pets\n> GET /pets\n< 200\n< Acept: 1\n"))
            let warning = try #require(posted.json["diagnostics"]?.list?.first, "\(posted.text)")
            let place = ["line", "column", "endColumn"].map { warning[$0]?.number }
            #expect(place == [17, 9, 19], "\(warning)")
        }
    }

    @Test(arguments: [
        [("line", 0)], [("line", -1)], [("line", 100_001)], [("column", 0)], [("column", 1_001)],
    ])
    func `begins at a line and a column that there are`(place: [(String, Int)]) async throws {
        try await withControl { (rig) async throws in
            let members = [("text", JSONText.text("> GET /\n< 200\n"))] + place.map { ($0, .number($1)) }
            for path in ["/sessions", "/routes"] {
                let reply = try await rig.ask("POST", path, JSONText.object(members).description)
                #expect(reply.status == 400 && reply.slug == "bad-place", "\(reply.text)")
            }
        }
    }

    @Test(arguments: ["line", "column"]) func `is none where a fixture is named`(member: String) async throws {
        try await withControl { (rig) async throws in
            let reply = try await rig.ask("POST", "/sessions", #"{"scenario":"plain.scenario","\#(member)":1}"#)
            #expect(reply.status == 400 && reply.slug == "bad-name", "\(reply.text)")
        }
    }
}
