// PlainCommandTests.swift: `quintain check` with a command in the place of a driver.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainNotation
import Testing

@Suite struct `A plain command that is checked` {
    private static let page = "# A page\n> GET /page\n< 200\n<\n< well\n"
    private static let posted = "# A form\n> POST /form\n> X-A: 1\n>\n> name=fido\n< 204\n"
    private static let cut =
        "# Cut\n> GET /cut\n< 200\n< Content-Length: 9\n<\n< well\n! close\n* fail connection-lost\n"

    @Test func `is run for each load, and judged by what it sends`() async throws {
        let files = [
            "a.scenario": Self.page,
            "b.scenario": "# Two\nclient GET /a\n> GET /a\n< 204\nclient GET /b\n> GET /b\n< 204\n",
            "c.scenario": "# Again\n> GET /c\n< 503\n< Retry-After: 0\n> GET /c\n< 204\n",
        ]
        let result = try await BuiltCommand.check(files, ["--exit", "0"], ["curl", "-sS", "{{url}}"])
        #expect(result.exit == .code(1) && result.errors.isEmpty, "\(result.errors)")
        #expect(
            result.output == """
                fail  curl  c.scenario  Again
                  line 5: `> GET /c` did not happen before every load had ended: all connections are closed [never-came]
                2 passed, 1 failed

                """)
    }

    @Test(arguments: [
        (["curl", "-sS", "{{ulr}}"], "'{{ulr}}' is no placeholder here", "there are: {{url}}, "),
        (["curl", "-sS", "{{URL}}"], "'{{URL}}' is no placeholder here", "there are: {{url}}, "),
    ])
    func `is refused where its words are mistyped`(words: [String], sentence: String, help: String) async throws {
        let result = try await BuiltCommand.check(["a.scenario": Self.page], ["--exit", "0"], words)
        #expect(result.exit == .code(2) && result.output.isEmpty)
        #expect(result.errors.hasPrefix("quintain check: \(sentence)\n  help: \(help)"), "\(result.errors)")
    }

    @Test func `is told the method, the body and the fields by its words`() async throws {
        let script = #"exec curl -sS -X "$1" ${3:+--data-binary @"$3"} -H @"$4" "$2""#
        let all = ["sh", "-c", script, "sh", "{{method}}", "{{url}}", "{{body}}", "{{fields}}"]
        let files = [
            "a.scenario": Self.page,
            "b.scenario": Self.posted,
        ]
        let result = try await BuiltCommand.check(files, ["--exit", "0"], all)
        #expect(result.exit == .code(0) && result.output == "2 passed\n", "\(result.output)\(result.errors)")
    }

    @Test(arguments: [
        (["{{url}}"], "the method POST", "{{method}}"),
        (["-X", "{{method}}", "{{url}}"], "the body of a load", "{{body}}"),
    ])
    func `does not apply where a load asks for what no word names`(
        words: [String], what: String, placeholder: String
    ) async throws {
        let files = ["a.scenario": Self.page, "b.scenario": Self.posted]
        let result = try await BuiltCommand.check(
            files, ["--verbose"], ["curl", "-sS"] + words)
        let reason = "the command cannot be told \(what): its words have no '\(placeholder)'"
        #expect(result.exit == .code(0) && result.output.contains(reason), "\(result.output)\(result.errors)")
        #expect(result.output.hasSuffix("1 passed, 1 not applicable\n"), "\(result.output)")
    }

    @Test func `that sends nothing and fails has its exit status told`() async throws {
        let silent = try await BuiltCommand.check(["a.scenario": Self.page], [], ["sh", "-c", "exit 3", "{{url}}"])
        #expect(
            silent.output.contains("\n  the command ended with exit status 3, and wrote nothing to standard error\n"),
            "\(silent.output)")
        let said = try await BuiltCommand.check(
            ["a.scenario": Self.page], [], ["sh", "-c", "echo oh >&2; exit 3", "{{url}}"])
        #expect(
            said.output.contains("\n  the command ended with exit status 3; its last words:\n    oh\n"),
            "\(said.output)")
    }

    @Test func `cannot give commands to the runner of GitHub`() async throws {
        let folder = try CommandFolder(["a.scenario": Self.page])
        let said = try await BuiltCommand.run(
            ["check", "a.scenario", "--", "sh", "-c", "echo ::stop-commands::x >&2; exit 3", "{{url}}"],
            in: folder.path,
            ["GITHUB_ACTIONS": "true"])
        #expect(said.output.contains("last words:\n    \\::stop-commands::x\n"), "\(said.output)")
    }

    @Test func `that crashes or does not end fails, and leaves no process`() async throws {
        let files = ["a.scenario": Self.page]
        let crash = try await BuiltCommand.check(
            files, [], ["sh", "-c", "curl -s {{url}}; echo oh >&2; kill -SEGV $$"])
        #expect(crash.exit == .code(1), "\(crash.errors)")
        #expect(crash.output.contains("it ended before the case did, with signal 11, SIGSEGV"), "\(crash.output)")
        #expect(crash.output.contains("the last words on standard error:\n    oh\n"), "\(crash.output)")
        let folder = try CommandFolder(["a.scenario": "# A\nwithin 100ms\n> GET /page\n< 204\n"])
        let hang = try await BuiltCommand.run(
            ["check", "a.scenario", "--", "sh", "-c", "curl -s {{url}}; sleep 1000 & echo $! >pid; exec sleep 1000"],
            in: folder.path)
        #expect(hang.output.contains("hung  sh  a.scenario"), "\(hang.output)\(hang.errors)")
        #expect(
            hang.output.contains("the command had not ended 100 ms after the last line; --patience gives it longer"),
            "\(hang.output)")
        let pid = try String(decoding: Files.read(folder.path + "/pid"), as: UTF8.self)
        let left = try await BuiltCommand.run(
            ["--version"], in: folder.path, behind: ["sh", "-c", "! kill -0 \(pid) 2>/dev/null"])
        #expect(left.exit == .code(0), "\(pid) runs on")
    }

    @Test(arguments: [
        ([], "exit 7", 0, "the command's status was not what the lines lead to in 1 case that passed: '--exit 0'"),
        (["--exit", "0"], "exit 7", 1, "the command ended with exit status 7, not 0 [wrong-exit]"),
        (["--exit", "7"], "exit 7", 0, ""), (["--exit", "0"], "exit 0", 0, ""),
    ])
    func `is judged by its status where that is asked for`(
        options: [String], end: String, status: Int32, told: String
    ) async throws {
        let result = try await BuiltCommand.check(
            ["a.scenario": Self.page], options, ["sh", "-c", "curl -s {{url}}; \(end)"])
        #expect(result.exit == .code(status) && (result.output + result.errors).contains(told) || told.isEmpty)
        #expect(
            (result.output + result.errors).contains("status 7") == (status == 1), "\(result.output)\(result.errors)")
    }

    /// Which end is wanted says the branch that was taken: a body that was cut is taken for whole by a client that says 0.
    @Test(arguments: [
        ("curl -s {{url}}; exit 0", 1), ("curl -s {{url}}; exit 3", 0), ("curl -s {{url}} || curl -s {{url}}", 0),
        ("curl -s {{url}} || curl -s {{url}}; exit 3", 1),
    ])
    func `has to report the end of the branch that was taken`(script: String, status: Int32) async throws {
        let text =
            Self.cut.replacing("* fail connection-lost\n", with: "") + """
                either asks again
                > GET /cut
                < 204
                * finish
                or     gives up
                * fail {{any}}
                end

                """
        let result = try await BuiltCommand.check(["a.scenario": text], ["--exit", "0"], ["sh", "-c", script])
        #expect(result.exit == .code(status), "\(result.output)\(result.errors)")
    }

    /// Of branches that differ in their callbacks alone nobody knows which one a plain command has taken.
    @Test(arguments: ["exit 0", "exit 3"])
    func `may end as it likes where its callbacks alone tell`(end: String) async throws {
        let text =
            "# A\n> GET /page\n< 200\neither takes it\n* response 200\n* finish\nor refuses it\n* fail {{any}}\nor asks again\n"
            + "> GET /page\n< 204\n* fail {{any}}\nend\n"
        let result = try await BuiltCommand.check(
            ["a.scenario": text], ["--exit", "0"], ["sh", "-c", "curl -s {{url}}; \(end)"])
        #expect(result.exit == .code(0), "\(result.output)\(result.errors)")
        let again = try await BuiltCommand.check(
            ["a.scenario": text], ["--exit", "0"], ["sh", "-c", "curl -s {{url}} {{url}}; \(end)"])
        #expect(again.exit == .code(end == "exit 0" ? 1 : 0), "\(again.output)\(again.errors)")
    }

    /// Only a failure is right: who ends well has taken the branch that is wrong.
    @Test(arguments: [("exit 0", 1), ("exit 3", 0)])
    func `may not end as in a branch that is wrong`(end: String, status: Int32) async throws {
        let text =
            "# A\n> GET /page\n< 200\n< Content-Length: 9\n<\n< well\n! close\neither refuses it\n* fail {{any}}\n"
            + "never \"it is cut\"\n* finish\nend\n"
        let script = "curl -s {{url}}; \(end)"
        let result = try await BuiltCommand.check(["a.scenario": text], ["--exit", "0"], ["sh", "-c", script])
        #expect(result.exit == .code(status), "\(result.output)\(result.errors)")
        #expect(result.output.contains("exit status 0, not nonzero [wrong-exit]") == (status == 1), "\(result.output)")
    }

    /// As a driver's client is whose callbacks come to that line.
    @Test(arguments: [("* fail {{any}}", "* finish", "exit 0"), ("* finish", "* fail {{any}}", "exit 3")])
    func `that ends as in a branch that is wrong by a convention is noted`(
        right: String, wrong: String, end: String
    ) async throws {
        let text =
            "# A\n> GET /page\n< 200\n<\n< well\neither one\n\(right)\n"
            + "convention never \"nobody does that\"\n\(wrong)\nend\n"
        let words = ["sh", "-c", "curl -s {{url}}; \(end)"]
        let result = try await BuiltCommand.check(["a.scenario": text], ["--exit", "0"], words)
        #expect(result.exit == .code(0), "\(result.output)\(result.errors)")
        #expect(result.output.contains("\n1 noted, "), "\(result.output)")
        let unjudged = try await BuiltCommand.check(["a.scenario": text], [], words)
        #expect(!(unjudged.output + unjudged.errors).contains("'--exit 0' makes such cases fail"), "\(unjudged)")
    }

    /// curl takes a head that is cut for a whole one, so its bodies tell.
    @Test(arguments: [("a", "", "8 of 8"), ("a", "; exit 0", "8 fail of 8"), ("b", "; exit 0", "8 of 8")])
    func `is judged by its status in a sweep as well`(file: String, end: String, bodies: String) async throws {
        let folder = try CommandFolder(["a.scenario": Self.page + "* finish\n", "b.scenario": Self.page])
        let words = ["sweep", "\(file).scenario", "--family", "cut", "--exit", "0", "--", "sh", "-c"]
        let result = try await BuiltCommand.run(words + ["curl -s {{url}}\(end)"], in: folder.path)
        #expect(result.output.contains("cut in the body: \(bodies)"), "\(result.output)\(result.errors)")
        let driven = try await BuiltCommand.run(
            ["sweep", "a.scenario", "--exit", "0", "--client", "reference"], in: folder.path)
        #expect(driven.exit == .code(2) && driven.errors.contains("'--exit' is about a plain command"))
    }

    @Test func `is warned of its end where the line of the end is should`() async throws {
        let text = "# A\n> GET /page\n< 200\nshould\n* response 200\n* finish\nend\n"
        let result = try await BuiltCommand.check(
            ["a.scenario": text], ["--exit", "0"], ["sh", "-c", "curl -s {{url}}; exit 3"])
        #expect(result.exit == .code(0), "\(result.output)\(result.errors)")
        #expect(
            result.output.contains("warning  sh  a.scenario") && result.output.contains("[wrong-exit]"),
            "\(result.output)")
    }

    /// Each load has a status of its own: one that is whole does not excuse one that was cut.
    @Test(arguments: [("curl -s {{url}}", 0), ("curl -s {{url}}; exit 0", 1), ("curl -s {{url}}; exit 3", 1)])
    func `has to report the end of each load`(script: String, status: Int32) async throws {
        let text =
            "# Both\nclient GET /cut\n" + Self.cut.dropFirst("# Cut\n".count)
            + "client GET /whole\n> GET /whole\n< 200\n<\n< whole\n* finish\n"
        let result = try await BuiltCommand.check(["a.scenario": text], ["--exit", "0"], ["sh", "-c", script])
        #expect(result.exit == .code(status), "\(result.output)\(result.errors)")
    }

    @Test(arguments: [("exit 0", 1), ("exit 3", 0)])
    func `has to report a failure where the scenario has one`(end: String, status: Int32) async throws {
        let result = try await BuiltCommand.check(
            ["a.scenario": Self.cut], ["--exit", "0"], ["sh", "-c", "curl -s {{url}}; \(end)"])
        #expect(result.exit == .code(status), "\(result.output)\(result.errors)")
    }

    @Test(arguments: [
        (
            ["no-such-tool", "{{url}}"],
            "the command behind '--' cannot be started: no command 'no-such-tool' was found"
        ),
        (
            ["curl", "{{url}}", "{{port}}"],
            "'{{port}}' is no placeholder here\n  help: there are: {{url}}, {{origin}}, {{method}}, "
        ),
    ])
    func `whose words cannot be meant is refused`(words: [String], sentence: String) async throws {
        let result = try await BuiltCommand.check(["a.scenario": Self.page], [], words)
        #expect(result.exit == .code(2) && result.errors.contains(sentence), "\(result.errors)")
        let exit = try await BuiltCommand.check(["a.scenario": Self.page], ["--exit", "0"], ["sh", "driver.sh"])
        #expect(exit.exit == .code(2) && exit.errors.contains("'--exit' is about a plain command"), "\(exit.errors)")
    }

    /// As an interpreter does that starts slowly: the first line's time begins with the first connection.
    @Test func `may take its time to begin, and is not waited for when it has ended`() async throws {
        let files = ["a.scenario": "# A\nwithin 200ms\n> GET /page\n< 204\n"]
        let slow = try await BuiltCommand.check(files, [], ["sh", "-c", "sleep 1; exec curl -s {{url}}"])
        #expect(slow.exit == .code(0), "\(slow.output)\(slow.errors)")
        let never = try await BuiltCommand.check(["a.scenario": Self.page], [], ["true", "{{url}}"])
        #expect(never.output.contains("did not happen before the client ended: no connection came"), "\(never.output)")
    }

    @Test func `that ends in several ways is told of each`() async throws {
        let folder = try CommandFolder(["a.scenario": Self.page])
        // It passes in the second round, sends POST in the third, and asks for something else in all others.
        let script = """
            echo >>rounds
            case $(wc -l <rounds) in 2) exec curl -s {{url}};; 3) exec curl -s -d x {{url}};; esac
            exec curl -s {{url}}/x
            """
        let words = ["--repeat", "20", "--jobs", "1", "--", "sh", "-c", script]
        let result = try await BuiltCommand.run(["check", "a.scenario"] + words, in: folder.path)
        for request in ["GET /page/x", "POST /page"] {
            let told = result.output.split(separator: "\n").filter { $0.hasSuffix(" [unexpected-request]") }
            #expect(told.contains { $0.contains(" \(request)") }, "\(result.output)")
        }
        #expect(result.output.contains("the verdicts of 20 rounds differ: 1 passed, 19 failed"), "\(result.output)")
    }

    @Test func `that goes on where the next request should come is told so`() async throws {
        let files = ["a.scenario": "# A\n> GET /a\n< 503\nwithin 300ms\n> GET /a\n< 200\n"]
        let result = try await BuiltCommand.check(files, [], ["sh", "-c", "curl -s {{url}}; exec sleep 60"])
        #expect(
            result.output.contains("\n  the command went on, and was ended, and wrote nothing to standard error\n"),
            "\(result.output)")
    }

    /// Whether bytes are left when it resets is chance, and it fails by its status each time.
    @Test func `that gives up a long reply fails in one way`() async throws {
        let files = ["a.scenario": "# A\n> GET /a\n< 200\n<\n< {{bytes 3000000}}\n"]
        let result = try await BuiltCommand.check(
            files, ["--exit", "0", "--repeat", "6"], ["curl", "-s", "--max-filesize", "100", "{{url}}"])
        #expect(result.output.contains("exit status 63, not 0 [wrong-exit]\n"), "\(result.output)")
        #expect(result.output.hasSuffix("\n1 failed\n"), "\(result.output)")
    }

    @Test func `may have a known failure that comes in some rounds`() async throws {
        let folder = try CommandFolder([
            "a.scenario": "# A\n> GET /\n> X: 1\n< 204\n", "known": "a wrong-field? it is lost\n",
        ])
        let script = """
            echo >>rounds
            case $(($(wc -l <rounds) % 3)) in 0) exec curl -s {{origin}}/;; esac
            exec curl -s -H 'X: 1' {{origin}}/
            """
        let words = ["--repeat", "6", "--jobs", "1", "--known-failing", "known", "--", "sh", "-c", script]
        let result = try await BuiltCommand.run(["check", "a.scenario"] + words, in: folder.path)
        #expect(result.exit == .code(0), "\(result)")
    }

    @Test func `has reports, known failures and parts like any client`() async throws {
        let folder = try CommandFolder([
            "t/a.scenario": Self.page, "t/b.scenario": "# Again\n> GET /c\n< 503\n> GET /c\n< 204\n",
            "known": "b never-came curl does not ask again\n",
        ])
        let result = try await BuiltCommand.run(
            [
                "check", "t", "--known-failing", "known", "--shard", "1/1", "--json", "r.json", "--", "curl", "-s",
                "{{url}}",
            ],
            in: folder.path)
        #expect(result.exit == .code(0) && result.output == "1 passed, 1 known failure\n", "\(result.output)")
        let report = try JSONText(parsing: Files.read(folder.path + "/r.json", limit: 1 << 20))
        let one = try #require(report["cases"]?.list?.first)
        #expect(one["client"]?.text == "curl" && one["version"]?.text == "curl -s {{url}}")
    }

    @Test func `that never follows is not asked to`() async throws {
        let followed = "# R\n> GET /old\n< 302\n< Location: /new\n> GET /new\n< 200\n"
        let refused =
            "# R\n> GET /old\n< 302\n< Location: /new\n* redirect 302 /new -> no\n* response 302\n* finish\n"
        let either = """
            # R
            > GET /old
            < 302
            < Location: /new
            either follows
            > GET /new
            < 200
            or stays
            * finish
            end

            """
        let later = "# R\nclient GET /old\n> GET /old\n< 302\n< Location: /new\nclient GET /b\n> GET /b\n< 200\n"
        let files = [
            "a.scenario": followed, "b.scenario": Self.page, "c.scenario": refused, "d.scenario": either,
            "e.scenario": later,
        ]
        let result = try await BuiltCommand.check(files, ["--never-follows", "--verbose"], ["curl", "-sS", "{{url}}"])
        #expect(result.exit == .code(0), "\(result)")
        #expect(
            result.output == """
                not applicable  1 case: the scenario goes on behind a redirect, and the client follows none
                4 passed, 1 not applicable, 4 lines not checked

                """)
    }

    /// Reports and known failures tell clients apart by their names.
    @Test func `has no name of a bundled client beside that client`() async throws {
        let folder = try CommandFolder(["a.scenario": "# A\n> GET /\n< 204\n"])
        let words = ["check", "a.scenario", "--client", "reference"]
        let command = ["--", "curl", "-s", "{{url}}"]
        let twice = try await BuiltCommand.run(words + ["--name", "reference"] + command, in: folder.path)
        #expect(twice.exit == .code(2), "\(twice.output)")
        #expect(
            twice.errors.contains(
                "two clients are called 'reference'\n  help: '--name NAME' gives the one behind '--' another name"),
            "\(twice.errors)")
        let driver =
            #"echo '{"driver":1,"name":"reference","version":"1","again":true}'; read c; read l; read e; echo '{"ended":1}'"#
        let greets = try await BuiltCommand.run(words + ["--", "sh", "-c", driver], in: folder.path)
        #expect(greets.exit == .code(1), "\(greets.output)")
        #expect(greets.output.contains("error  two clients are called 'reference': "), "\(greets.output)")
        let other = try await BuiltCommand.run(words + ["--name", "mine"] + command, in: folder.path)
        #expect(other.exit == .code(0), "\(other.output)\(other.errors)")
    }
}
