// LateServerTests.swift: cases that fail while this machine is too busy for the server.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainNotation
import Testing

@Suite struct `A check whose server stands still` {
    /// A client that stops the server for a second, in the first so many plays, and has half a second of patience.
    private static func client(stopping plays: Int) -> String {
        """
        echo play >> "$1"
        if [ "$(wc -l < "$1")" -le \(plays) ]; then
            kill -STOP $PPID
            (sleep 1; kill -CONT $PPID) > /dev/null 2>&1 &
        fi
        exec curl -sS --max-time 0.5 "$2"
        """
    }

    private func check(stopping plays: Int) async throws -> (result: BuiltCommand.Result, plays: Int) {
        let folder = try CommandFolder([
            "a.scenario": "# t\n> GET /a\n! wait 100ms\n< 200\n", "client.sh": Self.client(stopping: plays),
        ])
        let result = try await BuiltCommand.run(
            ["check", "a.scenario", "--", "sh", "client.sh", "\(folder.path)/plays", "{{url}}"], in: folder.path)
        return (result, try Files.read("\(folder.path)/plays").count / "play\n".utf8.count)
    }

    @Test func `is not held against a client that has lost its patience`() async throws {
        let (result, plays) = try await check(stopping: 1)
        #expect(result.exit == .code(0), "\(result.output)")
        #expect(result.output.contains("1 case: 1 pass"), "\(result.output)")
        #expect(plays == 2)
    }

    @Test func `is told if it stands still each time`() async throws {
        let (result, plays) = try await check(stopping: 9)
        #expect(result.exit == .code(1), "\(result.output)")
        #expect(result.output.contains("; the server stood still for "), "\(result.output)")
        #expect(plays == 3)
    }
}
