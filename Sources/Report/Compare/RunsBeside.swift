// RunsBeside.swift: compares two runs of the same cases.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainRunner
package import QuintainSides
import QuintainTranscript

/// A run and an earlier one, compared case by case.
package struct RunsBeside: Sendable {
    /// The kinds of change, the worst first.
    package enum Change: String, CaseIterable, Sendable {
        /// The case fails and did not fail before, or its client crashes, hangs or opens no connection where it only failed.
        case broken
        /// The case failed before and fails, but by other rules, elsewhere or otherwise, as it may by chance where two things
        /// race.
        case differs
        /// The case passes, and failed before, even if that was a known failure.
        case mended
        /// The case has another verdict, or more callbacks that are not observed.
        case changed
        /// The case was not in the earlier run, and does not fail.
        case new
        /// The case is not in the newer run.
        case gone
    }

    /// A case that differs.
    package struct Difference: Sendable {
        package let change: Change
        package let before: ReportedCase?
        package let after: ReportedCase?

        /// The case in the newer run, else in the earlier one.
        package var one: ReportedCase { after ?? before! }
    }

    package let old: CheckReport
    package let new: CheckReport
    /// A case that is gone, no longer applies, or passes less cleanly makes the comparison worse.
    private let isStrict: Bool
    /// So does a case that passed and is known to fail now.
    private let allowsNewKnown: Bool
    /// So does a case that failed and breaks another rule now.
    private let allowsNewFaults: Bool
    /// The differences in the order of the newer run, then the cases that are gone.
    package private(set) var differences: [Difference] = []
    /// The indices in `differences`, by the cases of the newer run.
    private var places: [ReportedCase.Key: Int] = [:]

    package init(
        _ old: CheckReport, _ new: CheckReport, isStrict: Bool = false, allowsNewKnown: Bool = true,
        allowsNewFaults: Bool = true
    ) {
        self.isStrict = isStrict
        self.allowsNewKnown = allowsNewKnown
        self.allowsNewFaults = allowsNewFaults
        self.old = old
        self.new = new
        let before = Dictionary(old.cases.map { ($0.key, $0) }) { first, _ in first }
        var left = before
        for after in new.cases {
            left[after.key] = nil
            // It fails as it was known to, and only the file of known failures is another one.
            if let before = before[after.key], after.result.isForgotten(since: before.result) { continue }
            guard places[after.key] == nil, let change = Self.change(before[after.key], after) else { continue }
            places[after.key] = differences.count
            differences.append(Difference(change: change, before: before[after.key], after: after))
        }
        differences += old.cases.compactMap { one in
            left.removeValue(forKey: one.key).map { Difference(change: .gone, before: $0, after: nil) }
        }
    }

    /// Nil: the case has not changed.
    private static func change(_ before: ReportedCase?, _ after: ReportedCase) -> Change? {
        guard let before = before?.result else { return after.result.isFailure ? .broken : .new }
        let after = after.result
        let change: Change? = after.unobserved > before.unobserved ? .changed : nil
        if after.isFailure {
            if !before.isJudgedAndFails || after.endsBadly && before.verdict == .fail {
                return before.verdict == after.verdict ? change : .broken
            }
            guard after.verdict != .notPlayed else { return .changed }
            // A client that has lost its way to the server breaks the same rule as one that does not ask again.
            if before.hasConnected, !after.hasConnected { return .broken }
            return after.verdict != before.verdict || !after.failsAlike(before) ? .differs : change
        }
        // A rule with a question mark is broken by chance.
        if before.wavers, after.wavers, after.failures(since: before).isEmpty { return change }
        if after.passes, before.isFailure || before.verdict == .knownFailure { return .mended }
        // What is known by now fails as it did, and of what is known certain rules alone are sure to be broken each time.
        if before.verdict == .fail, after.verdict == .knownFailure, after.failsAlike(before) { return nil }
        // A line of the known failures may be looser than what the case was known to break.
        if before.verdict == .knownFailure, after.verdict == .knownFailure {
            let isAlike =
                before.wavers || after.wavers
                ? after.failures(since: before).isEmpty
                : after.failsAlike(before) && (after.hasConnected || !before.hasConnected)
            if !isAlike { return .differs }
        }
        return after.verdict != before.verdict ? .changed : change
    }

    /// The difference of a case of the newer run; nil: it has not changed.
    package func difference(of one: ReportedCase) -> Difference? { places[one.key].map { differences[$0] } }

    package func count(_ change: Change) -> Int { differences.count { $0.change == change } }

    /// The complaints about the newer run as a whole that the earlier one did not have.
    /// A client that connects nowhere has judged nothing, however it was before.
    package var complaints: [String] {
        let unconnected = new.clientsThatNeverConnect()
        return new.complaints.filter { !old.complaints.contains($0) || unconnected.contains($0) }
            + (isStrict ? lostOptions : [])
    }

    /// The options of the old run that the new one has not: what failed by them passes now.
    private var lostOptions: [String] {
        old.options.filter { !new.options.contains($0) }.map {
            "the old run was judged with '\(CaseText.harmless($0))', and the new one is not"
        }
    }

    /// Something fails that did not fail before, or a strict comparison has lost a case, or a case that passed is noted
    /// or warned of. Of a run that was given up nobody
    /// knows, even if the earlier one was given up as well.
    package var isWorse: Bool {
        !complaints.isEmpty || haveNothingInCommon || new.isGivenUp || differences.contains(where: isWorse)
    }

    /// The difference makes the comparison worse by itself.
    func isWorse(_ one: Difference) -> Bool {
        one.change == .broken || isStrict && (one.isUnjudged || one.passesLess)
            || !allowsNewKnown && one.isNewlyKnown || !allowsNewFaults && one.hasNewFault
    }

    /// The two runs have no case in common, as where one of them has none at all.
    private var haveNothingInCommon: Bool { count(.gone) == old.cases.count }

    /// Reasons why cases may be gone or new though nobody removed or added any.
    package var remarks: [String] {
        var remarks = isStrict ? [] : lostOptions
        for (report, name, change) in [(old, "old", "new"), (new, "new", "gone")] where report.isGivenUp {
            remarks.append("the \(name) run was given up: cases that it did not come to are \(change)")
        }
        if haveNothingInCommon { remarks.append("the runs have no case in common") }
        return remarks
    }
}

extension RunsBeside.Difference {
    /// The case was judged before, and is not judged any more, or has more callbacks that are not observed.
    fileprivate var isUnjudged: Bool {
        change == .gone || after?.result.verdict == .notApplicable && before?.result.verdict != .notApplicable
            || before.map { $0.result.unobserved < after?.result.unobserved ?? 0 } ?? false
    }

    /// The case passes as before, but for a line that breaks now, or counts for more.
    fileprivate var passesLess: Bool {
        guard change == .changed, let before = before?.result.verdict, let after = after?.result.verdict else {
            return false
        }
        return switch (before, after) {
        case (.pass, .noted), (.pass, .warning), (.noted, .warning): true
        default: false
        }
    }

    /// The case passed, or was not there, and fails as it is known to.
    fileprivate var isNewlyKnown: Bool {
        after?.result.verdict == .knownFailure && before.map { $0.result.passes } ?? true
    }

    /// The case failed and fails, and breaks a rule that it did not break. One that crashed or hung had not gone so far.
    fileprivate var hasNewFault: Bool {
        guard change == .differs, let before = before?.result, let after = after?.result else { return false }
        return !before.endsBadly && (!after.failures(since: before).isEmpty || hasLostConnection)
    }

    /// The client opened a connection before, and none now.
    private var hasLostConnection: Bool {
        before?.result.hasConnected == true && after?.result.hasConnected == false
    }

    /// What the case was and is: `fail`, with the rules where these alone are others, `fail [too-soon]`.
    var ends: [String] {
        let results = [before, after].compactMap { $0?.result }
        let isByRules =
            change == .differs && Set(results.map(\.verdict)).count == 1
            && (hasLostConnection || Set(results.map(\.failures)).count > 1)
        return results.map { one in
            one.verdict.words + (isByRules ? " [\(one.failures.sorted().joined(separator: ", "))]" : "")
                + (hasLostConnection && !one.hasConnected ? " without a connection" : "")
        }
    }

    /// The first finding with a rule that was not broken before, else the first failure.
    var newFinding: CaseResult.Finding? {
        guard let after = after?.result else { return nil }
        let failures = after.findings.filter { $0.severity == .failure }
        let known = before?.result.failures ?? []
        return failures.first { !known.contains($0.failure) } ?? failures.first ?? after.findings.first
    }

    /// `broken   curl  redirects/chain.scenario  pass → fail  line 7: … [too-soon]`
    ///
    /// - Parameter count: the number of cases that the line stands for, in place of the one; nil: for that one.
    package func line(_ style: Style = .plain, standingFor count: Int? = nil) -> String {
        let name = change.column
        let verdicts = ends.joined(separator: " → ")
        let cases = count.map { "in \(Summary.count($0, "more case")) (--verbose lists them)" } ?? one.result.name
        let line = "  \(one.result.client)  \(cases)  \(change == .gone ? "was \(verdicts)" : verdicts)"
        return style(name, change.tone) + CaseText.harmless(line)
            + (what.map { style("  \($0)", .faint) } ?? "")
    }

    /// What broke, or is not observed any more; nil: nothing, or the case is mended.
    var what: String? {
        if change == .mended { return nil }
        let lost = (after?.result.unobserved ?? 0) - (before?.result.unobserved ?? 0)
        let unseen = before != nil ? CaseText.notChecked(lost).map { "\($0) any more" } : nil
        // Where the verdict is the old one, that alone is new.
        if change == .changed, before?.result.verdict == after?.result.verdict { return unseen }
        return newFinding.map(CaseText.finding) ?? unseen
    }
}

extension RunsBeside {
    /// `415 cases: 2 broken, 3 mended, 410 as before`
    package func summary(_ style: Style = .plain) -> String {
        var parts = Change.allCases.compactMap { change in
            count(change) == 0 ? nil : style("\(count(change)) \(change.word(for: count(change)))", change.tone)
        }
        let same = new.cases.count - differences.count { $0.change != .gone }
        if same > 0 || parts.isEmpty { parts.append("\(same) as before") }
        return "\(Summary.count(new.cases.count, "case")): \(parts.joined(separator: ", "))"
    }

    fileprivate static let width = Change.allCases.map(\.rawValue.count).max() ?? 0
}

extension RunsBeside.Change {
    /// `broken`; `differs` of one case, `differ` of several.
    func word(for count: Int) -> String { self == .differs && count > 1 ? "differ" : rawValue }

    /// The word with blanks up to the width of the longest.
    var column: String { rawValue + String(repeating: " ", count: RunsBeside.width - rawValue.count) }

    fileprivate var tone: Style.Tone {
        switch self {
        case .broken: .bad
        case .mended: .good
        case .differs, .changed: .doubtful
        case .new, .gone: .faint
        }
    }
}

extension CaseResult {
    /// Its client was played to, and failed.
    fileprivate var isJudgedAndFails: Bool { isFailure && verdict != .notPlayed }

    /// The same is broken.
    fileprivate func failsAlike(_ before: CaseResult) -> Bool {
        FailureName.new(in: failures, since: before.failures).isEmpty
            && FailureName.new(in: before.failures, since: failures).isEmpty
    }

    /// It fails as it was known to, and is no known failure any more.
    fileprivate func isForgotten(since before: CaseResult) -> Bool {
        before.verdict == .knownFailure && isJudgedAndFails && failsAlike(before)
            && (hasConnected || !before.hasConnected)
    }
}
