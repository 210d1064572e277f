// SweepTests.swift: `quintain sweep`, as users run it.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import Testing

@Suite struct `Sweeping` {
    private static let files = [
        "poem.scenario": """
        # A poem
        > GET /poem
        < 200
        < Content-Type: text/plain
        <
        < {{file "poem.txt"}}
        * response 200
        * data {{file "poem.txt"}}
        * finish

        """,
        "poem.txt": "roses are red",
    ]

    @Test func `writes variants that can be played`() async throws {
        let folder = try CommandFolder(Self.files)
        let written = try await BuiltCommand.run(
            ["sweep", "poem.scenario", "--family", "interim", "--write", "out", "--client", "reference"],
            in: folder.path)
        #expect(written.exit == .code(0), "\(written.output)\(written.errors)")
        let played = try await BuiltCommand.run(
            ["check", "out", "--client", "reference", "--way", "delegate", "--colour", "never"], in: folder.path)
        #expect(played.exit == .code(0) && played.output.contains(" cases: "), "\(played.output)\(played.errors)")
    }
}
