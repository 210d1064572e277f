// Sweep.swift: plays runs as they are written, and then their variants.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainApplicability
import QuintainLoop
import QuintainReport
import QuintainRunner
import QuintainScenario
import QuintainSweep
import QuintainTranscript

/// The variants of one client in one of its ways of loading.
@OnLoop
struct Sweep {
    let plan: SweepPlan
    let client: ClientUnderTest
    let way: Way
    let halt: Halt
    /// The runs that are not varied, with the reasons.
    private(set) var leftOut: [(name: String, reason: String)] = []
    private(set) var choice: VariantChoice?
    private(set) var variants: [PlannedVariant] = []
    /// The number of variants with a single change.
    private(set) var singles = 0
    /// The number of pairs that exceed the budget.
    private(set) var pairsBeyond = 0
    private var subjects: [Subject] = []
    private var runs: [SweepPlan.Run] = []
    /// The single changes that may get a second one, by the variant's index.
    private var pairSources: [Int: VariantChoice.Single] = [:]
    private var played: [Int: Subject] = [:]
    /// Processes that ended badly after their variants were done.
    private(set) var badExits: [BadExit] = []

    struct PlannedVariant {
        let run: SweepPlan.Run
        let variant: Variant
        let scenario: Scenario
    }

    init(_ plan: SweepPlan, _ client: ClientUnderTest, _ way: Way, _ halt: Halt) {
        self.plan = plan
        self.client = client
        self.way = way
        self.halt = halt
    }

    /// Plays the runs unchanged, and derives the variants of those that pass.
    mutating func derive() async {
        var subjects: [Subject] = []
        var runs: [SweepPlan.Run] = []
        for (run, subject) in zip(plan.runs, await baselines(of: plan.runs)) {
            switch subject {
            case .success(let subject):
                subjects.append(subject)
                runs.append(run)
            case .failure(let reason): leftOut.append((run.scenario.name, reason.sentence))
            }
        }
        // A quarter of the budget is left for pairs.
        let budget = plan.families.count > 1 ? max(1, plan.budget * 3 / 4) : plan.budget
        let choice = VariantChoice(of: subjects, by: plan.families, budget: budget, seed: plan.seed)
        self.choice = choice
        self.subjects = subjects
        self.runs = runs
        let sources = Set(PairChoice.sources(among: choice.singles, seed: plan.seed))
        for (index, single) in choice.singles.enumerated() {
            if let shard = plan.shard, !shard.has(index) { continue }
            let variant = Variant(subjects[single.subject], single.family, single.change)
            guard add(variant, runs[single.subject]) else { continue }
            if sources.contains(index) { pairSources[variants.count - 1] = single }
        }
        singles = variants.count
    }

    private mutating func add(_ variant: Variant, _ run: SweepPlan.Run) -> Bool {
        guard let scenario = variant.scenario(of: run.scenario, reading: run.source.read) else {
            leftOut.append((run.scenario.name + "@" + variant.label, "its text cannot be read"))
            return false
        }
        variants.append(PlannedVariant(run: run, variant: variant, scenario: scenario))
        return true
    }

    /// Makes second changes of single variants that pass, now that they have been played: as many as the budget allows,
    /// drawn at random from all of them.
    mutating func derivePairs() {
        var pairs: [(PlannedVariant, Variant)] = []
        for (index, single) in pairSources.sorted(by: { $0.key < $1.key }) {
            guard let subject = played[index] else { continue }
            let one = variants[index]
            let seconds = PairChoice.seconds(
                of: subject, behind: single.family, among: plan.families, seed: plan.seed &+ UInt64(index))
            pairs += seconds.map { (one, Variant(subject, $0.family, $0.change, of: one.variant.parts)) }
        }
        let room = max(0, plan.budget - variants.count)
        var dice = SeededGenerator(plan.seed)
        let drawn =
            pairs.count <= room ? Array(pairs.indices) : pairs.indices.shuffled(using: &dice).prefix(room).sorted()
        pairsBeyond = pairs.count - drawn.count
        for index in drawn { _ = add(pairs[index].1, pairs[index].0.run) }
        if plan.shard == nil { fillUp(behind: drawn.count) }
    }

    /// Spends the part of the budget that the pairs have left on more single changes.
    private mutating func fillUp(behind pairs: Int) {
        let known = Set(variants.map(\.scenario.name))
        let budget = plan.budget - pairs
        guard let before = choice, before.singles.count < budget else { return }
        let whole = VariantChoice(of: subjects, by: plan.families, budget: budget, seed: plan.seed)
        choice = whole
        for single in whole.singles where variants.count < plan.budget {
            let variant = Variant(subjects[single.subject], single.family, single.change)
            let run = runs[single.subject]
            if !known.contains("\(run.scenario.name)@\(variant.label)") { _ = add(variant, run) }
        }
    }

    private struct Unfit: Error {
        let sentence: String
    }

    private func baselines(of runs: [SweepPlan.Run]) async -> [Result<Subject, Unfit>] {
        let plan = plan
        var subjects = runs.map { run -> Result<Subject, Unfit> in
            guard let flat = run.flat else { return .failure(Unfit(sentence: "its text alone is no run")) }
            return .success(Subject(flat, lines: run.lines))
        }
        let played = subjects.indices.filter { if case .success = subjects[$0] { true } else { false } }
        let cases = played.compactMap { index in
            (try? subjects[index].get()).map { Case($0.scenario, client: client, way: way) }
        }
        await Runner.run(
            cases: cases, workers: plan.workers, deadlines: plan.deadlines, authority: plan.authority, halt: halt,
            keepsPlays: true
        ) { index, result in
            let number = played[index]
            guard case .success(var subject) = subjects[number] else { return }
            let result = result.failing(unless: plan.exit, subject.scenario)
            guard result.verdict == .pass || result.verdict == .noted, let play = result.play else {
                subjects[number] = .failure(Unfit(sentence: Self.reason(result)))
                return
            }
            subject.take(play.transcript.events)
            subjects[number] = .success(subject)
        }
        return subjects
    }

    /// Whether a pattern of known failures names one of the variants, or may name one that was not played.
    func mayHave(_ pattern: NamePattern) -> Bool {
        let families = pattern.families
        if families.contains(where: { !$0.contains("*") && !$0.contains("?") && Family.named($0) == nil }) {
            return false
        }
        let isPlayed = families.allSatisfy { name in
            plan.families.contains { $0.name == name } && choice?.beyond[name] == nil
        }
        guard isPlayed, plan.shard == nil, families.count == 1 || pairsBeyond == 0 else { return true }
        return !runs.contains { pattern.isAbout(scenario: $0.scenario.name, way: way.name) }
            || variants.contains {
                pattern.matches(scenario: $0.scenario.name, way: way.name, place: $0.variant.placeLabel)
            }
    }

    private static func reason(_ result: CaseResult) -> String {
        switch result.verdict {
        case .notApplicable: result.reason ?? "it does not apply to the client"
        case .warning: "it passes with a warning as it is"
        case .fail where result.hasOnlyWrongExit:
            "it does not pass as it is: \(result.findings.last?.sentence ?? "")"
        default: "it does not pass as it is"
        }
    }

    /// Plays the variants in this range; `tell` is called with each result as it comes.
    mutating func play(_ range: Range<Int>, _ tell: @escaping Runner.OnResult) async {
        let (all, plan) = (variants, plan)
        let sources = Set(pairSources.keys)
        var subjects: [Int: Subject] = [:]
        let exits = await Runner.run(
            cases: all[range].map { Case($0.scenario, client: client, way: way, place: $0.variant.placeLabel) },
            workers: plan.workers,
            deadlines: plan.deadlines, authority: plan.authority, halt: halt, keepsPlays: true
        ) { offset, result in
            let index = range.lowerBound + offset
            var result = plan.judged(result, of: all[index].scenario)
            if result.verdict == .pass || result.verdict == .noted {
                if sources.contains(index), let play = result.play {
                    var subject = Subject(all[index].scenario, lines: all[index].variant.lines)
                    subject.take(play.transcript.events)
                    subjects[index] = subject
                }
                result.play = nil
            }
            await tell(index, result)
        }
        played.merge(subjects) { $1 }
        badExits.add(exits)
    }
}
