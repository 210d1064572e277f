// Stage+Client.swift: what a play knows of its client's delegates.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainApplicability
import QuintainPlayer
import QuintainScenario
import QuintainSides
import QuintainTalk
import QuintainWords
import Synchronization

extension Stage {
    /// How long the client is waited for before it is judged.
    enum Waiting: Sendable, Equatable {
        /// Until it has begun, the server's pauses are over, and it is at rest.
        case whole
        /// Until it is at rest.
        case rest
        /// Not at all: nobody asks for a verdict any more.
        case nothing(ClientEnd)

        /// Why nothing more is expected of the client.
        var end: ClientEnd { if case .nothing(let end) = self { end } else { .judged } }
    }

    /// A decision of the scenario, in place of one of the client.
    struct Steering: Hashable, Sendable {
        let kind: CallbackKind
        let word: DecisionWord
    }

    /// What is known of the client's delegates.
    struct Client: Sendable {
        /// The most that any delegate of this play reports.
        var hearing = Hearing.nothing
        /// The same when the first connection came, which settles what is observed; nil: none has come.
        var observed: Hearing?
        /// The client is meant to be one of URLSession.
        var isOfURLSession = true
        /// The delegates of this play, whoever has their sessions.
        var delegates = 0
        /// What the scenario has decided in place of the client, and not as the client would by default.
        var decidedForIt: Set<Steering> = []
        /// Whether the test says that the scenario is to decide in place of the client.
        var scenarioDecides = false

        /// Notes a decision of the scenario. true: it is the first that is not the client's default.
        mutating func isSteered(by decision: ResolvedDecision, at kind: CallbackKind) -> Bool {
            // A body that the scenario has chosen is none of the client's, though no delegate has a default for it.
            guard kind.hasDefault || kind == .needBody, let word = decision.word, word != .byDefault else {
                return false
            }
            return decidedForIt.insert(Steering(kind: kind, word: word)).inserted && decidedForIt.count == 1
        }

        /// A sentence about decisions of the scenario that the test has not left to it. To trust the authority of the tests,
        /// which no client knows, is always left to it.
        var steering: String? {
            let made = decidedForIt.filter { $0.word != .trust }.map {
                "'\($0.word.rawValue)' at '\($0.kind.rawValue)'"
            }
            guard !scenarioDecides, let one = made.min() else { return nil }
            return
                "the scenario has decided \(one) in place of the client, so this test passes whatever the client's own "
                + "delegate decides: hand that over, as in play.session(forwardingTo: mine), or write "
                + "play.session(scenarioDecides: true) where the scenario is meant to decide"
        }

        /// `2 lines not checked: no delegate of this play hears of 'finish' and 'response'`
        func remark(onUnobserved count: Int, of script: QuintainScenario.Scenario) -> String {
            let kinds = Set(ScenarioSurvey(script).lines.compactMap(\.callback?.kind))
            let unheard = kinds.subtracting((observed ?? hearing).kinds).map { "'\($0.rawValue)'" }.sorted()
            return "\(Summary.count(count, "line")) not checked: no delegate of this play hears of "
                + unheard.joined(separator: ", ") + (isOfURLSession ? Self.heard : "")
        }

        private static let heard =
            "; callbacks are heard of play.session(), play.recordingSession() and sessions whose delegate is a "
            + "RecordingDelegate(play), made before the client's first connection"
    }

    /// Notes that a delegate was made, and how much it reports.
    nonisolated func hears(_ new: Hearing, scenarioDecides: Bool) {
        client.withLock { client in
            client.hearing = new.rawValue > client.hearing.rawValue ? new : client.hearing
            client.delegates += 1
            client.scenarioDecides = client.scenarioDecides || scenarioDecides
        }
    }
}
