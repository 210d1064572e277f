// BrakeTests.swift: the time limit of `quintain check`.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainNotation
import Testing

@Suite struct `A run that ends before its time` {
    private static func scenario(_ name: String) -> String { "# \(name)\n> GET /\(name)\n< 200\n" }

    /// Plays one case with curl, and ends with its input.
    private static func driver(greeting: String) -> String {
        """
        echo '{"driver": 1, "version": "1", \(greeting)}'
        while read -r line; do
            case "$line" in
                '{"load"'*) curl -s "$(printf %s "$line" | sed 's/.*"url":"\\([^"]*\\)".*/\\1/')" ;;
                '{"end"'*) echo "{\\"ended\\": 1}" ;;
            esac
        done
        """
    }

    /// `hung.sh` does nothing at all; `wrong.sh` ends a case that was never begun.
    private let files = [
        "one.scenario": scenario("one"), "two.scenario": scenario("two"), "three.scenario": scenario("three"),
        "hung.sh": """
        echo '{"driver": 1, "name": "hung", "version": "1"}'
        while read -r line; do :; done
        """,
        "wrong.sh": """
        echo '{"driver": 1, "name": "wrong", "version": "1"}'
        while read -r line; do
            case "$line" in '{"load"'*) echo '{"ended": 99}' ;; esac
        done
        """,
    ]

    /// Runs a check with a short limit, and with a longer one if a busy machine was too slow to come as far as `reached`.
    private func check(
        _ words: [String], limits: [String], in folder: CommandFolder, until reached: (BuiltCommand.Result) -> Bool
    ) async throws -> (limit: String, result: BuiltCommand.Result) {
        for limit in limits.dropLast() {
            let result = try await BuiltCommand.run(["check", "--limit", limit] + words, in: folder.path)
            if reached(result) { return (limit, result) }
        }
        let last = try #require(limits.last)
        return (last, try await BuiltCommand.run(["check", "--limit", last] + words, in: folder.path))
    }

    @Test func `is given up after its limit, though its client hangs`() async throws {
        let folder = try CommandFolder(files)
        let words = [".", "--jobs", "1", "--json", "report.json", "--", "sh", "hung.sh"]
        let (limit, result) = try await check(words, limits: ["100ms", "2s", "20s"], in: folder) {
            $0.output.contains("under way")
        }
        #expect(result.exit == .code(1), "\(result.errors)")
        #expect(
            result.output == """
                error  the run was given up after \(limit) (--limit): 0 of 3 cases were played, and under way was one.scenario
                no cases

                """)
        let report = try JSONText(parsing: Files.read(folder.path + "/report.json", limit: 1 << 20))
        #expect(report["givenUp"]?.bool == true && report["asExpected"]?.bool == false)
        // A driver that never greets is given up at the limit, too.
        let mute = try await BuiltCommand.run(
            ["check", ".", "--limit", "100ms", "--", "sleep", "1000"], in: folder.path)
        #expect(mute.exit == .code(2))
        #expect(mute.errors.contains("the run was given up after 100ms (--limit), and the driver"), "\(mute.errors)")
    }

    /// A leak that is found at the process's end would be lost. After 10 s a process that does not end is killed.
    @Test func `is no success where a process has not ended when its limit is over`() async throws {
        let late = Self.driver(greeting: #""name": "late""#) + "\nsleep 1000"
        let folder = try CommandFolder(files.merging(["late.sh": late]) { $1 })
        let (limit, result) = try await check(
            ["one.scenario", "--", "sh", "late.sh"], limits: ["2s", "9s"], in: folder
        ) { $0.output.contains("1 pass") }
        #expect(result.exit == .code(1))
        #expect(result.output.contains("1 pass"), "\(result.output)\(result.errors)")
        #expect(
            result.output.contains(
                "error  the run was given up after \(limit) (--limit): all cases were played, and a client's process had not ended by then"
            ), "\(result.output)\(result.errors)")
    }

    @Test func `is no success under --strict where a greeting has a slip`() async throws {
        let slip = #""name": "slip", "loads": ["data", "uplaod"], "callbacks": {"redirect": ["folow"]}"#
        let folder = try CommandFolder(["one.scenario": Self.scenario("one"), "slip.sh": Self.driver(greeting: slip)])
        let words = ["check", "one.scenario", "--", "sh", "slip.sh"]
        let mild = try await BuiltCommand.run(words, in: folder.path)
        #expect(mild.exit == .code(0), "\(mild.output)\(mild.errors)")
        let strict = try await BuiltCommand.run(["check", "--strict"] + words.dropFirst(), in: folder.path)
        #expect(strict.exit == .code(1))
        #expect(
            strict.output.contains("--strict lets none pass: 2 slips in a driver's greeting"),
            "\(strict.output)\(strict.errors)")
    }

    @Test func `plays all where its limit is far`() async throws {
        let folder = try CommandFolder(files)
        let result = try await BuiltCommand.run(
            ["check", "one.scenario", "--limit", "10m", "--stop-after", "1", "--client", "reference", "--quiet"],
            in: folder.path)
        #expect(result.exit == .code(0), "\(result.output)\(result.errors)")
        #expect(!result.output.contains("given up"))
    }

    @Test func `is given up behind so many failures`() async throws {
        let folder = try CommandFolder(files)
        let result = try await BuiltCommand.run(
            ["check", ".", "--jobs", "1", "--stop-after", "2", "--quiet", "--", "sh", "wrong.sh"], in: folder.path)
        #expect(result.exit == .code(1))
        #expect(
            result.output == """
                error  the run was given up behind 2 failures (--stop-after): 2 of 3 cases were played
                2 driver faults

                """)
    }

    @Test func `counts no known failure`() async throws {
        let folder = try CommandFolder(files.merging(["known": "* driver-fault it ends what never began\n"]) { $1 })
        let result = try await BuiltCommand.run(
            [
                "check", ".", "--jobs", "1", "--stop-after", "1", "--known-failing", "known", "--quiet", "--", "sh",
                "wrong.sh",
            ], in: folder.path)
        #expect(!result.output.contains("given up"), "\(result.output)\(result.errors)")
        #expect(result.output.hasSuffix("3 known failures\n"))
    }

    @Test func `makes the failures that it came to smaller`() async throws {
        let folder = try CommandFolder(files)
        let result = try await BuiltCommand.run(
            ["check", ".", "--jobs", "1", "--stop-after", "1", "--shrink", "small", "--", "sh", "wrong.sh"],
            in: folder.path)
        #expect(result.exit == .code(1))
        #expect(result.output.contains("shrunk  wrong  one.scenario"), "\(result.output)\(result.errors)")
    }

    @Test func `is not asked for without time or number`() async throws {
        let folder = try CommandFolder(files)
        for (words, message) in [
            (["--limit", "0s"], "'--limit 0' would give the run up before it begins"),
            (["--limit", "soon"], "'soon' is no duration"),
            (["--stop-after", "0"], "'0' is no number for '--stop-after'"),
        ] {
            let result = try await BuiltCommand.run(
                ["check", "."] + words + ["--client", "reference"], in: folder.path)
            #expect(result.exit == .code(2))
            #expect(result.errors.contains(message))
        }
    }
}
