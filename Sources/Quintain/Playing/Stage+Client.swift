// Stage+Client.swift: what a play knows of its client's delegates.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainPlayer
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
        /// Whether a delegate of the test's own stands behind one of the play's.
        var hasOwnDelegate = false
        /// Whether a task has a delegate of its own, of which the play hears nothing.
        var hasTaskDelegate = false
        /// Whether a session calls its delegate on several threads at once.
        var hasConcurrentQueue = false
        /// The questions at which it has decided as if it had no method for them.
        var decidedAsWithout: Set<CallbackKind> = []
        /// The questions for which it has a method, as an answer behind the call or a second one shows.
        var answeredByMethod: Set<CallbackKind> = []
        /// What the scenario has decided in place of the client, and not as the client would by default.
        var decidedForIt: Set<Steering> = []
        /// Whether the test says that the scenario is to decide in place of the client.
        var scenarioDecides = false
        /// Whether a delegate of this play is of a class that inherits from RecordingDelegate.
        var hasSubclass = false
        /// The line of the `! hold` that nobody had ended when the client was judged.
        var held: Int?
        /// Whether it was judged because nothing had come for a moment.
        var wasQuiet = false
        /// Whether the play knows of all of its loads then, and that they have ended.
        var haveLoadsEnded = false

        /// Notes a decision of the scenario. true: it is the first that is not the client's default.
        mutating func isSteered(by decision: ResolvedDecision, at kind: CallbackKind) -> Bool {
            // A body that the scenario has chosen is none of the client's, though no delegate has a default for it.
            guard kind.hasDefault || kind == .needBody, let word = decision.word, word != kind.decisionWithout else {
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

        mutating func hasComeToRest(wasQuiet: Bool, knowsTasks: Bool) {
            (self.wasQuiet, haveLoadsEnded) = (wasQuiet, knowsTasks && delegates > 0)
        }
    }

    /// Notes that a delegate was made, and how much it reports.
    nonisolated func hears(_ new: Hearing, hasOwnDelegate: Bool, isSubclass: Bool, scenarioDecides: Bool) {
        client.withLock { client in
            client.hasSubclass = client.hasSubclass || isSubclass
            client.hearing = new.rawValue > client.hearing.rawValue ? new : client.hearing
            client.delegates += 1
            client.hasOwnDelegate = client.hasOwnDelegate || hasOwnDelegate
            client.scenarioDecides = client.scenarioDecides || scenarioDecides
        }
    }

    /// Notes that the test's own delegate has a method for a question.
    nonisolated func hasMethod(for kind: CallbackKind) {
        client.withLock { _ = $0.answeredByMethod.insert(kind) }
    }

    /// Notes that a session calls its delegate on several threads at once.
    nonisolated func hearsOfConcurrentQueue() { client.withLock { $0.hasConcurrentQueue = true } }

    /// Notes that a task has a delegate of its own, which is none of the play's.
    nonisolated func hearsOfTaskDelegate() { client.withLock { $0.hasTaskDelegate = true } }
}
