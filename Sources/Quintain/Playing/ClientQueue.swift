// ClientQueue.swift: for how long plays have blocked the queue on which URLSession makes all its loads.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import Synchronization

/// FoundationNetworking drives the loads of all sessions of a process on one queue, and asks for a body there: while a
/// delegate is asked, no other load goes on, whatever play it belongs to.
///
/// A play counts its own questions as the client's time, but none of the others'.
final class ClientQueue: Sendable {
    private struct State {
        /// How long the queue was blocked, in nanoseconds, by those who let it go on.
        var blocked: Int64 = 0
        /// Since when it is blocked.
        var since: Moment?
        var asker: ObjectIdentifier?

        /// How long the question that is open has taken, in nanoseconds.
        var took: Int64 { since.map { Int64(clamping: Moment.now.nanoseconds &- $0.nanoseconds) } ?? 0 }
    }

    private static let state = Mutex(State())
    /// The part of ``State/blocked`` that is this play's.
    private let own = Mutex<Int64>(0)
    /// What ``standstill()`` has returned so far.
    private let told = Mutex<Int64>(0)

    init() { told.withLock { $0 = blockedByOthers } }

    /// Blocks the queue for a question of this play.
    func block(_ body: () -> Void) {
        let isFirst = Self.state.withLock { state in
            guard state.since == nil else { return false }
            (state.since, state.asker) = (.now, ObjectIdentifier(self))
            return true
        }
        body()
        // There is one queue, so nobody else can have asked meanwhile.
        guard isFirst else { return }
        Self.state.withLock { state in
            let took = state.took
            state.blocked += took
            own.withLock { $0 += took }
            (state.since, state.asker) = (nil, nil)
        }
    }

    /// For how many nanoseconds other plays have blocked the queue since the last call.
    func standstill() -> Int64 {
        let now = blockedByOthers
        return told.withLock { told in
            defer { told = max(told, now) }
            return max(0, now - told)
        }
    }

    private var blockedByOthers: Int64 {
        Self.state.withLock { state in
            let open = state.asker == ObjectIdentifier(self) ? 0 : state.took
            return state.blocked + open - own.withLock { $0 }
        }
    }
}
