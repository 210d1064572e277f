// ShortageTests.swift: the command where the system gives it little.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainNotation
import Testing

@Suite struct `The command in need` {
    private static let scenario = ["plain.scenario": "# Plain\n> GET /\n< 200\n"]

    /// A shell that sets a limit and becomes the command.
    private static func limited(_ limit: String) -> [String] { ["sh", "-c", "ulimit \(limit); exec \"$0\" \"$@\""] }

    @Test(arguments: [4, 7, 8, 10, 16, 63]) func `says how many open files it needs`(count: Int) async throws {
        let folder = try CommandFolder(Self.scenario)
        let result = try await BuiltCommand.run(
            ["lint", "."], in: folder.path, behind: Self.limited("-n \(count)"))
        #expect(result.exit == .code(2))
        #expect(result.errors.contains("quintain: only \(count) open files are allowed, and 64 are needed at least"))
        #expect(result.errors.contains("help: raise the limit with 'ulimit -n 1024'"))
    }

    @Test func `does with as many as it says`() async throws {
        let folder = try CommandFolder(Self.scenario)
        let result = try await BuiltCommand.run(["lint", "."], in: folder.path, behind: Self.limited("-n 64"))
        #expect(result.exit == .code(0), "\(result.errors)")
    }

    @Test func `is never green for what it could not play`() async throws {
        let rows = (1...60).map { "       r\($0) | \($0)" }.joined(separator: "\n")
        let text = "# Rows\ncases  name | n\n\(rows)\n> GET /{{n}}\n< 200\n* response 200\n* finish\n"
        let folder = try CommandFolder(["rows.scenario": text])
        let result = try await BuiltCommand.run(
            ["check", "rows.scenario", "--client", "reference", "--jobs", "60", "--json", "report.json"],
            in: folder.path, behind: Self.limited("-n 64"))
        #expect(result.exit == .code(1), "\(result.output)")
        let report = try JSONText(parsing: Files.read("\(folder.path)/report.json"))
        let verdicts = Set((report["cases"]?.list ?? []).compactMap { $0["verdict"]?.text })
        #expect(verdicts.contains("not-played") && !verdicts.contains("not-applicable"), "\(verdicts)")
        #expect(result.output.contains("too many open files"))
    }

    @Test(arguments: ["9223372036854775807", "-9223372036854775808", "-1", "0", "1", "39"])
    func `lays out for any number of columns`(columns: String) async throws {
        let folder = try CommandFolder(Self.scenario)
        let result = try await BuiltCommand.run(
            ["play", "plain.scenario", "--", "true"], in: folder.path, ["COLUMNS": columns])
        #expect(result.exit == .code(1), "\(result.errors)")
        #expect(result.output.contains("fail  plain.scenario"))
    }
}
