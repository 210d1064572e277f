// FilesBesideTests.swift: bodies and tables that lie beside a scenario.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainScenario
import QuintainServer
import Testing

@Suite struct `A file beside a scenario` {
    private static func naming(_ file: String) -> String { "# Body\n> GET /a\n< 200\n<\n< {{file \"\(file)\"}}\n" }

    private func message(_ file: String, prepare: String = "true") async throws -> String? {
        let folder = try TestFolder()
        folder.run("mkdir in; echo secret > outside; echo body > in/body; \(prepare)")
        try folder.write("in/a.scenario", Self.naming(file))
        let library = try await OnLoop.run { try Library([folder.path + "/in"]) }
        _ = await library.reload()
        return await library.all.first?.diagnostics.first?.message
    }

    @Test func `is read`() async throws {
        #expect(try await message("body") == nil)
        #expect(try await message("./sub/../body", prepare: "mkdir in/sub") == nil)
    }

    @Test(arguments: [
        ("../outside", "true"), ("../nothing", "true"), ("/etc/passwd", "true"), ("link", "ln -s ../outside in/link"),
        ("link/outside", "ln -s .. in/link"), ("link", "ln -s /etc/passwd in/link"),
    ])
    func `must lie in the folder`(file: String, prepare: String) async throws {
        let message = try #require(try await message(file, prepare: prepare))
        #expect(message.contains("outside the folder of the scenarios"))
    }

    @Test(arguments: [("nothing", "true"), ("gone", "ln -s nowhere in/gone"), ("folder", "mkdir in/folder")])
    func `must be there, and a file`(file: String, prepare: String) async throws {
        #expect(try await message(file, prepare: prepare) != nil)
    }

    @Test(arguments: ["in/body", "beside/body"]) func `takes those along that name it, when it changes`(
        file: String
    ) async throws {
        let folder = try TestFolder()
        try folder.write(file, "before")
        try folder.write("in/a.scenario", Self.naming(file == "in/body" ? "body" : "../beside/body"))
        try folder.write("in/other.scenario", "# Other\n> GET /\n< 200\n")
        let library = try await OnLoop.run { try Library([folder.path]) }
        _ = await library.reload()
        try folder.write(file, "after")
        let read = await library.reload(only: [folder.path + "/" + file])
        #expect(read.map(\.name) == ["in/a.scenario"])
    }
}
