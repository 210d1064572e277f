// Interruption.swift: Ctrl-C while a scenario is played.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainPlayer
import QuintainSessions

/// SIGINT and SIGTERM end the run, so that its client ends with the command and its verdict so far is printed. They are
/// handled to the end of the process, which is near then.
@OnLoop
final class Interruption {
    /// A signal may have ended the client as well, and be waiting to be read here.
    var hasCome: Bool { Signals.hasCome }
    /// The session that a signal ends.
    weak var session: Session? {
        didSet { if hasCome { session?.close(.stopped) } }
    }

    /// Whether a signal has ended both the run and its command. The command's end may be told first, while a thread is
    /// about to take ours.
    func hasCome(with exit: ChildProcess.Exit?) async -> Bool {
        guard case .signal(let number)? = exit, Signals.ending.contains(number) else { return hasCome }
        let until = Moment.now.advanced(milliseconds: Self.patience)
        while !hasCome, .now < until { await EventLoop.shared.sleep(until: .now.advanced(milliseconds: 1)) }
        return hasCome
    }

    /// In milliseconds.
    private static let patience: Int64 = 1_000

    init() throws(LoopError) {
        let signals = try Signals(loop: .shared)
        OnLoop.spawn { [weak self] in
            while await signals.next() != nil { self?.session?.close(.stopped) }
        }
    }
}
