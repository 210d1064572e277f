// CompareTests.swift: `quintain compare`.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainNotation
import Testing

@Suite struct `Two runs compared` {
    private static func report(_ cases: [(name: String, verdict: String)]) -> String {
        let cases = cases.map { #"{"client":"curl","scenario":"\#($0.name).scenario","verdict":"\#($0.verdict)"}"# }
        return
            #"{"report":1,"program":"quintain 0","date":"2026-11-22T09:08:14Z","cases":[\#(cases.joined(separator: ","))]}"#
    }

    private static let files = [
        "old.json": report([("a", "pass"), ("b", "fail"), ("c", "pass"), ("d", "fail")]),
        "new.json": report([("a", "fail"), ("b", "pass"), ("d", "fail"), ("e", "pass")]),
        "better.json": report([("a", "pass"), ("b", "pass"), ("c", "pass"), ("d", "fail")]),
        "text.json": "broken: 1", "other.json": "{}", "bare.json": #"{"report":1}"#,
        "same.json": report([("a", "pass"), ("b", "fail"), ("c", "pass"), ("d", "fail")]),
        "newer.json": #"{"report":2,"cases":[]}"#, "folder/": "",
    ]

    private func compare(_ words: String, in folder: CommandFolder) async throws -> BuiltCommand.Result {
        let words = ["compare", "--colour", "never"] + words.split(separator: " ").map(String.init)
        return try await OnLoop.run { try await BuiltCommand.run(words, in: folder.path) }
    }

    @Test func `fail if something fails that did not`() async throws {
        let folder = try CommandFolder(Self.files)
        let result = try await compare(
            "old.json new.json --json both.json --html both.html --markdown both.md", in: folder)
        #expect(result.exit == .code(1) && result.errors.isEmpty)
        #expect(
            result.output == """
                broken   curl  a.scenario  pass → fail
                mended   curl  b.scenario  fail → pass
                new      curl  e.scenario  pass
                gone     curl  c.scenario  was pass
                4 cases: 1 broken, 1 mended, 1 new, 1 gone, 1 as before

                """)
        let json = try JSONText(parsing: Files.read("\(folder.path)/both.json"))
        #expect(json["comparison"]?.number == 1 && json["worse"]?.bool == true)
        #expect(json["differences"]?.list?.count == 4)
        let comment = String(decoding: try Files.read("\(folder.path)/both.md"), as: UTF8.self)
        #expect(comment.contains("| broken | curl | `a.scenario` | pass | fail |  |\n"), "\(comment)")
        let page = String(decoding: try Files.read("\(folder.path)/both.html"), as: UTF8.self)
        #expect(page.contains("<title>Quintain: 2 passed, 2 failed</title>"))
        #expect(page.contains(#""comparison":{"old":{"program":"quintain 0","date":"2026-11-22T09:08:14Z","cases":4}"#))
    }

    @Test func `tell of a status that is judged no more`() async throws {
        let folder = try CommandFolder(["a.scenario": "# A\n> GET /\n< 204\n"])
        let run = ["a.scenario", "--name", "c", "--json"]
        let client = ["--", "sh", "-c", "curl -s {{url}}; exit 3"]
        for (options, name) in [(["--exit", "3", "--fail-on", "noted"], "strict.json"), ([], "mild.json")] {
            let result = try await BuiltCommand.run(["check"] + run + [name] + options + client, in: folder.path)
            #expect(result.exit == .code(0))
        }
        let told = ["--exit 3", "--fail-on noted", "--fail-on warning"].map {
            "the old run was judged with '\($0)', and the new one is not\n"
        }
        let mild = try await compare("strict.json mild.json", in: folder)
        #expect(mild.exit == .code(0) && mild.errors == told.joined(), "\(mild.errors)")
        let strict = try await compare("strict.json mild.json --strict", in: folder)
        #expect(strict.exit == .code(1) && strict.errors.isEmpty)
        #expect(strict.output.hasPrefix(told.map { "error  " + $0 }.joined()), "\(strict.output)")
    }

    @Test func `fail if cases are gone where --strict says so, and print ten of many`() async throws {
        let many = (0..<14).map { (name: "m\($0)", verdict: "pass") }
        let folder = try CommandFolder([
            "old.json": Self.report([("a", "pass")] + many), "new.json": Self.report([("a", "pass")]),
        ])
        let mild = try await compare("old.json new.json", in: folder)
        #expect(mild.exit == .code(0))
        let lines = mild.output.split(separator: "\n")
        #expect(lines.count { $0.hasPrefix("gone     curl  m") } == 10, "\(mild.output)")
        #expect(lines.suffix(2) == ["gone     4 more: --verbose lists them", "1 case: 14 gone, 1 as before"])
        let added = try await compare("new.json old.json", in: folder).output.split(separator: "\n")
        #expect(added.count { $0.hasPrefix("new      curl  m") } == 10, "\(added)")
        #expect(added.suffix(2) == ["new      4 more: --verbose lists them", "15 cases: 14 new, 1 as before"])
        let strict = try await compare("old.json new.json --strict --verbose", in: folder)
        #expect(strict.exit == .code(1) && strict.output.split(separator: "\n").count == 15, "\(strict.output)")
    }

    @Test(arguments: ["old.json better.json", "old.json same.json"])
    func `pass if what fails failed before`(words: String) async throws {
        let folder = try CommandFolder(Self.files)
        let result = try await compare("\(words) --quiet", in: folder)
        #expect(result.exit == .code(0) && result.errors.isEmpty, "\(result.output)\(result.errors)")
        #expect(result.output.hasPrefix("4 cases: ") && result.output.hasSuffix(" as before\n"))
    }

    @Test func `fail where neither has a case, and where the new one was given up`() async throws {
        let givenUp = Self.report([("a", "pass")]).replacing(
            #""cases""#, with: #""givenUp":true,"complaints":["c"],"cases""#)
        let folder = try CommandFolder([
            "none.json": Self.report([]), "empty.json": Self.report([]), "some.json": givenUp, "more.json": givenUp,
        ])
        let none = try await compare("none.json empty.json", in: folder)
        #expect(none.exit == .code(1), "\(none.output)")
        let some = try await compare("some.json more.json", in: folder)
        #expect(some.exit == .code(1) && some.errors.contains("the new run was given up"), "\(some.errors)")
        let merged = try await OnLoop.run { try await BuiltCommand.run(["merge", "none.json"], in: folder.path) }
        #expect(merged.exit == .code(1) && merged.output.contains("nothing was judged: there is no case"))
    }

    @Test(arguments: [
        ("", "which two reports?\n  help: write 'quintain compare OLD.json NEW.json'"),
        ("old.json", "which two reports?"), ("old.json new.json old.json", "there are 3 reports, and two are compared"),
        ("old.json nothere.json", "nothere.json"),
        ("old.json ./old.json", "'old.json' and './old.json' are one file, and nothing has changed in it"),
        ("text.json new.json", "'text.json' cannot be read: it is no JSON: "),
        ("old.json other.json", "'other.json' cannot be read: it is no report of 'check'"),
        ("old.json bare.json", "'bare.json' cannot be read: it has no list of cases"),
        ("newer.json old.json", "it is a report of version 2, and this program reads 1"),
        ("old.json folder", "folder"),
        ("old.json new.json --html nowhere/x.html", "'nowhere/x.html' cannot be written"),
        ("old.json new.json --json - --html -", "both ask for standard output"),
    ])
    func `say what is wrong with what they are given`(words: String, says: String) async throws {
        let folder = try CommandFolder(Self.files)
        let result = try await compare(words, in: folder)
        #expect(result.exit == .code(2))
        #expect(result.output.isEmpty && result.errors.contains(says), "\(result.output)\(result.errors)")
    }
}
