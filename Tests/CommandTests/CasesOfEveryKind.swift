// CasesOfEveryKind.swift: a folder of cases with every verdict, and how a check plays it.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// The first case takes longer than all others; the others fail, warn and are noted.
enum CasesOfEveryKind {
    static let files = [
        "cases/a.scenario": "# Slow\n> GET /\n! wait 300ms\n< 404\n* response 200\n* finish\n",
        "cases/b.scenario": "# Wrong\n> GET /\n< 200\n* response 404\n* finish\n",
        "cases/c.scenario": "# Should\nlevel should\n> GET /\n< 200\n* response 404\n* finish\n",
        "cases/d.scenario": "# May\nlevel may\n> GET /\n< 200\n* response 404\n* finish\n",
        "cases/e.scenario": "# Other\n> GET /\n< 200\n* response 200\n* data \"x\"\n* finish\n",
        "cases/f.scenario": "# Right\n> GET /\n< 200\n* response 200\n* finish\n",
    ]

    static func check(_ more: [String] = [], in folder: CommandFolder) async throws -> BuiltCommand.Result {
        try await BuiltCommand.run(
            ["check", "cases", "--client", "reference", "--way", "delegate", "--colour", "never"] + more,
            in: folder.path)
    }
}
