// SweepTests.swift: `quintain sweep`, as users run it.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainNotation
import Testing

@Suite struct `Sweeping` {
    private static let files = [
        "poem.scenario": """
        # A poem
        > GET /poem
        < 200
        < Content-Type: text/plain
        <
        < {{file "poem.txt"}}
        * response 200
        * data {{file "poem.txt"}}
        * finish

        """,
        "poem.txt": "roses are red",
    ]

    /// The reference client behind its driver, with an error: it takes a truncated body for a whole one.
    private func erring() async throws -> [String] {
        let command = try await OnLoop.run { try BuiltCommand.path() }
        return [
            "--name", "mine", "--", String(command.dropLast("quintain".count)) + "quintain-mutant",
            "takes-a-cut-body-for-whole",
        ]
    }

    @Test func `is no success where nothing could be varied`() async throws {
        let folder = try CommandFolder(["a.scenario": "# A\nclient GET /a\n> GET /a\n> X: 1\n< 200\n"])
        let result = try await BuiltCommand.run(["sweep", "a.scenario", "--client", "reference"], in: folder.path)
        #expect(result.exit == .code(1), "\(result.output)")
        #expect(result.errors.contains("nothing was varied: only what passes as it is can be"), "\(result.errors)")
    }

    @Test func `is given up after its limit, and no report of it is green`() async throws {
        let folder = try CommandFolder([
            "hung.scenario": "# A\n> GET /\n< 200\n",
            "hung.sh": """
            echo '{"driver": 1, "name": "hung", "version": "1"}'
            while read -r line; do :; done
            """,
        ])
        let words = [
            "sweep", "hung.scenario", "--limit", "100ms", "--json", "r.json", "--junit", "r.xml", "--", "sh", "hung.sh",
        ]
        let result = try await BuiltCommand.run(words, in: folder.path)
        if result.exit == .code(2) {
            // A busy machine.
            #expect(result.errors.contains("the run was given up after 100ms (--limit), and"), "\(result.errors)")
            return
        }
        #expect(result.exit == .code(1), "\(result.output)\(result.errors)")
        let report = try JSONText(parsing: Files.read("\(folder.path)/r.json"))
        #expect(report["givenUp"]?.bool == true)
        let complaint = try #require(report["complaints"]?.list?.first?.text)
        #expect(complaint.hasPrefix("the run was given up after 100ms (--limit): 0 of "), "\(complaint)")
        #expect(complaint.contains(" variants were played"), "\(complaint)")
        #expect(result.output.contains("error  \(complaint)\n"), "\(result.output)")
        let tests = String(decoding: try Files.read("\(folder.path)/r.xml"), as: UTF8.self)
        #expect(tests.contains(#"<testsuites tests="1" failures="1""#), "\(tests)")
    }

    @Test func `tells the places, and the names by which patterns know them`() async throws {
        let folder = try CommandFolder(Self.files)
        let result = try await BuiltCommand.run(
            [
                "sweep", "poem.scenario", "--family", "cut", "--colour", "never", "--json", "r.json", "--html",
                "r.html",
            ] + erring(), in: folder.path)
        #expect(result.exit == .code(1), "\(result.errors)")
        #expect(result.output.contains(" [cut:in-the-body]\n"), "\(result.output)")
        let report = try JSONText(parsing: Files.read("\(folder.path)/r.json"))
        let failing = (report["cases"]?.list ?? []).filter { $0["verdict"]?.text == "fail" }
        #expect(!failing.isEmpty && failing.allSatisfy { $0["place"]?.text == "cut:in-the-body" })
        let group = report["sweep"]?["groups"]?.list?.first { $0["name"]?.text == "cut:in-the-body" }
        #expect(group?["fail"]?.number == failing.count && group?["family"]?.text == "cut")
        let page = String(decoding: try Files.read("\(folder.path)/r.html"), as: UTF8.self)
        #expect(page.contains(#""name":"cut:in-the-body""#) && page.contains(#""places":["#))
    }

    /// The driver greets as the bundled client is called, and nothing else tells their variants apart.
    @Test func `plays no two clients of one name`() async throws {
        let folder = try CommandFolder(Self.files)
        let client = try await erring()[3].replacing("quintain-mutant", with: "quintain-client")
        let driver = ["sh", "-c", "\(client) | sed -u '1s/the reference client/reference/'"]
        let words = ["sweep", "poem.scenario", "--family", "cut", "--client", "reference"]
        let result = try await BuiltCommand.run(words + ["--"] + driver, in: folder.path)
        #expect(result.exit == .code(1), "\(result.errors)")
        #expect(result.output.contains("error  two clients are called 'reference': "), "\(result.output)")
        let other = try await BuiltCommand.run(words + ["--name", "mine", "--"] + driver, in: folder.path)
        #expect(other.exit == .code(0), "\(other.output)\(other.errors)")
    }

    @Test func `takes known failures by place, and tells those that name nothing`() async throws {
        var files = Self.files
        files["known.txt"] = """
            poem@cut:in-the-body * a cut body is whole to it
            poem@cut:in-the-boody * as above
            poem@cutt:* * as above

            """
        let folder = try CommandFolder(files)
        let result = try await BuiltCommand.run(
            [
                "sweep", "poem.scenario", "--family", "cut", "--known-failing", "known.txt", "--colour", "never",
            ] + erring(), in: folder.path)
        #expect(result.output.contains("known.txt:2: 'poem@cut:in-the-boody' names no case"), "\(result.output)")
        #expect(result.output.contains("known.txt:3: 'poem@cutt:*' names no case"), "\(result.output)")
        #expect(!result.output.contains("known.txt:1") && !result.output.contains(" fail of "), "\(result.output)")
    }

    @Test func `writes variants that can be played`() async throws {
        let folder = try CommandFolder(Self.files)
        let written = try await BuiltCommand.run(
            ["sweep", "poem.scenario", "--family", "interim", "--write", "out", "--client", "reference"],
            in: folder.path)
        #expect(written.exit == .code(0), "\(written.output)\(written.errors)")
        let played = try await BuiltCommand.run(
            ["check", "out", "--client", "reference", "--way", "delegate", "--colour", "never"], in: folder.path)
        #expect(played.exit == .code(0) && played.output.contains(" passed"), "\(played.output)\(played.errors)")
    }
}
