// CaseResult+Play.swift: what is made of a play that is over.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainPlayer
import QuintainServer
import QuintainTranscript

extension CaseResult {
    /// The worst of what the play broke and what the contract says, unless it did not come to its end.
    @OnLoop
    mutating func take(_ end: CaseEnd, _ play: CasePlay, keepsPlay: Bool) {
        let outcome = play.session.player.outcome
        let breaches = end.isWhole ? outcome.breaches : play.breachesBeforeEnd
        findings = breaches.map { Finding($0) }
        findings += play.watch.findings.map { Finding($0) }
        answers = play.loads.answers
        verdict = Verdict(findings.map(\.severity).max())
        switch end {
        case .played: break
        case .unable(let sentence):
            verdict = .notApplicable
            reason = sentence
            findings = []
            answers = []
        case .tooLong:
            verdict = .fail
            reason = "the case took too long as a whole, and was ended"
        case .crashed(let sentence): (verdict, reason) = (.crashed, sentence)
        case .hung(let sentence): (verdict, reason) = (.hung, sentence)
        case .fault(let sentence): (verdict, reason) = (.driverFault, sentence)
        case .obstacle(let sentence): (verdict, reason) = (.notPlayed, sentence)
        case .halted: break
        }
        if isFailure { errors = play.driver.complaints() }
        let isKept =
            switch verdict {
            case .notApplicable, .notPlayed: false
            case .pass: keepsPlay
            case .noted, .warning, .fail, .knownFailure, .crashed, .hung, .driverFault: true
            }
        guard isKept else { return }
        self.play = Play(
            scenario: play.session.scenario, outcome: outcome, transcript: play.session.player.transcript)
    }
}

extension CaseResult.Finding {
    fileprivate init(_ breach: Breach) {
        self.init(
            rule: breach.slug.rawValue, severity: breach.severity, sentence: breach.sentence, line: breach.line?.number)
        follows = breach.follows.map { Self($0) }
    }
}

extension CaseResult.Verdict {
    fileprivate init(_ worst: Severity?) {
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
        result.verdict = isMissing ? .notApplicable : hasCrashed ? .crashed : isOurs ? .notPlayed : .driverFault
        result.reason = sentence
        result.errors = errors
    }
}
