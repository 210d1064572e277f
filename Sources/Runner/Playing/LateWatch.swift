// LateWatch.swift: the time for which this process stands still while a case is played.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop

/// Adds up how late its timers fire: other processes had the processors then, or the machine was halted.
@OnLoop
final class LateWatch {
    private(set) var milliseconds = 0
    private var timer: TimerToken?
    private var due = Moment.now

    func start() {
        due = .now.advanced(milliseconds: Self.tick)
        timer = EventLoop.shared.schedule(at: due) { [weak self] in
            self?.look()
            self?.start()
        }
    }

    /// Counts a standstill as well that the last timer has not told yet.
    func stop() {
        guard let timer else { return }
        timer.cancel()
        look()
    }

    private func look() {
        let late = Int((Moment.now - due) / .milliseconds(1))
        if late >= Self.standstill { milliseconds += late }
    }

    private static let tick: Int64 = 50
    private static let standstill = 25
}
