// Shrinker.swift: proposes smaller scenarios, and goes on from those that still fail the same way.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainAdvice
internal import QuintainNotation
package import QuintainScenario

/// Makes a scenario smaller, step by step: it proposes candidates, is told which of them is the first that still fails
/// as the scenario did, and proposes further ones until no step of the table leaves the failure as it is.
///
/// The machine plays nothing and reads no clock. Its result does not depend on how many candidates are asked for at
/// once: of several that still fail the same way, the first one proposed is taken.
package struct Shrinker {
    /// A draft that reads well.
    package struct Candidate: Sendable {
        package let draft: Draft
        package let scenario: Scenario
        fileprivate let warnings: [Slug: Int]
        /// The round as it was when the step was its next one.
        fileprivate let round: Round
    }

    /// The smallest draft so far that still fails the same way.
    package private(set) var draft: Draft
    package private(set) var scenario: Scenario
    package private(set) var isOver = false

    /// The line of the file at which the run fails; it has to stay.
    private let line: Int?
    private let read: ([UInt8]) -> Reading
    /// The origins that must not get a password or a cookie. A client that gives them one may fail at another line, and where
    /// that line is kept and the field's is not, the origin still is what the scenario is about.
    private let apart: Set<String>
    private var warnings: [Slug: Int]
    private var round: Round
    private var proposed: [Candidate] = []
    /// The round behind the proposed candidates: the next step, unless one of the candidates is taken.
    private var behind: Round
    /// Texts that do not fail the same way.
    private var refused: Set<String> = []
    private var isFirstPass = true
    /// Whether a step was taken since the pass began.
    private var gotSmaller = false

    /// The steps of one kind.
    fileprivate struct Round: Sendable {
        let kind: StepKind
        var steps: [Reduction]
        /// The number of steps that are done at once.
        var size: Int
        var position = 0
    }

    /// - Parameter line: the line of the file at which the run fails, if it is one.
    /// - Parameter read: reads a text as if it were the run's file.
    ///
    package init(_ run: Scenario, failingAt line: Int?, read: @escaping ([UInt8]) -> Reading) {
        let draft = Draft(of: run)
        let reading = read(draft.bytes)
        self.draft = draft
        scenario = reading.scenarios.first ?? run
        self.line = line
        self.read = read
        apart = Outline(draft, scenario).guarded
        warnings = reading.warnings
        round = Round(kind: .remarks, steps: [], size: 1)
        behind = round
        round = begin(StepKind.allCases[0])
    }

    // MARK: Proposing

    /// The next candidates; the caller finds the first that still fails the same way. Empty: the search is over.
    package mutating func propose(atMost count: Int) -> [Candidate] {
        proposed = []
        behind = round
        while !isOver, proposed.count < count {
            guard behind.position < behind.steps.count else {
                if let next = round(after: behind) {
                    behind = next
                } else if proposed.isEmpty {
                    endPass()
                } else {
                    // Whether there is another pass depends on the answers.
                    break
                }
                continue
            }
            let end = min(behind.position + behind.size, behind.steps.count)
            let chosen = behind.steps[behind.position..<end]
            let step = chosen.dropFirst().reduce(chosen.first!) { $0.joined(with: $1) }
            if let candidate = candidate(step), !refused.contains(candidate.draft.text) { proposed.append(candidate) }
            behind.position = end
        }
        return proposed
    }

    /// Takes in which of the last candidates is the first that still fails the same way; nil: none of them.
    package mutating func take(_ index: Int?) {
        for candidate in proposed[..<(index ?? proposed.count)] { refused.insert(candidate.draft.text) }
        round = behind
        if let index {
            let candidate = proposed[index]
            draft = candidate.draft
            scenario = candidate.scenario
            warnings = candidate.warnings
            gotSmaller = true
            // The steps behind this one have moved up to its place.
            round = candidate.round
            round.steps = Outline(draft, scenario, apart: apart).steps(round.kind)
            round.size = max(1, min(round.size, round.steps.count))
        }
        proposed = []
    }

    // MARK: Rounds

    private func begin(_ kind: StepKind) -> Round {
        let steps = Outline(draft, scenario, apart: apart).steps(kind)
        // Later passes try single steps only.
        let isJoint = kind.isTakenTogether && isFirstPass
        return Round(kind: kind, steps: steps, size: isJoint ? max(1, (steps.count + 1) / 2) : 1)
    }

    /// The next round of the pass; nil: this was the last.
    private func round(after round: Round) -> Round? {
        if round.size > 1 {
            var smaller = round
            smaller.size = (round.size + 1) / 2
            smaller.position = 0
            return smaller
        }
        let kinds = StepKind.allCases
        let next = kinds.firstIndex(of: round.kind)! + 1
        return next < kinds.count ? begin(kinds[next]) : nil
    }

    /// A pass in which no step was taken was the last one.
    private mutating func endPass() {
        isOver = !gotSmaller
        gotSmaller = false
        isFirstPass = false
        behind = begin(StepKind.allCases[0])
    }

    // MARK: Candidates

    /// The draft after the step. Lines that make no sense without what the step takes away go as well, such as an
    /// origin that nothing uses any more. nil: the rest makes no sense, or the failing line is gone.
    private func candidate(_ step: Reduction) -> Candidate? {
        var next = draft.taking(step)
        for _ in 0..<Self.mendings {
            guard next != draft, line.map({ next.line(from: $0) != nil }) ?? true else { return nil }
            let reading = read(next.bytes)
            let senseless = reading.advised.filter { diagnostic in
                diagnostic.severity == .error
                    || reading.warnings[diagnostic.slug, default: 0] > warnings[diagnostic.slug, default: 0]
            }
            if senseless.isEmpty {
                guard reading.scenarios.count == 1, let scenario = reading.scenarios.first, !scenario.nodes.isEmpty
                else {
                    return nil
                }
                return Candidate(draft: next, scenario: scenario, warnings: reading.warnings, round: behind)
            }
            next = next.taking(.removing(senseless.map { $0.place.line - 1 }))
        }
        return nil
    }

    private static let mendings = 6
}

extension Reading {
    /// The number of warnings with each slug.
    fileprivate var warnings: [Slug: Int] {
        advised.reduce(into: [:]) { counts, one in
            if one.severity == .warning { counts[one.slug, default: 0] += 1 }
        }
    }
}
