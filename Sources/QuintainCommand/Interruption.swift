// Interruption.swift: Ctrl-C while a scenario is played.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainPlayer
import QuintainSessions

/// SIGINT and SIGTERM end the run under way, so that its client ends with us and its verdict so far is told.
@OnLoop
final class Interruption {
    private(set) var hasCome = false
    /// What is to end.
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

    /// Once one has come the rest is the end, and whatever comes then changes nothing of it.
    func close() { if !hasCome { signals.close() } }

    private func come() {
        hasCome = true
        session?.close(.stopped)
    }
}
