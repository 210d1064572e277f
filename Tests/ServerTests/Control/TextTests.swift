// TextTests.swift: fixtures, runs and texts that are posted, as the control API shows them.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainNotation
import Testing

@testable import QuintainServer

@Suite struct `A text` {
    /// The lines of an answer as text.
    private static func text(_ reply: JSONText?) -> [String] {
        (reply?["lines"]?.list ?? []).compactMap(\.text)
    }

    // MARK: Fixtures

    @Test func `of a fixture comes line by line`() async throws {
        try await withControl { (rig) async throws in
            let reply = try await rig.ask("GET", "/fixtures/rows.scenario").json
            #expect(reply["title"]?.text == "Rows")
            #expect(reply["cases"]?.description == #"["one","two"]"#)
            #expect(reply["count"]?.number == 6)
            #expect(Self.text(reply).joined(separator: "\n") + "\n" == someFixtures["rows.scenario"])
        }
    }

    /// A path, and a text of the file that its answer has.
    @Test(arguments: [
        ("LOCATION", "asks.scenario 4: < Location: /b"), ("/b+location%3A", "asks.scenario 4: < Location: /b"),
        ("held", "held.scenario"), ("rows%20%7B%7B", "rows.scenario 6: < {{status}}"), ("hello%20location", ""),
        ("nowhere", ""),
    ])
    func `is searched for words in whatever case`(words: String, found: String) async throws {
        try await withControl { (rig) async throws in
            let list = try #require(try await rig.ask("GET", "/fixtures?text=\(words)").json["fixtures"]?.list)
            let lines = list.map { entry in
                let place = entry["line"]?.number.map { " \($0): " } ?? ""
                return (entry["name"]?.text ?? "") + place + (entry["excerpt"]?.text ?? "")
            }
            #expect(lines.joined(separator: ", ") == found)
        }
    }

    @Test func `is told line by line where CRLF ends them`() async throws {
        try await withControl(["a.scenario": "# A\r\n> GET /\r\n< 200\r\n< X: here\r\n"]) { (rig) async throws in
            let found = try await rig.ask("GET", "/fixtures?text=here").json["fixtures"]?.list?.first
            #expect(found?["line"]?.number == 4 && found?["excerpt"]?.text == "< X: here")
        }
    }

    @Test func `is all fixtures where no word is searched for`() async throws {
        try await withControl { (rig) async throws in
            let all = try await rig.ask("GET", "/fixtures").text
            #expect(try await rig.ask("GET", "/fixtures?text=%20").text == all)
        }
    }

    @Test func `of a fixture in a folder is found by its whole name`() async throws {
        try await withControl(["in/a b/x#1.scenario": "# X\n> GET /\n< 200\n"]) { (rig) async throws in
            for name in ["in/a%20b/x%231.scenario", "in%2Fa%20b%2Fx%231.scenario"] {
                #expect(try await rig.ask("GET", "/fixtures/\(name)").json["title"]?.text == "X")
            }
        }
    }

    @Test(arguments: [
        "../outside.scenario", "%2e%2e/outside.scenario", "..%2foutside.scenario", "in/../../outside.scenario",
        "/etc/passwd", "%2Fetc%2Fpasswd", "plain.scenario%00", "plain.scenario/", "./plain.scenario%20", "in",
        "beside.txt", "%ff",
    ])
    func `of a file that is no fixture is not told`(name: String) async throws {
        var fixtures = someFixtures
        fixtures["in/x.scenario"] = "# X\n> GET /\n< 200\n"
        fixtures["beside.txt"] = "secret"
        try await withControl(fixtures) { (rig) async throws in
            let reply = try await rig.ask("GET", "/fixtures/\(name)")
            // An empty segment is left out, as everywhere in this API.
            if name == "plain.scenario/" { return #expect(reply.json["title"]?.text == "Plain") }
            #expect(reply.status == 404)
            #expect(reply.slug == "no-fixture")
            #expect(!reply.text.contains("secret"))
        }
    }

    @Test func `that is broken comes with its faults and where they are`() async throws {
        try await withControl(["a.scenario": "# A\n> GET /\n* 日本 redirct\n"]) { (rig) async throws in
            let reply = try await rig.ask("GET", "/fixtures/a.scenario").json
            #expect(reply["broken"]?.bool == true)
            let fault = reply["diagnostics"]?.list?.first
            #expect(fault?["slug"]?.text == "unknown-callback")
            #expect([fault?["line"]?.number, fault?["column"]?.number, fault?["endColumn"]?.number] == [3, 3, 5])
            #expect(Self.text(reply)[2] == "* 日本 redirct")
        }
    }

    @Test func `that is long comes in pieces, and a long line cut`() async throws {
        let many = (1...2_500).map { "# \($0)\n" }.joined() + "# " + String(repeating: "é", count: 4_000) + "\n"
        try await withControl(["a.scenario": "# A\n> GET /\n< 200\n" + many]) { (rig) async throws in
            let first = try await rig.ask("GET", "/fixtures/a.scenario").json
            #expect(first["count"]?.number == 2_504)
            #expect(Self.text(first).count == ControlAPI.linesAtOnce)
            let second = try await rig.ask("GET", "/fixtures/a.scenario?after=2000").json
            #expect(second["first"]?.number == 2_001)
            #expect(Self.text(second).first == "# 1998")
            let last = try #require(Self.text(second).last)
            #expect(last.hasSuffix(" more bytes") && last.utf8.count <= 2 * ControlAPI.lineAtMost + 40)
            #expect(Self.text(try await rig.ask("GET", "/fixtures/a.scenario?after=9999").json).isEmpty)
            let beyond = try await rig.ask("GET", "/fixtures/a.scenario?after=9007199254740992").json
            #expect(beyond["first"]?.number == 9_007_199_254_740_993)
        }
    }

    // MARK: Runs

    @Test func `of a run has the cells of its row in it`() async throws {
        try await withControl { (rig) async throws in
            let id = try await rig.arm(#"{"scenario":"rows.scenario","case":"two"}"#)
            let reply = try await rig.ask("GET", "/sessions/\(id)/scenario").json
            #expect(reply["scenario"]?.text == "rows.scenario#two")
            #expect(Self.text(reply).last == "< 404")
        }
    }

    // MARK: Texts that are posted

    private static func body(_ text: String) -> String { JSONText.object([("text", .text(text))]).description }

    @Test func `that is posted is read as lint reads it`() async throws {
        try await withControl { (rig) async throws in
            let reply = try await rig.ask("POST", "/lint", Self.body("> GET /\n* redirct\n")).json
            #expect(reply["lint"]?.number == 1)
            #expect(reply["columns"]?.text == "utf-16")
            #expect(reply["counts"]?["errors"]?.number == 1)
            let file = reply["files"]?.list?.first
            #expect(file?["path"]?.text == "the text")
            #expect(file?["diagnostics"]?.list?.first?["help"]?.text == "did you mean 'redirect'?")
            #expect(rig.desk.all.isEmpty)
        }
    }

    @Test func `that is posted says which cases it has, or that it has routes`() async throws {
        try await withControl { (rig) async throws in
            let rows = try await rig.ask("POST", "/lint", Self.body(someFixtures["rows.scenario"] ?? "")).json
            #expect(rows["files"]?.list?.first?["cases"]?.description == #"["one","two"]"#)
            let routes = try await rig.ask("POST", "/lint", Self.body("# R\nroutes\n> GET /\n< 200\n")).json
            #expect(routes["files"]?.list?.first?["kind"]?.text == "routes")
        }
    }

    @Test func `that is posted can name no files`() async throws {
        try await withControl(["secret.txt": "x"]) { (rig) async throws in
            let reply = try await rig.ask("POST", "/lint", Self.body("> GET /\n< 200\n<\n< {{file \"secret.txt\"}}\n"))
            #expect(reply.json["counts"]?["errors"]?.number == 1)
        }
    }

    @Test func `that is posted may have 256 KiB`() async throws {
        try await withControl { (rig) async throws in
            let line = "# " + String(repeating: "x", count: 1_021) + "\n"
            let most = String(repeating: line, count: 256)
            #expect(try await rig.ask("POST", "/lint", Self.body(most)).status == 200)
            let reply = try await rig.ask("POST", "/lint", Self.body(most + "#"))
            #expect((reply.status, reply.slug) == (413, "text-too-large"))
        }
    }

    @Test(arguments: [
        (#"{"text":1}"#, "wrong-type"), (#"{"txt":"x"}"#, "no-member"), ("[]", "bad-json"), ("{}", "no-text"),
    ])
    func `that is no text is refused`(body: String, slug: String) async throws {
        try await withControl { (rig) async throws in
            let reply = try await rig.ask("POST", "/lint", body)
            #expect((reply.status, reply.slug) == (400, slug))
        }
    }
}
