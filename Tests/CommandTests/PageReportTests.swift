// PageReportTests.swift: `check --html` and `merge --html`.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainNotation
import Testing

@Suite struct `Reports to look at` {
    private static let files = [
        "good.scenario": "# Good\n> GET /\n< 200\n<\n< hello\n* response 200\n* data \"hello\"\n* finish\n",
        "bad.scenario": "# Bad\n> GET /\n< 200\n<\n< hello\n* response 200\n* data \"bye\"\n* finish\n", "folder/": "",
    ]
    private static let check = ["check", "--client", "reference", "--way", "delegate", "--colour", "never"]

    private func run(_ words: [String], in folder: CommandFolder) async throws -> BuiltCommand.Result {
        try await OnLoop.run { try await BuiltCommand.run(words, in: folder.path) }
    }

    private func text(_ name: String, in folder: CommandFolder) throws -> String {
        String(decoding: try Files.read("\(folder.path)/\(name)"), as: UTF8.self)
    }

    @Test func `have what happened in cases that passed`() async throws {
        let folder = try CommandFolder(Self.files)
        let words = Self.check + ["good.scenario", "bad.scenario", "--html", "report.html", "--json", "report.json"]
        let result = try await run(words, in: folder)
        #expect(result.exit == .code(1))
        let html = try text("report.html", in: folder)
        #expect(html.hasPrefix("<!doctype html>") && html.hasSuffix("</html>\n"))
        #expect(html.contains("<title>Quintain: 1 passed, 1 failed</title>"))
        let json = try JSONText(parsing: text("report.json", in: folder))
        let date = try #require(json["date"]?.text)
        #expect(try #/20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ/#.wholeMatch(in: date) != nil && html.contains(date))
        let system = try #require(json["systems"]?.list?.first)
        #expect(["Linux", "Darwin"].contains(system["name"]?.text) && system["architecture"]?.text?.isEmpty == false)
        let cases = try #require(json["cases"]?.list)
        #expect(cases.map { $0["events"]?.list?.isEmpty } == [false, false])
        #expect(cases.map { $0["rows"]?.list?.isEmpty } == [false, false])
        // The terminal and the plain lines leave out what passed.
        #expect(cases.map { $0["sides"] == nil } == [true, false])
    }

    @Test func `of shards that were told to keep all have all`() async throws {
        let folder = try CommandFolder(Self.files)
        for shard in 1...2 {
            let words = [
                "good.scenario", "bad.scenario", "--whole", "--shard", "\(shard)/2", "--json", "\(shard).json",
            ]
            _ = try await run(Self.check + words, in: folder)
        }
        let result = try await run(["merge", "1.json", "2.json", "--html", "both.html"], in: folder)
        #expect(result.exit == .code(1))
        #expect(try text("both.html", in: folder).contains("<title>Quintain: 1 passed, 1 failed</title>"))
    }

    @Test func `of no case are pages, too`() async throws {
        let folder = try CommandFolder(Self.files)
        let result = try await run(Self.check + ["good.scenario", "--shard", "2/2", "--html", "none.html"], in: folder)
        #expect(result.exit == .code(0) && result.errors.isEmpty, "\(result.errors)")
        #expect(try text("none.html", in: folder).contains("<title>Quintain: no cases</title>"))
    }

    @Test(arguments: [
        ("--html nowhere/report.html", "'nowhere/report.html' cannot be written\n  help: '--html' names"),
        ("--json nowhere/deep/report.json", "'nowhere/deep/report.json' cannot be written"),
        ("--junit folder", "'folder' cannot be written"),
        ("--html", "option '--html' needs a value\n  help: write '--html FILE'"),
    ])
    func `that cannot be written are refused before anything is played`(words: String, says: String) async throws {
        let folder = try CommandFolder(Self.files)
        for command in [Self.check + ["good.scenario"], ["merge", "nothere.json"]] {
            let result = try await run(command + words.split(separator: " ").map(String.init), in: folder)
            #expect(result.exit == .code(2))
            #expect(result.output.isEmpty && result.errors.contains(says), "\(result.errors)")
        }
    }

    /// A full disk must not lose the results of a run.
    @Test func `that cannot be written after all leave the counts on the terminal`() async throws {
        let folder = try CommandFolder(Self.files)
        let result = try await run(Self.check + ["good.scenario", "--html", "/proc/report.html"], in: folder)
        #expect(result.exit == .code(2))
        #expect(result.output.contains("1 passed") && result.errors.contains("/proc/report.html"))
    }
}
