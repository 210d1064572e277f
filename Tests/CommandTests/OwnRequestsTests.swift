// OwnRequestsTests.swift: `quintain check` with a command that is told where the server is, and nothing of loads.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import Testing

@Suite struct `A plain command that makes its requests itself` {
    /// A first request that nobody could be ordered to send, and a second one that nothing leads to.
    private static let login = """
        # Logs in, and asks for what it wants
        > POST /login
        > Accept: application/json
        >
        > {{form user=alice}}
        < 204
        < Set-Cookie: sid={{nonce s}}
        > GET /items
        > Cookie: sid={{nonce s}}
        < 200
        <
        < well

        """

    /// A script for a whole folder looks at the name of its case.
    @Test(arguments: ["$QUINTAIN_SCENARIO", "$1"])
    func `is told which case is played`(name: String) async throws {
        let folder = try CommandFolder([
            "shop/a.scenario": "# A\n> GET /a.scenario\n< 204\n", "shop/b.scenario": "# B\n> GET /b.scenario\n< 204\n",
        ])
        let words = ["--exit", "0", "--", "sh", "-c", "exec curl -s \"$0/\(name)\"", "{{origin}}", "{{scenario}}"]
        for (named, count) in [("shop", "2"), (".", "2"), ("shop/a.scenario", "1")] {
            let result = try await BuiltCommand.run(["check", named] + words, in: folder.path)
            #expect(result.exit == .code(0) && result.output == "\(count) passed\n", "\(result.output)\(result.errors)")
        }
        let play = try await BuiltCommand.run(["play", "shop/a.scenario"] + words, in: folder.path)
        #expect(play.exit == .code(0), "\(play.output)\(play.errors)")
    }

    /// A jar that one case leaves is none of the next, and a session of one is wrong in another.
    @Test(arguments: [true, false])
    func `has a home of its own in each case and round`(keepsJar: Bool) async throws {
        let files = Dictionary(
            uniqueKeysWithValues: ["a", "b", "c"].map {
                (
                    "\($0).scenario",
                    "# \($0)\n> GET /login\n\(keepsJar ? "" : "> Cookie: {{absent}}\n")< 204\n"
                        + "< Set-Cookie: sid={{nonce s}}\n> GET /notes\n> Cookie: sid={{nonce s}}\n< 204\n"
                )
            })
        let folder = try CommandFolder(files)
        let jar = keepsJar ? "jar" : "$HOME/jar"
        let script = "curl -s -b \(jar) -c \(jar) \"$0/login\"; curl -s -b \(keepsJar ? "first" : jar) \"$0/notes\""
        let first = "; test -e first || cp jar first"
        let words = ["check", ".", "--jobs", "1", "--repeat", "2", "--exit", "0", "--", "sh", "-c"]
        let whole = keepsJar ? script.replacing("; curl", with: first + "; curl") : script
        let result = try await BuiltCommand.run(words + [whole, "{{origin}}"], in: folder.path)
        #expect((result.exit == .code(0)) == !keepsJar, "\(result.output)\(result.errors)")
        #expect(result.output.hasSuffix(keepsJar ? "3 failed\n" : "3 passed\n"), "\(result.output)")
    }

    private static func script(_ second: String) -> [String] {
        let first = "curl -sS -c jar -H 'Accept: application/json' -d user=alice \"$0/login\""
        return ["sh", "-c", "cd \"$HOME\" && \(first) && \(second)", "{{origin}}"]
    }

    @Test(arguments: [
        ("curl -sSf -b jar \"$0/items\"", 0, []),
        ("curl -sSf \"$0/items\"", 1, ["Cookie is missing"]),
        ("true", 1, ["`> GET /items` did not happen"]),
        ("curl -sS -b jar \"$0/items\"; exit 3", 1, ["the command ended with exit status 3, not 0 [wrong-exit]"]),
        ("curl -sS -b jar \"$0/items\" && curl -sS \"$0/more\"", 1, ["GET /more", "[unexpected-request]"]),
    ])
    func `is judged by all that it sends, and by its end`(second: String, exit: Int32, says: [String]) async throws {
        let result = try await BuiltCommand.check(["login.scenario": Self.login], ["--exit", "0"], Self.script(second))
        #expect(result.exit == .code(exit), "\(result.output)\(result.errors)")
        let lines = result.output.split(separator: "\n")
        #expect(lines.contains { says.allSatisfy($0.contains) }, "\(result.output)")
        #expect(result.output.hasPrefix("1 passed") == says.isEmpty, "\(result.output)")
    }

    @Test func `is run once for each case that orders one load or none, with its own method, fields and body`()
        async throws
    {
        let files = [
            "a.scenario": "# A\n> GET /a\n> X-A: 1\n< 204\n",
            "b.scenario": "# B\nclient GET /other\n> POST /a\n>\n> b\n< 204\n",
            "c.scenario": "# Two\nclient GET /a\n> GET /a\n< 204\nclient GET /b\n> GET /b\n< 204\n",
            "d.scenario": "# Rounds\nrepeat 2\nclient GET /a\n> GET /a\n< 204\nend\n",
            "e.scenario": "# Another origin\norigin shop http\n> GET //shop/{{any}}\n< 204\n",
            "f.scenario": "# None\n! await connection\n! close\n",
        ]
        let script = "curl -s -H 'X-A: 1' \"$0/a\""
        let folder = try CommandFolder(files)
        let result = try await BuiltCommand.run(
            ["check"] + files.keys.sorted() + [
                "--colour", "never", "--all-applicable", "--", "sh", "-c", script, "{{origin}}",
            ],
            in: folder.path)
        #expect(result.exit == .code(1), "the second asks for a POST")
        let told = try #require(result.output.split(separator: "\n").first { $0.hasSuffix(" [unexpected-request]") })
        #expect(told.contains("GET /a") && told.contains("POST /a"), "\(result.output)")
        let lack =
            "the scenario orders several loads, and a command with '{{origin}}' is run once: leave its 'client' lines out"
        #expect(result.output.contains("not applicable  2 cases: \(lack)"), "\(result.output)")
        #expect(result.output.contains("3 passed, 1 failed, 2 not applicable"), "\(result.output)")
    }

    @Test(arguments: [
        ("wrap.sh", ["sh", "wrap.sh", "cfg.json", "{{origin}}"]),
        ("wrap.sh", ["sh", "./wrap.sh", "/tmp/conf.XYZ", "{{origin}}"]),
        ("wrap.sh", ["sh", "-e", "wrap.sh", "--config=/etc/x", "{{origin}}"]),
    ])
    func `is called after its script, whatever stands behind that`(name: String, words: [String]) async throws {
        let files = ["a.scenario": "# A\n> GET /a\n< 204\n", "wrap.sh": "for w; do :; done; curl -s \"$w/b\"\n"]
        let folder = try CommandFolder(files)
        let result = try await BuiltCommand.run(
            ["check", "a.scenario", "--colour", "never", "--"] + words, in: folder.path)
        #expect(result.output.hasPrefix("fail  \(name)  "), "\(result.output)\(result.errors)")
    }

    @Test func `is refused where its words are mistyped`() async throws {
        let result = try await BuiltCommand.check(["login.scenario": Self.login], [], ["curl", "{{orign}}/a"])
        #expect(result.exit == .code(2) && result.errors.contains("'{{orign}}' is no placeholder here"))
    }

    @Test func `is told of an option that has come behind the dashes`() async throws {
        let script = ["sh", "-c", "curl -sS \"$0/a\"", "{{origin}}"]
        for (options, rest) in [([], ["--exit", "0"]), (["--exit", "0"], [])] {
            let result = try await BuiltCommand.check(["a.scenario": "# A\n> GET /a\n< 204\n"], options, script + rest)
            #expect(result.exit == .code(rest.isEmpty ? 0 : 2), "\(result.output)")
            let sentence =
                "'--exit' stands behind '--', and so goes to the command\n  help: options of 'quintain' stand before '--'; "
            #expect(result.errors.contains(sentence) == !rest.isEmpty, "\(result.errors)")
        }
    }

    @Test(arguments: [
        ("# t\n> POST /a\n< 204\n", "one that does so of its own accord has '{{origin}}' in place of '{{url}}'"),
        ("# t\n> GET /a\n> X: 1\n< 204\n", "'{{origin}}' in place of '{{url}}'\n"),
    ])
    func `is what a command is told to be that cannot be told a load`(text: String, says: String) async throws {
        let result = try await BuiltCommand.check(["a.scenario": text], [], ["curl", "-s", "{{url}}"])
        #expect(result.output.contains(says), "\(result.output)")
    }
}
