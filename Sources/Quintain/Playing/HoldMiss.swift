// HoldMiss.swift: why a play has not come to a `! hold`.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainApplicability
import QuintainLoop
import QuintainPlayer
import QuintainScenario
import QuintainSessions
import QuintainTranscript

@OnLoop
struct HoldMiss {
    /// `line 1, `> GET /`, has not happened within 5000 ms`
    let sentence: String

    init(_ script: QuintainScenario.Scenario, _ session: Session, patience: Int) {
        let player = session.player
        let mistake = player.outcome.breaches.first { $0.severity == .failure }
        let due = player.dueLines(of: script)
        if !ScenarioSurvey(script).lines.contains(where: \.isHold) {
            sentence = "the scenario has no '! hold'"
        } else if let mistake {
            sentence = mistake.sentence
        } else if !session.hasBeenVisited {
            sentence = "no connection came"
        } else if due.isEmpty {
            sentence = "no line is left that holds it"
        } else {
            let haveNot = due.count == 1 ? "has not" : "have not"
            sentence = "\(due.joined(separator: " and ")), \(haveNot) happened within \(patience) ms"
        }
    }
}

extension Line {
    fileprivate var isHold: Bool { if case .act(.hold) = deed { true } else { false } }
}
