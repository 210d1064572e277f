// OverwritingTests.swift: which files the command writes over, and which it refuses to lose.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import Testing

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Each test plays `plain.scenario`, which passes and fails nobody but those who do not come.
@Suite struct `A file at a path that is written` {
    private static let plain = "# Plain\nclient GET /\n> GET /\n< 200\n* response 200\n* finish\n"
    private static let check = "check plain.scenario --client reference --way delegate "

    private func folder(_ more: [String: String] = [:]) throws -> CommandFolder {
        try CommandFolder(more.merging(["plain.scenario": Self.plain]) { $1 })
    }

    private func run(_ line: String, in folder: CommandFolder) async throws -> BuiltCommand.Result {
        try await BuiltCommand.run(line.split(separator: " ").map(String.init), in: folder.path)
    }

    private func text(_ name: String, in folder: CommandFolder) throws -> String {
        String(decoding: try Files.read("\(folder.path)/\(name)"), as: UTF8.self)
    }

    @Test(arguments: [
        check + "--json mine", check + "--junit mine", check + "--html mine",
        "play plain.scenario --transcript mine -- true", "shrink plain.scenario --client reference --out mine",
        "certificate mine",
        "serve plain.scenario --port 0 --control-port 0 --ready-file mine",
    ])
    func `stays if the command has not written it, and may be empty`(line: String) async throws {
        for name in ["mine", "mine.pem"] {
            let folder = try folder([name: "of the user's\n"])
            guard line.hasPrefix("certificate") == (name == "mine.pem") else { continue }
            let result = try await run(line, in: folder)
            #expect(result.exit == .code(2), "\(result.output)")
            #expect(
                result.errors.hasSuffix(
                    "would write over '\(name)', which Quintain has not written, or somebody has changed\n"
                        + "  help: name another file, or remove it\n"), "\(result.errors)")
            #expect(try text(name, in: folder) == "of the user's\n")
        }
    }

    @Test(arguments: [
        (check + "--json", "a.json"), (check + "--junit", "a.xml"), (check + "--html", "a.html"),
        ("compare old.json new.json --markdown", "a.md"),
        ("play plain.scenario --transcript", "a.jsonl"),
        (check + "--write-known-failing", "known.txt --known-failing known.txt"), ("certificate web.test --out", "."),
        ("certificate not.ours --out", "."), ("certificate alice --client --out", "."),
        ("sweep plain.scenario --family interim --client reference --way delegate --write", "out"),
    ])
    func `is replaced if it is that of an earlier run`(line: String, path: String) async throws {
        let folder = try folder(["known.txt": "# none\n"])
        for name in ["old", "new"] { _ = try await run(Self.check + "--json \(name).json", in: folder) }
        let command = line.hasPrefix("play") ? " -- true" : ""
        let first = try await run("\(line) \(path)\(command)", in: folder)
        #expect(first.exit != .code(2), "\(first.errors)")
        let files = try Files.walk(folder.path)
        let second = try await run("\(line) \(path)\(command)", in: folder)
        #expect(second.exit == first.exit, "\(second.errors)")
        #expect(try Files.walk(folder.path) == files)
    }

    @Test(arguments: [
        "shrink plain.scenario --client reference --out ", "merge old.json --html ", "merge old.json --junit ",
        "merge old.json --json ", "compare old.json new.json --html ",
        check + "--known-failing known.txt --json ",
    ])
    func `stays if the run reads it, whatever its name`(line: String) async throws {
        let folder = try folder(["known.txt": "# none\n"])
        for name in ["old", "new"] { _ = try await run(Self.check + "--json \(name).json", in: folder) }
        let read = line.hasPrefix("shrink") ? "plain.scenario" : line.hasPrefix("check") ? "known.txt" : "old.json"
        let before = try text(read, in: folder)
        #expect(link("\(folder.path)/\(read)", "\(folder.path)/other") == 0)
        for name in [read, "./\(read)", "other"] {
            let result = try await run(line + name, in: folder)
            #expect(result.exit == .code(2), "\(result.output)")
            #expect(result.errors.contains("would write over '\(name)', which this run reads"), "\(result.errors)")
            #expect(try text(read, in: folder) == before)
        }
    }

    @Test(arguments: ["target", "nothing"])
    func `is no link, wherever it leads`(target: String) async throws {
        let uses = [
            Self.check + "--json link", "play plain.scenario --transcript link -- true",
            "shrink plain.scenario --client reference --out link", "certificate link", "new link",
            "serve plain.scenario --port 0 --control-port 0 --ready-file link",
        ]
        for line in uses {
            let folder = try folder(["target": ""])
            for name in ["link", "link.key", "link.scenario"] {
                #expect(symlink(target, "\(folder.path)/\(name)") == 0)
            }
            let result = try await run(line, in: folder)
            #expect(result.exit == .code(2), "\(line): \(result.output)")
            #expect(
                result.errors.contains("', a link\n")
                    || result.errors.contains("is there already"),
                "\(line): \(result.errors)")
            #expect(!Files.exists("\(folder.path)/nothing"))
        }
    }

    @Test func `is that of one output only`() async throws {
        let folder = try folder()
        _ = try await run(Self.check + "--json one.json", in: folder)
        #expect(link("\(folder.path)/one.json", "\(folder.path)/two.json") == 0)
        for (options, message) in [
            ("--json one.json --html two.json", "'--json' and '--html' both write 'two.json'"),
            ("--json new.json --html ./new.json", "'--json' and '--html' both write './new.json'"),
            (
                "--json new.txt --write-known-failing new.txt",
                "'--write-known-failing' and '--json' both write 'new.txt'"
            ),
        ] {
            let result = try await run(Self.check + options, in: folder)
            #expect(result.exit == .code(2) && result.errors.contains(message), "\(result.errors)")
        }
        let dropped = try await run(Self.check + "--json /dev/null --html /dev/null", in: folder)
        #expect(dropped.exit == .code(0), "\(dropped.errors)")
    }

    @Test func `is removed, as a transcript of an earlier run, where the play is refused`() async throws {
        for wrong in ["--exit x", "--no-such-option", "-- {{nothing}}"] {
            let folder = try folder()
            _ = try await run("play plain.scenario --transcript t.jsonl -- true", in: folder)
            #expect(Files.exists("\(folder.path)/t.jsonl"))
            let result = try await run("play plain.scenario --transcript t.jsonl \(wrong)", in: folder)
            #expect(result.exit == .code(2))
            #expect(!Files.exists("\(folder.path)/t.jsonl"), "\(wrong)")
        }
    }

    @Test func `is a key of the user's, which stays, and one of ours is its owner's alone`() async throws {
        let folder = try folder()
        #expect(try await run("certificate alice --client", in: folder).exit == .code(0))
        let key = "\(folder.path)/alice.key"
        chmod(key, 0o644)
        let before = try text("alice.key", in: folder)
        #expect(try await run("certificate alice --client", in: folder).exit == .code(0))
        #expect(try text("alice.key", in: folder) != before)
        var facts = stat()
        #expect(stat(key, &facts) == 0 && facts.st_mode & 0o777 == 0o600)
        // It does not belong to the certificate beside it.
        try Files.write(Array(before.utf8), to: key)
        let result = try await run("certificate alice --client", in: folder)
        #expect(result.exit == .code(2) && result.errors.contains("would write over 'alice.key'"), "\(result.errors)")
        #expect(try text("alice.key", in: folder) == before)
    }

    @Test func `is a variant or a file beside it, which stays once it was changed`() async throws {
        let folder = try folder(["body.txt": "body"])
        let scenario =
            "# B\nclient GET /\n> GET /\n< 200\n<\n< {{file \"body.txt\"}}\n* response 200\n"
            + "* data {{file \"body.txt\"}}\n* finish\n"
        try Files.write(Array(scenario.utf8), to: "\(folder.path)/plain.scenario")
        let line = "sweep plain.scenario --family interim --client reference --way delegate --write out"
        #expect(try await run(line, in: folder).exit == .code(0))
        let variant = try #require(try Files.walk("\(folder.path)/out").first { $0.hasSuffix(".scenario") })
        for name in [variant, "body.txt"] {
            let path = "\(folder.path)/out/\(name)"
            let written = try Files.read(path)
            let changed = Array("# Mine\n".utf8) + written
            try Files.write(changed, to: path)
            let result = try await run(line, in: folder)
            #expect(result.exit == .code(2), "\(result.output)")
            #expect(result.errors.contains("'sweep --write' would write over 'out/\(name)'"), "\(result.errors)")
            #expect(try Files.read(path) == changed)
            try Files.write(written, to: path)
        }
        #expect(try await run(line, in: folder).exit == .code(0))
    }

    @Test func `is a small scenario of a check, which stays once it was changed`() async throws {
        let folder = try folder()
        let line = "check plain.scenario --name mine --shrink small -- true {{url}}"
        #expect(try await run(line, in: folder).output.contains("\nshrunk  mine  "))
        let again = try await run(line, in: folder)
        #expect(again.output.contains("\nshrunk  mine  "), "\(again.output)")
        let small = try #require(try Files.walk("\(folder.path)/small").first)
        let changed = Array("# Mine\n".utf8) + (try Files.read("\(folder.path)/small/\(small)"))
        try Files.write(changed, to: "\(folder.path)/small/\(small)")
        let result = try await run(line, in: folder)
        #expect(
            result.exit == .code(1) && result.output.contains("would write over 'small/\(small)'"), "\(result.output)")
        #expect(try Files.read("\(folder.path)/small/\(small)") == changed)
    }
}
