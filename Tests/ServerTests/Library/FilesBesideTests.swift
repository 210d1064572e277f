// FilesBesideTests.swift: what is read again when a file beside a scenario has changed.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainServer
import Testing

@Suite struct `A file beside a scenario of a library` {
    private static func naming(_ file: String) -> String { "# Body\n> GET /a\n< 200\n<\n< {{file \"\(file)\"}}\n" }

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
