// MergeCommand.swift: `quintain merge`, the reports of several machines as one.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainReport
import QuintainRunner
import QuintainSides

enum MergeCommand {
    static let subcommand = Subcommand(usage: usage, run: run, clear: ReportFiles.clear)

    private static let usage = Usage(
        name: "merge",
        summary: "merges the reports of several shards",
        form: "REPORT.json…",
        about: """
            Reads reports of 'quintain check --json', and prints for all together what 'check' prints for one. A case
            that is in two reports is an error, and so are two versions of one client. Where a report or a shard is
            missing, the others are merged, and that fails. Exit status 0:
            everything is as expected.
            """,
        options: [
            .init("--json", "FILE", "writes the merged report as JSON"),
            .init("--junit", "FILE", "writes the merged report for CI"),
            .init("--html", "FILE", "writes the merged report as a page for a browser ('check --whole' adds events)"),
            .init("--verbose", nil, "prints both sides of each case that is not as expected"),
            .quiet,
            .colour,
        ],
        examples: ["quintain merge shard-1.json shard-2.json --junit results.xml"])

    private static let unnamedRuns = """
        no part names its run, so one that an earlier run has left would not be noticed
          help: set QUINTAIN_RUN to what the parts of one run have alike, and no other run
        """

    @OnLoop
    private static func run(_ arguments: Arguments) throws(WrongUse) -> Status {
        guard !arguments.words.isEmpty else {
            throw WrongUse("which reports?", help: "write 'quintain merge REPORT.json …'")
        }
        try ReportFiles.begin(arguments)
        var whole = CheckReport(program: Invocation.program)
        // Where none is there, the first one is what is wrong.
        let there = arguments.words.filter(Files.exists)
        var first: Set<String>?
        var others: [String] = []
        for path in there.isEmpty ? arguments.words : there {
            let part = try ReportFiles.read(path)
            if first == nil, !part.plans.isEmpty { first = part.plans }
            let isOfAnother = first.map { !part.plans.isEmpty && part.plans != $0 } ?? false
            if isOfAnother { others.append("'\(path)'") }
            if let twice = whole.add(part) {
                throw WrongUse(
                    "'\(path)' has a case that another report has: \(twice)",
                    help: isOfAnother
                        ? "it is a part of another run than those before it: take away what an earlier run has left"
                        : "each shard is merged once; of two jobs with one client, 'check --name' tells the clients apart"
                )
            }
        }
        if whole.joinsUnnamedRuns { Output.complain(unnamedRuns) }
        let absent = arguments.words.filter { !there.contains($0) }
        whole.close(
            without: absent.map { "'\($0)' is not there: the job that writes it may have failed" }, others: others)
        let style = try arguments.style()
        let isQuiet = arguments.has("--quiet")
        for one in whole.cases where one.result.isFailure && !isQuiet {
            let isVerbose = arguments.has("--verbose")
            let lines = isVerbose ? CaseText.whole(one, style: style) : CaseText.lines(of: one, style: style)
            for line in lines { Output.write(line) }
        }
        let progress = CheckProgress(total: 0, style: style, isQuiet: isQuiet, isVerbose: false)
        let isAsExpected = progress.finish(whole)
        try ReportFiles.write(whole, arguments)
        return isAsExpected ? .asExpected : .notAsExpected
    }
}
