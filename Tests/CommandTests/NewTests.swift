// NewTests.swift: `quintain new`, as users run it.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import Testing

@Suite struct `A new scenario` {
    private static func text(_ folder: CommandFolder, _ name: String) throws -> String {
        String(decoding: try Files.read("\(folder.path)/\(name)"), as: UTF8.self)
    }

    @Test func `is written without any option`() async throws {
        let folder = try CommandFolder([:])
        let result = try await BuiltCommand.run(["new", "notes"], in: folder.path)
        #expect(result.exit == .code(0), "\(result.errors)")
        #expect(
            result.output.hasSuffix("play it:  quintain play notes.scenario -- curl -sL {{origin}}/\n"),
            "\(result.output)")
        #expect(
            try Self.text(folder, "notes.scenario") == """
                # GET / is answered with 200
                > GET /
                < 200
                < Content-Type: text/plain
                <
                < hello
                * response 200 text/plain
                * data "hello"
                * finish

                """)
    }

    @Test(arguments: [
        ("{\"id\": 7}", "application/json"), ("[1, 2]", "application/json"), ("{id: 7}", "text/plain"),
        ("7", "text/plain"),
    ])
    func `says that a body is JSON where it is`(body: String, type: String) async throws {
        let folder = try CommandFolder([:])
        let words = ["one", "--request", "GET /", "--reply", "200", "--body", body]
        #expect(try await BuiltCommand.run(["new"] + words, in: folder.path).exit == .code(0))
        let text = try Self.text(folder, "one.scenario")
        #expect(text.contains("< Content-Type: \(type)\n") && text.contains("* response 200 \(type)\n"), "\(text)")
    }

    @Test func `is not written to a file of routes`() async throws {
        let folder = try CommandFolder([:])
        let result = try await BuiltCommand.run(["new", "e.routes"], in: folder.path)
        #expect(result.exit == .code(2))
        #expect(result.errors.contains("'new' writes scenarios"), "\(result.errors)")
    }

    /// The words, the file that is made, and a text in it.
    @Test(arguments: [
        ("GET /", "200", "hello"), ("/notes?a=b", "404", "nothing here"), ("POST /notes", "201", "{\"id\": 1}"),
        ("HEAD /", "200", "hello"), ("DELETE /notes/1", "204", nil), ("GET /", "304", nil),
        ("GET /old", "302 /new", "here"),
        ("GET /old", "308 /new", "grün"), ("HEAD /old", "301 /new", "here"), ("GET /vault", "401", "open"),
        ("GET /", "half", "roses are red"), ("POST /", "nothing", nil), ("GET /", "503", "later"), ("GET /", "200", ""),
    ])
    func `reads well, and is passed by a client that is right`(request: String, reply: String, body: String?)
        async throws
    {
        let folder = try CommandFolder([:])
        let words = ["--request", request, "--reply", reply] + (body.map { ["--body", $0] } ?? [])
        let result = try await BuiltCommand.run(["new", "one.scenario"] + words, in: folder.path)
        #expect(result.exit == .code(0), "\(result.errors)")
        let lint = try await BuiltCommand.run(["lint", "--strict", "one.scenario"], in: folder.path)
        #expect(lint.exit == .code(0), "\(lint.output)\(lint.errors)")
        let format = try await BuiltCommand.run(["format", "--check", "one.scenario"], in: folder.path)
        #expect(format.exit == .code(0), "\(format.output)")
        let check = try await BuiltCommand.run(
            ["check", "one.scenario", "--client", "reference", "--way", "delegate"], in: folder.path)
        let text = try Self.text(folder, "one.scenario")
        #expect(check.output == "1 case: 1 pass\n", "\(check.output)\n\(text)")
        let command = try #require(result.output.split(separator: "play it:  quintain ").last)
        let play = try await BuiltCommand.run(
            [], in: folder.path,
            behind: ["sh", "-c", "\"$0\" \(command.replacing("play ", with: "play --quiet ", maxReplacements: 1))"])
        #expect(play.exit == .code(0), "\(command): \(play.output)\n\(text)")
    }

    @Test func `is played by what a shell reads as one word each`() async throws {
        let folder = try CommandFolder([:])
        let result = try await BuiltCommand.run(
            ["new", "an own", "--request", "/a?b=1&c='2'", "--reply", "204"], in: folder.path)
        #expect(
            result.output.hasSuffix("quintain play 'an own.scenario' -- curl -sL '{{origin}}/a?b=1&c='\\''2'\\'''\n"),
            "\(result.output)")
    }

    @Test(
        arguments: [
            ([], "which file?", "write 'quintain new FILE'"),
            (["there"], "'there.scenario' is there already", "choose another name, or remove it"),
            (["one", "--request", "/", "--reply", "302"], "--reply '302': write a status such as 404", nil),
            (["one", "--request", "get"], "--request 'get': write a method and a path", nil),
            (
                ["sub/one", "--request", "/a", "--reply", "204"], "there is no folder 'sub'",
                "make it first: mkdir -p sub"
            ),
            (
                ["one", "--request", "GET /", "--reply", "204", "--body", "x"],
                "a reply such as this has no body", nil
            ),
        ] as [([String], String, String?)])
    func `is not written where something is wrong`(words: [String], message: String, help: String?) async throws {
        let folder = try CommandFolder(["there.scenario": "# Mine\n> GET /\n< 200\n"])
        let result = try await BuiltCommand.run(["new"] + words, in: folder.path)
        #expect(result.exit == .code(2))
        #expect(result.errors.contains("quintain new: \(message)"), "\(result.errors)")
        if let help { #expect(result.errors.contains("help: \(help)")) }
        #expect(!Files.exists("\(folder.path)/one.scenario"))
        #expect(try Self.text(folder, "there.scenario") == "# Mine\n> GET /\n< 200\n")
    }
}
