// CheckOutputTests.swift: the output of `quintain check` for many cases.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainNotation
import Testing

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

@Suite struct `What a check prints` {
    @Test func `tells of a run in which nothing was judged`() async throws {
        let folder = try CommandFolder(CasesOfEveryKind.files)
        let driver =
            #"echo '{"driver":1,"name":"x","version":"1","callbacks":{},"again":false}'; read c; read l; "#
            + #"echo '{"unable":"no"}'; read e; echo '{"ended":1}'"#
        let result = try await BuiltCommand.run(
            ["check", "cases", "--json", "r.json", "--", "sh", "-c", driver], in: folder.path)
        #expect(
            result.output
                == "error  nothing was judged: no case applies to the client\nnot applicable  6 cases: no\n6 not applicable\n"
        )
        #expect(result.exit == .code(1))
        let shard = try await BuiltCommand.run(
            ["check", "cases", "--shard", "1/2", "--json", "r1.json", "--", "sh", "-c", driver], in: folder.path)
        #expect(shard.exit == .code(0) && shard.errors.contains("this shard judges nothing"), "\(shard.errors)")
        let some = try await CasesOfEveryKind.check(in: folder)
        #expect(!some.output.contains("nothing was judged"))
    }

    /// Such as a driver that loads another address, or a command that is no driver of this client.
    @Test(arguments: [(1, false), (2, true)])
    func `tells of a client that opens no connection in any case`(_ count: Int, _ isTold: Bool) async throws {
        let folder = try CommandFolder(CasesOfEveryKind.files)
        let driver =
            #"echo '{"driver":1,"name":"x","version":"1","callbacks":{"fail":[]},"again":false}'; read c; read l; "#
            + #"echo '{"callback":"fail","load":1,"subject":["cannot-connect"]}'; read e; echo '{"ended":1}'"#
        let files = ["cases/b.scenario", "cases/f.scenario"].prefix(count)
        let result = try await BuiltCommand.run(["check"] + files + ["--", "sh", "-c", driver], in: folder.path)
        let sentence =
            "error  x opened no connection in any of its 2 cases: 'quintain driver-test' tells what its driver"
        #expect(result.output.contains("\(count) fail"), "\(result.output)\(result.errors)")
        #expect(result.output.contains(sentence) == isTold, "\(result.output)\(result.errors)")
    }

    @Test func `tells once, and not for each way of loading, why nothing was judged`() async throws {
        let folder = try CommandFolder(["a.scenario": "# Any\n> GET {{any}}\n< 200\n"])
        let result = try await BuiltCommand.run(["check", "a.scenario", "--client", "reference"], in: folder.path)
        let reasons = result.output.split(separator: "\n").filter { $0.hasPrefix("not applicable  ") }
        #expect(reasons.count == 1 && reasons[0].contains(": nothing orders the request at line 2"), "\(reasons)")
    }

    /// An ability that is missing in a greeting shows here.
    @Test(arguments: [(4, 46), (20, 31)])
    func `tallies why cases do not apply`(count: Int, others: Int) async throws {
        func rows(_ count: Int) -> String { (1...count).map { "       \($0)" }.joined(separator: "\n") }
        let folder = try CommandFolder([
            "a.scenario": "# A\nneeds  cache\ncases  n\n\(rows(count))\n> GET /{{n}}\n< 200\n",
            "b.scenario": "# B\ncases  n\n\(rows(others))\n> GET /{{n}}\n< 200\n",
        ])
        let driver =
            #"echo '{"driver":1,"name":"x","version":"1","callbacks":{},"again":false}'; read c; read l; "#
            + #"curl -s "$(echo "$l" | sed 's/.*"url": *"\([^"]*\)".*/\1/')"; read e; echo '{"ended":1}'"#
        let words = ["check", "a.scenario", "b.scenario", "--", "sh", "-c", driver]
        let result = try await BuiltCommand.run(words, in: folder.path)
        let told = result.output.split(separator: "\n").filter { $0.hasPrefix("not applicable  ") }
        #expect(told.count == 1, "\(result.output)\(result.errors)")
        #expect(told.allSatisfy { $0.hasPrefix("not applicable  \(count) cases: the scenario needs 'cache'") })
        let quiet = try await BuiltCommand.run(["check", "--quiet"] + words.dropFirst(), in: folder.path)
        #expect(!quiet.output.contains("needs 'cache'"))
    }

    /// The driver behind '--' says of every case that it is unable.
    @Test func `fails where nothing was judged for one of the clients`() async throws {
        let folder = try CommandFolder(["cases/f.scenario": CasesOfEveryKind.files["cases/f.scenario"]!])
        let driver =
            #"echo '{"driver":1,"name":"narrow","version":"1","callbacks":{},"again":false}'; read c; read l; "#
            + #"echo '{"unable":"no"}'; read e; echo '{"ended":1}'"#
        let result = try await CasesOfEveryKind.check(["--", "sh", "-c", driver], in: folder)
        #expect(result.exit == .code(1))
        #expect(
            result.output == """
                error  nothing was judged for narrow: no case applies to it, as the first: no
                not applicable  1 case: no
                1 passed, 1 not applicable

                """)
    }

    @Test func `says where nothing passed because all is known to fail`() async throws {
        let folder = try CommandFolder(["cases/b.scenario": CasesOfEveryKind.files["cases/b.scenario"]!])
        _ = try await CasesOfEveryKind.check(["--write-known-failing", "known.txt"], in: folder)
        let result = try await CasesOfEveryKind.check(["--known-failing", "known.txt"], in: folder)
        #expect(result.exit == .code(0) && result.output == "1 known failure\n", "\(result.output)")
        #expect(result.errors == "nothing passed: what was judged failed as it is known to\n")
    }

    /// The client is told to report nothing of the reply.
    @Test(arguments: [([], 0), (["--all-observed"], 1)])
    func `fails for callbacks that nobody observes where none may be`(more: [String], status: Int) async throws {
        let folder = try CommandFolder(["cases/f.scenario": CasesOfEveryKind.files["cases/f.scenario"]!])
        let driver = """
            echo '{"driver":1,"name":"deaf","version":"1","callbacks":{},"again":false}'
            read c; read l; url=$(printf '%s' "$l" | sed 's/.*"url": *"\\([^"]*\\)".*/\\1/')
            curl -s -o /dev/null "$url"; read e; echo '{"ended":1}'
            """
        let words = ["check", "cases", "--colour", "never"] + more + ["--", "sh", "-c", driver]
        let result = try await BuiltCommand.run(words, in: folder.path)
        #expect(result.exit == .code(Int32(status)), "\(result.output)\(result.errors)")
        let complaint = "error  --all-observed lets none pass: 2 lines not checked\n"
        #expect(
            result.output == (status == 0 ? "" : complaint) + "1 passed, 2 lines not checked\n")
    }

    /// The driver says of one of two cases that it is unable.
    @Test(arguments: [([], 0), (["--all-applicable"], 1)])
    func `fails for cases that do not apply where all have to`(more: [String], status: Int) async throws {
        let kept = "> GET /a\n< 200\n"
        let folder = try CommandFolder([
            "cases/a.scenario": "# A\n" + kept, "cases/b.scenario": "# B\norigin main https\n" + kept,
        ])
        let driver = """
            echo '{"driver":1,"name":"narrow","version":"1","callbacks":{}}'
            while read c; do read l
            case $l in *https:*) echo '{"unable":"no TLS"}';;
            *) curl -s -o /dev/null "$(printf '%s' "$l" | sed 's/.*"url": *"\\([^"]*\\)".*/\\1/')";; esac
            read e; echo '{"ended":1}'; done
            """
        let words = ["check", "cases", "--jobs", "1", "--colour", "never"] + more + ["--", "sh", "-c", driver]
        let result = try await BuiltCommand.run(words, in: folder.path)
        #expect(result.exit == .code(Int32(status)), "\(result.output)\(result.errors)")
        let complaint =
            "error  --all-applicable lets none pass: 1 case does not apply, it is b.scenario for narrow; --verbose says why\n"
        let reason = "not applicable  1 case: the client has no TLS\n"
        #expect(result.output == (status == 0 ? "" : complaint) + reason + "1 passed, 1 not applicable\n")
    }

    @Test func `writes the other reports where one cannot be written`() async throws {
        let folder = try CommandFolder(CasesOfEveryKind.files)
        let result = try await CasesOfEveryKind.check(
            ["--json", "/dev/full", "--junit", "r.xml", "--html", "r.html"], in: folder)
        #expect(result.exit == .code(2) && result.errors.contains("/dev/full"), "\(result.errors)")
        #expect(try Files.read("\(folder.path)/r.xml").starts(with: "<?xml".utf8))
        #expect(try !Files.read("\(folder.path)/r.html").isEmpty)
    }

    @Test(arguments: [
        (["curl", "-s", "http://127.0.0.1:9/"], "it ended before it greeted, with exit status 7"),
        (["no-such-driver"], "no command 'no-such-driver' was found"),
        (["echo", "hello"], "line 1 is no JSON"),
        (["sh", "-c", "echo oops >&2; exit 3"], "  its last words:\n    oops\n"),
    ])
    func `tells once of what is no driver`(command: [String], sentence: String) async throws {
        let folder = try CommandFolder(CasesOfEveryKind.files)
        let result = try await BuiltCommand.run(["check", "cases", "--"] + command, in: folder.path)
        #expect(result.exit == .code(2) && result.output.isEmpty, "\(result.output)")
        #expect(result.errors.ranges(of: "does not greet as a driver does").count == 1, "\(result.errors)")
        #expect(result.errors.contains(sentence), "\(result.errors)")
        #expect(result.errors.contains("a plain command has '{{url}}'"), "\(result.errors)")
    }

    /// The program is missing, or its driver says so; it is given behind '--' or not, alone or beside another one.
    @Test(arguments: [
        (["--", "sh", "-c", "echo needs foo >&2; exit 69"], "the client 'sh' cannot be started: needs foo\n"),
        (["--client", "mine"], "the client 'mine' cannot be started: there is no foo\n  help: it needs foo 2\n"),
        (["--client", "other"], "the client 'other' cannot be started: it needs bar 3\n"),
    ])
    func `tells once of a client that is missing`(client: [String], sentence: String) async throws {
        var files = CasesOfEveryKind.files
        files["drivers/mine.driver.json"] = #"{"name": "mine", "command": ["sh", "driver.sh"], "needs": "foo 2"}"#
        files["drivers/other.driver.json"] = #"{"name": "other", "command": ["no-such-program"], "needs": "bar 3"}"#
        files["drivers/reference.driver.json"] = #"{"name": "reference", "command": ["-"], "inside": true}"#
        files["drivers/driver.sh"] = "echo there is no foo >&2; exit 69\n"
        let folder = try CommandFolder(files)
        for others in [[], ["--client", "reference"]] {
            try Files.write(Array(#"{"report":1}"#.utf8), to: "\(folder.path)/r.json")
            let result = try await BuiltCommand.run(
                ["check", "cases", "--json", "r.json"] + others + client, in: folder.path,
                ["QUINTAIN_DRIVERS": "drivers"])
            #expect(result.exit == .code(2) && result.output.isEmpty, "\(result.output)")
            #expect(result.errors.hasSuffix("quintain check: " + sentence), "\(result.errors)")
            #expect(!Files.exists("\(folder.path)/r.json"), "an earlier report would be taken for this run's")
        }
    }

    /// What is played to nobody neither fails nor has a smaller failure.
    @Test(arguments: [
        (["--", "no-such-driver"], "no command 'no-such-driver' was found"),
        (["--", "sh", "-c", "echo needs foo >&2; exit 69"], "the client 'sh' cannot be started: needs foo\n"),
        (["--client", "mine"], "the client 'mine' cannot be started: there is no foo\n  help: it needs foo 2\n"),
    ])
    func `so do a sweep and a shrinking`(client: [String], sentence: String) async throws {
        var files = CasesOfEveryKind.files
        files["drivers/mine.driver.json"] = #"{"name": "mine", "command": ["sh", "driver.sh"], "needs": "foo 2"}"#
        files["drivers/driver.sh"] = "echo there is no foo >&2; exit 69\n"
        files["r.json"] = #"{"report":1}"#
        let folder = try CommandFolder(files)
        for words in [["sweep", "cases", "--json", "r.json"], ["shrink", "cases"], ["shrink", "cases/b.scenario"]] {
            let result = try await BuiltCommand.run(words + client, in: folder.path, ["QUINTAIN_DRIVERS": "drivers"])
            #expect(result.exit == .code(2) && result.output.isEmpty, "\(result.output)")
            #expect(result.errors.contains("quintain \(words[0]): "), "\(result.errors)")
            #expect(result.errors.ranges(of: sentence).count == 1, "\(result.errors)")
        }
        #expect(!Files.exists("\(folder.path)/r.json"), "an earlier report would be taken for this run's")
    }

    /// A page, too; and a merge or a comparison whose reports cannot be read.
    @Test func `takes earlier reports of every kind away`() async throws {
        let folder = try CommandFolder(CasesOfEveryKind.files.merging(["cut.json": #"{"report":1"#]) { $1 })
        let names = ["r.json", "r.xml", "r.html", "r.svg", "r.md"]
        func left() -> [String] { names.filter { Files.exists("\(folder.path)/\($0)") } }
        let reports = ["--json", "r.json", "--junit", "r.xml", "--html", "r.html"]
        _ = try await CasesOfEveryKind.check(["--json", "kept.json"], in: folder)
        _ = try await CasesOfEveryKind.check(["--json", "before.json"], in: folder)
        let whole = try Files.read("\(folder.path)/kept.json")
        for (words, refused) in [
            (["check", "cases", "--client", "reference"], ["check", "gone", "--client", "reference"]),
            (["merge", "kept.json"], ["merge", "kept.json", "cut.json"]),
            (["merge", "kept.json"], ["merge", "kept.json", "--nothing"]),
        ] {
            _ = try await BuiltCommand.run(words + reports, in: folder.path)
            #expect(left() == ["r.json", "r.xml", "r.html"], "\(words)")
            let result = try await BuiltCommand.run(refused + reports, in: folder.path)
            #expect(result.exit == .code(2) && left().isEmpty, "\(refused): \(left())")
        }
        let compared = ["--json", "r.json", "--html", "r.html", "--markdown", "r.md"]
        _ = try await BuiltCommand.run(["compare", "before.json", "kept.json"] + compared, in: folder.path)
        #expect(left() == ["r.json", "r.html", "r.md"])
        let result = try await BuiltCommand.run(["compare", "kept.json", "gone.json"] + compared, in: folder.path)
        #expect(result.exit == .code(2) && left().isEmpty, "\(left())")
        // What a merge reads is no report that it has left.
        let over = ["merge", "kept.json", "cut.json", "--json", "kept.json"]
        #expect(try await BuiltCommand.run(over, in: folder.path).exit == .code(2))
        #expect(try Files.read("\(folder.path)/kept.json") == whole)
    }

    @Test(arguments: ["check", "sweep"])
    func `takes an earlier report away where an option is misspelt`(command: String) async throws {
        let folder = try CommandFolder(["r.json": #"{"report":1}"#, "own.json": "{}"])
        let words = [command, "cases", "--clinet", "curl", "--json", "r.json", "--html=own.json"]
        let result = try await BuiltCommand.run(words, in: folder.path)
        #expect(result.exit == .code(2) && result.errors.contains("there is no option '--clinet'"), "\(result.errors)")
        #expect(!Files.exists("\(folder.path)/r.json") && Files.exists("\(folder.path)/own.json"))
    }

    @Test func `keeps an earlier report that is read-only, and plays nothing`() async throws {
        let folder = try CommandFolder(CasesOfEveryKind.files.merging(["r.json": #"{"report":1}"#]) { $1 })
        chmod("\(folder.path)/r.json", 0o444)
        let result = try await CasesOfEveryKind.check(["--json", "r.json"], in: folder)
        #expect(result.exit == .code(2) && result.output.isEmpty, "\(result.output)")
        #expect(result.errors.contains("'r.json' cannot be written"), "\(result.errors)")
        #expect(try Files.read("\(folder.path)/r.json") == Array(#"{"report":1}"#.utf8))
    }

    /// It greets with a slip, does no case, and ends with status 3.
    @Test func `tells of a greeting's slips first, and of a bad end last`() async throws {
        let folder = try CommandFolder(CasesOfEveryKind.files)
        let callbacks = #"{"response": ["default"], "data": [], "finish": [], "fail": []}"#
        let script = """
            echo '{"driver": 1, "name": "odd", "version": "1", "can": ["cokies"], "callbacks": \(callbacks)}'
            read case; echo '{"unable": "no"}'
            while read line; do case "$line" in *'"end"'*) echo '{"ended": 1}';; esac; done
            exit 3
            """
        let words = ["check", "cases", "--quiet", "--", "sh", "-c", script]
        let result = try await BuiltCommand.run(words, in: folder.path)
        #expect(result.exit == .code(1))
        #expect(result.errors.contains("without this: 'can' has 'cokies': did you mean 'cookies'?"), "\(result.errors)")
        #expect(result.output.contains("error  odd: "), "\(result.output)")
        #expect(result.output.contains("ended with exit status 3 behind"), "\(result.output)")
    }

    /// Prints by itself, where only the protocol may be.
    private static let chatty = """
        echo '{"driver": 1, "name": "chatty", "version": "1", "callbacks": {"response": [], "data": [], "finish": [], "fail": []}}'
        read case; read load; echo "loading"; read x
        """

    /// Each process errs in another way than the one before it.
    @Test func `tells of each fault of a driver, and not of the first alone`() async throws {
        let folder = try CommandFolder(CasesOfEveryKind.files)
        let driver = Self.chatty.replacing(
            #"read load; echo "loading""#,
            with: #"read load || exit 0; if mkdir met 2>/dev/null; then echo loading; else echo '{"callback": 7}'; fi"#)
        let words = ["check", "cases", "--colour", "never", "--jobs", "1", "--", "sh", "-c", driver]
        let result = try await BuiltCommand.run(words, in: folder.path)
        #expect(result.output.contains("output line 2 is no JSON: "), "\(result.output)")
        #expect(result.output.contains("in 4 more cases (--verbose prints them): "), "\(result.output)")
        #expect(result.output.ranges(of: "\ndriver fault  chatty  ").count == 2, "\(result.output)")
    }

    @Test func `tells once of a driver's fault that spoils every case`() async throws {
        let folder = try CommandFolder(CasesOfEveryKind.files)
        let words = ["check", "cases", "--colour", "never", "--", "sh", "-c", Self.chatty]
        let result = try await BuiltCommand.run(words, in: folder.path)
        let fault =
            "output line 2 is no JSON: no value begins like this at byte 0 of 'loading'; "
            + "standard output is for the protocol alone, so print to standard error"
        #expect(
            result.output.split(separator: "\n") == [
                "driver fault  chatty  a.scenario  Slow", "  \(fault)",
                "  see docs/driver-protocol.md#what-is-a-drivers-fault",
                "driver fault  chatty  in 5 more cases (--verbose prints them): \(fault)", "6 driver faults",
            ], "\(result.output)")
        let whole = try await BuiltCommand.run(
            ["check", "cases", "--verbose", "--colour", "never", "--", "sh", "-c", Self.chatty], in: folder.path)
        #expect(whole.output.ranges(of: "driver fault  chatty  ").count == 6, "\(whole.output)")
    }

    @Test func `prints five of the cases that say the same, and what says something else`() async throws {
        let rows = (1...8).map { "    row-\($0) | /\($0)\n" }.joined()
        let folder = try CommandFolder([
            "same.scenario": "# t\ncases name | path\n\(rows)\n> GET {{path}}\n> X-Key: {{any}}\n< 200\n",
            "same2.scenario": "# t\n> GET /other\n> X-Other: {{any}}\n< 200\n",
        ])
        let words = ["check", ".", "--colour", "never", "--", "curl", "-s", "{{url}}"]
        let result = try await BuiltCommand.run(words, in: folder.path)
        let heads = result.output.split(separator: "\n").filter { $0.hasPrefix("fail") }
        #expect(
            heads == (1...5).map { "fail  curl  same.scenario#row-\($0)  t" } + [
                "fail  curl  same2.scenario  t",
                "fail  curl  in 3 more cases (--verbose prints them): X-Key is missing [wrong-field]",
            ], "\(result.output)")
        #expect(result.output.contains("\n9 failed"), "\(result.output)")
        let whole = try await BuiltCommand.run(words[...1] + ["--verbose"] + words[2...], in: folder.path)
        #expect(whole.output.ranges(of: "\nfail  curl  same.scenario#row-").count >= 7, "\(whole.output)")
    }

    @Test func `calls a driver by its greeting where it writes what it fails`() async throws {
        let folder = try CommandFolder(CasesOfEveryKind.files)
        let words = ["check", "cases", "--write-known-failing", "known.txt", "--", "sh", "-c", Self.chatty]
        let result = try await BuiltCommand.run(words, in: folder.path)
        #expect(result.errors.contains("known.txt: 6 known failures of chatty\n"), "\(result.errors)")
    }

    @Test func `is in the order of the plan, whatever came first`() async throws {
        let folder = try CommandFolder(CasesOfEveryKind.files)
        let result = try await CasesOfEveryKind.check(["--json", "report.json"], in: folder)
        #expect(result.exit == .code(1))
        let heads = result.output.split(separator: "\n").filter { !$0.hasPrefix(" ") }.map(String.init)
        try #require(heads.count == 6, "\(result.output)")
        for (head, start) in zip(
            heads,
            [
                "fail  reference  a.scenario@delegate", "fail  reference  b.scenario@delegate",
                "warning  reference  c.scenario@delegate  Should", "noted  reference  d.scenario@delegate  May",
                "fail  reference  e.scenario@delegate",
                "1 passed, 1 noted, 1 warning, 3 failed",
            ])
        {
            #expect(head.hasPrefix(start), "\(head)")
        }
        let report = try JSONText(parsing: Files.read("\(folder.path)/report.json"))
        let rules = try #require(report["rules"]?.members)
        #expect(rules.count > 1 && rules.allSatisfy { $0.1.number ?? 0 > 0 })
    }
}
