// TrialCourse.swift: the tasks of a driver's trial, one after the other.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainDriver
import QuintainPlayer
import QuintainScenario
import QuintainTranscript
import QuintainWords
import QuintainTalk

/// What has been seen from one task to the next.
struct TrialCourse {
    let greeting: Greeting
    var isTried = false
    var hasUnendedLoad = false
    var mayHaveTakenLate = false
    private var faults: Set<String> = []
    /// The callbacks that came, by their names.
    private var reported: Set<CallbackKind> = []
    /// The number of tasks that were skipped for want of a callback.
    private var skipped: [CallbackKind: Int] = [:]

    init(greeting: Greeting) { self.greeting = greeting }

    /// Each load without an end costs its whole time, and what that means is known once it has been seen.
    func scenario(of task: DriverTask) -> Scenario {
        hasUnendedLoad ? task.scenario.hurried(to: Self.briefPatience) : task.scenario
    }

    /// The same for the time that the runner gives each line, in milliseconds.
    func patience(_ usual: Int) -> Int { hasUnendedLoad ? min(Self.briefPatience, usual) : usual }

    private static let briefPatience = 1_000

    mutating func remark(_ task: DriverTask, _ result: CaseResult) -> DriverTrial.Remark {
        isTried = isTried || result.verdict != .notApplicable
        mayHaveTakenLate = mayHaveTakenLate || result.mayHaveTakenLate
        reported.formUnion(kinds(in: result))
        if let kind = task.once, greeting.callbacks[kind] != nil, result.verdict == .fail,
            hasErred(before: kind, result)
        {
            skipped[kind, default: 0] += 1
            return DriverTrial.Remark(
                .skipped, task.subject, ["the client does something else here, which is for 'quintain check'"])
        }
        let unended = unended(result)
        switch result.verdict {
        case .pass, .noted, .warning:
            return unended.isEmpty
                ? DriverTrial.Remark(.right, task.subject) : DriverTrial.Remark(.wrong, task.subject, unended)
        case .notApplicable where isTried && task.rule == .failures && result.isUnable:
            return DriverTrial.Remark(
                .wrong, task.subject,
                ["it says 'unable' where its client fails: \(result.reason ?? "")", ProtocolSentence.noFailure.hint])
        case .notApplicable: return DriverTrial.Remark(.skipped, task.subject, [result.reason].compactMap { $0 })
        case .fail, .knownFailure, .crashed, .hung, .driverFault, .notPlayed:
            // What spoils every task is said once.
            if let end = result.badEnd, !faults.insert(end).inserted {
                return DriverTrial.Remark(.wrong, task.subject, ["the same fault again"])
            }
            return DriverTrial.Remark(.wrong, task.subject, sentences(task, result, unended))
        }
    }

    /// What is said of callbacks that the greeting lists, and of which none ever came.
    var unreported: [DriverTrial.Remark] {
        skipped.filter { !reported.contains($0.key) }.sorted { $0.key.rawValue < $1.key.rawValue }.map {
            let sentence =
                "its greeting lists '\($0.key.rawValue)', and it reported none where its client met one, in "
                + "\($0.value) task\($0.value == 1 ? " that was" : "s that were") skipped"
            return DriverTrial.Remark(
                .wrong, "reports the callbacks of its greeting", [sentence, ProtocolSentence.listed.hint])
        }
    }

    /// What is said of loads without an end: at length once.
    private mutating func unended(_ result: CaseResult) -> [String] {
        guard let sentence = DriverPart.unended(result.unended) else { return [] }
        defer { hasUnendedLoad = true }
        return hasUnendedLoad
            ? ["again it told no end of load \(result.unended[0])"] : [sentence, ProtocolSentence.everyEnd.hint]
    }

    private func sentences(_ task: DriverTask, _ result: CaseResult, _ unended: [String]) -> [String] {
        var sentences = [result.reason, rule(of: result.verdict)?.hint].compactMap { $0 }
        // The lines of a load that has no end never come, which is said by that.
        var findings = result.findings.filter { unended.isEmpty || $0.rule != Breach.Slug.neverCame.rawValue }
        // What a late callback has spoilt tells nothing of this task.
        if let late = findings.first(where: { $0.ofDriver != nil && !$0.isOfTelling }) {
            findings = [late]
        }
        for finding in findings {
            let line = finding.line.flatMap { task.scenario.line($0) }
            sentences.append(line.map { "at `\($0)`: \(finding.sentence)" } ?? finding.sentence)
        }
        sentences += findings.compactMap(\.ofDriver).uniqued + unended
        // A finding that may be the driver's leads to the page by itself.
        if let finding = findings.first(where: { $0.ofDriver == nil }) {
            sentences.append(rule(of: finding, task, result).hint)
        }
        return sentences + DriverTrial.lines(result.errors)
    }

    /// What to read where the play was cut short.
    private func rule(of verdict: CaseResult.Verdict) -> ProtocolSentence? {
        switch verdict {
        case .driverFault: .faults
        case .hung: .ended
        case .pass, .noted, .warning, .fail, .knownFailure, .notApplicable, .crashed, .notPlayed: nil
        }
    }

    /// What to read of a finding: mostly what the task is about.
    private func rule(of finding: CaseResult.Finding, _ task: DriverTask, _ result: CaseResult) -> ProtocolSentence {
        if finding.rule == Breach.Slug.afterEnd.rawValue { return .everyEnd }
        let line = finding.line.flatMap { task.scenario.line($0) } ?? ""
        if line.hasPrefix("* data"), task.rule != .asTheyCome { return .bytes }
        if finding.rule == Breach.Slug.wrongValue.rawValue, ![.values, .parameters].contains(task.rule) {
            return .subject
        }
        return [.decisions, .twice].contains(task.rule) && hasAsked(result) ? .question : task.rule
    }

    /// Whether the client asked where the course of a load is decided.
    private func hasAsked(_ result: CaseResult) -> Bool {
        (result.play?.transcript.events ?? []).contains { event in
            guard case .reported(let callback) = event.happening, callback.question != nil else { return false }
            return callback.kind.has(.steersLoad)
        }
    }

    /// The callbacks that the client reported.
    private func kinds(in result: CaseResult) -> [CallbackKind] {
        (result.play?.transcript.events ?? []).compactMap { event in
            if case .reported(let callback) = event.happening { callback.kind } else { nil }
        }
    }

    /// Whether a line was broken before the client reported this callback, or without it; not, if a load had no end.
    private func hasErred(before kind: CallbackKind, _ result: CaseResult) -> Bool {
        guard result.unended.isEmpty else { return false }
        for event in result.play?.transcript.events ?? [] {
            switch event.happening {
            case .broken: return true
            case .reported(let callback) where callback.kind == kind: return false
            default: continue
            }
        }
        return false
    }
}

extension Scenario {
    /// The line with this number, as it is written.
    fileprivate func line(_ number: Int) -> String? {
        source.indices.contains(number - 1) ? source[number - 1] : nil
    }
}

extension [String] {
    /// Each once.
    fileprivate var uniqued: [String] {
        var seen: Set<String> = []
        return filter { seen.insert($0).inserted }
    }
}
