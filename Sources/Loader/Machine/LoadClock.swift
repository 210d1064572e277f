// LoadClock.swift: the time limits of a load.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// The current time, which comes with each input.
package struct LoaderTime: Sendable, Equatable {
    /// Milliseconds of a clock that never jumps.
    package var monotonic: Int64
    /// Seconds since 1970.
    package var wall: Int64

    package init(monotonic: Int64, wall: Int64) {
        self.monotonic = monotonic
        self.wall = wall
    }
}

/// The limit for silence, which pauses while a question is open, and the limit for the whole load, which does not.
struct LoadClock {
    private(set) var now = LoaderTime(monotonic: 0, wall: 0)
    private var patience: Int64 = 0
    private var lastActive: Int64 = 0
    private var end: Int64?
    /// When a body that waits for a 100 is sent without one.
    var continueAt: Int64?
    var isSuspended = false

    mutating func start(_ settings: LoadSettings, at now: LoaderTime) {
        self.now = now
        patience = settings.patience
        lastActive = now.monotonic
        end = settings.total > 0 ? now.monotonic + settings.total : nil
    }

    mutating func passed(_ now: LoaderTime) { self.now = now }
    mutating func active() { lastActive = now.monotonic }

    var isContinueDue: Bool { continueAt.map { $0 <= now.monotonic } ?? false }

    func isOver(waits: Bool) -> Bool {
        if let end, end <= now.monotonic { return true }
        return !waits && !isSuspended && patience > 0 && lastActive + patience <= now.monotonic
    }

    func deadline(waits: Bool) -> Int64? {
        var times: [Int64] = []
        if let end { times.append(end) }
        if !waits, !isSuspended {
            if patience > 0 { times.append(lastActive + patience) }
            if let continueAt { times.append(continueAt) }
        }
        return times.min()
    }

    /// The wait for a 100: RFC 9110 section 10.1.1 gives no limit; most clients wait for a second.
    static let continuePatience: Int64 = 1_000
}
