// FormatCommand.swift: `quintain format`, the canonical layout of scenario files.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainReport
import QuintainScenario
import QuintainSides

enum FormatCommand {
    static let subcommand = Subcommand(usage: usage, run: run)

    private static let usage = Usage(
        name: "format",
        summary: "formats scenario files in the canonical layout",
        form: "PATH…",
        about: """
            Rewrites files, and all .scenario and .routes files of folders, in the canonical layout without changing
            their meaning. Blanks at the ends of lines, which are errors, are taken away. A file with other errors is not
            changed, and its errors are printed. '-' is a text of standard input, whose layout is printed.

            Exit status 0: done; 1: with --check, some files would change; 2: files with errors.
            """,
        options: [
            .init("--check", nil, "prints which files would change, without changing them"),
            .init("--stdout", nil, "prints the result for one file, without changing it"),
            FixturePath.inputName,
        ],
        examples: [
            "quintain format fixtures", "quintain format --check fixtures",
            "quintain format --stdin-name my.scenario - <my.scenario",
        ])

    @OnLoop
    private static func run(_ arguments: Arguments) throws(WrongUse) -> Status {
        var doubtful = 0
        let files = try FixturePath.named(by: arguments, of: "format", doubtful: &doubtful)
        let isInput = files.contains { $0.text != nil }
        let isPrinted = arguments.has("--stdout") || isInput && !arguments.has("--check")
        if isPrinted, files.count != 1 { throw WrongUse("\(isInput ? "'-'" : "--stdout") is for one file") }
        var status = Status.asExpected
        var changed = 0
        for file in files {
            let (reading, source) = try file.read()
            guard let formatted = ScenarioFormatter.format(source, reading) else {
                Diagnostics.show(reading.diagnostics.filter { $0.severity == .error }, source: source)
                status = .wrongUse
                continue
            }
            if isPrinted {
                try Output.save(formatted, to: Output.standard)
                continue
            }
            guard formatted != source else { continue }
            changed += 1
            if arguments.has("--check") {
                Output.write("\(file.path) would change")
                if status == .asExpected { status = .notAsExpected }
            } else {
                try Output.save(formatted, to: file.path)
                Output.write("\(file.path) is changed")
            }
        }
        if changed == 0, status == .asExpected, !isPrinted {
            Output.write("\(Summary.count(files.count, "file")): laid out as they should be")
        }
        return status
    }
}
