// SweptVersionsTests.swift: the versions of HTTP over which `quintain sweep` varies scenarios.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import Testing

@Suite struct `Runs that are varied` {
    @Test func `go over the versions of HTTP that are asked for`() async throws {
        let plain = "> GET /\n< 200\n* response 200\n* finish\n"
        let folder = try CommandFolder([
            "cases/plain.scenario": "# Plain\n\(plain)",
            "cases/both.scenario": "# Says both itself\nover 1.1, 2\n\(plain)",
            "cases/one.scenario": "# Is about HTTP/1.1\nover 1.1\n\(plain)",
        ])
        func runs(_ words: String...) async throws -> (names: Set<String>, said: String) {
            let words = ["sweep", "cases", "--client", "reference", "--family", "interim", "--list"] + words
            let result = try await BuiltCommand.run(words, in: folder.path)
            let names = result.output.split(separator: "\n").map { line in
                String(line.prefix { $0 != "@" }).replacing("cases/", with: "").replacing(".scenario", with: "")
            }
            return (Set(names), result.errors)
        }
        #expect(try await runs().names == ["both", "both#h2", "one", "plain"])
        #expect(try await runs("--over", "2").names == ["both#h2", "plain#h2"])
        #expect(try await runs("--over", "1.1,2").names == ["both", "both#h2", "one", "plain", "plain#h2"])
        let leftOut = "quintain sweep: 1 file is about HTTP/1.1, and not played over HTTP/2\n"
        #expect(try await runs("--over", "2").said == leftOut)
    }

    @Test func `leave out more than is told, unless all of it is asked for`() async throws {
        let folder = try CommandFolder([
            "plain.scenario":
                "# Plain\n> GET /\n< 200\n< Content-Length: 3\n<\n< all\n* response 200\n* data \"all\"\n* finish\n"
        ])
        func leftOut(_ words: String...) async throws -> [String] {
            let words =
                ["sweep", "plain.scenario", "--client", "reference", "--way", "delegate", "--budget", "1"] + words
            let lines = try await BuiltCommand.run(words, in: folder.path).output.split(separator: "\n")
            return lines.filter { $0.hasPrefix("left out: ") }.map(String.init)
        }
        let (told, all) = (try await leftOut(), try await leftOut("--verbose"))
        #expect(told.count == 6 && all.count > 6, "\(told)\(all)")
        #expect(told.last?.hasPrefix("left out: \(all.count - 5) more reasons (") == true, "\(told)")
        #expect(told.last?.hasSuffix("), --verbose lists them") == true && Set(told.dropLast()).isSubset(of: all))
    }

    @Test func `are found by the names of their variants`() async throws {
        let folder = try CommandFolder(["plain.scenario": "# Plain\n> GET /\n< 200\n* response 200\n* finish\n"])
        let words = ["check", "plain.scenario#h2@interim:103", "--client", "reference", "--way", "delegate"]
        let result = try await BuiltCommand.run(words + ["--over", "2"], in: folder.path)
        #expect(result.exit == .code(0), "\(result.output)\(result.errors)")
        #expect(result.output.contains("1 passed"))
    }
}
