// GivingUp.swift: Ctrl-C while cases are played.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainRunner

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The first SIGINT, SIGTERM, SIGHUP or SIGQUIT ends the run in order: no case begins any more, drivers are ended, and
/// the results so far are reported. The second ends it at once.
@OnLoop
final class GivingUp {
    let halt = Halt()
    private let signals: Signals

    init() throws(WrongUse) {
        signals = try WrongUse.telling { () throws(LoopError) in try Signals(loop: .shared) }
        OnLoop.spawn { [signals, halt] in
            while await signals.next() != nil {
                if halt.isCalled {
                    halt.kill()
                    Leftovers.remove()
                    exit(Status.interrupted.rawValue)
                }
                Output.complain("giving up: drivers are ended (again, and they are killed)")
                halt.call()
            }
        }
    }

    var hasCome: Bool { halt.isCalled }

    /// Keeps the signal handlers if a signal has come: another one then ends the run at once, with the same status.
    func close() { if !hasCome { signals.close() } }
}
