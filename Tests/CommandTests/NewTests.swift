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
            result.output.hasSuffix("play it:  quintain play notes.scenario -- curl -s {{origin}}/\n"),
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

    @Test func `is not written to a file of routes`() async throws {
        let folder = try CommandFolder([:])
        let result = try await BuiltCommand.run(["new", "e.routes"], in: folder.path)
        #expect(result.exit == .code(2))
        #expect(result.errors.contains("'new' writes scenarios"), "\(result.errors)")
    }

    @Test func `reads well, and is passed by a client that is right`() async throws {
        let folder = try CommandFolder([:])
        _ = try await BuiltCommand.run(["new", "one"], in: folder.path)
        for words in [["lint", "--strict"], ["format", "--check"], ["check", "--client", "reference"]] {
            let result = try await BuiltCommand.run(words + ["one.scenario"], in: folder.path)
            #expect(result.exit == .code(0), "\(result.output)\(result.errors)")
        }
    }

    @Test(
        arguments: [
            ([], "which file?", "write 'quintain new FILE'"),
            (["there"], "'there.scenario' is there already", "choose another name, or remove it"),
            (["sub/one"], "there is no", nil),
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
