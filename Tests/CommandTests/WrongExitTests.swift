// WrongExitTests.swift: a plain command that sends what is right, and ends with a wrong status.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainNotation
import Testing

@Suite struct `A command whose status alone is wrong` {
    private static let page = "# A page\n> GET /page\n< 200\n<\n< well\n"
    /// As a program does whose own check of the body fails.
    private static let script = "curl -s {{url}}; echo \"KeyError: 'name'\" >&2; exit 3"

    @Test(arguments: [[], ["--whole"], ["--html", "r.html"], ["--repeat", "2", "--jobs", "1"]])
    func `is reported with what it wrote and with both sides`(options: [String]) async throws {
        let folder = try CommandFolder(["a.scenario": Self.page])
        let words = ["check", "a.scenario", "--exit", "0", "--json", "r.json", "--junit", "r.xml"] + options
        let result = try await BuiltCommand.run(words + ["--", "sh", "-c", Self.script], in: folder.path)
        #expect(result.exit == .code(1))
        #expect(
            result.output.contains(
                """
                  the command ended with exit status 3, not 0 [wrong-exit]
                  the last words on standard error:
                    KeyError: 'name'

                """), "\(result.output)")
        let report = try JSONText(parsing: Files.read("\(folder.path)/r.json", limit: 1 << 20))
        let one = try #require(report["cases"]?.list?.first)
        #expect(one["errors"]?.text == "KeyError: 'name'\n")
        #expect(one["sides"]?.list?.isEmpty == false && one["rows"] != nil && one["events"] != nil, "\(one)")
        let junit = String(decoding: try Files.read("\(folder.path)/r.xml", limit: 1 << 20), as: UTF8.self)
        #expect(junit.contains("KeyError"), "\(junit)")
    }

    /// Nobody reads what happened in a case that is as expected, unless it is asked for.
    @Test(arguments: [([], false), (["--whole"], true)])
    func `is told apart from one that is as expected`(options: [String], isWhole: Bool) async throws {
        let folder = try CommandFolder(["a.scenario": Self.page])
        let words = ["check", "a.scenario", "--exit", "3", "--json", "r.json"] + options
        let result = try await BuiltCommand.run(words + ["--", "sh", "-c", Self.script], in: folder.path)
        #expect(result.exit == .code(0), "\(result.output)\(result.errors)")
        let report = try JSONText(parsing: Files.read("\(folder.path)/r.json", limit: 1 << 20))
        let one = try #require(report["cases"]?.list?.first)
        #expect(one["errors"] == nil && one["sides"] == nil && (one["rows"] != nil) == isWhole, "\(one)")
    }

    /// A variant shows nothing of a client that fails already without it.
    @Test(arguments: ["", "* response 200\n* finish\n"])
    func `has no variants`(lines: String) async throws {
        let folder = try CommandFolder(["a.scenario": Self.page + lines])
        let words = ["sweep", "a.scenario", "--exit", "0", "--", "sh", "-c", Self.script]
        let result = try await BuiltCommand.run(words, in: folder.path)
        #expect(result.exit != .code(0))
        let reason = "it does not pass as it is: the command ended with exit status 3, not 0"
        #expect((result.output + result.errors).contains(reason), "\(result.output)\(result.errors)")
    }

    @Test(arguments: [("", true), ("* response 200\n* finish\n", false)])
    func `cannot be in variants of a file that says nothing of ends, which is told`(lines: String, isTold: Bool)
        async throws
    {
        let folder = try CommandFolder(["a.scenario": Self.page + lines])
        let words = [
            "sweep", "a.scenario", "--family", "stall", "--budget", "5", "--exit", "0", "--", "curl", "-s", "{{url}}",
        ]
        let result = try await BuiltCommand.run(words, in: folder.path)
        #expect(result.exit == .code(0), "\(result.output)\(result.errors)")
        let remark = """
            '--exit 0' has judged no status in 5 variants, for no line of theirs says how a load ends
              help: write '* response 200' and '* finish' below the last reply of each load

            """
        #expect(result.errors.contains(remark) == isTold, "\(result.errors)")
    }

    /// No line of the variant says that its load fails.
    @Test func `is not wrong in a variant by its name either`() async throws {
        let folder = try CommandFolder(["a.scenario": Self.page])
        for (name, status) in [("a.scenario@cut:5", 0), ("a.scenario", 1)] as [(String, Int32)] {
            let words = ["check", name, "--exit", "0", "--", "sh", "-c", "curl -s {{url}}; exit 52"]
            let result = try await BuiltCommand.run(words, in: folder.path)
            #expect(result.exit == .code(status), "\(result.output)\(result.errors)")
            #expect(
                result.errors.contains("has judged no status in 1 variant, for ") == (status == 0), "\(result.errors)")
        }
    }
}
