// Unjudged.swift: plays that nothing has released and nobody has judged when the process ends.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation

/// The plays whose verdict is still to be asked for. One that is released without it is an issue of its test; one that is
/// kept for ever, as by an XCTestCase, is found when the process ends, and makes the status of the tests a failure.
final class Unjudged: @unchecked Sendable {
    static let all = Unjudged()

    /// A lock, because every system of this library has one.
    private let lock = NSLock()
    private var plays: [ObjectIdentifier: (name: String, place: TestPlace, number: Int)] = [:]
    private var last = 0

    private init() { atexit { Unjudged.all.tell() } }

    func add(_ name: String, _ place: TestPlace, _ ticket: ObjectIdentifier) {
        lock.withLock {
            last += 1
            plays[ticket] = (name, place, last)
        }
    }

    func remove(_ ticket: ObjectIdentifier) { _ = lock.withLock { plays.removeValue(forKey: ticket) } }

    private func tell() {
        let left = lock.withLock {
            defer { plays = [:] }
            return plays.values.sorted { $0.number < $1.number }
        }
        for play in left {
            Ticket.say(
                "the play of \(play.name) was never judged, and something still holds it: call 'verify()', or 'close()' "
                    + "if no verdict is wanted", play.place)
        }
        if !left.isEmpty, Ticket.isShown { exit(EXIT_FAILURE) }
    }
}
