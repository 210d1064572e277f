// CompareCommand.swift: `quintain compare`, a run beside one before it.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainNotation
import QuintainReport
import QuintainSides

enum CompareCommand {
    static let subcommand = Subcommand(usage: usage, run: run, clear: ReportFiles.clear)

    private static let usage = Usage(
        name: "compare",
        summary: "compares the reports of two runs",
        form: "OLD.json NEW.json",
        about: """
            Reads two reports of 'quintain check --json', and prints the cases that differ, each in a line:

              broken   it fails, and did not; or its client crashes or hangs, and only failed
              differs  it failed and fails, by other rules
              mended   it passes, and failed, be it as is known
              changed  any other verdict
              new      it was not in the old run, and does not fail
              gone     it is not in the new run

            Exit status 0: nothing fails that did not, the new run was not given up, and the runs have a case in common; with
            --strict also every case that was judged is judged still, and passes as cleanly.
            """,
        options: [
            .init(
                "--strict", nil,
                "a case that is gone, does not apply any more, or is noted or warned of now, counts as broken"),
            .init("--no-new-known", nil, "a known failure of a case that passed, or was not there, counts as broken"),
            .init("--no-new-faults", nil, "a case that failed, and breaks another rule now, counts as broken"),
            .init("--json", "FILE", "writes the comparison as JSON"),
            .init("--html", "FILE", "writes the new run as a page for a browser that shows what became of each case"),
            .init("--markdown", "FILE", "writes the comparison as Markdown, for the comment of a pull request"),
            .init("--verbose", nil, "prints both sides of each case that is broken, and all that are new or gone"),
            .quiet,
            .colour,
        ],
        examples: [
            "quintain compare yesterday.json today.json",
            "quintain compare old.json new.json --html compared.html",
        ])

    @OnLoop
    private static func run(_ arguments: Arguments) throws(WrongUse) -> Status {
        let paths = arguments.words
        guard paths.count == 2 else {
            throw WrongUse(
                paths.count < 2 ? "which two reports?" : "there are \(paths.count) reports, and two are compared",
                help: "write 'quintain compare OLD.json NEW.json'")
        }
        guard !Files.areSame(paths[0], paths[1]) else {
            throw WrongUse(
                "'\(paths[0])' and '\(paths[1])' are one file, and nothing has changed in it",
                help: "name the report of the run before, then that of the new run")
        }
        try ReportFiles.begin(arguments)
        let style = try arguments.style()
        let runs = RunsBeside(
            try ReportFiles.read(paths[0]), try ReportFiles.read(paths[1]), isStrict: arguments.has("--strict"),
            allowsNewKnown: !arguments.has("--no-new-known"),
            allowsNewFaults: !arguments.has("--no-new-faults"))
        tell(runs, style, arguments)
        let json = Array((runs.json.description + "\n").utf8)
        try Output.save(json, to: arguments.value("--json"), as: .report, by: "--json")
        try Output.save(Array(runs.markdown.utf8), to: arguments.value("--markdown"), as: .report, by: "--markdown")
        try Output.save(CheckPage(runs).html, to: arguments.value("--html"), as: .report, by: "--html")
        return runs.isWorse ? .notAsExpected : .asExpected
    }

    private static func tell(_ runs: RunsBeside, _ style: Style, _ arguments: Arguments) {
        for remark in runs.remarks { Output.complain(remark) }
        if !arguments.has("--quiet") {
            for line in runs.lines(style, isVerbose: arguments.has("--verbose")) { Output.write(line) }
        }
        for complaint in runs.complaints { Output.write(style("error  ", .bad) + complaint) }
        Output.write(runs.summary(style))
    }
}
