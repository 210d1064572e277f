// PlayEndTests.swift: exit statuses of `quintain play`, by how its command ends and what it has broken.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import Testing

@Suite struct `The end of a play` {
    @Test(arguments: [
        ("exit 3", [], 0, ""),
        (
            "sleep 1000", ["--deadline", "2s"], 1,
            "quintain play: the run has reached its deadline of 2 s, and ends\n  help: --deadline TIME sets another\n"
                + "quintain play: the command had not ended by then\n"
        ), ("kill -SEGV $$", [], 1, "quintain play: the command crashed: it ended with signal 11, SIGSEGV\n"),
        ("exit 134", [], 1, "quintain play: the command crashed: exit status 134 stands for signal 6\n"),
        ("exit 134", ["--exit", "134"], 0, ""),
        (
            "sleep 1000", ["--deadline", "2s", "--exit", "0"], 1,
            "quintain play: the run has reached its deadline of 2 s, and ends\n  help: --deadline TIME sets another\n"
                + "quintain play: the command had not ended by then\n"
        ),
        ("kill -SEGV $$", ["--exit", "0"], 1, "quintain play: the command ended with signal 11, SIGSEGV, not 0\n"),
    ])
    func `is no failure for a command that fails, and is one for a crash or a hang`(
        end: String, options: [String], status: Int32, errors: String
    ) async throws {
        let folder = try CommandFolder(["a.scenario": "# A\n> GET /\n< 204\n"])
        let words = ["play", "a.scenario", "--quiet"] + options + ["--", "sh", "-c"]
        let result = try await BuiltCommand.run(words + ["curl -s $QUINTAIN_ORIGIN/; \(end)"], in: folder.path)
        #expect(result.exit == .code(status) && result.errors == errors, "\(result.errors)")
        let verdict = status == 0 ? "pass" : "fail"
        #expect(result.output.contains("\(verdict)  a.scenario"), "\(result.output)")
    }

    @Test(arguments: [
        ("client GET /a", [], 1), ("repeat 0..1\n> GET /a\n< 204\nend", [], 1), ("level may\n> GET /a\n< 204", [], 1),
        ("client GET /a", ["--exit", "0"], 1), ("client GET /a\n*? fail cannot-connect", [], 0),
        ("origin gone http refused\nclient GET //gone/", [], 0),
    ])
    func `is a failure for a command that opens no connection, unless its load may fail`(
        text: String, options: [String], status: Int32
    ) async throws {
        let folder = try CommandFolder(["a.scenario": "# A\n\(text)\n"])
        let result = try await BuiltCommand.run(["play", "a.scenario"] + options + ["--", "true"], in: folder.path)
        #expect(result.exit == .code(status), "\(result.output)\(result.errors)")
        #expect(result.output.contains("the client opened no connection") == (status == 1), "\(result.output)")
    }

    @Test func `is a failure for a command that only connects`() async throws {
        let folder = try CommandFolder(["a.scenario": "# A\nlevel may\nclient GET /\n> GET /\n< 204\n"])
        let knock = "exec 3<>/dev/tcp/127.0.0.1/{{port main}}"
        let result = try await BuiltCommand.run(["play", "a.scenario", "--", "bash", "-c", knock], in: folder.path)
        #expect(result.exit == .code(1), "\(result.output)")
        #expect(result.output.contains("the client sent nothing on its connection"), "\(result.output)")
    }

    /// The time of the first line begins with the first connection.
    @Test func `is not before its command has begun, however long that takes`() async throws {
        let folder = try CommandFolder(["a.scenario": "# A\nwithin 1s\n> GET /\n< 204\n"])
        let result = try await BuiltCommand.run(
            ["play", "a.scenario", "--quiet", "--", "sh", "-c", "sleep 2; curl -s {{origin}}/"], in: folder.path)
        #expect(result.exit == .code(0), "\(result.output)\(result.errors)")
        let never = try await BuiltCommand.run(["play", "a.scenario", "--quiet", "--", "true"], in: folder.path)
        #expect(never.output.contains("did not happen before the client ended: no connection came"), "\(never.output)")
    }

    @Test(arguments: [
        (["--exit", "7"], "exit 7", 0, ""),
        (["--exit", "0"], "exit 7", 1, "the command ended with exit status 7, not 0"),
        (["--exit", "7"], "exit 0", 1, "the command ended with exit status 0, not 7"),
        ([], "exit 7", 0, ""),
        (["--exit", "7"], "kill -KILL $$", 1, "the command ended with signal 9, SIGKILL, not 7"),
        (["--exit", "x"], "exit 0", 2, "'x'"), (["--exit", "256"], "exit 0", 2, "or 'nonzero' for any but 0"),
        (["--exit", "nonzero"], "exit 18", 0, ""), (["--exit", "nonzero"], "exit 1", 0, ""),
        (["--exit", "nonzero"], "exit 0", 1, "the command ended with exit status 0, not nonzero"),
        (["--exit", "nonzero"], "kill -KILL $$", 1, "the command ended with signal 9, SIGKILL, not nonzero"),
        (["--exit", "nonzero"], "exit 134", 1, "the command crashed"),
    ])
    func `is judged by the exit status that is asked for`(
        options: [String], end: String, status: Int32, complaint: String
    ) async throws {
        let folder = try CommandFolder(["a.scenario": "# A\n> GET /a\n< 204\n"])
        let script = "curl -s $QUINTAIN_ORIGIN/a; \(end)"
        let result = try await BuiltCommand.run(
            ["play", "--quiet"] + options + ["a.scenario", "--", "sh", "-c", script], in: folder.path)
        #expect(result.exit == .code(status), "\(result.output)\(result.errors)")
        #expect(result.errors.contains(complaint))
        // The verdict is printed in any case.
        if status < 2, end != "exit 0", end != "exit 134" {
            let told = end.hasPrefix("exit ") ? "exit status \(end.dropFirst(5))" : "signal 9, SIGKILL"
            let headline = (status == 0 ? "pass" : "fail") + "  a.scenario (the command ended with \(told)"
            #expect(result.output.contains(headline), "\(result.output)")
        }
        let none = try await BuiltCommand.run(["play", "--exit", "1", "a.scenario"], in: folder.path)
        #expect(none.exit == .code(2) && none.errors.contains("'--exit' is about a command"))
    }

    @Test(arguments: [
        ([], 0, "noted"), (["--strict"], 0, "noted"), (["--fail-on", "warning"], 0, "noted"),
        (["--fail-on", "noted"], 1, "fail"), (["--strict", "--fail-on", "noted"], 1, "fail"),
    ])
    func `is a failure for what is noted where --fail-on says so`(
        options: [String], status: Int32, verdict: String
    ) async throws {
        let folder = try CommandFolder(["a.scenario": "# A\n> GET /a\nconvention\n> X: 1\n< 204\nend\n"])
        let words = ["play", "--quiet"] + options + ["a.scenario", "--", "sh", "-c"]
        let result = try await BuiltCommand.run(words + ["curl -s -H 'X: 2' $QUINTAIN_ORIGIN/a"], in: folder.path)
        #expect(result.exit == .code(status) && result.output.contains("\(verdict)  a.scenario"), "\(result.output)")
        #expect(
            result.errors.contains("what is noted is a failure, as --fail-on noted says") == (status == 1),
            "\(result.errors)")
    }

    @Test func `cannot be strict and fail on failures alone`() async throws {
        let folder = try CommandFolder(["a.scenario": "# A\n> GET /a\n< 204\n"])
        for command in ["play", "check", "sweep"] {
            let words = [command, "--strict", "--fail-on", "failure", "a.scenario", "--", "true"]
            let result = try await BuiltCommand.run(words, in: folder.path)
            #expect(result.exit == .code(2))
            #expect(result.errors.contains("'--strict' fails on a warning, and '--fail-on failure' does not"))
        }
    }

    @Test(arguments: [(["--strict"], "X: 1", 0, "pass"), (["--strict"], "X: 2", 1, "fail"), ([], "X: 2", 0, "warning")])
    func `is a failure for a warning where --strict says so`(
        options: [String], field: String, status: Int32, verdict: String
    ) async throws {
        let folder = try CommandFolder(["a.scenario": "# A\n> GET /a\nshould\n> X: 1\n< 204\nend\n"])
        let words = ["play", "--quiet"] + options + ["a.scenario", "--", "sh", "-c"]
        let result = try await BuiltCommand.run(
            words + ["curl -s -H '\(field)' $QUINTAIN_ORIGIN/a"], in: folder.path)
        #expect(result.exit == .code(status) && result.output.contains("\(verdict)  a.scenario"), "\(result.output)")
        #expect(result.errors.contains("a warning is a failure, as --strict says") == (status == 1), "\(result.errors)")
    }
}
