// SharedHintTests.swift: the library says of a finding what the command and the plugin for pytest say of it.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation
import Quintain
import Testing

@Suite struct `A hint of a finding` {
    private struct Case: Decodable {
        let name, text, client, hint: String
    }

    @Test func `is the same in the library`() async throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../integrations/python/tests/hints.json")
        let cases = try JSONDecoder().decode([Case].self, from: Data(contentsOf: file))
        #expect(cases.count == 10)
        for one in cases {
            let play = try await Play(of: one.text, for: .other)
            let shell = Process()
            shell.executableURL = URL(fileURLWithPath: "/bin/sh")
            shell.arguments = ["-c", "(\(one.client)) > /dev/null 2>&1"]
            let origin = String("\(play.url)".dropLast())
            shell.environment = ProcessInfo.processInfo.environment.merging(["QUINTAIN_ORIGIN": origin]) { $1 }
            try shell.run()
            await Task.detached { shell.waitUntilExit() }.value
            let mismatch = await play.mismatch()
            #expect(
                mismatch?.description.contains("\n\(one.hint)\n") == true, "\(one.name): \(mismatch?.description ?? "")"
            )
        }
    }
}
