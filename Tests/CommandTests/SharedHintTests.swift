// SharedHintTests.swift: the command says of a finding what the library and the plugin for pytest say of it.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainNotation
import Testing

@Suite struct `The hint of a finding` {
    private static func cases() throws -> [(name: String, text: String, client: String, hint: String)] {
        let folder = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
        let json = try JSONText(parsing: Files.read(folder + "/integrations/python/tests/hints.json"))
        return try (json.list ?? []).map { one in
            let texts = try ["name", "text", "client", "hint"].map { try #require(one[$0]?.text) }
            return (texts[0], texts[1], texts[2], texts[3])
        }
    }

    @Test func `is the same in the command`() async throws {
        let cases = try Self.cases()
        #expect(cases.count == 10)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for one in cases {
                group.addTask {
                    let folder = try CommandFolder(["a.scenario": "# T\n" + one.text])
                    let result = try await BuiltCommand.run(
                        ["play", "a.scenario", "--deadline", "5s", "--", "sh", "-c", one.client], in: folder.path)
                    #expect(
                        result.errors.contains("  help: \(one.hint)\n"), "\(one.name): \(result.output)\(result.errors)"
                    )
                }
            }
            try await group.waitForAll()
        }
    }
}
