// Unjudged.swift: plays that nothing has released and nobody has judged when the process ends.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// The plays whose verdict is still to be asked for. One that is released without it is an issue of its test; one that is
/// kept for ever, as by an XCTestCase, is found when the process ends, and makes the status of the tests a failure.
enum Unjudged {
    private struct Open: Sendable {
        let name: String
        let place: TestPlace
    }

    private struct State {
        var plays: [Int: Open] = [:]
        var last = 0
    }

    private static let state = Mutex(State())

    /// Returns the number under which the play is kept.
    static func add(_ name: String, at place: TestPlace) -> Int {
        _ = looksAtEnd
        return state.withLock { state in
            state.last += 1
            state.plays[state.last] = Open(name: name, place: place)
            return state.last
        }
    }

    static func remove(_ number: Int) { _ = state.withLock { $0.plays.removeValue(forKey: number) } }

    private static let looksAtEnd: Void = { atexit { Unjudged.tell() } }()

    private static func tell() {
        let left = state.withLock { state in
            defer { state.plays = [:] }
            return state.plays.sorted { $0.key < $1.key }.map(\.value)
        }
        guard !left.isEmpty else { return }
        for play in left {
            Slip.say(
                "\(play.place.fileID):\(play.place.line): the play of \(play.name) was never judged, and something still "
                    + "holds it: call 'verify()', or 'close()' if no verdict is wanted")
        }
        if Slip.isShown { exit(EXIT_FAILURE) }
    }
}
