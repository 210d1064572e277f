// PlayHintTests.swift: what `quintain play` says beside the verdict.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import Testing

@Suite struct `What a play says beside its verdict` {
    private func play(
        _ text: String, _ command: [String], _ options: [String] = []
    ) async throws -> BuiltCommand.Result {
        let folder = try CommandFolder(["a.scenario": text])
        return try await BuiltCommand.run(
            ["play", "a.scenario", "--colour", "never"] + options + ["--"] + command, in: folder.path,
            ["COLUMNS": "100"])
    }

    @Test func `is what gives a client more time`() async throws {
        let scenario = "# T\n> GET /\n< 200\nwithin 300ms\n> GET /more\n< 200\n"
        let late = try await play(
            scenario, ["sh", "-c", "curl -s {{origin}}/; exec sleep 1000"], ["--deadline", "2s"])
        #expect(late.output.contains("`> GET /more` did not happen within 300 ms"), "\(late.output)")
        let help = "  help: 'within 30s' above the line gives the client more time\n"
        #expect(late.errors.hasSuffix(help), "\(late.errors)")
        let other = try await play(scenario, ["curl", "-s", "{{origin}}/other"])
        #expect(!other.errors.contains("within 30s"), "\(other.errors)")
    }

    @Test(arguments: [("1", [], 1000), ("1s", [], 1000), ("", [], 1), ("60", ["--patience", "200ms"], 200)])
    func `is the time of a line that is late, which a variable lengthens`(
        seconds: String, options: [String], milliseconds: Int
    ) async throws {
        let folder = try CommandFolder(["a.scenario": "# T\n> GET /\n< 200\nwithin 1ms\n> GET /more\n< 200\n"])
        let command = ["sh", "-c", "curl -s {{origin}}/; exec sleep 1000"]
        let result = try await BuiltCommand.run(
            ["play", "a.scenario", "--quiet", "--deadline", "3s"] + options + ["--"] + command, in: folder.path,
            ["QUINTAIN_PATIENCE": seconds])
        let sentence = "`> GET /more` did not happen within \(milliseconds) ms"
        #expect(result.output.contains(sentence), "\(result.output)\(result.errors)")
    }

    @Test(arguments: ["1y", "-1", "86401", "20 s"])
    func `is that a variable is no number of seconds`(text: String) async throws {
        let folder = try CommandFolder(["a.scenario": "# T\n> GET /\n< 200\n"])
        for words in [["play", "a.scenario"], ["check", "a.scenario", "--client", "reference"]] {
            let result = try await BuiltCommand.run(words, in: folder.path, ["QUINTAIN_PATIENCE": text])
            #expect(result.exit == .code(2))
            #expect(
                result.errors.contains("QUINTAIN_PATIENCE is '\(text)', and no number of seconds from 0 to 86400"),
                "\(result.errors)")
        }
    }

    /// Nobody has ordered them.
    @Test(arguments: [
        (
            "client GET /\n> GET /\n< 200\nclient GET /b\n", ["curl", "-s", "{{origin}}/"],
            "1 load not observed: no request stands below line 5"
        ),
        (
            "client GET /\n> GET /\n< 200\nclient GET /b\nclient GET /c\n", ["curl", "-s", "{{origin}}/"],
            "2 loads not observed: no request stands below lines 5, 6"
        ), ("client GET /\n> GET /\n< 200\n", ["curl", "-s", "{{origin}}/"], nil),
        ("client GET /\n! quiet 1ms\n", ["true"], nil),
    ])
    func `is that no request stands for a load`(text: String, command: [String], remark: String?) async throws {
        let result = try await play("# T\n\(text)", command)
        #expect(result.exit == .code(0), "\(result.output)")
        #expect(
            result.output.contains(remark.map { "pass  a.scenario (\($0))" } ?? "\npass  a.scenario\n"),
            "\(result.output)")
    }

    /// So that an editor or a CI leads there.
    @Test(arguments: [
        ("# T\n> GET /\n< 200\n> GET /b\n< 200\n", "{{origin}}/c", 4, "unexpected-request GET /c instead of GET /b"),
        ("# T\n> GET /\n< 200\n", "{{origin}}/", 3, "unexpected-request GET /"),
    ])
    func `is the line near a request that no line takes`(
        text: String, url: String, line: Int, name: String
    ) async throws {
        let command = ["curl", "-s", "{{origin}}/", url]
        let breach = try #require(ToldBreach.all(in: try await play(text, command, ["--json"]).output).first)
        #expect(breach.name == name && breach.line == line, "\(breach)")
        let result = try await play(text, command)
        let told = "\na.scenario:\(line): failure: \(breach.sentence) [unexpected-request]"
        #expect(result.output.contains(told), "\(result.output)")
    }

    @Test func `is that values are cut, and what prints the whole`() async throws {
        let long = String(repeating: "d", count: 900)
        let result = try await play(
            "# T\n> GET /\n> X-Long: c\n< 200\n", ["curl", "-s", "-H", "X-Long: \(long)", "{{origin}}/"])
        #expect(result.output.contains("\(long.prefix(120))\"… (900 bytes), not \"c\""), "\(result.output)")
        #expect(result.output.contains("… long lines are cut: --verbose prints what happened as a whole"))
    }
}
