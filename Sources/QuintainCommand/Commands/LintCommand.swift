// LintCommand.swift: `quintain lint`, faults of scenario files without playing them.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainAdvice
import QuintainLoop
import QuintainNotation
import QuintainReport
import QuintainScenario
import QuintainSides

enum LintCommand {
    static let subcommand = Subcommand(usage: usage, run: run)

    private static let usage = Usage(
        name: "lint",
        summary: "finds faults in scenario files without playing them",
        form: "PATH…",
        about: """
            Reads files, and all .scenario and .routes files of folders, and prints each fault with its place, its
            line, and what to write instead. '-' is standard input. A file with errors cannot be played, one with
            warnings can. A file of a folder whose name only looks like one of these, a link that leads nowhere, and one to a
            folder, which is not followed, are warnings. Exit status 0: no faults, or warnings only; 1: warnings only, with --strict; 2: errors.
            """,
        options: [
            .init("--json", nil, "prints a JSON object for editors: docs/editors.md"),
            .init("--columns", "UNIT", "the unit of columns in JSON: utf-16 (the default), utf-8 or utf-32"),
            FixturePath.inputName,
            .init("--strict", nil, "warnings fail as well: exit status 1"),
            .init("--quiet", nil, "prints nothing if there are no faults"),
        ],
        examples: ["quintain lint fixtures", "quintain lint --json --stdin-name my.scenario - <my.scenario"])

    @OnLoop
    private static func run(_ arguments: Arguments) throws(WrongUse) -> Status {
        var doubtful = 0
        let files = try FixturePath.named(by: arguments, of: "lint", doubtful: &doubtful)
        let columns = try arguments.choice("--columns", LintReport.Columns.self)
        if columns != nil, !arguments.has("--json") { throw WrongUse("'--columns' has no effect without '--json'") }
        var report = LintReport(program: "quintain \(Invocation.version)", columns: columns ?? .utf16)
        for file in files {
            let (reading, source) = try file.read()
            let found = reading.advised
            report.add(file.path, found, source: source)
            if !arguments.has("--json") { Diagnostics.show(found, source: source) }
        }
        let (errors, warnings) = (report.errors, report.warnings + doubtful)
        if arguments.has("--json") {
            Output.write(report.json)
        } else if !arguments.has("--quiet") || errors + warnings > 0 {
            let counts = "\(Summary.count(errors, "error")), \(Summary.count(warnings, "warning"))"
            Output.write(
                "\(Summary.count(files.count, "file")): \(errors + warnings == 0 ? "nothing is wrong" : counts)")
        }
        if errors > 0 { return .wrongUse }
        return warnings > 0 && arguments.has("--strict") ? .notAsExpected : .asExpected
    }
}
