// HelpTests.swift: the help of each command fits a terminal.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import Testing

@Suite struct `The help of commands` {
    private func said(_ words: String...) async throws -> String {
        let result = try await BuiltCommand.run(words, in: "/")
        try #require(result.exit == .code(0), "\(result.errors)")
        return result.output
    }

    @Test func `fits 80 columns, whichever command it is of`() async throws {
        let help = try await said("--help")
        let rows = help.split(separator: "\n").drop { $0 != "commands:" }.dropFirst().prefix { $0.hasPrefix("  ") }
        let names = rows.compactMap { $0.split(separator: " ").first.map(String.init) }
        #expect(names.contains("play") && names.contains("sweep") && names.count > 10)
        var texts = [("quintain", help)]
        for name in names { texts.append((name, try await said(name, "--help"))) }
        for (name, text) in texts {
            let wide = text.split(separator: "\n").filter { $0.count > 80 }
            #expect(wide.isEmpty, "\(name): \(wide)")
        }
    }

    @Test func `has each option on the left, and what it does on the right`() async throws {
        let help = try await said("play", "--help")
        #expect(help.hasPrefix("usage: quintain play [OPTION …] FILE[#CASE][@VARIANT] [-- COMMAND …]\n\n"))
        #expect(
            help.contains(
                """
                options:
                  --patience TIME    how long a line is waited for at least (QUINTAIN_PATIENCE,
                                     in seconds); else as the file says, or 5s

                """))
    }

    @Test func `is not needed to ask for the version`() async throws {
        #expect(try await said("-V") == said("--version"))
    }

    @Test(arguments: [("xterm", true), ("dumb", false)])
    func `has the colours that the terminal knows`(terminal: String, isColoured: Bool) async throws {
        let folder = try CommandFolder(["a.scenario": "# A\n> GET /\n< 200\n"])
        let onTerminal = ["python3", "-c", "import os, pty, sys; pty.spawn(sys.argv[1:])"]
        let result = try await BuiltCommand.run(
            ["play", "a.scenario", "--quiet", "--", "true"], in: folder.path, ["TERM": terminal], behind: onTerminal)
        #expect(result.output.contains("a.scenario:2: failure"), "\(result.output)\(result.errors)")
        #expect(result.output.contains("\u{1B}") == isColoured)
    }
}
