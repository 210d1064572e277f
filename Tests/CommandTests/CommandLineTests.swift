// CommandLineTests.swift: exit statuses, and the complaints about wrong use.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainNotation
import Testing

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

@Suite struct `The command` {
    private static let files = [
        "good/plain.scenario": "# Plain\n> GET /\n< 200\n<\n< hello\n",
        "good/rows.scenario":
            "# Rows\ncases  name | status\n       one  | 200\n       two  | 404\n> GET /\n< {{status}}\n",
        "good/some.routes": "# Some routes\nroutes\n\n> GET /r\n< 200\n",
        "untitled.scenario": "> GET /\n< 200\n",
        "loose/loose.scenario": "# Loose\nspec  x\n> GET /\n< 200\n",
        "broken/broken.scenario": "# Broken\n* redirct 302 /\n",
        "empty/": "",
        "certs/quintain-test-ca.pem": "no certificate",
        "certs/quintain-test-ca.key": "no key",
    ]

    /// Words, exit status, and the text: on standard output for 0 and 1, on standard error for 2.
    private static let uses: [(line: String, status: Int32, says: String)] = [
        ("--version", 0, "quintain 0.1.0"),
        ("--help", 0, "usage: quintain COMMAND"),
        ("--licences", 2, "the licences of this command's libraries are not beside it\n  help: the files of"),
        ("help serve", 0, "usage: quintain serve"),
        ("play --help", 0, "usage: quintain play"),
        ("expalin", 2, "there is no command 'expalin'\n  help: did you mean 'explain'?"),
        ("serve --port abc", 2, "'abc' is no port\n  help: write a number from 0 to 65535"),
        ("serve --port", 2, "option '--port' needs a value\n  help: write '--port PORT'"),
        ("serve --prot 1", 2, "there is no option '--prot'\n  help: did you mean '--port'?"),
        ("check good --client reference --shard x", 2, "'x' is no shard\n  help: write --shard 2/3"),
        (
            "check good --client reference --known-failing curl=k", 2,
            "'--known-failing curl=k': no client of this run is called 'curl'\n"
                + "  help: write '--known-failing reference=k'"
        ),
        ("lint --bind x", 2, "there is no option '--bind'\n  help: quintain lint --help lists the options"),
        ("serve --json=yes", 2, "option '--json' takes no value"),
        ("serve good --log yaml", 2, "'yaml' is not json or text\n  help: write '--log json'"),
        ("serve good --log-level debug", 2, "'--log-level' has no effect without '--log'"),
        ("serve good --log text --log-level loud", 2, "'loud' is not debug, info or warning"),
        ("serve nothere", 2, "there is no 'nothere'"),
        ("serve good -- curl", 2, "'serve' runs no command"),
        ("serve good --host foo", 2, "'foo' is no IP address"),
        ("serve good --token-file nothere", 2, "there is no 'nothere'"),
        ("serve good --token-file empty", 2, "'empty' is a folder, not a file"),
        ("serve good --token=", 2, "the token cannot be sent in a field"),
        ("serve good --token a --token-file b", 2, "'--token' and '--token-file' are two tokens"),
        ("serve good --host 0.0.0.0", 2, "beyond loopback the control API needs a token\n  help: set QUINTAIN"),
        ("serve good broken --port 0 --control-port 0", 2, "broken/broken.scenario:2:3: error: no callback"),
        ("serve good --port 0 --control-port 0 --ready-file no/x", 2, "the folder of 'no/x' is not there"),
        ("serve badssl --port 0 --ready-file no/x", 2, "the folder of 'no/x' is not there"),
        ("play", 2, "which scenario?"),
        ("play good", 2, "'good' is a folder, not a scenario"),
        ("play good/some.routes", 2, "a file of routes, which is not played\n  help: quintain serve good/some.routes"),
        ("play untitled.scenario -- true", 1, "playing untitled.scenario\n  main "),
        ("play nothere.scenario", 2, "there is no 'nothere.scenario'"),
        ("play broken/broken.scenario", 2, "broken/broken.scenario:2:3: error: no callback is called 'redirct'"),
        ("play good/rows.scenario#thre", 2, "has no case 'thre'\n  help: it has: one, two"),
        ("play good/plain.scenario --deadline 5d", 2, "'5d' is no duration\n  help: write '500ms', '5s', '2m' or '1h'"),
        ("play good/plain.scenario --deadline 1h --quiet -- true", 1, "fail  good/plain.scenario"),
        ("play good/plain.scenario --", 2, "no command stands behind '--'"),
        ("play good/plain.scenario -- nosuchcommand", 2, "no command 'nosuchcommand' was found"),
        (
            "play good/plain.scenario -- curl {{orign}}", 2,
            "'{{orign}}' is no placeholder of 'quintain play'\n  help: write {{origin}}"
        ),
        ("play good/plain.scenario --quiet -- true", 1, "fail  good/plain.scenario"),
        ("lint", 2, "which files?"),
        ("lint good", 0, "3 files: nothing is wrong"),
        ("lint broken", 2, "error: no callback is called 'redirct'"),
        ("lint empty", 2, "there are no .scenario or .routes files in empty"),
        ("format --check empty", 2, "there are no .scenario or .routes files in empty"),
        ("lint good --columns utf-8", 2, "'--columns' has no effect without '--json'"),
        ("lint good --json --columns bytes", 2, "'bytes' is not utf-8, utf-16 or utf-32"),
        ("lint good --stdin-name x", 2, "'--stdin-name' names what '-' reads\n  help: write 'quintain lint"),
        ("format --check good", 0, "3 files: laid out as they should be"),
        ("format --check loose good", 1, "loose/loose.scenario would change"),
        ("format --stdout good", 2, "--stdout is for one file"),
        ("format broken", 2, "error: no callback is called 'redirct'"),
        ("explain too-soon", 0, "too-soon (breach)"),
        ("explain bare-lf", 0, "bare-lf (deviation)"),
        ("explain unknown-callback", 0, "unknown-callback (error)"),
        ("certificate", 2, "a certificate for whom?\n  help: write 'quintain certificate NAME'"),
        ("certificate --authority", 0, "/certs/quintain-test-ca.pem\n"),
        ("certificate --authority x", 2, "--authority takes no names"),
        ("certificate --authority --certs empty", 2, "'empty/quintain-test-ca.pem'"),
        ("certificate --authority --certs certs", 2, "'certs/quintain-test-ca.pem' holds no certificate in PEM form"),
        ("certificate web.test a.test", 0, "web.test.pem, web.test.key: for web.test, a.test\n"),
        (
            "certificate web.test --kind expired --out good", 0,
            "good/web.test.pem, good/web.test.key: for web.test, expired\n"
        ),
        ("certificate not.ours", 0, "not.ours-ca.pem: the authority that signed it, for the client to trust\n"),
        ("certificate alice bob --client", 0, "bob.pem, bob.key: for the client 'bob'\n"),
        ("certificate alice --client --kind expired", 2, "--kind is for servers' certificates"),
        ("certificate web.test --kind expird", 2, "of the kind 'expird'\n  help: did you mean 'expired'?"),
        ("certificate web.test --out nothere", 2, "there is no folder 'nothere'"),
        ("certificate ../x", 2, "'../x' cannot be a name, because files are named by it"),
        ("certificate a_b,c", 2, "'a_b,c' is neither a host name nor an address"),
        ("explain U-ONE-R", 0, "U-ONE-R (rule of the urlsession contracts)"),
        ("explain nsurldownload", 0, "nsurldownload (contract)"),
        ("explain U-ONE", 2, "no slug, rule or word is called 'U-ONE'\n  help: did you mean 'U-ONE-R'?"),
        ("explain Referer", 2, "no slug, rule or word is called 'Referer'\n  help: quintain explain --list "),
        ("explain GOAWAY", 0, "goaway (acts)"),
        ("explain too-son", 2, "no slug, rule or word is called 'too-son'\n  help: did you mean 'too-soon'?"),
    ]

    @Test(arguments: uses.map(\.line))
    func `ends with the right status, and says what to do`(line: String) async throws {
        let use = try #require(Self.uses.first { $0.line == line })
        let folder = try CommandFolder(Self.files)
        let words = line.split(separator: " ").map(String.init)
        let result = try await OnLoop.run { try await BuiltCommand.run(words, in: folder.path) }
        #expect(result.exit == .code(use.status))
        let said = use.status == 2 ? result.errors : result.output
        #expect(said.contains(use.says), "\(result.output)\(result.errors)")
        if use.status == 2 { #expect(result.output.contains("is ready") == false) }
    }

    @Test func `writes certificates that its own scenarios can be given`() async throws {
        let folder = try CommandFolder([
            "own.scenario":
                "# Own\norigin web https certificate=./both.pem\n> GET //web/\n< 200\n"
        ])
        try await OnLoop.run {
            #expect(try await BuiltCommand.run(["lint", "own.scenario"], in: folder.path).exit == .code(2))
            #expect(try await BuiltCommand.run(["certificate", "web.test"], in: folder.path).exit == .code(0))
            let both = try ["pem", "key"].flatMap { try Files.read("\(folder.path)/web.test.\($0)", limit: 1 << 20) }
            try Files.write(both, to: "\(folder.path)/both.pem")
            #expect(try await BuiltCommand.run(["lint", "own.scenario"], in: folder.path).exit == .code(0))
            let elsewhere = try await BuiltCommand.run(
                ["certificate", "--authority"], in: folder.path, ["QUINTAIN_CERTS": folder.path])
            #expect(elsewhere.exit == .code(2))
            let nowhere = try await BuiltCommand.run(
                ["certificate", "--authority"], in: folder.path, ["QUINTAIN_CERTS": "nothere"])
            #expect(nowhere.errors.contains("QUINTAIN_CERTS is 'nothere', which is no folder"))
        }
    }

    /// The parent process may have signals blocked.
    private static let blocking = [
        "python3", "-c",
        "import os, signal, sys; signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM}); os.execv(sys.argv[1], sys.argv[1:])",
    ]

    @Test(arguments: [(SIGINT, []), (SIGTERM, []), (SIGTERM, blocking)])
    func `serves until a signal ends it cleanly`(signal: Int32, behind prefix: [String]) async throws {
        let folder = try CommandFolder(Self.files)
        try await OnLoop.run {
            let command = try BuiltCommand(
                ["serve", "good", "--port", "0", "--control-port", "0", "--json", "--ready-file", "ready"],
                in: folder.path, behind: prefix)
            try await command.said { $0.hasSuffix("}\n") }
            let ready = try JSONText(parsing: try Files.read(folder.path + "/ready"))
            #expect(try JSONText(parsing: command.output) == ready)
            #expect(ready["routes"]?.number == 1)
            #expect(ready["pid"]?.number == Int(command.process.pid))
            #expect(ready["scenarioFiles"]?.number == 2)
            let port = try #require(ready["port"]?.number)
            #expect(ready["url"]?.text == "http://127.0.0.1:\(port)")
            let channel = try await Channel.connect(to: .loopback(port: UInt16(port)), loop: .shared)
            channel.close()
            command.process.send(signal: signal)
            #expect(await command.ended().exit == .code(0))
            // A reader of the file relies on the ports in it.
            #expect(!Files.exists(folder.path + "/ready"))
        }
    }

    @Test func `serves until its input ends, and tells what it does`() async throws {
        let folder = try CommandFolder(Self.files)
        try await OnLoop.run {
            let command = try BuiltCommand(
                ["serve", "good", "--port", "0", "--control-port", "0", "--log", "json", "--until-eof"],
                in: folder.path, input: .pipe)
            try await command.said { $0.contains("Ctrl-C ends it") }
            command.process.input?.close()
            let result = await command.ended()
            #expect(result.exit == .code(0))
            let events = try result.errors.split(separator: "\n").map {
                try JSONText(parsing: Array($0.utf8))["event"]?.text
            }
            #expect(events == ["server-ready", "server-stopping"])
        }
    }

    @Test func `serves a bundled folder by its name, unless there is one here`() async throws {
        let folder = try CommandFolder(Self.files)
        try await OnLoop.run {
            for (name, routes) in [("httpbin", 60...100), ("good", 1...1)] {
                let command = try BuiltCommand(
                    ["serve", name, "--port", "0", "--control-port", "0", "--json"], in: folder.path)
                try await command.said { $0.contains("}\n") }
                let count = try #require(try JSONText(parsing: command.output)["routes"]?.number)
                let told = "httpbin: bundled fixtures, since there is no such file or folder here\n"
                #expect(command.errors == (name == "httpbin" ? told : ""))
                #expect(routes.contains(count), "\(count)")
                command.process.send(signal: SIGTERM)
                #expect(await command.ended().exit == .code(0))
            }
            let result = try await BuiltCommand.run(["serve", "httpbni"], in: folder.path)
            #expect(result.errors.hasPrefix("quintain serve: there is no 'httpbni'"))
        }
    }

    @Test func `reads files again, and keeps the good ones when one breaks`() async throws {
        let folder = try CommandFolder(Self.files)
        try await OnLoop.run {
            let command = try BuiltCommand(
                ["serve", "good", "--port", "0", "--control-port", "0", "--colour", "never"], in: folder.path)
            try await command.said { $0.contains("Ctrl-C ends it") }
            try Files.write(Array("# Broken\n* redirct\n".utf8), to: folder.path + "/good/plain.scenario")
            try Files.write(Array("# New\nroutes\n\n> GET /new\n< 200\n".utf8), to: folder.path + "/good/new.routes")
            try await command.said { $0.contains("read again: new.routes") }
            #expect(command.process.exit == nil)
            command.process.send(signal: SIGINT)
            let result = await command.ended()
            #expect(result.exit == .code(0))
            #expect(result.errors.contains("good/plain.scenario:2:3: error: no callback is called 'redirct'"))
        }
    }

    @Test func `logs the line at which a file breaks`() async throws {
        let folder = try CommandFolder(Self.files)
        try await OnLoop.run {
            let command = try BuiltCommand(
                ["serve", "good", "--port", "0", "--control-port", "0", "--log", "json"], in: folder.path)
            try await command.said { $0.contains("Ctrl-C ends it") }
            try Files.write(Array("# Broken\n* redirct\n".utf8), to: folder.path + "/good/plain.scenario")
            try await command.said {
                $0.contains(#""file":"plain.scenario","line":2,"message":"no callback is called 'redirct'""#)
            }
            command.process.send(signal: SIGINT)
            #expect(await command.ended().exit == .code(0))
        }
    }

    @Test func `explains what it knows, also beside what it does not`() async throws {
        let folder = try CommandFolder([:])
        let result = try await BuiltCommand.run(["explain", "nosuch", "too-soon", "quiet"], in: folder.path)
        #expect(result.exit == .code(2))
        #expect(
            result.output.contains("too-soon (breach)") && result.output.contains("quiet (acts)"), "\(result.output)")
        #expect(result.errors.contains("is called 'nosuch'") && !result.errors.contains("too-soon"), "\(result.errors)")
    }

    @Test(arguments: [
        "{{any}}", "! quiet 300ms", "* data", "> GET", "not-applicable", "convention", "unexpected-callback:finish",
    ])
    func `explains a word as it stands in a file, and in a report`(word: String) async throws {
        let folder = try CommandFolder([:])
        let result = try await BuiltCommand.run(["explain", word], in: folder.path)
        // No word of the language is `GET`.
        #expect(result.exit == .code(word == "> GET" ? 2 : 0), "\(result.errors)")
    }

    @Test func `puts the cells of each row into the command`() async throws {
        let folder = try CommandFolder([
            "rows.scenario":
                "# Rows\ncases name | path | greeting\n      up | /a/b | {{\"a | b\"}}\n      down | /c | x\n"
                + "> GET {{path}}\n> X: {{greeting}}\n< 200\n"
        ])
        let words = ["play", "rows.scenario", "--", "curl", "-s", "-H", "X: {{greeting}}", "{{origin}}{{path}}"]
        let result = try await BuiltCommand.run(words, in: folder.path)
        #expect(result.exit == .code(0) && result.output.hasSuffix("2 of 2 runs as expected\n"), "\(result.output)")
        let other = try await BuiltCommand.run(["play", "rows.scenario", "--", "curl", "{{row}}"], in: folder.path)
        #expect(other.errors.contains("or {{certificate NAME}}, {{name}}, {{path}}, {{greeting}}"), "\(other.errors)")
    }

    @Test func `plays every row of a table`() async throws {
        let folder = try CommandFolder(Self.files)
        let words = ["play", "good/rows.scenario", "--quiet", "--", "curl", "-s", "{{origin}}/"]
        let result = try await OnLoop.run { try await BuiltCommand.run(words, in: folder.path) }
        #expect(result.exit == .code(0))
        #expect(
            result.output == """
                pass  good/rows.scenario#one
                pass  good/rows.scenario#two
                2 of 2 runs as expected

                """)
    }

    @Test func `keeps the client's output away from verdicts that are asked for alone`() async throws {
        let folder = try CommandFolder(Self.files)
        let client = ["sh", "-c", "curl -s $QUINTAIN_ORIGIN/; printf 'well done'"]
        let result = try await BuiltCommand.run(
            ["play", "good/plain.scenario", "--quiet", "--"] + client, in: folder.path)
        #expect(result.output == "pass  good/plain.scenario\n" && result.errors.hasSuffix("well done"))
        // Where both streams are one, the verdict has a line of its own.
        let both = try await BuiltCommand.run(
            ["play", "good/plain.scenario", "--quiet", "--"] + client, in: folder.path,
            behind: ["sh", "-c", "exec \"$0\" \"$@\" 2>&1"])
        #expect(both.output.hasSuffix("well done\npass  good/plain.scenario\n"), "\(both.output)")
    }

    @Test func `gives up a client that never ends, at the deadline`() async throws {
        let folder = try CommandFolder(Self.files)
        let words = ["play", "good/plain.scenario", "--quiet", "--deadline", "200ms", "--", "sleep", "1000"]
        let result = try await OnLoop.run { try await BuiltCommand.run(words, in: folder.path) }
        #expect(result.exit == .code(1))
        let sentences = """
            quintain play: the run has reached its deadline of 200 ms, and ends
              help: --deadline TIME sets another
            quintain play: the command had not ended by then

            """
        #expect(result.errors.hasPrefix(sentences), "\(result.errors)")
    }

    @Test func `goes on from a hold when somebody presses Enter`() async throws {
        let folder = try CommandFolder(["held.scenario": "# Held\n> GET /\n! hold\n< 200\n<\n< let go\n"])
        try await OnLoop.run {
            let words = ["play", "held.scenario", "--quiet", "--", "curl", "-s", "{{origin}}/"]
            let command = try BuiltCommand(words, in: folder.path, input: .pipe)
            try await command.said { $0.contains("held at line 3: press Enter to go on\n") }
            #expect(!command.errors.contains("let go"))
            var enter = WriteBuffer(loop: .shared)
            enter.append("\n")
            _ = await command.process.input?.flush(&enter)
            let result = await command.ended()
            command.process.input?.close()
            #expect(result.exit == .code(0))
            #expect(result.output == "pass  held.scenario\n" && result.errors.hasSuffix("let go"))
        }
    }

    @Test func `ends a play at Ctrl-C, its client with it, and tells the verdict so far`() async throws {
        let folder = try CommandFolder(Self.files)
        try await OnLoop.run {
            let words = [
                "play", "good/rows.scenario", "--patience", "60s", "--colour", "never", "--", "sh", "-c",
                "echo $$; sleep 1000",
            ]
            let command = try BuiltCommand(words, in: folder.path)
            try await command.said { $0.firstMatch(of: /\n\d+\n/) != nil }
            let client = try #require(command.output.firstMatch(of: /\n(\d+)\n/).flatMap { Int32($0.1) })
            command.process.send(signal: SIGINT)
            let result = await command.ended()
            #expect(result.exit == .code(130))
            #expect(result.output.contains("did not happen before the client ended"))
            #expect(result.output.hasSuffix("0 of 2 runs as expected\n"))
            #expect(kill(client, 0) != 0)
        }
    }

    /// The second file would not be played, and the run would be green without it.
    @Test func `play no two files under one name`() async throws {
        let folder = try CommandFolder([
            "one/a.scenario": "# One\n> GET /\n< 200\n* finish\n",
            "two/a.scenario": "# Two\n> GET /other\n< 200\n* finish\n",
        ])
        for command in ["check", "sweep"] {
            let result = try await BuiltCommand.run([command, "one", "two", "--client", "curl"], in: folder.path)
            #expect(result.exit == .code(2), "\(result.output)")
            #expect(
                result.errors.contains("one/a.scenario' and '")
                    && result.errors.contains("are both called 'a.scenario'"))
        }
        for words in [["one", "one"], ["one", "./one"], ["one/a.scenario", "\(folder.path)/one/a.scenario"]] {
            let list = try await BuiltCommand.run(["check", "--list", "--client", "curl"] + words, in: folder.path)
            #expect(list.exit == .code(0), "\(list.errors)")
        }
    }

    /// Whether or not the earlier server still runs, and this one starts: the file would be taken for this server's.
    @Test func `take away what an earlier server has said of itself`() async throws {
        let gone = try await OnLoop.run {
            let child = try ChildProcess(Command(["true"]), loop: .shared)
            _ = await child.ended()
            return child.pid
        }
        for misspelt in [[], ["--prot", "0"], ["--port"], ["--json=x"]] {
            let folder = try CommandFolder([
                "old": "{\"ready\":true,\"pid\":\(gone)}\n", "running": "{\"ready\":true,\"pid\":\(getpid())}\n",
                "own": "mine\n",
            ])
            for (file, stays) in [("old", false), ("running", false), ("own", true)] {
                let words = ["serve", "none"] + misspelt + ["--ready-file", file] + misspelt
                let result = try await BuiltCommand.run(words, in: folder.path)
                #expect(result.exit == .code(2))
                #expect(Files.exists("\(folder.path)/\(file)") == stays, "\(words)")
                let isTold = result.errors.contains(
                    "'\(file)' was the ready file of process \(getpid()), which still runs")
                #expect(isTold == (file == "running"), "\(result.errors)")
            }
        }
    }
}
