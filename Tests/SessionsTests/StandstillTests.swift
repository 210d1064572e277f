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

    @Test func `knows the time in which nobody ran, and does not leave it out`() {
        var clock = SessionClock(at: began)
        #expect(clock.looked(at: at(9_350), due: at(350)) == 9_000_000_000)
        #expect(clock.instant(at: at(9_350)) == 9_350_000_000)
        #expect(clock.looked(at: at(24_000), due: at(14_000)) == 10_000_000_000)
        #expect(clock.stoodStill == 19_000_000_000)
    }

    @Test func `counts a standstill once, however many are late`() {
        var clock = SessionClock(at: began)
        #expect(clock.looked(at: at(1_000), due: at(300)) == 700_000_000)
        #expect(clock.looked(at: at(1_000), due: at(250)) == 0)
        #expect(clock.looked(at: at(1_100), due: at(350)) == 100_000_000)
        #expect(clock.stoodStill == 800_000_000)
    }

    @Test func `is looked at closely while a silence is measured`() {
        var clock = SessionClock(at: began)
        #expect(clock.next(before: 5_000_000_000, at: at(100), .close) == at(110))
        #expect(clock.looked(at: at(119), due: at(110), .close) == 0)
        #expect(clock.looked(at: at(160), due: at(120), .close) == 40_000_000)
        #expect(clock.stoodStill == 40_000_000)
    }

    @Test func `takes what is a little late as usual`() {
        var clock = SessionClock(at: began)
        #expect(clock.looked(at: at(549), due: at(350)) == 0)
        #expect(clock.looked(at: at(700), due: at(710)) == 0)
        #expect(clock.stoodStill == 0)
    }
}
