// Wait.swift: the reason why a play waits at a line of ours, and when the wait is over.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainScenario
import QuintainTranscript

/// The reason why the play waits at a line of ours.
enum Wait {
    case time(until: Instant, PlacedLine)
    /// A `! quiet`: until the client has been silent for so long. The client may count from `seen` on.
    case quiet(since: Instant, seen: Instant, milliseconds: Int, PlacedLine)
    case go(PlacedLine)
    /// The connection for the line has not come yet.
    case connection(Lane, PlacedLine, since: Instant)
    /// The load before this one in its lane has not ended.
    case load(ClientOrder, PlacedLine, since: Instant)
    case batch(OutgoingBatch)
    /// The rest of the batch has no room in the client's window, and gets so many milliseconds.
    case window(OutgoingBatch, since: Instant, within: Int)

    /// The line that takes its time; nil: bytes are on their way.
    var placed: PlacedLine? {
        switch self {
        case .time(_, let placed), .quiet(_, _, _, let placed), .go(let placed), .connection(_, let placed, _),
            .load(_, let placed, _):
            placed
        case .batch, .window: nil
        }
    }

    /// The batch that is on its way.
    var batch: OutgoingBatch? {
        switch self {
        case .batch(let batch), .window(let batch, _, _): batch
        case .time, .quiet, .go, .connection, .load: nil
        }
    }

    /// The file says that the server does nothing for a while.
    var isPause: Bool {
        switch self {
        case .time, .quiet, .go: true
        case .batch, .connection, .load, .window: false
        }
    }

    /// The wait is for a connection of the client.
    var isForConnection: Bool { if case .connection = self { true } else { false } }

    /// The time since which an order waits for the load before it to end.
    var loadSince: Instant? { if case .load(_, _, let since) = self { since } else { nil } }

    /// The line that waits for the client's silence, and the time since which the client may have kept it.
    var silence: (since: Instant, placed: PlacedLine)? {
        if case .quiet(_, let seen, _, let placed) = self { (seen, placed) } else { nil }
    }

    // MARK: How it ends

    /// The time at which the wait has lasted long enough, as ``Clock/lived`` counts; nil: no time ends it, or the one
    /// that the file gives.
    ///
    /// - Parameter disorder: since when something waits that came too soon.
    func end(by clock: Clock, disorder: Instant?) -> Instant? {
        switch self {
        case .quiet(let since, _, let milliseconds, let placed):
            min(
                clock.silenceEnds(since: since, milliseconds),
                clock.end(since: since, milliseconds + placed.line.within))
        case .connection(_, let placed, let since):
            clock.hasBegun ? clock.end(since: since, clock.within(placed.line)) : nil
        case .load(_, let placed, let since):
            clock.end(since: since, clock.within(placed.line), disorder: disorder)
        case .window(_, let since, let within): clock.end(since: since, within)
        case .time, .go, .batch: nil
        }
    }

    /// What the time has brought.
    enum Outcome {
        case over(PlacedLine)
        case noSilence(PlacedLine, milliseconds: Int)
        case noConnection(PlacedLine)
        case noEndOfLoad(ClientOrder, PlacedLine)
        case noRoom(OutgoingBatch)
    }

    /// nil: the wait goes on.
    func outcome(at clock: Clock, disorder: Instant?) -> Outcome? {
        if case .time(let until, let placed) = self { return until <= clock.now ? .over(placed) : nil }
        guard let end = end(by: clock, disorder: disorder), clock.isOver(end) else { return nil }
        switch self {
        case .quiet(let since, _, let milliseconds, let placed):
            let isSilent = clock.isOver(clock.silenceEnds(since: since, milliseconds))
            return isSilent ? .over(placed) : .noSilence(placed, milliseconds: milliseconds)
        case .connection(_, let placed, _): return .noConnection(placed)
        case .load(let order, let placed, _): return .noEndOfLoad(order, placed)
        case .window(let batch, _, _): return .noRoom(batch)
        case .time, .go, .batch: return nil
        }
    }

    /// Whether a `! quiet` was over when input came: the client's time went on while no process ran.
    ///
    /// - Parameter isDistance: it says only how soon the lines of theirs below it may happen, whatever came meanwhile.
    func isOverForClient(by came: Instant, _ clock: Clock, isDistance: Bool) -> Bool {
        guard case .quiet(_, let seen, let milliseconds, _) = self else { return false }
        return isDistance
            ? clock.end(since: seen, milliseconds) <= came : clock.wasSilent(since: seen, milliseconds, by: came)
    }
}
