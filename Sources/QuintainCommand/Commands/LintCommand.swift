// LintCommand.swift: `quintain lint`, what is wrong with files, without running them.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainReport
import QuintainScenario

enum LintCommand {
    static let subcommand = Subcommand(usage: usage) { run($0) }

    private static let usage = Usage(
        name: "lint",
        summary: "says what is wrong with scenario files, without running them",
        form: "PATH…",
        about: """
            Reads every file, and every .scenario and .routes file in every folder, and tells all that is wrong:
            the place, the line, what to write instead. Errors keep a file from being played; warnings do not.
            Exit status 0: nothing is wrong; 1: warnings only, with --strict; 2: errors.
            """,
        options: [
            .init("--json", nil, "one JSON object a line, for editors"),
            .init("--strict", nil, "warnings count, too"),
            .init("--quiet", nil, "says nothing where nothing is wrong"),
        ],
        examples: ["quintain lint fixtures", "quintain lint --json my.scenario"])

    @OnLoop
    private static func run(_ arguments: Arguments) -> Status {
        do throws(WrongUse) {
            if arguments.words.isEmpty { throw WrongUse("which files?", help: "write 'quintain lint PATH'") }
            let files = try FixturePath.find(arguments.words)
            if files.isEmpty {
                throw WrongUse("there are no .scenario or .routes files in \(arguments.words.joined(separator: ", "))")
            }
            var errors = 0
            var warnings = 0
            for file in files {
                let (reading, source) = try file.read()
                errors += reading.diagnostics.count { $0.severity == .error }
                warnings += reading.diagnostics.count { $0.severity == .warning }
                if arguments.has("--json") {
                    for diagnostic in reading.diagnostics { Output.write(DiagnosticText.json(diagnostic)) }
                } else {
                    Diagnostics.show(reading.diagnostics, source: source)
                }
            }
            if !arguments.has("--json"), !arguments.has("--quiet") || errors + warnings > 0 {
                let counts = "\(Summary.count(errors, "error")), \(Summary.count(warnings, "warning"))"
                Output.write(
                    "\(Summary.count(files.count, "file")): \(errors + warnings == 0 ? "nothing is wrong" : counts)")
            }
            if errors > 0 { return .wrongUse }
            return warnings > 0 && arguments.has("--strict") ? .notAsExpected : .asExpected
        } catch {
            return Program.complain(error, usage)
        }
    }
}
