// CheckProgress.swift: the output of `quintain check` while it plays, and at the end.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainReport
import QuintainRunner
import QuintainSides
import QuintainTranscript

/// Prints failures in the order of the plan, and on a terminal a line of progress that is written anew.
@OnLoop
final class CheckProgress {
    private var total: Int
    private let style: Style
    private let isQuiet: Bool
    private let isVerbose: Bool
    private let hasLine: Bool
    /// The word for what is played: "case" or "variant".
    private let noun: String
    /// What is not as expected is printed at the end, once for each cause.
    private let isSweep: Bool
    private var tally = Tally()
    private var hasOpenLine = false
    /// The cases that ended before an earlier one, by their places in the plan.
    private var early: [Int: ReportedCase] = [:]
    private var repeated = RepeatedFaults()
    /// The first case that has not ended.
    private var next = 0

    init(total: Int, style: Style, isQuiet: Bool, isVerbose: Bool, isSweep: Bool = false) {
        self.total = total
        self.style = style
        self.isQuiet = isQuiet
        self.isVerbose = isVerbose
        self.isSweep = isSweep
        noun = isSweep ? "variant" : "case"
        hasLine = Terminal.isOutput && !Output.isDumb && !isQuiet
    }

    /// Adds cases that were not known at the beginning.
    func add(_ count: Int) { total += count }

    /// - Parameter place: the index of the case in the plan, from 0 on.
    func tell(_ one: ReportedCase, at place: Int) {
        tally.add(one.result.verdict)
        early[place] = one
        while let one = early.removeValue(forKey: next) {
            write(one)
            next += 1
        }
        guard hasLine else { return }
        clear()
        let line = "\(tally.total) of \(total): \(CaseText.counts(tally))"
        Output.writeOpen(String(line.prefix(max(10, Output.width - 1))))
        hasOpenLine = true
    }

    /// Prints the cases that wait behind one that was not played.
    private func writeRest() {
        for (_, one) in early.sorted(by: { $0.key < $1.key }) { write(one) }
        early = [:]
        clear()
    }

    private func write(_ one: ReportedCase) {
        guard !isQuiet, isVerbose || !isSweep && repeated.isNew(one.result) else { return }
        let lines = lines(of: one)
        if !lines.isEmpty { clear() }
        for line in lines { Output.write(line) }
    }

    /// Prints the counts and the complaints about the run as a whole; returns whether everything is as expected.
    func finish(_ report: CheckReport) -> Bool {
        writeRest()
        writeRepeated()
        return conclude(report)
    }

    /// The same for a sweep: the first variant of each cause and the varied places are printed first.
    func finish(_ report: SweepReport) -> Bool {
        writeRest()
        if !isQuiet, !isVerbose { write(report.causes.all, of: report.check.cases) }
        writeRepeated()
        if !isQuiet { for line in report.lines(style, isVerbose: isVerbose) { Output.write(line) } }
        return conclude(report.check)
    }

    /// A driver's fault is one at all places, and its cases are counted behind all others.
    private func write(_ causes: [SweptCauses.Cause], of cases: [ReportedCase]) {
        for cause in causes {
            let example = cases[cause.variants[0]]
            let isNew = repeated.isNew(example.result)
            for index in cause.variants.dropFirst() { _ = repeated.isNew(cases[index].result) }
            guard isNew else { continue }
            for line in lines(of: example) { Output.write(line) }
            if !example.result.endsBadly, let more = cause.more(style) { Output.write(more) }
        }
    }

    private func writeRepeated() {
        guard !isQuiet else { return }
        for line in repeated.lines(style) { Output.write(line) }
    }

    private func conclude(_ report: CheckReport) -> Bool {
        for complaint in report.complaints { Output.write(style("error  ", .bad) + complaint) }
        let reasons = report.reasonsNotToApply
        let told = isVerbose ? reasons.count : isQuiet ? 0 : Self.reasonsAtMost
        for one in reasons.prefix(told) {
            Output.write(style("not applicable", .faint) + "  \(Summary.count(one.count, noun)): \(one.reason)")
        }
        if told > 0, reasons.count > told {
            let more = Summary.count(reasons.count - told, "more reason")
            Output.write(style("not applicable", .faint) + "  \(more): --verbose lists them")
        }
        // A whole run has a complaint instead.
        if report.judgesNothing, !report.shards.isEmpty {
            Output.complain("this shard judges nothing: no case applies to the client")
        }
        let again = report.cases.count { $0.result.plays > 1 }
        if again > 0, !isQuiet {
            Output.complain("played again, since the server stood still: \(Summary.count(again, noun))")
        }
        if !isQuiet, report.isNothingButKnown {
            Output.complain("nothing passed: what was judged failed as it is known to")
        }
        let counts = CaseText.counts(report.tally, style: style)
        Output.write(counts + (report.unobserved.map { style(", \($0)", .faint) } ?? ""))
        return report.isAsExpected
    }

    private func lines(of one: ReportedCase) -> [String] {
        let lines = linesWithoutHelp(of: one)
        guard !lines.isEmpty, one.result.isFailure else { return lines }
        // What breaks behind another failure mostly follows from that.
        let help = one.result.findings.first { $0.severity == .failure }?.hint
        return lines + (help.map { [style("  help: \($0)", .faint)] } ?? [])
    }

    private func linesWithoutHelp(of one: ReportedCase) -> [String] {
        switch one.result.verdict {
        case .fail, .crashed, .hung, .driverFault, .notPlayed:
            isVerbose ? CaseText.whole(one, style: style) : CaseText.lines(of: one, style: style)
        case .warning where isVerbose: CaseText.whole(one, style: style)
        case .warning, .noted: CaseText.mild(one, style: style)
        case .pass, .knownFailure, .notApplicable: []
        }
    }

    private static let reasonsAtMost = 5

    /// Removes the line of progress.
    func clear() {
        guard hasOpenLine else { return }
        Output.writeOpen(VisibleText.wipe)
        hasOpenLine = false
    }
}
