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
    ///
    /// URLSession on Linux reads its tasks beside the queue that changes them, and crashes if one ends at that moment. So
    /// they are asked less and less often, the longer a task goes on.
    func inquire(after last: Inquiry? = nil) -> Inquiry {
        let sessions = holders.withLock { $0.compactMap(\.session) }
        let inquiry = Inquiry(
            of: sessions.count, pause: last.map { min($0.pause * 2, Self.longestPause) } ?? Self.pause)
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
        var inquiry = inquire()
        while .now < until {
            if inquiry.isAnswered, !inquiry.areUnderWay { return }
            if inquiry.isOver { inquiry = inquire(after: inquiry) }
            await EventLoop.shared.sleep(for: .milliseconds(1))
        }
    }

    private static let endsWithin: Int64 = 500
    private static let pause = Duration.milliseconds(2)
    private static let longestPause = Duration.milliseconds(64)

    final class Inquiry: Sendable {
        private struct State {
            var open: Int
            var tasks: [URLSessionTask.State] = []
        }

        private let state: Mutex<State>
        private let began = Moment.now
        /// The least time to the next one.
        fileprivate let pause: Duration

        fileprivate init(of count: Int, pause: Duration) {
            state = Mutex(State(open: count))
            self.pause = pause
        }

        fileprivate func answered(_ tasks: [URLSessionTask.State]) {
            state.withLock { state in
                state.open -= 1
                state.tasks += tasks
            }
        }

        /// All sessions have answered.
        var isAnswered: Bool { state.withLock { $0.open == 0 } }

        /// The sessions may be asked again.
        var isOver: Bool { isAnswered && Moment.now - began >= pause }

        /// Whether any task is under way.
        var areUnderWay: Bool { state.withLock { $0.tasks.contains { $0 == .running || $0 == .canceling } } }

        /// Whether any task may go on.
        var areLeft: Bool { state.withLock { $0.tasks.contains { $0 != .completed } } }
    }
}
