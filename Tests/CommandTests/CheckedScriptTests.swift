// CheckedScriptTests.swift: scripts in the place of a driver, what they leave and what they say.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import Testing

@Suite struct `A script that is checked` {
    private static let page = "# A page\n> GET /page\n< 200\n<\n< well\n"

    /// It sees the end of its connection, and says what that means to it.
    @Test func `says why it fails before it is ended with its case`() async throws {
        let script = "curl -sf {{origin}}/b || { echo no list: $? >&2; exit 4; }"
        let result = try await BuiltCommand.check(["a.scenario": Self.page], [], ["sh", "-c", script])
        let told = "\n  the command ended with exit status 4; its last words:\n    no list: 22\n"
        #expect(result.exit == .code(1) && result.output.contains(told), "\(result.output)")
    }
}
