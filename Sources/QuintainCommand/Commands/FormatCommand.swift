// FormatCommand.swift: `quintain format`, the canonical layout of scenario files.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainReport
import QuintainScenario
import QuintainSides

enum FormatCommand {
    static let subcommand = Subcommand(usage: usage) { run($0) }

    private static let usage = Usage(
        name: "format",
        summary: "formats scenario files in the canonical layout",
        form: "PATH…",
        about: """
            Rewrites files, and all .scenario and .routes files of folders, in the canonical layout without changing
            their meaning. A file with errors is not changed, and its errors are printed.

            Exit status 0: done; 1: with --check, some files would change; 2: files with errors.
            """,
        options: [
            .init("--check", nil, "prints which files would change, without changing them"),
            .init("--stdout", nil, "prints the result for one file, without changing it"),
        ],
        examples: ["quintain format fixtures", "quintain format --check fixtures"])

    @OnLoop
    private static func run(_ arguments: Arguments) -> Status {
        do throws(WrongUse) {
            if arguments.words.isEmpty { throw WrongUse("which files?", help: "write 'quintain format PATH'") }
            var doubtful = 0
            let files = try FixturePath.find(arguments.words, doubtful: &doubtful)
            if files.isEmpty {
                throw WrongUse("there are no .scenario or .routes files in \(arguments.words.joined(separator: ", "))")
            }
            if arguments.has("--stdout"), files.count != 1 { throw WrongUse("--stdout is for one file") }
            var status = Status.asExpected
            var changed = 0
            for file in files {
                let (reading, source) = try file.read()
                guard let formatted = ScenarioFormatter.format(source, reading) else {
                    Diagnostics.show(reading.diagnostics.filter { $0.severity == .error }, source: source)
                    status = .wrongUse
                    continue
                }
                if arguments.has("--stdout") {
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
            if changed == 0, status == .asExpected, !arguments.has("--stdout") {
                Output.write("\(Summary.count(files.count, "file")): laid out as they should be")
            }
            return status
        } catch {
            return Invocation.complain(error, usage)
        }
    }
}
