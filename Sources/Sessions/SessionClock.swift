// SessionClock.swift: the time of a run, and that in which nobody ran.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainPlayer

/// Counts from the beginning of a run, and finds out when it stood still.
///
/// Where the clock was to be looked at and nobody did for long, be it that others had the processors or that the machine
/// was halted, the client did not run either, and what it had sent is not read yet.
struct SessionClock {
    private let began: Moment
    /// In nanoseconds.
    private(set) var stoodStill: Int64 = 0
    /// Several may have been late for the same standstill.
    private var counted: Moment

    init(at began: Moment) {
        self.began = began
        counted = began
    }

    func instant(at moment: Moment) -> Instant { Instant(moment.nanoseconds &- began.nanoseconds) }

    /// When to look next, so as not to be late for the deadline, and to know a standstill.
    func next(before deadline: Instant, at now: Moment) -> Moment {
        min(began.advanced(nanoseconds: deadline), now.advanced(milliseconds: Self.tick))
    }

    /// Somebody looks, and meant to at this moment; answers for how many nanoseconds nobody ran.
    mutating func looked(at now: Moment, due: Moment) -> Int64 {
        let since = max(due, counted)
        guard since < now, due.advanced(nanoseconds: Self.standstill) < now else { return 0 }
        let stood = Int64(clamping: now.nanoseconds - since.nanoseconds)
        counted = now
        stoodStill += stood
        return stood
    }

    /// In milliseconds.
    private static let tick: Int64 = 250
    /// In nanoseconds: who is later than that stood still.
    private static let standstill: Int64 = 200_000_000
}
