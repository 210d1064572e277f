// CaseResult+Play.swift: the result of a play.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainContracts
import QuintainLoop
import QuintainPlayer
import QuintainScenario
import QuintainSessions
package import QuintainTranscript

extension CaseResult {
    /// The verdict is the worst of the broken lines and the broken rules of the contract, unless the play was cut
    /// short.
    @OnLoop
    mutating func take(_ end: CaseEnd, _ play: CasePlay, keepsPlay: Bool) {
        let outcome = play.session.player.outcome
        let subjects =
            outcome.breaches.isEmpty
            ? nil : BreachSubjects(play.session.scenario, outcome.steps, play.session.player.transcript)
        let breaches = end.isWhole ? outcome.breaches : play.breachesBeforeEnd
        findings = Finding.all(breaches, play.watch.findings, of: subjects)
        exits = play.driver.exits
        if !exits.isEmpty { ends = LoadEnds(outcome, play.session.scenario) }
        // A command reports no responses.
        answers = exits.isEmpty ? play.loads.answers : []
        verdict = Verdict(findings.map(\.severity).max())
        unobserved = outcome.unobserved
        switch end {
        case .played: outcome.limit.map { leaveOut(because: $0) }
        case .unable(let sentence):
            // Breaches from before the end stay; missing lines follow from the end.
            findings = Finding.all(play.breachesBeforeEnd, [], of: subjects)
            verdict = Verdict(findings.map(\.severity).max())
            leaveOut(because: sentence)
        case .tooLong:
            verdict = .fail
            reason = "the case took too long as a whole, and was ended"
        case .crashed(let sentence): (verdict, reason) = (.crashed, sentence)
        case .hung(let sentence): (verdict, reason) = (.hung, sentence)
        case .fault(let sentence, let slug): (verdict, reason, fault) = (.driverFault, sentence, slug)
        case .obstacle(let sentence): (verdict, reason) = (.notPlayed, sentence)
        case .halted: break
        }
        if case .played = end { unended = play.unendedLoads }
        mayHaveTakenLate = play.driver.mayTellLate
        hasConnected = play.session.player.hasSeenConnections
        DriverPart.explain(&self, play.session.player.transcript, hasLoadsLeft: play.driver.hasLoadsLeft)
        // How a plain command has to end, and from which severity on a case fails, is judged later.
        let mayFailYet = verdict != .pass || !exits.isEmpty
        if verdict != .notApplicable, mayFailYet { errors = play.driver.complaints() }
        let isKept =
            switch verdict {
            case .notApplicable, .notPlayed: false
            case .pass: keepsPlay || mayFailYet
            case .noted, .warning, .fail, .knownFailure, .crashed, .hung, .driverFault: true
            }
        guard isKept else { return }
        self.play = Play(
            scenario: play.session.scenario, outcome: outcome, transcript: play.session.player.transcript)
    }

    /// Nothing can be said of the client, unless it had failed by then: it, or this tool, is unable to play the case.
    private mutating func leaveOut(because sentence: String) {
        isUnable = true
        guard verdict != .fail else { return }
        verdict = .notApplicable
        reason = sentence
        (findings, answers, unobserved) = ([], [], 0)
    }
}

extension CaseResult.Finding {
    /// The broken lines and rules. A callback that breaks both is one mistake: the finding that counts for less follows
    /// from the other, and if they count the same, the line follows from the rule.
    static func all(
        _ breaches: [Breach], _ found: [ContractWatch.Found], of subjects: BreachSubjects? = nil
    ) -> [Self] {
        var findings = breaches.map { breach in
            var finding = Self(breach)
            finding.about = subjects?.subject(of: breach)
            return finding
        }
        var events = breaches.map { breach in Set(([breach] + breach.follows).compactMap(\.event)) }
        for one in found {
            let finding = Self(one)
            guard let event = one.event, let index = events.firstIndex(where: { $0.contains(event) }) else {
                findings.append(finding)
                events.append([])
                continue
            }
            if finding.severity >= findings[index].severity, breaches.indices.contains(index),
                breaches[index].event == event, findings[index].event == nil
            {
                findings[index] = finding.followed(by: findings[index])
            } else if finding.severity <= findings[index].severity {
                findings[index].follows.append(finding)
            } else {
                findings.append(finding)
                events.append([])
            }
        }
        return findings
    }

    private func followed(by other: Self) -> Self {
        var root = self
        var first = other
        first.follows = []
        root.follows = [first] + other.follows
        return root
    }

    private init(_ breach: Breach) {
        self.init(
            rule: breach.slug.rawValue, severity: breach.severity, sentence: breach.sentence, line: breach.line?.number)
        difference = breach.difference
        hint = breach.hint
        near = breach.near?.number
        ofDriver = breach.telling.map(DriverPart.sentence)
        follows = breach.follows.map { Self($0) }
    }

    /// A broken rule of the contract.
    private init(_ found: ContractWatch.Found) {
        self.init(
            rule: found.rule, severity: found.isFailure ? .failure : .warning, sentence: found.sentence,
            citation: found.citation, event: found.event)
    }
}

extension CaseResult.Verdict {
    package init(_ worst: Severity?) {
        switch worst {
        case nil: self = .pass
        case .noted?: self = .noted
        case .warning?: self = .warning
        case .failure?: self = .fail
        }
    }
}

extension DriverFailure {
    func tell(_ result: inout CaseResult) {
        result.verdict = hasCrashed ? .crashed : isMissing || isOurs ? .notPlayed : .driverFault
        result.reason = sentence
        result.errors = errors
    }
}
