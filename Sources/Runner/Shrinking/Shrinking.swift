// Shrinking.swift: plays ever smaller scenarios until none fails in the same way any more.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainApplicability
package import QuintainLoop
package import QuintainScenario
package import QuintainSessions
import QuintainShrink

/// The smallest scenario that fails with a client as a given one does, while the reference client passes it.
@OnLoop
package final class Shrinking {
    package enum End: Sendable {
        case shrunk(Shrunk)
        /// The scenario cannot be made smaller; the sentence says why.
        case refused(String)
        case givenUp
    }

    private let one: Case
    private let read: ([UInt8]) -> Reading
    private let clients: PlayPool
    private let references: PlayPool
    private let limit: Moment
    private var referenceWay: Way
    /// How long a line of a candidate is waited for, in milliseconds: the greatest of the least time, the time that the
    /// failure takes, and four times the reference client's latest time.
    private var hurry: Int { max(leastHurry, failureTime, 4 * referenceTime) }
    private let leastHurry: Int
    private var failureTime = 0
    private var referenceTime = 0
    /// Called after each batch of plays: how many lines are left by now, and how many plays there have been.
    package var onStep: ((_ lines: Int, _ plays: Int) -> Void)?

    /// - Parameters:
    ///   - limit: the time at which the smallest scenario so far is the result.
    ///   - hurry: the least time for which a candidate's line is waited for.
    ///   - read: reads a text as if it were the case's file.
    package init(
        _ one: Case, workers: Int? = nil, deadlines: Deadlines = Deadlines(), authority: TestAuthority? = nil,
        halt: Halt = Halt(), until limit: Moment, hurryingTo hurry: Int = 500, read: @escaping ([UInt8]) -> Reading
    ) {
        self.one = one
        self.read = read
        self.limit = limit
        leastHurry = max(hurry, deadlines.patience)
        referenceWay = one.way
        let count = workers ?? max(8, 4 * Processors.count)
        clients = PlayPool(count: count, deadlines, authority: authority, halt: halt)
        references = PlayPool(count: Self.candidatesAtOnce, deadlines, authority: authority, halt: halt)
    }

    package func run() async -> End {
        let end = await shrink()
        await clients.end()
        await references.end()
        return end
    }

    private func shrink() async -> End {
        guard let results = await clients.play([Case](repeating: one, count: Self.tries)) else { return .givenUp }
        guard let symptom = results.lazy.compactMap({ Symptom.main(of: $0, \.self) }).first else {
            return .refused(Self.refusal(results[0]))
        }
        guard results.allSatisfy({ Symptom.all(of: $0, \.self).contains(where: symptom.isLike) }) else {
            return .refused(Self.flaky(results, symptom))
        }
        switch await reference() {
        case nil: return .givenUp
        case .failure(let refusal)?: return .refused(refusal.sentence)
        case .success?: break
        }
        guard await calibrate(symptom), var shrinker = await descend(symptom) else { return .givenUp }
        guard var failing = await confirmations(shrinker, symptom) else { return .givenUp }
        if failing == 0, symptom.takesWaiting {
            // No confirmation failed so: perhaps the client only takes longer than it was given.
            failureTime = .max
            guard let slower = await descend(symptom) else { return .givenUp }
            shrinker = slower
            guard let again = await confirmations(shrinker, symptom) else { return .givenUp }
            failing = again
        }
        let version = results[0].version
        return .shrunk(
            Shrunk(
                shrinker, of: one.scenario, plays: clients.plays + references.plays, confirmed: (failing, Self.tries),
                symptom, client: version.isEmpty ? one.client.name : version, read: read))
    }

    /// Finds out how long lines must be waited for so that the whole scenario fails in the same way: a process that
    /// crashes may take a second, and twice as long beside other plays. False: the run was halted.
    private func calibrate(_ symptom: Symptom) async -> Bool {
        var hurry = leastHurry
        while hurry < Self.hurryAtMost {
            guard let results = await clients.play([tried(one.scenario.hurried(to: hurry))]) else { return false }
            hurry *= 2
            failureTime = hurry
            if Symptom.all(of: results[0], \.self).contains(where: symptom.isLike) { return true }
        }
        failureTime = .max
        return true
    }

    /// nil: the run was halted.
    private func descend(_ symptom: Symptom) async -> Shrinker? {
        var shrinker = Shrinker(one.scenario, failingAt: symptom.line, read: read)
        var count = 1
        while Moment.now < limit {
            let candidates = shrinker.propose(atMost: count)
            if candidates.isEmpty { break }
            guard let index = await firstFailing(so: symptom, among: candidates) else { return nil }
            shrinker.take(index)
            onStep?(shrinker.draft.count, clients.plays + references.plays)
            // Where most steps fail, many candidates are tried at once; where most succeed, few, since only the first
            // counts.
            count = index == nil ? min(Self.candidatesAtOnce, count * 4) : max(1, count / 2)
        }
        return shrinker
    }

    /// The number of plays in which the small scenario fails so: a failure that always came with the whole one may come
    /// only now and then.
    private func confirmations(_ shrinker: Shrinker, _ symptom: Symptom) async -> Int? {
        let tried = tried(shrinker.scenario)
        let results = await clients.play([Case](repeating: tried, count: Self.tries))
        return results.map { $0.count { shows($0, symptom, shrinker.draft) } }
    }

    // MARK: The two clients

    private struct Refusal: Error { let sentence: String }

    /// Whether the reference client passes the scenario, in the same way of loading or else as it is written.
    private func reference() async -> Result<Void, Refusal>? {
        for way in [one.way, .asWritten] {
            guard let result = await references.play([referenceCase(one.scenario, way)])?.first else { return nil }
            switch result.verdict {
            case .notApplicable: continue
            case .pass, .noted:
                referenceWay = way
                referenceTime = result.milliseconds
                return .success(())
            case .warning, .fail, .knownFailure, .crashed, .hung, .driverFault, .notPlayed:
                let finding = result.findings.first.map { finding in
                    (finding.line.map { "line \($0): " } ?? "") + finding.sentence
                }
                let reason = finding ?? result.reason ?? result.verdict.rawValue
                return .failure(
                    Refusal(sentence: "the reference client does not pass it, so the fault may be its own: \(reason)"))
            }
        }
        return .failure(Refusal(sentence: "the reference client cannot play it, so nothing tells whether it is right"))
    }

    private func referenceCase(_ scenario: Scenario, _ way: Way) -> Case {
        Case(scenario, client: ClientUnderTest(name: "reference", seat: .inside), way: way)
    }

    /// The index of the first candidate that fails so. Inner nil: none does; outer nil: the run was halted.
    private func firstFailing(so symptom: Symptom, among candidates: [Shrinker.Candidate]) async -> Int?? {
        let given = hurry
        let hurried = candidates.map { $0.scenario.hurried(to: given) }
        guard let right = await references.play(hurried.map { referenceCase($0, referenceWay) }) else { return nil }
        let playable = right.indices.filter { right[$0].verdict == .pass || right[$0].verdict == .noted }
        guard let results = await clients.play(playable.map { tried(hurried[$0]) }) else { return nil }
        let failing = zip(playable, results).first { shows($1, symptom, candidates[$0].draft) }?.0
        // A play that took the whole time has waited for a line in vain: its time says nothing of the client's speed.
        if let failing, right[failing].milliseconds < given { referenceTime = right[failing].milliseconds }
        return .some(failing)
    }

    private func tried(_ scenario: Scenario) -> Case {
        var tried = one
        tried.scenario = scenario
        return tried
    }

    private func shows(_ result: CaseResult, _ symptom: Symptom, _ draft: Draft) -> Bool {
        Symptom.all(of: result) { draft.origin(ofLine: $0) }.contains(where: symptom.isLike)
    }

    // MARK: Refusals

    private static func refusal(_ result: CaseResult) -> String {
        switch result.verdict {
        case .pass, .noted: "the client passes it: there is no failure to make smaller"
        case .notApplicable: "it is not applicable to the client: \(result.reason ?? "")"
        case .notPlayed: result.reason ?? "it could not be played"
        case .warning, .fail, .knownFailure, .crashed, .hung, .driverFault: "there is no failure to make smaller"
        }
    }

    private static func flaky(_ results: [CaseResult], _ symptom: Symptom) -> String {
        let came = results.filter { Symptom.all(of: $0, \.self).contains(where: symptom.isLike) }.count
        return "the failure is flaky: \(symptom.rule) came in \(came) of \(results.count) plays, "
            + "and what comes now and then only cannot be told from what a step takes away"
    }

    /// How many plays confirm a failure.
    private static let tries = 3
    private static let candidatesAtOnce = 32
    /// In milliseconds.
    private static let hurryAtMost = 5_000
}
