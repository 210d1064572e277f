// SessionClock.swift: the time of a run, without that in which nobody ran.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainPlayer

/// Counts from the beginning of a run, and leaves out what was nobody's time.
///
/// Where the clock was to be looked at and nobody did for long, be it that others had the processors or that the machine
/// was halted, the client did not run either, and what it had sent is not read yet.
struct SessionClock {
    private let began: Moment
    /// In nanoseconds.
    private var stoodStill: Int64 = 0

    init(at began: Moment) { self.began = began }

    func instant(at moment: Moment) -> Instant { Instant(moment.nanoseconds &- began.nanoseconds) - stoodStill }

    /// When to look next, so as not to be late for the deadline, and to know a standstill.
    func next(before deadline: Instant, at now: Moment) -> Moment {
        min(
            began.advanced(nanoseconds: stoodStill).advanced(nanoseconds: deadline),
            now.advanced(milliseconds: Self.tick))
    }

    /// Somebody looks, and meant to at this moment.
    mutating func looked(at now: Moment, due: Moment) {
        let late = now < due ? 0 : Int64(clamping: now.nanoseconds - due.nanoseconds)
        if late > Self.standstill { stoodStill += late }
    }

    /// In milliseconds.
    private static let tick: Int64 = 250
    /// In nanoseconds: who is later than that stood still.
    private static let standstill: Int64 = 200_000_000
}
