// Clock.swift: what time it is in the play, and since when the client has been silent.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainScenario

/// Knows the time by what each input carries in.
///
/// Two times go by. By `now` the client may count, so no wait of ours is shorter, and no callback is too soon by it. By
/// `lived` the client is waited for: it leaves out when nobody ran. Where nobody starts the client, it is waited for
/// from its first sign of life.
struct Clock {
    private(set) var now: Instant = 0
    /// In nanoseconds.
    private(set) var stoodStill: Instant = 0
    private var lastHeard: Instant = 0
    private var hasHeard = false
    /// Seconds since 1970 when the run began.
    private let epoch: Int
    /// Without a command to start it, the first line may take as long as it likes.
    private let isPatient: Bool
    /// Milliseconds that every line of theirs is given at least, whatever the file says.
    private let patience: Int

    init(epoch: Int, isPatient: Bool, patience: Int) {
        self.epoch = epoch
        self.isPatient = isPatient
        self.patience = patience
    }

    /// Time does not go back.
    mutating func goOn(to now: Instant) { self.now = max(now, self.now) }

    /// For so many nanoseconds of what has gone by nobody ran.
    mutating func stoodStill(for nanoseconds: Instant) { stoodStill += nanoseconds }

    var lived: Instant { now - stoodStill }

    mutating func heardClient() {
        hasHeard = true
        lastHeard = lived
    }

    /// Whether lines of theirs are waited for by now.
    var hasBegun: Bool { !isPatient || hasHeard }

    /// Seconds since 1970.
    var seconds: Int { epoch + Int(now / 1_000_000_000) }

    /// When nothing will have come for so long, as `lived` counts.
    func silenceEnds(since: Instant, _ milliseconds: Int) -> Instant {
        max(since, lastHeard) + Self.duration(milliseconds)
    }

    /// When a wait is over that has begun at `since`; both count alike.
    func end(since: Instant, _ milliseconds: Int) -> Instant { since + Self.duration(milliseconds) }

    func isOver(_ end: Instant) -> Bool { end <= lived }

    /// How long the line may take, in milliseconds.
    func within(_ line: Line) -> Int { max(line.within, patience) }

    /// How long a choice may take of which no line says so.
    var withinChoice: Int { max(Self.choiceAtLeast, patience) }

    /// How long a line may take that others came before.
    var withinDisorder: Int { max(Self.disorder, patience) }

    private static func duration(_ milliseconds: Int) -> Instant { Instant(milliseconds) * 1_000_000 }

    private static let choiceAtLeast = 5_000
    private static let disorder = 1_000
}
