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
    /// nil: each case is played once.
    private var rounds: RepeatedRounds?
    /// The first case that has not ended.
    private var next = 0

    /// - Parameter rounds: how often each case is played, one round after the other.
    init(total: Int, rounds: Int = 1, style: Style, isQuiet: Bool, isVerbose: Bool, isSweep: Bool = false) {
        self.total = total
        self.rounds = rounds > 1 ? RepeatedRounds(rounds, count: total / rounds) : nil
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
            write(one, at: next)
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
        for (place, one) in early.sorted(by: { $0.key < $1.key }) { write(one, at: place) }
        early = [:]
        clear()
    }

    private func write(_ one: ReportedCase, at place: Int) {
        guard !isQuiet else { return }
        let comesAgain = rounds?.isNew(one.result, at: place) == false
        if !isVerbose, isSweep || comesAgain || !repeated.isNew(one.result) { return }
        var lines = lines(of: one)
        if !lines.isEmpty { clear() }
        if let rounds, isVerbose, !lines.isEmpty { lines[0] += "  (round \(rounds.round(of: place)))" }
        for line in lines { Output.write(line) }
    }

    /// Prints the counts and the complaints about the run as a whole; returns whether everything is as expected.
    func finish(_ report: CheckReport) -> Bool {
        writeRest()
        writeRepeated()
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

    /// The same for a sweep: the smallest variant of each cause and the varied places are printed first.
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
            let example = cases[cause.example]
            let isNew = repeated.isNew(example.result)
            for index in cause.variants where index != cause.example { _ = repeated.isNew(cases[index].result) }
            guard isNew else { continue }
            for line in lines(of: example) { Output.write(line) }
            if !example.result.endsBadly, let more = cause.more(style) { Output.write(more) }
        }
    }

    private func writeRepeated() {
        guard !isQuiet else { return }
        for line in repeated.lines(style) + (rounds?.lines(style) ?? []) { Output.write(line) }
    }

    private func conclude(_ report: CheckReport) -> Bool {
        for complaint in report.complaints { Output.write(style("error  ", .bad) + complaint) }
        let rules = report.rules
        // One failure, or one rule, has been printed already.
        if !isQuiet, report.tally.failures > 1, rules.count > 1 {
            Output.write("by rule: \(rules.map { "\($0.count) \($0.rule)" }.joined(separator: ", "))")
        }
        let reasons = report.reasonsNotToApply
        let isTold =
            report.judgesHardlyAnything || report.tally[.notApplicable] >= Self.manyNotToApply
            || report.cases.count <= Self.fewCases && !report.isGivenUp
        let told = isVerbose ? reasons.count : isTold && !isQuiet ? Self.commonestAtMost : 0
        if !report.judgesNothing {
            for one in reasons.prefix(told) {
                Output.write(style("not applicable", .faint) + "  \(Summary.count(one.count, noun)): \(one.reason)")
            }
            if told > 0, reasons.count > told {
                let more = Summary.count(reasons.count - told, "more reason")
                Output.write(style("not applicable", .faint) + "  \(more): --verbose lists them")
            }
        }
        if report.judgesNothing {
            // A whole run has a complaint instead.
            if !report.shards.isEmpty { Output.complain("this shard judges nothing: no case applies to the client") }
            let told = report.casesByReason
            for one in told.prefix(Self.reasonsAtMost) { Output.complain(CaseText.reason(of: one)) }
            if told.count > Self.reasonsAtMost {
                Output.complain("  and so on: all reasons are in the report of '--json FILE'")
            }
        }
        let again = report.cases.count { $0.result.plays > 1 }
        if again > 0, !isQuiet {
            Output.complain("played again, since the server stood still: \(Summary.count(again, noun))")
        }
        let warned = report.tally[.warning] + report.tally[.noted]
        if !isQuiet, warned > 0, report.cases.count > Self.fewCases, report.isAsExpected {
            Output.complain(
                "\(Summary.count(warned, noun)) of these warned of or noted: '--fail-on noted' fails for them")
        }
        if !isQuiet, report.isNothingButKnown {
            Output.complain("nothing passed: what was judged failed as it is known to")
        }
        let counts = CaseText.counts(report.tally, style: style)
        let unobserved = report.unobserved.map { style(" (\($0))", .faint) } ?? ""
        Output.write("\(Summary.count(report.cases.count, noun)): \(counts)\(unobserved)")
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

    private static let reasonsAtMost = 10
    private static let commonestAtMost = 5
    /// The number of cases that do not apply from which on their reasons are told: an ability is missing in the greeting,
    /// or nobody will ever ask the client for it.
    private static let manyNotToApply = 20
    /// Of so few cases each was meant to be played.
    private static let fewCases = 50

    /// Removes the line of progress.
    func clear() {
        guard hasOpenLine else { return }
        Output.writeOpen(VisibleText.wipe)
        hasOpenLine = false
    }
}
