// MergeCommand.swift: `quintain merge`, the reports of several machines as one.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainReport
import QuintainRunner
import QuintainSides

enum MergeCommand {
    static let subcommand = Subcommand(usage: usage) { run($0) }

    private static let usage = Usage(
        name: "merge",
        summary: "puts the reports of several shards together",
        form: "REPORT.json…",
        about: """
            Reads reports that 'quintain check --json' wrote, and says of all what 'check' says of one. A case that two
            of them have is an error, and so is a shard that is missing. Exit status 0: all is as expected, in all of them.
            """,
        options: [
            .init("--json", "FILE", "writes the report of all as JSON"),
            .init("--junit", "FILE", "writes it for CI"),
            .init("--html", "FILE", "writes it as a page to look at ('check --whole' tells more in it)"),
            .init("--verbose", nil, "prints the two sides of each case that is not as expected"),
            .colour,
        ],
        examples: ["quintain merge shard-1.json shard-2.json --junit results.xml"])

    @OnLoop
    private static func run(_ arguments: Arguments) -> Status {
        do throws(WrongUse) {
            guard !arguments.words.isEmpty else {
                throw WrongUse("which reports?", help: "write 'quintain merge REPORT.json …'")
            }
            try ReportFiles.look(arguments)
            var whole = CheckReport(program: "quintain \(Program.version)")
            for path in arguments.words {
                if let twice = whole.add(try read(path)) {
                    throw WrongUse(
                        "'\(path)' has a case that another report has: \(twice)", help: "each shard is merged once")
                }
            }
            whole.close()
            let style = try arguments.style()
            for one in whole.cases where one.result.isFailure {
                let isVerbose = arguments.has("--verbose")
                let lines = isVerbose ? CaseText.whole(one, style: style) : CaseText.lines(of: one, style: style)
                for line in lines { Output.write(line) }
            }
            let progress = CheckProgress(total: 0, style: style, isQuiet: false, isVerbose: false)
            let isAsExpected = progress.finish(whole)
            try ReportFiles.write(whole, arguments)
            return isAsExpected ? .asExpected : .notAsExpected
        } catch {
            return Program.complain(error, usage)
        }
    }

    private static func read(_ path: String) throws(WrongUse) -> CheckReport {
        let bytes: [UInt8]
        do throws(LoopError) {
            bytes = try Files.read(path, limit: 1 << 30)
        } catch {
            throw WrongUse(error.message, help: error.help)
        }
        do throws(CheckReport.Unreadable) {
            return try CheckReport(reading: bytes)
        } catch {
            throw WrongUse(
                "'\(path)' cannot be read: \(error.sentence)", help: "'quintain check --json' writes reports")
        }
    }
}
