// OwnSessions.swift: the sessions that a play has made, and whether they load anything.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Sessions are held weakly: a session lives as long as the code that loads with it.
final class OwnSessions: Sendable {
    private struct Holder: @unchecked Sendable {
        weak var session: URLSession?
    }

    private let holders = Mutex<[Holder]>([])

    func add(_ session: URLSession) { holders.withLock { $0.append(Holder(session: session)) } }

    /// Asks all of them for tasks that are under way. They answer on queues of their own, which may be busy.
    func inquire() -> Inquiry {
        let sessions = holders.withLock { $0.compactMap(\.session) }
        let inquiry = Inquiry(of: sessions.count)
        for session in sessions {
            session.getAllTasks { tasks in
                inquiry.answered(areUnderWay: tasks.contains { $0.state == .running || $0.state == .canceling })
            }
        }
        return inquiry
    }

    final class Inquiry: Sendable {
        private struct State {
            var open: Int
            var areUnderWay = false
        }

        private let state: Mutex<State>

        fileprivate init(of count: Int) { state = Mutex(State(open: count)) }

        fileprivate func answered(areUnderWay: Bool) {
            state.withLock { state in
                state.open -= 1
                state.areUnderWay = state.areUnderWay || areUnderWay
            }
        }

        /// Whether any task is under way; nil: some session has not answered yet.
        var areUnderWay: Bool? { state.withLock { $0.open > 0 ? nil : $0.areUnderWay } }
    }
}
