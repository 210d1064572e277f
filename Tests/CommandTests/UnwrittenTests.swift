// UnwrittenTests.swift: what the command says where its output cannot be written, or is not read.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainNotation
import Testing

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

@Suite struct `What is said and cannot be written` {
    private static let files = [
        "plain.scenario": "# Plain\n> GET /\n< 200\n", "loose.scenario": "# Loose\nspec  x\n> GET /\n< 200\n",
        "trace.jsonl": #"{"callback": "didCreateTask"}"# + "\n",
    ]

    #if os(Linux)
        @Test(arguments: [
            "format --stdout loose.scenario", "format --check .", "lint .", "lint --json .", "explain too-soon",
            "play plain.scenario --json -- true", "play plain.scenario --transcript - -- true", "--version",
            "check plain.scenario --list --client reference",
            "check plain.scenario --client reference --json -", "check plain.scenario --client reference",
            "judge --contract urlsession-data trace.jsonl",
        ])
        func `fails where the disk is full`(line: String) async throws {
            let folder = try CommandFolder(Self.files)
            let result = try await BuiltCommand.run(
                line.split(separator: " ").map(String.init), in: folder.path,
                behind: ["sh", "-c", "exec \"$0\" \"$@\" >/dev/full"])
            #expect(result.exit == .code(2), "\(result.errors)")
            let sentence = "quintain: standard output could not be written: no space left on device\n"
            #expect(result.errors.hasSuffix(sentence), "\(result.errors)")
        }
    #endif

    @Test func `is no failure where the reader has had enough`() async throws {
        let folder = try CommandFolder(Self.files)
        let result = try await BuiltCommand.run(
            ["explain"], in: folder.path, behind: ["sh", "-c", "{ \"$0\" \"$@\"; echo $? >&2; } | true"])
        #expect(result.errors.hasSuffix("0\n") || result.errors.hasSuffix("2\n"), "\(result.errors)")
        #expect(!result.errors.contains("could not be written"))
    }
}

@Suite struct `A report on standard output` {
    private static let files = ["plain.scenario": "# Plain\n> GET /\n< 200\n* response 200\n* finish\n"]

    @Test(arguments: ["--json", "--junit", "--html"])
    func `has it for itself, and no file is called '-'`(option: String) async throws {
        let folder = try CommandFolder(Self.files)
        let result = try await BuiltCommand.run(
            ["check", "plain.scenario", "--client", "reference", option, "-"], in: folder.path)
        #expect(result.exit == .code(0))
        #expect(result.errors.contains(" pass"))
        #expect(!Files.exists("\(folder.path)/-"))
        switch option {
        case "--json":
            #expect(try JSONText(parsing: Array(result.output.utf8))["asExpected"]?.bool == true)
            #expect(result.output.split(separator: "\n").count == 1)
        case "--junit": #expect(result.output.hasPrefix("<?xml"))
        default: #expect(result.output.hasPrefix("<!doctype html>") || result.output.hasPrefix("<!DOCTYPE html>"))
        }
    }

    @Test func `is one at most`() async throws {
        let folder = try CommandFolder(Self.files)
        let result = try await BuiltCommand.run(
            ["check", "plain.scenario", "--client", "reference", "--json", "-", "--html", "-"], in: folder.path)
        #expect(result.exit == .code(2))
        #expect(result.errors.contains("'--json -' and '--html -' both ask for standard output"))
    }

    @Test func `is a play's transcript, too`() async throws {
        let folder = try CommandFolder(Self.files)
        let result = try await BuiltCommand.run(
            ["play", "plain.scenario", "--transcript", "-", "--", "true"], in: folder.path)
        #expect(result.exit == .code(1))
        #expect(result.errors.contains("fail  plain.scenario"))
        for line in result.output.split(separator: "\n") {
            #expect(throws: Never.self) { _ = try JSONText(parsing: Array(line.utf8)) }
        }
        #expect(!Files.exists("\(folder.path)/-"))
    }
}

@Suite struct `A ready file` {
    private static let serve = ["serve", ".", "--port", "0", "--control-port", "0", "--ready-file"]
    private static let routes = ["plain.routes": "# Plain\nroutes\n\n> GET /\n< 200\n"]

    @Test func `that takes nothing is still there when the server has given up`() async throws {
        let folder = try CommandFolder(Self.routes)
        #expect(symlink("/dev/full", "\(folder.path)/ready") == 0)
        let result = try await BuiltCommand.run(Self.serve + ["ready"], in: folder.path)
        #expect(result.exit == .code(2), "\(result.errors)")
        var facts = stat()
        #expect(lstat("\(folder.path)/ready", &facts) == 0)
    }

    @Test func `that is another's by now stays`() async throws {
        let folder = try CommandFolder(Self.routes)
        try await OnLoop.run {
            let command = try BuiltCommand(Self.serve + ["ready"], in: folder.path)
            let path = "\(folder.path)/ready"
            while !Files.exists(path), command.process.exit == nil {
                await EventLoop.shared.sleep(until: .now.advanced(milliseconds: 10))
            }
            try Files.write(Array("another's".utf8), to: path)
            command.process.send(signal: SIGTERM)
            #expect(await command.ended().exit == .code(0))
            #expect(try Files.read(path) == Array("another's".utf8))
        }
    }
}

@Suite struct `A server that is told to end` {
    @Test(arguments: [false, true])
    func `over and over ends as it does when it is told once`(byItsInput: Bool) async throws {
        let folder = try CommandFolder(["plain.routes": "# Plain\nroutes\n\n> GET /\n< 200\n"])
        try await OnLoop.run {
            let command = try BuiltCommand(
                ["serve", ".", "--port", "0", "--control-port", "0", "--ready-file", "ready", "--until-eof"],
                in: folder.path, input: .pipe)
            let path = "\(folder.path)/ready"
            while !Files.exists(path), command.process.exit == nil {
                await EventLoop.shared.sleep(until: .now.advanced(milliseconds: 1))
            }
            if byItsInput {
                command.process.input?.close()
                let deadline = Moment.now.advanced(milliseconds: 30_000)
                while Files.exists(path) {
                    try #require(Moment.now < deadline)
                    await EventLoop.shared.sleep(until: .now)
                }
            }
            while command.process.exit == nil {
                command.process.send(signal: SIGTERM)
                command.process.send(signal: SIGINT)
                await EventLoop.shared.sleep(until: .now.advanced(milliseconds: 1))
            }
            #expect(await command.ended().exit == .code(0))
            #expect(!Files.exists(path))
        }
    }
}

@Suite struct `A server whose remarks nobody reads` {
    /// Each of these lines gets a diagnostic; together they are longer than a pipe holds.
    private static let broken = "# Broken\n" + String(repeating: "* redirct 302 /\n", count: 3_000)

    @Test(arguments: [[], ["--log", "json"]])
    func `serves on, and ends when it is told to`(more: [String]) async throws {
        let folder = try CommandFolder(["fixtures/plain.scenario": "# Plain\nroutes\n\n> GET /\n< 200\n<\n< hello\n"])
        #expect(mkfifo("\(folder.path)/unread", 0o600) == 0)
        let reader = open("\(folder.path)/unread", O_RDWR | O_CLOEXEC)
        defer { close(reader) }
        try await OnLoop.run {
            let command = try BuiltCommand(
                ["serve", "fixtures", "--port", "0", "--control-port", "0", "--ready-file", "ready.json"] + more,
                in: folder.path, behind: ["sh", "-c", "exec \"$0\" \"$@\" >unread 2>&1"])
            let ready = try await Self.ready(folder.path)
            let control = try #require(ready["controlURL"]?.text)
            let routes = try #require(ready["url"]?.text)
            for round in 0..<3 {
                try Files.write(Array(Self.broken.utf8), to: "\(folder.path)/fixtures/broken-\(round).scenario")
                try await Self.wait { try await Self.get("\(control)/fixtures").contains("broken-\(round)") }
            }
            #expect(try await Self.get("\(routes)/") == "hello")
            command.process.send(signal: SIGTERM)
            #expect(await command.ended().exit == .code(0))
        }
    }

    @OnLoop
    private static func ready(_ folder: String) async throws -> JSONText {
        try await wait { Files.exists("\(folder)/ready.json") }
        return try JSONText(parsing: Files.read("\(folder)/ready.json"))
    }

    @OnLoop
    private static func wait(_ condition: () async throws -> Bool) async throws {
        let deadline = Moment.now.advanced(milliseconds: 30_000)
        while try await !condition() {
            try #require(Moment.now < deadline)
            await EventLoop.shared.sleep(until: .now.advanced(milliseconds: 10))
        }
    }

    @OnLoop
    private static func get(_ url: String) async throws -> String {
        try await Quintain.output(of: ["curl", "-q", "-s", "--noproxy", "*", "--max-time", "20", url]).output
    }
}
