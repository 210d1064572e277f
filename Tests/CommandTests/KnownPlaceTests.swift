// KnownPlaceTests.swift: a known failure names where it is, and hides none elsewhere.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import Testing

@Suite struct `A failure that is known` {
    /// A client that errs, and one that errs by the same rule elsewhere.
    struct Pair: Sendable, CustomTestStringConvertible {
        let rule: String
        let scenario: String
        let known: String
        let worse: String
        let elsewhere: String

        init(_ rule: String, _ scenario: String, _ known: String, _ worse: String, breaks elsewhere: String) {
            (self.rule, self.scenario, self.known, self.worse) = (rule, "# A\n" + scenario, known, worse)
            self.elsewhere = elsewhere
        }

        var testDescription: String { rule }
    }

    private static let flow = "> POST /login\n< 204\n> GET /list\n< 204\n> POST /logout\n< 204\n"
    private static let steps = "> GET /a\n< 204\n> GET /b\n< 204\n> GET /c\n< 204\n"
    private static let branches =
        "> GET /\n< 204\neither\n> GET /a\n< 204\nor\n> GET /a\n> X: 1\n< 204\nend\n> GET /c\n< 204\n> GET /a\n< 204\n"
    private static let thrice = "repeat 3\n> GET /a\n< 503\nend\n> GET /b\n< 204\n"
    private static let fields = "> GET /a\n> X-A: 1\n> X-B: 1\n< 204\n> GET /b\n> X-A: 1\n< 204\n"
    private static let noRequest = "host=${1#http://}; exec 3<>/dev/tcp/${host%:*}/${host#*:}"
    /// Of four bytes that are announced, two are sent.
    private static let halfBody = """
        \(noRequest)
        printf 'POST /form HTTP/1.1\\r\\nHost: %s\\r\\nContent-Length: 4\\r\\n\\r\\nfi' $host >&3
        """
    private static let form = "> POST /form\n> Content-Length: 4\n>\n> fido\n< 204\n"

    private static let pairs = [
        Pair(
            "never-came:POST:/logout", flow, "curl -s -d '' $1/login; curl -s $1/list", "curl -s -d '' $1/login",
            breaks: "never-came:GET:/list"),
        Pair(
            "never-came:GET:/a#3", thrice, "curl -s $1/a; curl -s $1/a", "curl -s $1/a", breaks: "never-came:GET:/a#2"),
        Pair("never-came:POST:/form:body", form, halfBody, noRequest, breaks: "never-came:POST:/form"),
        Pair(
            "never-came:GET:/a#3", branches, "curl -s $1/; curl -s $1/a; curl -s $1/c", "curl -s $1/",
            breaks: "never-came:GET:/a#1"),
        Pair(
            "unexpected-request:GET:/c:before:POST:/login", flow, "curl -s $1/c?n=1", "curl -s -X DELETE $1/c?n=1",
            breaks: "unexpected-request:DELETE:/c:before:POST:/login"),
        Pair(
            "unexpected-request:GET:/c:before:GET:/list", flow, "curl -s -d '' $1/login; curl -s $1/c", "curl -s $1/c",
            breaks: "unexpected-request:GET:/c:before:POST:/login"),
        Pair(
            "wrong-field:x-b", fields, "curl -s -HX-A:1 -HX-B:2 $1/a; curl -s -HX-A:1 $1/b",
            "curl -s -HX-A:2 -HX-B:1 $1/a; curl -s -HX-A:1 $1/b", breaks: "wrong-field:x-a#1"),
        Pair(
            "wrong-field:x-a#2", fields, "curl -s -HX-A:1 -HX-B:1 $1/a; curl -s $1/b",
            "curl -s -HX-B:1 $1/a; curl -s -HX-A:1 $1/b", breaks: "wrong-field:x-a#1"),
        Pair(
            "wrong-body:POST:/b", "> POST /a\n>\n> x\n< 204\n> POST /b\n>\n> x\n< 204\n",
            "curl -s -dx $1/a; curl -s -dy $1/b", "curl -s -dy $1/a; curl -s -dx $1/b", breaks: "wrong-body:POST:/a"),
        Pair(
            "too-soon:GET:/c:before:GET:/b", steps, "curl -s $1/a; curl -s $1/c", "curl -s $1/c",
            breaks: "too-soon:GET:/c:before:GET:/a"),
        Pair(
            "too-soon:GET:/a#2:before:GET:/b", "> GET /a\n< 204\n> GET /b\n< 204\n> GET /a\n< 204\n> GET /c\n< 204\n",
            "curl -s $1/a; curl -s $1/a", "curl -s $1/c", breaks: "too-soon:GET:/c:before:GET:/a#1"),
        Pair(
            "wrong-branch:wrong#2", "either\n> GET /a\n< 204\nnever b\n> GET /b\nnever c\n> GET /c\nend\n",
            "curl -s $1/c", "curl -s $1/b", breaks: "wrong-branch:wrong#1"),
    ]

    @Test(arguments: pairs)
    func `hides none of its kind elsewhere`(pair: Pair) async throws {
        let folder = try CommandFolder(["a.scenario": pair.scenario])
        func check(_ script: String, _ options: [String]) async throws -> BuiltCommand.Result {
            try await BuiltCommand.run(
                ["check", "a.scenario", "--name", "c"] + options + ["--", "bash", "-c", script, "bash", "{{origin}}"],
                in: folder.path)
        }
        let first = try await check(pair.known, ["--write-known-failing", "known"])
        let written = String(decoding: try Files.read("\(folder.path)/known"), as: UTF8.self)
        let lines = written.split(separator: "\n").dropFirst().map {
            $0.split(separator: " ").prefix(2).joined(separator: " ")
        }
        #expect(lines == ["a \(pair.rule)"], "\(first.output)\(first.errors)")

        let again = try await check(pair.known, ["--known-failing", "known"])
        #expect(again.exit == .code(0), "\(again.output)\(again.errors)")
        let worse = try await check(pair.worse, ["--known-failing", "known"])
        #expect(worse.exit == .code(1), "\(worse.output)")
        #expect(worse.output.contains("known:2: a.scenario did not break '\(pair.rule)'"), "\(worse.output)")
        _ = try await check(pair.worse, ["--write-known-failing", "worse"])
        let other = String(decoding: try Files.read("\(folder.path)/worse"), as: UTF8.self)
        #expect(other.contains(" \(pair.elsewhere) "), "\(other)")

        // A gate notices it where nobody has written a list.
        for (name, script) in [("old.json", pair.known), ("new.json", pair.worse)] {
            _ = try await check(script, ["--json", name])
        }
        for (options, status) in [([], 0), (["--no-new-faults"], 1)] as [([String], Int32)] {
            let result = try await BuiltCommand.run(["compare", "old.json", "new.json"] + options, in: folder.path)
            #expect(
                result.exit == .code(status) && result.output.hasPrefix("differs  c  a.scenario  fail ["),
                "\(result.output)")
        }
    }
}
