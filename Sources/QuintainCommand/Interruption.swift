// Interruption.swift: Ctrl-C while a scenario is played.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainPlayer
import QuintainSessions

/// SIGINT and SIGTERM end the run, so that its client ends with the command and its verdict so far is printed.
@OnLoop
final class Interruption {
    private(set) var hasCome = false
    /// The session that a signal ends.
    weak var session: Session? {
        didSet { if hasCome { session?.close(.stopped) } }
    }
    private let signals: Signals

    init() throws(LoopError) {
        signals = try Signals(loop: .shared)
        OnLoop.spawn { [weak self, signals] in
            while await signals.next() != nil { self?.come() }
        }
    }

    /// Keeps the signal handlers if a signal has come, so that later signals do not disturb the end of the run.
    func close() { if !hasCome { signals.close() } }

    private func come() {
        hasCome = true
        session?.close(.stopped)
    }
}
