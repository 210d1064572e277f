// ProcessEnd.swift: what the tests have not been told of plays by the time their process ends.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(Testing)
    import Testing
#endif

/// Looks, when the process ends, for plays without a verdict and for verdicts that nobody may have heard of, names them, and
/// makes the status of the tests a failure.
///
/// A play that is released without a verdict is an issue of its test; one that is kept for ever, as by an XCTestCase, is not
/// released. A failed verdict is recorded by Swift Testing; XCTest hears of its error alone, which a test may lose.
final class ProcessEnd: @unchecked Sendable {
    static let look = ProcessEnd()

    /// A lock, because every system of this library has one.
    private let lock = NSLock()
    private var open: [ObjectIdentifier: (name: String, place: TestPlace, number: Int)] = [:]
    private var last = 0
    private var failed: [(name: String, place: TestPlace)] = []
    private var hasSwiftTests = false

    private init() { atexit { ProcessEnd.look.tell() } }

    /// Keeps the play until its verdict is asked for.
    func add(_ name: String, at place: TestPlace, _ ticket: ObjectIdentifier) {
        lock.withLock {
            last += 1
            open[ticket] = (name, place, last)
            #if canImport(Testing)
                hasSwiftTests = hasSwiftTests || Test.current != nil
            #endif
        }
    }

    func remove(_ ticket: ObjectIdentifier) { _ = lock.withLock { open.removeValue(forKey: ticket) } }

    /// A verdict has failed, and is told by an error alone.
    func failed(_ name: String, at place: TestPlace) { lock.withLock { failed.append((name, place)) } }

    private func tell() {
        let (open, failed) = lock.withLock {
            defer { (self.open, self.failed) = ([:], []) }
            return (self.open.values.sorted { $0.number < $1.number }, hasSwiftTests ? [] : self.failed)
        }
        for play in open {
            Ticket.say(
                "the play of \(play.name) was never judged, and something still holds it: call 'verify()', or 'close()' "
                    + "if no verdict is wanted", play.place)
        }
        for play in failed {
            Ticket.say(
                "\(play.name) was not played as it is written: the tests fail, even where the error of 'verify()' was lost",
                play.place)
        }
        if !(open.isEmpty && failed.isEmpty), Ticket.isShown { exit(1) }
    }
}
