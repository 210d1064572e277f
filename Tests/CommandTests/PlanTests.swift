// PlanTests.swift: which cases `quintain check` plays.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import Testing

@Suite struct `The cases of a check` {
    private static let files = [
        "plain.scenario": "# Plain\n> GET /\n< 200\n* response 200\n* finish\n",
        "known.txt": "plain  unexpected-request  no\n",
        // This driver greets, and loads nothing.
        "driver.sh": #"""
        echo '{"driver": 1, "name": "one-way", "version": "1", "again": true}'
        while read -r line; do
            case "$line" in
                '{"load"'*) echo '{"unable": "it loads nothing"}' ;;
                '{"end"'*) echo '{"ended": 1}' ;;
            esac
        done
        """#,
    ]

    @Test func `go over the versions of HTTP that are asked for`() async throws {
        let plain = "> GET /\n< 200\n* response 200\n* finish\n"
        let folder = try CommandFolder([
            "cases/plain.scenario": "# Plain\n\(plain)", "cases/table.scenario": "# Table\ncases a\n      x\n\(plain)",
            "cases/own.scenario": "# Says it itself\norigin main http http=2\n\(plain)",
            "cases/both.scenario": "# Says both itself\nover 1.1, 2\n\(plain)",
            "cases/one.scenario": "# Is about HTTP/1.1\nover 1.1\n\(plain)",
            "cases/raw.scenario": "# Has raw bytes\n> GET /\n< {{raw \"HTTP/1.1 200 OK\\r\\n\\r\\n\"}}\n! close\n",
        ])
        func names(_ versions: String...) async throws -> (names: [String], said: String) {
            let words = ["check", "cases", "--client", "reference", "--way", "delegate", "--list"] + versions
            let result = try await BuiltCommand.run(words, in: folder.path)
            let names = result.output.split(separator: "\n").map { line in
                line.split(separator: " ").last.map { String($0.prefix { $0 != "@" }) } ?? ""
            }
            return (
                names.map { $0.replacing("cases/", with: "").replacing(".scenario", with: "") }.sorted(), result.errors
            )
        }
        let one = ["both", "both#h2", "one", "own", "plain", "raw", "table#x"]
        let two = ["both#h2", "own", "plain#h2", "table#x,h2"]
        #expect(try await names().names == one)
        #expect(try await names("--over", "1.1").names == one)
        #expect(try await names("--over", "2").names == two)
        #expect(try await names("--over", "1.1,2").names == Set(one + two).sorted())
        let leftOut = "quintain check: 2 files are about HTTP/1.1, and not played over HTTP/2\n"
        #expect(try await names("--over", "2").said == leftOut)
        let words = ["check", "cases/both.scenario#1.1", "--client", "reference", "--way", "delegate", "--list"]
        let chosen = try await BuiltCommand.run(words, in: folder.path).output
        #expect(chosen.contains("cases/both.scenario") && !chosen.contains("#h2"), "\(chosen)")
        #expect(try await names("--over", "3").said.contains("'3' is not 1.1, 2 or 1.1,2"))
    }

    /// Where every run is over HTTP/2, nobody writes `,h2`; a file without such a run has its rows all the same.
    @Test func `find a row over HTTP/2 by its name in the table`() async throws {
        let plain = "cases a\n      x\n> GET /\n< 200\n* response 200\n* finish\n"
        let folder = try CommandFolder([
            "table.scenario": "# Table\n\(plain)", "one.scenario": "# About HTTP/1.1\nover 1.1\n\(plain)",
        ])
        func list(_ words: String...) async throws -> (said: String, exit: ChildProcess.Exit) {
            let all = ["check", "--client", "reference", "--way", "delegate", "--list"] + words
            let result = try await BuiltCommand.run(all, in: folder.path)
            return (result.output + result.errors, result.exit)
        }
        for name in ["table.scenario#x", "table.scenario#x,h2"] {
            #expect(try await list(name, "--over", "2").said.contains("table.scenario#x,h2"))
        }
        #expect(try await list("table.scenario#x,h2").exit == .code(2))
        #expect(try await list("table.scenario#y", "--over", "2").said.contains("has no row 'y'"))
        let about = try await list("one.scenario#x", "--over", "2").said
        #expect(about.contains("'one.scenario' is about HTTP/1.1, and not played over HTTP/2"), "\(about)")
        #expect(try await list("one.scenario#y", "--over", "1.1,2").said.contains("has no row 'y'"))
    }

    /// `make clients` plays all of them.
    @Test(arguments: ["redirects", "cookies", "framing"])
    func `pass over HTTP/2 as over HTTP/1-1`(group: String) async throws {
        let words = ["check", group, "--client", "reference", "--way", "delegate", "--over", "2", "--patience", "1m"]
        let folder = try CommandFolder([:])
        let result = try await BuiltCommand.run(words, in: folder.path)
        #expect(result.exit == .code(0), "\(result.output)")
    }

    @Test func `are those that are asked for, of a driver behind the command too`() async throws {
        let folder = try CommandFolder(Self.files)
        let words = ["check", "plain.scenario", "--client", "reference", "--list", "--way", "nsurldownload"]
        let result = try await BuiltCommand.run(words + ["--", "sh", "driver.sh"], in: folder.path)
        #expect(result.exit == .code(0), "\(result.errors)")
        let names = result.output.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
        #expect(names.sorted() == ["driver.sh plain.scenario@nsurldownload", "reference plain.scenario@nsurldownload"])
        let wrong = try await BuiltCommand.run(words + ["--way", "synch", "--", "sh", "driver.sh"], in: folder.path)
        #expect(wrong.exit == .code(2))
        #expect(wrong.errors.contains("no way is called 'synch'\n  help: did you mean 'sync'?"), "\(wrong.errors)")
    }

    @Test func `leave a client out that has no such way, and say so`() async throws {
        let folder = try CommandFolder(Self.files)
        let result = try await BuiltCommand.run(
            [
                "check", "plain.scenario", "--client", "reference", "--client", "urlsession", "--way", "nsurldownload",
                "--list",
            ], in: folder.path)
        #expect(result.exit == .code(0), "\(result.errors)")
        #expect(result.errors.contains("urlsession is not played: it loads as "))
        #expect(result.errors.hasSuffix("not as nsurldownload\n"))
        #expect(!result.output.contains("urlsession"))
    }

    @Test(arguments: [
        (#""command": ["sh", 3]"#, "'drivers/mine.driver.json': 'command' has 3"),
        (#""command": ["sh"], "ways": ["delegat"]"#, "'drivers/mine.driver.json': 'ways' has \"delegat\""),
        (#""command": ["sh"], "ways": "sync""#, "'ways' is no list\n  help: such as \"ways\": [\"sync\"]"),
        (#""command": ["sh"], "ways": ["upload"]"#, "\n  help: one of: delegate, handler, async, sync, "),
        (
            #""command": ["sh"], "knownFailling": "x""#,
            "no member 'knownFailling'\n  help: did you mean 'knownFailing'?"
        ),
        (#""command": []"#, "'drivers/mine.driver.json' needs 'name' and 'command'"),
        (#""command": ["sh"], "knownFailing": "no.txt""#, "drivers/no.txt"),
    ])
    func `are not those that a driver's description does not say right`(members: String, sentence: String) async throws
    {
        let folder = try CommandFolder(["drivers/mine.driver.json": "{\"name\": \"mine\", \(members)}"])
        let result = try await BuiltCommand.run(
            ["check", "--client", "mine", "--list"], in: folder.path, ["QUINTAIN_DRIVERS": "drivers"])
        #expect(result.exit == .code(2))
        #expect(result.errors.contains(sentence), "\(result.errors)")
    }

    /// The plugin of SwiftPM builds the command into the folder of another package.
    @Test func `are of the drivers and fixtures of the checkout that the plugin names`() async throws {
        let folder = try CommandFolder([
            "own/x.scenario": "# X\n> GET /\n< 204\n", "fixtures/only-there.scenario": "# A\n> GET /\n< 204\n",
            "drivers/mine.driver.json": #"{"name": "mine", "command": ["sh"]}"#,
        ])
        let result = try await BuiltCommand.run(
            ["check", "only-there", "--client", "mine", "--list"], in: "\(folder.path)/own",
            ["QUINTAIN_CHECKOUT": folder.path])
        #expect(result.exit == .code(0), "\(result.errors)")
        #expect(result.output.contains("only-there.scenario"), "\(result.output)")
    }

    @Test func `have known failures of a file that is there`() async throws {
        let folder = try CommandFolder(["a.scenario": "# A\n> GET /\n< 204\n"])
        let words = ["check", "a.scenario", "--client", "reference", "--known-failing", "tests/knwon"]
        let result = try await BuiltCommand.run(words, in: folder.path)
        #expect(result.exit == .code(2))
        #expect(
            result.errors == "quintain check: there is no file of known failures 'tests/knwon'\n"
                + "  help: '--write-known-failing tests/knwon' writes one; 'none' stands for none\n", "\(result.errors)"
        )
    }

    @Test func `have no way where a driver's description lists none`() async throws {
        let json = #"{"name": "mine", "command": ["sh"]}"#
        let folder = try CommandFolder(["drivers/mine.driver.json": json])
        let result = try await BuiltCommand.run(
            ["check", "--client", "mine", "--way", "sync", "--list"], in: folder.path, ["QUINTAIN_DRIVERS": "drivers"])
        #expect(result.exit == .code(2))
        #expect(result.errors.contains("help: leave '--way' out: a client without 'ways' in its driver.json"))
    }

    @Test(arguments: [
        (["--tag", "slow"], ["a", "b"]), (["--tag", "!slow"], ["c"]), (["--tag", "odd", "--tag", "slow"], ["a", "b"]),
        (["--tag", "slow", "--tag", "!odd"], ["a"]), (["--tag", "slow", "--filter", "*b*"], ["b"]),
    ])
    func `have the tags that are asked for`(options: [String], names: [String]) async throws {
        let folder = try CommandFolder([
            "a.scenario": "tags slow\n> GET /\n< 204\n", "b.scenario": "tags odd slow\n> GET /\n< 204\n",
            "c.scenario": "> GET /\n< 204\n",
        ])
        let words = ["check", "a.scenario", "b.scenario", "c.scenario", "--client", "curl", "--list"]
        let result = try await BuiltCommand.run(words + options, in: folder.path)
        #expect(result.exit == .code(0), "\(result.errors)")
        let listed = result.output.split(separator: "\n").map { $0.split(separator: " ")[1] }
        #expect(listed.map { $0.prefix(1) } == names.map { $0[...] }, "\(result.output)")
        for (tag, message) in [
            ("slw", "no scenario has the tag 'slw'\n  help: did you mean 'slow'?"), ("", "no scenario has the tag ''"),
        ] {
            let wrong = try await BuiltCommand.run(words + ["--tag", tag], in: folder.path)
            #expect(wrong.exit == .code(2) && wrong.errors.contains(message), "\(wrong.errors)")
        }
    }

    @Test(arguments: [
        (["--level", "should"], ["b"]), (["--level", "!should"], ["a", "c"]), (["--level", "must"], ["a", "b"]),
        (["--level", "may", "--level", "should"], ["b", "c"]), (["--level", "must", "--level", "!should"], ["a"]),
        (["--spec", "RFC 9110"], ["a", "b"]), (["--spec", "rfc9110 section 15.4"], ["a"]),
        (["--spec", "RFC 9110 15"], ["a", "b"]), (["--spec", "RFC 9110 section 15.40"], ["b"]),
        (["--spec", "!RFC 9110"], ["c"]), (["--spec", "RFC 911"], ["c"]), (["--spec", "RFC 9112 section 8"], ["b"]),
        (["--spec", "cancel", "--spec", "RFC 9112"], ["b", "c"]), (["--spec", "RFC 9110", "--level", "should"], ["b"]),
    ])
    func `have the level and cite the source that are asked for`(options: [String], names: [String]) async throws {
        let folder = try CommandFolder([
            "a.scenario": "spec RFC 9110 sections 9.2 and 15.4.8, URLSession\n> GET /\n< 204\n",
            "b.scenario":
                "spec RFC 9110 section 15.40, RFC 9112 sections 7.1, 7.2 and 8\n> GET /\n< 204\nshould\n> GET /b\n< 204\nend\n",
            "c.scenario": "spec RFC 911 section 8, URLSession.cancel\nmay\n> GET /\nend\n< 204\n",
        ])
        let words = ["check", "a.scenario", "b.scenario", "c.scenario", "--client", "curl", "--list"]
        let result = try await BuiltCommand.run(words + options, in: folder.path)
        #expect(result.exit == .code(0), "\(result.errors)")
        let listed = result.output.split(separator: "\n").map { $0.split(separator: " ")[1] }
        #expect(listed.map { $0.prefix(1) } == names.map { $0[...] }, "\(result.output)")
    }

    /// What must not be reached, and the connection on which a request comes.
    @Test(arguments: [
        "> GET /a\n< 200\nmay\n! same-connection\nend\n> GET /b\n< 200\n",
        "either\n> GET /a\nmay never \"that is allowed\"\n> GET /b\nend\n< 200\n",
    ])
    func `have a level by what they ask of the client without a mark of its own`(text: String) async throws {
        let folder = try CommandFolder(["a.scenario": text])
        let words = ["check", "a.scenario", "--client", "curl", "--list", "--level"]
        let (may, should) = (
            try await BuiltCommand.run(words + ["may"], in: folder.path),
            try await BuiltCommand.run(words + ["should"], in: folder.path)
        )
        #expect(may.exit == .code(0), "\(may.errors)")
        #expect(should.exit == .code(2))
    }

    @Test(arguments: [
        (["--level", "shoud"], "there is no level 'shoud'\n  help: did you mean 'should'?"),
        (["--level", "may"], "no case is left by --level\n"),
        (["--spec", "RFC 9111"], "no scenario cites 'RFC 9111'\n  help: did you mean 'RFC 9110'?"),
        (["--spec", "RFC 9110 section 3"], "no scenario cites 'RFC 9110 section 3'"),
        (["--spec", ""], "no scenario cites ''"),
        (
            ["--spec", "RFC 9110", "--level", "should", "--filter", "a"],
            "no case is left by --filter, --level, --spec\n"
        ),
    ])
    func `have a level and a source that there are`(options: [String], message: String) async throws {
        let folder = try CommandFolder([
            "a.scenario": "spec RFC 9110 section 15\n> GET /\n< 204\n", "b.scenario": "level should\n> GET /\n< 204\n",
        ])
        let words = ["check", "a.scenario", "b.scenario", "--client", "curl", "--list"]
        let result = try await BuiltCommand.run(words + options, in: folder.path)
        #expect(result.exit == .code(2) && result.errors.contains(message), "\(result.errors)")
    }

    @Test(arguments: [
        ("pl", "help: '--list' in place of the filters prints the names"),
        ("*pl", "help: '--list' in place of the filters prints the names"),
        ("nope", "help: '--list' in place of the filters prints the names"), ("plian", "help: did you mean 'plain'?"),
        ("pli*an", "help: '--list' in place of the filters prints the names"),
    ])
    func `have names of which a part is not enough`(filter: String, help: String) async throws {
        let folder = try CommandFolder([
            "plain.scenario": "> GET /\n< 204\n", "play.scenario": "> GET /\n< 204\n", "x.scenario": "> GET /\n< 204\n",
        ])
        let words = ["check", "plain.scenario", "play.scenario", "x.scenario", "--client", "curl", "--filter", filter]
        // A filter that matches nothing is reported, whatever the others match.
        for more in [[], ["--filter", "x"], ["--shard", "1/2"]] {
            let result = try await BuiltCommand.run(words + more, in: folder.path)
            #expect(result.exit == .code(2))
            #expect(result.errors.contains("no case has the name '\(filter)'\n  \(help)"), "\(result.errors)")
        }
    }

    @Test func `may all be in another part`() async throws {
        let folder = try CommandFolder(["a.scenario": "> GET /\n< 204\n", "b.scenario": "> GET /\n< 204\n"])
        let words = [
            "check", "a.scenario", "b.scenario", "--client", "reference", "--way", "delegate", "--filter", "b",
        ]
        let result = try await BuiltCommand.run(words + ["--shard", "2/2"], in: folder.path)
        #expect(result.exit == .code(0), "\(result.errors)")
        #expect(result.output == "no cases\n", "\(result.output)")
    }

    @Test func `have the rows that there are`() async throws {
        let folder = try CommandFolder([
            "t.scenario": "cases  name\n       one\n       other\n> GET /{{name}}\n< 204\n",
            "p.scenario": "> GET /\n< 204\n",
        ])
        for (word, help) in [
            ("t.scenario#othr", "did you mean 'other'?"), ("p.scenario#x", "it has no table: leave the row out"),
        ] {
            let result = try await BuiltCommand.run(["check", word, "--client", "reference"], in: folder.path)
            #expect(result.exit == .code(2) && result.errors.contains("has no row '"), "\(result.errors)")
            #expect(result.errors.contains("help: \(help)"), "\(result.errors)")
        }
    }

    @Test func `leave no reports of the run before where nothing is played`() async throws {
        let folder = try CommandFolder(Self.files.merging(["notes.html": "mine"]) { $1 })
        let words = ["check", "plain.scenario", "--json", "a.json", "--junit", "a.xml"]
        let right = try await BuiltCommand.run(words + ["--html", "a.html", "--client", "reference"], in: folder.path)
        #expect(right.exit == .code(0), "\(right.errors)")
        let reports = ["a.json", "a.xml", "a.html"].map { "\(folder.path)/\($0)" }
        #expect(reports.allSatisfy(Files.exists))
        // A file that is no report of ours stays.
        let wrong = try await BuiltCommand.run(
            words + ["--html", "notes.html", "--", "sh", "nothere.sh"], in: folder.path)
        #expect(wrong.exit == .code(2))
        #expect(reports.filter(Files.exists) == ["\(folder.path)/a.html"])
        #expect(Files.exists("\(folder.path)/notes.html"))
    }

    @Test func `are not begun where an option is no file, or two reports are one`() async throws {
        let folder = try CommandFolder(Self.files)
        for (words, message) in [
            (["--json", "--quiet"], "option '--json' needs a value"),
            (["--json", "same", "--html", "same"], "'--json' and '--html' both write 'same'"),
            (["--json", "same", "--html", "./same"], "'--json' and '--html' both write './same'"),
        ] {
            let result = try await BuiltCommand.run(
                ["check", "plain.scenario", "--client", "reference"] + words, in: folder.path)
            #expect(result.exit == .code(2) && result.errors.contains(message), "\(result.errors)")
        }
        let script = try Files.read("\(folder.path)/driver.sh")
        let over = try await BuiltCommand.run(
            ["check", "plain.scenario", "--json", "driver.sh", "--", "sh", "driver.sh"], in: folder.path)
        #expect(over.errors.contains("'--json' would write over 'driver.sh', which this run reads"), "\(over.errors)")
        #expect(try over.exit == .code(2) && Files.read("\(folder.path)/driver.sh") == script)
    }

    @Test func `have known failures of their own client`() async throws {
        let folder = try CommandFolder(Self.files)
        let words = ["check", "plain.scenario", "--client", "reference", "--way", "delegate"]
        let driver = ["--", "sh", "driver.sh"]
        let unclear = try await BuiltCommand.run(words + ["--known-failing", "known.txt"] + driver, in: folder.path)
        #expect(unclear.exit == .code(2))
        #expect(unclear.errors.contains("'--known-failing known.txt' does not say which client it is of"))
        #expect(unclear.errors.contains("help: write '--known-failing reference=known.txt'"))

        let named = try await BuiltCommand.run(
            words + ["--known-failing", "reference=known.txt"] + driver, in: folder.path)
        #expect(named.exit == .code(1), "\(named.errors)")
        let misspelt = ["a.txt": "plain unexpected-calback why\n", "b.txt": "?*@* *? whatever\n"]
        let other = try CommandFolder(Self.files.merging(misspelt) { $1 })
        for (file, message) in [
            (
                "a.txt",
                "a.txt:1: error: there is no rule 'unexpected-calback'\n  help: did you mean 'unexpected-callback'?"
            ),
            ("b.txt", "b.txt:1: error: '?*@* *?' would let any case fail in any way"),
        ] {
            let wrong = try await BuiltCommand.run(words + ["--known-failing", file], in: other.path)
            #expect(wrong.exit == .code(2) && wrong.errors.contains(message), "\(wrong.errors)")
        }
        let none = try await BuiltCommand.run(words + ["--known-failing", "none"] + driver, in: folder.path)
        // The driver can do nothing, so nothing was judged for it; what the other client fails is known to no file.
        #expect(none.exit == .code(1), "\(none.output)\(none.errors)")
        #expect((none.output + none.errors).contains("nothing was judged for"), "\(none.output)\(none.errors)")
    }
}
