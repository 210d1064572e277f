// MergeTests.swift: shards of a run put together by `quintain merge`.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainNotation
import Testing

@Suite struct `Shards put together` {
    private static func scenario(_ name: String) -> String {
        "# \(name)\n> GET /\(name)\n< 200\n* response 200\n* finish\n"
    }

    /// A folder with the reports of all three shards of a run.
    private func reports() async throws -> CommandFolder {
        let names = ["a", "b", "c", "d"]
        let folder = try CommandFolder(
            Dictionary(uniqueKeysWithValues: names.map { ("cases/\($0).scenario", Self.scenario($0)) }))
        for index in 1...3 {
            let result = try await BuiltCommand.run(
                ["check", "cases", "--client", "reference", "--shard", "\(index)/3", "--json", "\(index).json"],
                in: folder.path)
            #expect(result.exit == .code(0), "\(result.errors)")
        }
        return folder
    }

    @Test func `are as expected only if none is missing`() async throws {
        let folder = try await reports()
        let some = try await BuiltCommand.run(
            ["merge", "1.json", "3.json", "--json", "some.json", "--colour", "never"], in: folder.path)
        #expect(some.exit == .code(1))
        #expect(some.output.contains("error  shard 2/3 is missing\n"))
        let report = try JSONText(parsing: Files.read("\(folder.path)/some.json"))
        #expect(report["asExpected"]?.bool == false)
        #expect(report["shards"]?.list?.compactMap(\.text) == ["1/3", "3/3"])

        // The missing shard is merged later.
        let all = try await BuiltCommand.run(["merge", "some.json", "2.json", "--json", "all.json"], in: folder.path)
        #expect(all.exit == .code(0), "\(all.output)")
        let whole = try JSONText(parsing: Files.read("\(folder.path)/all.json"))
        #expect(whole["shards"] == nil && whole["asExpected"]?.bool == true)
    }

    @Test func `are merged without one that is not there, which fails`() async throws {
        let folder = try await reports()
        let some = try await BuiltCommand.run(
            ["merge", "1.json", "gone.json", "3.json", "--junit", "some.xml", "--colour", "never"], in: folder.path)
        #expect(some.exit == .code(1))
        #expect(some.output.contains("error  shard 2/3 is missing\n"), "\(some.output)")
        #expect(String(decoding: try Files.read("\(folder.path)/some.xml"), as: UTF8.self).contains("shard 2/3"))
        // Reports of whole runs, such as one for each client, have no shards.
        for name in ["one", "two"] {
            let words = ["check", "cases/\(name == "one" ? "a" : "b").scenario", "--client", "reference"]
            _ = try await BuiltCommand.run(words + ["--json", "\(name).json"], in: folder.path)
        }
        for (words, exit) in [(["one.json", "two.json"], 0), (["one.json", "gone.json"], 1)] as [([String], Int32)] {
            let merged = try await BuiltCommand.run(["merge"] + words + ["--colour", "never"], in: folder.path)
            let isTold = merged.output.contains(
                "error  'gone.json' is not there: the job that writes it may have failed\n")
            #expect(merged.exit == .code(exit) && isTold == (exit == 1), "\(merged.output)")
        }
        let none = try await BuiltCommand.run(["merge", "gone.json", "lost.json"], in: folder.path)
        #expect(none.exit == .code(2) && none.errors.contains("gone.json"), "\(none.errors)")
    }

    @Test func `are of one run`() async throws {
        let folder = try await reports()
        let other = try await BuiltCommand.run(
            ["check", "cases/a.scenario", "--client", "reference", "--shard", "1/2", "--json", "other.json"],
            in: folder.path)
        #expect(other.exit == .code(0))
        let result = try await BuiltCommand.run(["merge", "2.json", "other.json"], in: folder.path)
        #expect(result.exit == .code(1))
        #expect(result.output.contains("these are shards of different runs: 2/3, 1/2"))
    }

    /// What is changed between the shards, and the options of the second one that the first did not have.
    struct Change: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var files: [String: String] = [:]
        var words: [String] = []
    }

    private static let changes = [
        Change(
            testDescription: "a text", files: ["cases/a.scenario": "# a\n> GET /a\n< 204\n* response 204\n* finish\n"]),
        Change(testDescription: "a file that one names", files: ["cases/body.txt": "other"]),
        Change(testDescription: "known failures", files: ["known": "*b  too-soon?  it may\n"]),
        Change(testDescription: "an option", words: ["--strict"]),
    ]

    /// An earlier run has left a part: of the same scenarios and the same words, and of another client.
    @Test(arguments: ["GITHUB_RUN_ID", "CI_PIPELINE_ID", "QUINTAIN_RUN"])
    func `are of one run of CI, where it has a number`(variable: String) async throws {
        let folder = try CommandFolder(["cases/a.scenario": Self.scenario("a"), "cases/b.scenario": Self.scenario("b")])
        for (name, index, run) in [("1", 1, "7"), ("2", 2, "7"), ("old", 2, "6")] {
            _ = try await BuiltCommand.run(
                ["check", "cases", "--client", "reference", "--shard", "\(index)/2", "--json", "\(name).json"],
                in: folder.path, [variable: run])
        }
        #expect(try await BuiltCommand.run(["merge", "1.json", "2.json"], in: folder.path).exit == .code(0))
        let merged = try await BuiltCommand.run(["merge", "1.json", "old.json"], in: folder.path)
        #expect(merged.exit == .code(1) && merged.output.contains("shards of different runs"), "\(merged.output)")
        #expect(merged.output.contains("; not of the run of the first: 'old.json'\n"), "\(merged.output)")
    }

    @Test func `are told apart from one of an earlier run that has the same case`() async throws {
        let folder = try CommandFolder(
            Dictionary(uniqueKeysWithValues: ["b", "c", "d"].map { ("cases/\($0).scenario", Self.scenario($0)) }))
        func part(_ shard: String, _ name: String) async throws {
            _ = try await BuiltCommand.run(
                ["check", "cases", "--client", "reference", "--shard", shard, "--json", name], in: folder.path)
        }
        try await part("1/2", "1.json")
        try await part("2/2", "old.json")
        try Files.write(Array(Self.scenario("a").utf8), to: "\(folder.path)/cases/a.scenario")
        try await part("1/2", "new.json")
        let merged = try await BuiltCommand.run(["merge", "new.json", "old.json"], in: folder.path)
        #expect(
            merged.exit == .code(2) && merged.errors.contains("it is a part of another run than "), "\(merged.errors)")
        let twice = try await BuiltCommand.run(["merge", "1.json", "1.json"], in: folder.path)
        #expect(twice.exit == .code(2) && twice.errors.contains("each shard is merged once"), "\(twice.errors)")
    }

    @Test func `are of the same command`() async throws {
        let folder = try CommandFolder(["cases/a.scenario": Self.scenario("a"), "cases/b.scenario": Self.scenario("b")])
        func part(_ index: Int, _ name: String, _ words: [String]) async throws {
            let check = ["check", "cases", "--shard", "\(index)/2", "--json", name, "--"]
            _ = try await BuiltCommand.run(check + words, in: folder.path)
        }
        func merged(_ name: String) async throws -> String {
            try await BuiltCommand.run(["merge", "1.json", name], in: folder.path).output
        }
        try await part(1, "1.json", ["curl", "-s", "{{url}}"])
        for (name, words) in [
            ("2.json", ["/usr/bin/curl", "-s", "{{url}}"]), ("other.json", ["curl", "-sf", "{{url}}"]),
        ] {
            try await part(2, name, words)
        }
        #expect(try await !merged("2.json").contains("shards of different runs"))
        #expect(try await merged("other.json").contains("these are shards of different runs"))
    }

    @Test(arguments: changes)
    func `are of the same contents`(change: Change) async throws {
        let folder = try CommandFolder([
            "cases/a.scenario": Self.scenario("a"),
            "cases/b.scenario": "# b\n> GET /b\n< 200\n<\n< {{file \"body.txt\"}}\n",
            "cases/body.txt": "body", "known": "# none\n",
        ])
        func part(_ index: Int, _ name: String, _ more: [String] = []) async throws {
            let words = ["check", "cases", "--client", "reference", "--way", "delegate", "--known-failing", "known"]
            let result = try await BuiltCommand.run(
                words + ["--shard", "\(index)/2", "--json", name] + more, in: folder.path)
            #expect(result.exit == .code(0), "\(result.output)\(result.errors)")
        }
        try await part(1, "1.json")
        try await part(2, "2.json")
        for (name, text) in change.files { try Files.write(Array(text.utf8), to: "\(folder.path)/\(name)") }
        try await part(2, "other.json", change.words)
        let same = try await BuiltCommand.run(["merge", "1.json", "2.json"], in: folder.path)
        #expect(same.exit == .code(0), "\(same.output)")
        let other = try await BuiltCommand.run(["merge", "1.json", "other.json"], in: folder.path)
        #expect(other.exit == .code(1))
        #expect(other.output.contains("these are shards of different runs"), "\(other.output)")
    }
}
