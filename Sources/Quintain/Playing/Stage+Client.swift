// Stage+Client.swift: what a play knows of its client's delegates.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainWords
import Synchronization

extension Stage {
    /// What is known of the client's delegates.
    struct Client: Sendable {
        /// The most that any delegate of this play reports. Settled when the first connection comes.
        var hearing = Hearing.nothing
        /// The delegates of this play, whoever has their sessions.
        var delegates = 0
        /// Whether a delegate of the test's own stands behind one of the play's.
        var hasOwnDelegate = false
        /// Whether a task has a delegate of its own, of which the play hears nothing.
        var hasTaskDelegate = false
        /// The questions at which it has decided as if it had no method for them.
        var decidedAsWithout: Set<CallbackKind> = []
        /// The questions for which it has a method, as an answer behind the call or a second one shows.
        var answeredByMethod: Set<CallbackKind> = []
        /// The questions at which the scenario has decided in place of the client, and not as the client would by default.
        var decidedForIt: Set<CallbackKind> = []
        /// Whether a delegate of this play is of a class that inherits from RecordingDelegate.
        var hasSubclass = false
        /// The line of the `! hold` that nobody had ended when the client was judged.
        var held: Int?
        /// Whether it was judged because nothing had come for a moment.
        var wasQuiet = false
    }

    /// Notes that a delegate was made, and how much it reports.
    nonisolated func hears(_ new: Hearing, hasOwnDelegate: Bool, isSubclass: Bool) {
        client.withLock { client in
            client.hasSubclass = client.hasSubclass || isSubclass
            client.hearing = new.rawValue > client.hearing.rawValue ? new : client.hearing
            client.delegates += 1
            client.hasOwnDelegate = client.hasOwnDelegate || hasOwnDelegate
        }
    }

    /// Notes that the test's own delegate has a method for a question.
    nonisolated func hasMethod(for kind: CallbackKind) {
        client.withLock { _ = $0.answeredByMethod.insert(kind) }
    }

    /// Notes that a task has a delegate of its own, which is none of the play's.
    nonisolated func hearsOfTaskDelegate() { client.withLock { $0.hasTaskDelegate = true } }
}
