// CheckProgress.swift: the output of `quintain check` while it plays, and at the end.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainReport
import QuintainRunner
import QuintainSides

/// Prints failures as they come, and on a terminal a line of progress that is written anew.
@OnLoop
final class CheckProgress {
    private var total: Int
    private let style: Style
    private let isQuiet: Bool
    private let isVerbose: Bool
    private let hasLine: Bool
    /// What is played: cases, or variants.
    private let noun: String
    private var tally = Tally()
    private var hasOpenLine = false

    init(total: Int, style: Style, isQuiet: Bool, isVerbose: Bool, noun: String = "case") {
        self.total = total
        self.style = style
        self.isQuiet = isQuiet
        self.isVerbose = isVerbose
        self.noun = noun
        hasLine = Terminal.isOutput && !Output.isDumb && !isQuiet
    }

    /// More is to be played than was known.
    func add(_ count: Int) { total += count }

    func tell(_ one: ReportedCase) {
        tally.add(one.result.verdict)
        if shows(one.result.verdict) {
            clear()
            let lines = isVerbose ? CaseText.whole(one, style: style) : CaseText.lines(of: one, style: style)
            for line in lines { Output.write(line) }
        }
        guard hasLine else { return }
        clear()
        let line = "\(tally.total) of \(total): \(CaseText.counts(tally))"
        Output.writeOpen(String(line.prefix(max(10, Output.width - 1))))
        hasOpenLine = true
    }

    /// Prints the counts and the complaints about the run as a whole; whether everything is as expected.
    func finish(_ report: CheckReport) -> Bool {
        clear()
        let differing = isQuiet ? [] : report.differingWays
        for one in differing where isVerbose || !one.isKnown {
            Output.write(style("differs  ", .doubtful) + one.sentence)
        }
        let known = differing.count(where: \.isKnown)
        if known > 0, !isVerbose {
            let count = Summary.count(known, "scenario")
            Output.write("ways of loading differ in \(count), because of known failures: --verbose lists them")
        }
        return conclude(report)
    }

    /// The same of a sweep: first the places that were varied.
    func finish(_ report: SweepReport) -> Bool {
        clear()
        if !isQuiet { for line in report.lines(style) { Output.write(line) } }
        return conclude(report.check)
    }

    private func conclude(_ report: CheckReport) -> Bool {
        for complaint in report.complaints { Output.write(style("error  ", .bad) + complaint) }
        let counts = CaseText.counts(report.tally, style: style)
        Output.write("\(Summary.count(report.cases.count, noun)): \(counts)")
        return report.isAsExpected
    }

    private func shows(_ verdict: CaseResult.Verdict) -> Bool {
        switch verdict {
        case .fail, .crashed, .hung, .driverFault, .notPlayed: !isQuiet
        case .warning: !isQuiet && isVerbose
        case .pass, .noted, .knownFailure, .notApplicable: false
        }
    }

    /// Takes the line of progress away.
    func clear() {
        guard hasOpenLine else { return }
        Output.writeOpen(VisibleText.wipe)
        hasOpenLine = false
    }
}
