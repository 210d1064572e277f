// OwnSessions.swift: the sessions that a play has made, and whether they load anything.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation
import QuintainLoop
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

    /// How many there have been.
    var count: Int { holders.withLock { $0.count } }

    /// Asks all of them for tasks that are under way. They answer on queues of their own, which may be busy.
    func inquire() -> Inquiry {
        let sessions = holders.withLock { $0.compactMap(\.session) }
        let inquiry = Inquiry(of: sessions.count)
        for session in sessions {
            session.getAllTasks { tasks in
                inquiry.answered(tasks.map(\.state))
            }
        }
        return inquiry
    }

    /// Waits for the loads that a closed play has ended, a moment at most.
    ///
    /// URLSession on Linux may hang where a task is cancelled while its connection breaks, and a test that throws cancels
    /// what it has begun by `async let`.
    @OnLoop
    func comeToEnd() async {
        let until = Moment.now.advanced(milliseconds: Self.endsWithin)
        while .now < until {
            let inquiry = inquire()
            while !inquiry.isAnswered, .now < until { await EventLoop.shared.sleep(for: .milliseconds(1)) }
            if inquiry.isAnswered, !inquiry.areUnderWay { return }
            await EventLoop.shared.sleep(for: .milliseconds(1))
        }
    }

    private static let endsWithin: Int64 = 500

    final class Inquiry: Sendable {
        private struct State {
            var open: Int
            var tasks: [URLSessionTask.State] = []
        }

        private let state: Mutex<State>

        fileprivate init(of count: Int) { state = Mutex(State(open: count)) }

        fileprivate func answered(_ tasks: [URLSessionTask.State]) {
            state.withLock { state in
                state.open -= 1
                state.tasks += tasks
            }
        }

        /// All sessions have answered.
        var isAnswered: Bool { state.withLock { $0.open == 0 } }

        /// Whether any task is under way.
        var areUnderWay: Bool { state.withLock { $0.tasks.contains { $0 == .running || $0 == .canceling } } }

        /// Whether any task may go on.
        var areLeft: Bool { state.withLock { $0.tasks.contains { $0 != .completed } } }
    }
}
