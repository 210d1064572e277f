// OptionValueTests.swift: options with a value too many, or with one that is meant for something else.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import Testing

@Suite struct `A value of an option` {
    private static let files = [
        "good/plain.scenario": "# Plain\n> GET /\n< 200\n",
        "good/some.routes": "# Some routes\nroutes\n\n> GET /r\n< 200\n",
    ]

    private static let uses: [(line: String, says: String)] = [
        ("serve --port 0 --port 1", "'--port' is given twice, with '0' and '1'\n  help: leave one of them out"),
        ("check good --json a.json --json=b.json", "'--json' is given twice, with 'a.json' and 'b.json'"),
        ("check good --client reference --shard 1/2 --shard 2/2", "'--shard' is given twice"),
        (
            "check good --client reference --known-failing none --known-failing k",
            "'--known-failing' is given twice, with 'none' and 'k'"
        ),
        (
            "check good --client reference --known-failing reference=k --known-failing reference=l",
            "'--known-failing reference' is given twice, with 'k' and 'l'"
        ),
        (
            "check good --client reference --html good/plain.scenario",
            "'--html good/plain.scenario' would write a file with the name of a fixture\n  help: name the file to write"
        ),
        (
            "check good --client reference --write-known-failing good/some.routes",
            "'--write-known-failing good/some.routes' would write a file"
        ),
        (
            "play good/plain.scenario --transcript good/plain.scenario -- true",
            "'--transcript good/plain.scenario' would"
        ),
        (
            "serve good --port 0 --control-port 0 --ready-file good/plain.scenario",
            "'--ready-file good/plain.scenario' would write a file"
        ),
        (
            "check good --client reference --json=",
            "the value of '--json' is empty\n  help: write '--json FILE', or leave"
        ),
        ("check good --client reference --shrink=", "the value of '--shrink' is empty"),
        ("serve good --port 0 --control-port 0 --ready-file=", "the value of '--ready-file' is empty"),
        (
            "check good --client reference --list --json a.json",
            "'--list' plays nothing that '--json' could write\n  help: leave one of them out"
        ),
        ("check --list-clients --junit a.xml", "'--list-clients' plays nothing that '--junit' could write"),
        ("sweep good --client reference --list --html a.html", "'--list' plays nothing that '--html' could write"),
    ]

    /// Of two values one would be passed over; and an option without its value takes the scenario behind it.
    @Test(arguments: uses.map(\.line)) func `is passed over or written over nowhere`(line: String) async throws {
        let says = try #require(Self.uses.first { $0.line == line }).says
        let folder = try CommandFolder(Self.files)
        let result = try await BuiltCommand.run(line.split(separator: " ").map(String.init), in: folder.path)
        #expect(result.exit == .code(2) && result.errors.contains(says), "\(result.errors)")
        for (name, text) in Self.files {
            #expect(String(decoding: try Files.read("\(folder.path)/\(name)"), as: UTF8.self) == text, "\(name)")
        }
    }
}
