// TaskStandstill.swift: for how long the tasks of this process, other than those of loops, have got no thread.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Swift Testing runs all tests at once, on as many threads as there are processors. Where other tests compute, a client
/// gets no thread to go on, and is not late.
package struct TaskStandstill: Sendable {
    private struct State {
        /// Since when a task waits for a thread; nil: none waits.
        var waiting: Moment?
        /// How far that time has been counted.
        var counted = Moment.now
        /// When the last one got its thread.
        var ran: Moment?
        /// In nanoseconds.
        var stoodStill: Int64 = 0
        /// A task that waits for longer stands still.
        var least = TaskStandstill.least

        mutating func count(_ now: Moment) {
            guard let waiting, now - waiting > least else { return }
            stoodStill += Int64(clamping: now.nanoseconds &- counted.nanoseconds)
            counted = now
        }

        /// Whether another task is to be started, to see when it runs.
        mutating func begins(_ now: Moment, closely: Bool) -> Bool {
            if closely { least = TaskStandstill.leastClosely }
            count(now)
            guard waiting == nil, closely || ran.map({ now - $0 > TaskStandstill.pause }) ?? true else { return false }
            (waiting, counted) = (now, now)
            least = closely ? TaskStandstill.leastClosely : TaskStandstill.least
            return true
        }

        mutating func hasRun(_ now: Moment) {
            count(now)
            (waiting, ran) = (nil, now)
        }
    }

    private static let state = Mutex(State())
    /// What ``standstill()`` has seen by now, and what of that it has returned.
    private var seen = TaskStandstill.state.withLock(\.stoodStill)
    private var told: Int64 = 0

    package init() {}

    /// For how many nanoseconds no task has got a thread since the last call. All of it is no more than half a minute: tests
    /// that block threads until a play is given up would wait for each other.
    ///
    /// - Parameter closely: a silence of the client is measured, which may be as short as a standstill.
    package mutating func standstill(closely: Bool) -> Int64 {
        let (isDue, now) = Self.state.withLock { ($0.begins(.now, closely: closely), $0.stoodStill) }
        if isDue { Task.detached { Self.state.withLock { $0.hasRun(.now) } } }
        let since = min(now - seen, Self.most - told)
        (seen, told) = (now, told + since)
        return since
    }

    private static var least: Duration { .milliseconds(100) }
    private static var leastClosely: Duration { .milliseconds(10) }
    private static var pause: Duration { .milliseconds(50) }
    private static let most: Int64 = 30_000_000_000
}
