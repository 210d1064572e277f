// StandstillTests.swift: a machine that does not run for a while.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import Testing

@testable import QuintainSessions

@Suite struct `The clock of a run` {
    private let began = Moment(nanoseconds: 1_000_000_000)

    private func at(_ milliseconds: Int64) -> Moment { began.advanced(milliseconds: milliseconds) }

    @Test func `is looked at for a deadline, and often enough before it`() {
        let clock = SessionClock(at: began)
        #expect(clock.next(before: 5_000_000_000, at: at(100)) == at(350))
        #expect(clock.next(before: 300_000_000, at: at(100)) == at(300))
        #expect(clock.next(before: .max, at: at(100)) == at(350))
    }

    @Test func `leaves out the time in which nobody ran`() {
        var clock = SessionClock(at: began)
        clock.looked(at: at(9_350), due: at(350))
        #expect(clock.instant(at: at(9_350)) == 350_000_000)
        // What is due at five seconds is nine later.
        #expect(clock.next(before: 5_000_000_000, at: at(13_900)) == at(14_000))
        #expect(clock.instant(at: at(14_000)) == 5_000_000_000)
        clock.looked(at: at(24_000), due: at(14_000))
        #expect(clock.instant(at: at(24_000)) == 5_000_000_000)
    }

    @Test func `counts what is late as usual`() {
        var clock = SessionClock(at: began)
        clock.looked(at: at(549), due: at(350))
        clock.looked(at: at(700), due: at(710))
        #expect(clock.instant(at: at(700)) == 700_000_000)
    }
}
