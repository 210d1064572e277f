// LintTests.swift: the output of `quintain lint` and `quintain format` for editors.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainNotation
import Testing

@Suite struct `Lint for editors` {
    private static let files = [
        "good/plain.scenario": "# Plain\n> GET /\n< 200\n<\n< {{file \"x.txt\"}}\n",
        "good/x.txt": "x",
        "broken/broken.scenario": "# Broken\n* redirct 302 /\n",
        "odd/odd.scenario": "# Odd\norigin web http\n> GET /\n< 200\n",
    ]

    private func lint(_ line: String, input: String? = nil) async throws -> BuiltCommand.Result {
        let folder = try CommandFolder(Self.files)
        let words = ["lint"] + line.split(separator: " ").map(String.init)
        guard let input else { return try await BuiltCommand.run(words, in: folder.path) }
        return try await BuiltCommand.run(words, in: folder.path, reading: input)
    }

    private func slugs(_ result: BuiltCommand.Result) throws -> [String: [String]] {
        let report = try JSONText(parsing: result.output)
        #expect(report["lint"]?.number == 1)
        #expect(report["program"]?.text == "quintain 0.1.0")
        return Dictionary(
            uniqueKeysWithValues: (report["files"]?.list ?? []).map { file in
                let slugs = (file["diagnostics"]?.list ?? []).compactMap { $0["slug"]?.text }
                return (file["path"]?.text ?? "", slugs)
            })
    }

    @Test func `is one object for all files, with the status of lint`() async throws {
        let result = try await lint("--json good broken odd")
        #expect(result.exit == .code(2))
        #expect(result.errors == "")
        #expect(
            try slugs(result) == [
                "good/plain.scenario": [], "broken/broken.scenario": ["unknown-callback"],
                "odd/odd.scenario": ["unused-origin"],
            ])
        #expect(try JSONText(parsing: result.output)["counts"] == .object([("errors", 1), ("warnings", 1)]))
        #expect(try await lint("--json good odd").exit == .code(0))
        #expect(try await lint("--json --strict good odd").exit == .code(1))
    }

    @Test func `reads standard input as if it were the file`() async throws {
        let text = "# Unsaved\n> GET /\n< 200\n<\n< {{file \"x.txt\"}}\n"
        let result = try await lint("--json --stdin-name good/plain.scenario -", input: text)
        #expect(result.exit == .code(0))
        #expect(try slugs(result) == ["good/plain.scenario": []])
        let elsewhere = try await lint("--json --stdin-name broken/new.scenario -", input: text)
        #expect(elsewhere.exit == .code(2))
        #expect(try slugs(elsewhere) == ["broken/new.scenario": ["file-fault"]])
        let nameless = try await lint("- good", input: "* redirct\n")
        #expect(nameless.exit == .code(2))
        #expect(nameless.errors.hasPrefix("-:1:3: error: no callback is called 'redirct' [unknown-callback]\n"))
        #expect(nameless.output == "2 files: 1 error, 0 warnings\n")
    }

    @Test(arguments: [("", 11), ("--columns utf-8", 13), ("--columns utf-32", 10)])
    func `counts columns in the unit that is asked for`(option: String, column: Int) async throws {
        let result = try await lint("--json \(option) -", input: "# T\n> GET /\n* fail 🎯 x\n")
        let file = try #require(try JSONText(parsing: result.output)["files"]?.list?.first)
        let columns = (file["diagnostics"]?.list ?? []).compactMap { $0["column"]?.number }
        #expect(columns.contains(column), "\(result.output)")
    }
}

@Suite struct `Format for editors` {
    private static let loose = "# Unsaved\nlevel     must\n> GET /\n< 200\n<\n< {{file \"x.txt\"}}\n"

    private func format(_ line: String, _ input: String) async throws -> BuiltCommand.Result {
        let folder = try CommandFolder(["good/plain.scenario": "# Plain\n> GET /\n< 200\n", "good/x.txt": "x"])
        let words = ["format"] + line.split(separator: " ").map(String.init)
        return try await BuiltCommand.run(words, in: folder.path, reading: input)
    }

    @Test func `prints the layout of standard input, as if it were the file`() async throws {
        let result = try await format("--stdin-name good/plain.scenario -", Self.loose)
        #expect(result.exit == .code(0))
        #expect(result.output == Self.loose.replacing("level     must", with: "level  must"))
        let routes = try await format("--stdin-name good/new.routes -", "> GET /a\n< 200\n")
        #expect(routes.exit == .code(0) && routes.output.contains("> GET /a\n"), "\(routes.errors)")
    }

    @Test func `prints nothing of a text with errors but these`() async throws {
        let result = try await format("--stdin-name elsewhere/new.scenario -", Self.loose)
        #expect(result.exit == .code(2) && result.output == "")
        #expect(result.errors.hasPrefix("elsewhere/new.scenario:6:"), "\(result.errors)")
    }

    @Test func `tells whether a text of standard input would change`() async throws {
        let result = try await format("--check --stdin-name good/plain.scenario -", Self.loose)
        #expect(result.exit == .code(1) && result.output == "good/plain.scenario would change\n")
    }

    @Test(arguments: [
        ("- good", "'-' is for one file"), ("--stdin-name a good", "'--stdin-name' names what '-' reads"),
    ])
    func `takes standard input alone, and no name without it`(line: String, says: String) async throws {
        let result = try await format(line, Self.loose)
        #expect(result.exit == .code(2) && result.errors.hasPrefix("quintain format: \(says)\n"), "\(result.errors)")
    }
}
