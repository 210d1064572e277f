// Clock.swift: the time in the play, and since when the client has been silent.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainScenario

/// Knows the time from what each input says.
///
/// There are two times. `now` is the time that the client may count by, so no wait of ours is shorter, and no callback
/// is too soon by it. `lived` is the time for which the client is waited for: it leaves out the time in which no
/// process ran. If the client may take its time to begin, as a program that is only started does, the wait for it begins
/// with its first sign of life.
struct Clock {
    private(set) var now: Instant = 0
    /// The time at which the input that is told now came, if that is known.
    private var arrival: Instant?
    /// In nanoseconds.
    private(set) var stoodStill: Instant = 0
    /// The time before the last bytes of ours left, unless bytes have come or a wait has begun since.
    private var left: Instant?
    private var lastHeard: Instant = 0
    /// The same moment as `awake` counts.
    private var heardAwake: Instant = 0
    /// The part of the standstills in which the client is known to have had no processor.
    private var slept: Instant = 0
    private var hasHeard = false
    /// Seconds since 1970 when the run began.
    private let epoch: Int
    /// The client may take as long as it likes to begin.
    private let isPatient: Bool
    /// The least time for every line of theirs, in milliseconds, whatever the file says.
    private let patience: Int

    init(epoch: Int, isPatient: Bool, patience: Int) {
        self.epoch = epoch
        self.isPatient = isPatient
        self.patience = patience
    }

    /// Moves on to `now`; time does not go back.
    mutating func goOn(to now: Instant) { self.now = max(now, self.now) }

    mutating func inputCame(at moment: Instant?) { arrival = moment }

    var came: Instant { min(arrival ?? now, now) }

    /// Counts time that has passed in which no process ran.
    mutating func stoodStill(for nanoseconds: Instant, ofClient isOfClient: Bool = false) {
        stoodStill += nanoseconds
        if isOfClient { slept += nanoseconds }
    }

    var lived: Instant { now - stoodStill }

    /// The last bytes of ours left at some time between this one and now.
    mutating func bytesLeft(since time: Instant) { left = time }

    /// What left before no longer says when the client's time began.
    mutating func forgetBytesLeft() { left = nil }

    /// The earliest time at which the client may have seen the lines above.
    var seenSince: Instant { min(left ?? now, now) }

    /// The same without what is known to have been no time of the client's own.
    var awakeSince: Instant { seenSince - slept }

    mutating func heardClient() {
        hasHeard = true
        (lastHeard, heardAwake) = (lived, now - slept)
    }

    /// Whether lines of theirs are waited for yet.
    var hasBegun: Bool { !isPatient || hasHeard }

    /// Seconds since 1970.
    var seconds: Int { epoch + Int(now / 1_000_000_000) }

    /// The time at which the client will have been silent for so long, as `lived` counts.
    func silenceEnds(since: Instant, _ milliseconds: Int) -> Instant {
        max(since, lastHeard) + Self.duration(milliseconds)
    }

    /// Whether the client had been silent for so long when input came, by the time that it may count by.
    func wasSilent(since awake: Instant, _ milliseconds: Int, by came: Instant) -> Bool {
        max(awake, heardAwake) + Self.duration(milliseconds) <= came - slept
    }

    /// The end of a wait that began at `since`; both count alike.
    func end(since: Instant, _ milliseconds: Int) -> Instant { since + Self.duration(milliseconds) }

    /// The end of a wait for the client. Once something has come too soon and failed by that, it gets `withinDisorder` at
    /// most: the run has failed, and its client waits.
    func end(since: Instant, _ milliseconds: Int, disorder: Instant?) -> Instant {
        let end = end(since: since, milliseconds)
        return disorder.map { min(end, self.end(since: max(since, $0), withinDisorder)) } ?? end
    }

    func isOver(_ end: Instant) -> Bool { end <= lived }

    /// The time that a line may take, in milliseconds.
    func within(_ line: Line) -> Int { max(line.within, patience) }

    /// The time that a choice may take if none of its lines says how long.
    var withinChoice: Int { max(Self.choiceAtLeast, patience) }

    /// The time that a line may take when others came before it too soon, and failed by that.
    var withinDisorder: Int { Self.disorder }

    private static func duration(_ milliseconds: Int) -> Instant { Instant(milliseconds) * 1_000_000 }

    private static let choiceAtLeast = 5_000
    private static let disorder = 1_000
}
