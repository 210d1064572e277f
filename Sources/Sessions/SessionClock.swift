// SessionClock.swift: the time of a run, and its standstills.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainPlayer

/// Counts from the beginning of a run, and notices standstills of this process.
///
/// A timer that fires late shows a standstill: other processes had the processors, or the machine was halted. The
/// client did not run either then, and bytes that it had sent have not been read yet.
struct SessionClock {
    private let began: Moment
    /// In nanoseconds.
    private(set) var stoodStill: Int64 = 0
    /// The end of the last standstill: several timers may be late for the same one.
    private var counted: Moment

    init(at began: Moment) {
        self.began = began
        counted = began
    }

    func instant(at moment: Moment) -> Instant { Instant(moment.nanoseconds &- began.nanoseconds) }

    /// How closely standstills are looked for.
    enum Watch {
        case usual
        /// A silence of the client is measured, which may be as short as a standstill.
        case close

        /// The time from one look to the next, in milliseconds.
        fileprivate var tick: Int64 { self == .close ? 10 : 250 }
        /// The least delay that counts as a standstill, in milliseconds.
        fileprivate var least: Int64 { self == .close ? 10 : 200 }
    }

    /// The time of the next look: not after the deadline, and soon enough to notice a standstill.
    func next(before deadline: Instant, at now: Moment, _ watch: Watch = .usual) -> Moment {
        min(began.advanced(nanoseconds: deadline), now.advanced(milliseconds: watch.tick))
    }

    /// The client stood still for so many nanoseconds, for a reason that is known elsewhere.
    mutating func stoodStill(for nanoseconds: Int64) { stoodStill += nanoseconds }

    /// A timer for this moment fired; returns for how many nanoseconds the process stood still.
    mutating func looked(at now: Moment, due: Moment, _ watch: Watch = .usual) -> Int64 {
        let since = max(due, counted)
        guard since < now, due.advanced(milliseconds: watch.least) < now else { return 0 }
        let stood = Int64(clamping: now.nanoseconds - since.nanoseconds)
        counted = now
        stoodStill += stood
        return stood
    }
}
