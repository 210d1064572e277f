// Transcript.swift: everything that happened in a run, bounded.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainWire

/// The events of one run in the order in which they reached it.
///
/// A long run keeps its beginning and its end; events left out in between are counted. Verdicts are not computed from a
/// transcript, so events that are left out cannot change them.
package struct Transcript: Sendable {
    package private(set) var first: [Event] = []
    /// The newest events once `first` is full; a ring.
    private var ring: [Event] = []
    private var ringStart = 0
    /// The number of the last event.
    package private(set) var count = 0

    /// The bytes of payloads that may still be kept whole; after them only the beginning of each payload is kept.
    private var room = 16 << 20

    /// The bytes of clients' bodies by the numbers of their events, of which the events keep the beginning alone; none unless
    /// more is asked for.
    package private(set) var bodies: [Int: [UInt8]] = [:]
    /// How many bytes are kept of the body that an event has; nil: those of the event.
    package var bodyAtMost: Int?
    private var roomForBodies = 32 << 20

    /// The latest WINDOW_UPDATE frames, if no other event came between: each stream's event, and the sum of its frames.
    private var updates: [ConnectionNumber: (number: Int, increment: Int, frames: Int)] = [:]

    private let keepFirst: Int
    private let keepLast: Int

    package init(keepFirst: Int = 20_000, keepLast: Int = 5_000) {
        self.keepFirst = keepFirst
        self.keepLast = keepLast
    }

    /// Numbers the event and takes it in.
    @discardableResult
    package mutating func append(
        at time: Int64,
        connection: ConnectionNumber? = nil,
        lane: String? = nil,
        line: LineReference? = nil,
        _ happening: Happening
    ) -> Event {
        count += 1
        updates = [:]
        var event = Event(
            number: count, time: time, connection: connection, lane: lane, line: line, happening: happening)
        event.happening.shorten(to: Payload.keepAtMost)
        room -= event.happening.keptBytes
        if room < 0 { event.happening.shorten(to: Self.keepAtLeast) }
        if first.count < keepFirst {
            first.append(event)
        } else if ring.count < keepLast {
            ring.append(event)
        } else {
            ring[ringStart] = event
            ringStart = (ringStart + 1) % keepLast
        }
        return event
    }

    /// Takes in bytes of a part: if nothing comes between, they share one event. Returns its number.
    @discardableResult
    package mutating func appendBytes(
        _ part: Part, _ payload: Payload, at time: Int64, connection: ConnectionNumber, lane: String?,
        line: LineReference?
    ) -> Int {
        if ring.isEmpty, let last = first.last, last.connection == connection, last.line == line,
            case .received(part, var whole) = last.happening
        {
            whole.append(payload)
            first[first.count - 1].happening = .received(part, whole)
        } else {
            append(at: time, connection: connection, lane: lane, line: line, .received(part, payload))
        }
        return count
    }

    /// Keeps bytes of a client's body, as far as it is asked for, for the event that has them.
    package mutating func keep(_ bytes: some Collection<UInt8>, of number: Int) {
        guard let bodyAtMost else { return }
        let more = bytes.prefix(max(0, min(bodyAtMost - (bodies[number]?.count ?? 0), roomForBodies)))
        bodies[number, default: []] += more
        roomForBodies -= more.count
    }

    /// Takes in a client's WINDOW_UPDATE: those of one stream share one event if no other event comes between.
    package mutating func appendWindowUpdate(increment: Int, at time: Int64, connection: ConnectionNumber) {
        var (run, runs) = (updates[connection] ?? (number: count + 1, increment: 0, frames: 0), updates)
        run.increment += increment
        run.frames += 1
        var frame = FrameReport(.windowUpdate, [Field("increment", "\(run.increment)")])
        if run.frames == 1 {
            append(at: time, connection: connection, .frame(by: .client, frame))
        } else {
            frame.values.append(Field("frames", "\(run.frames)"))
            change(run.number) { $0.happening = .frame(by: .client, frame) }
        }
        runs[connection] = run
        updates = runs
    }

    /// The number of events that are kept.
    package var kept: Int { first.count + ring.count }

    /// Sets the line that an event fulfilled, once that is known; an event that has been left out since is ignored.
    package mutating func nameLine(_ line: LineReference, of number: Int) {
        name(number, lane: nil, line: line)
    }

    /// Sets the event's lane as well, once it is known, and where in the stream behind `{{bytes …}}` so many of its
    /// bytes begin.
    package mutating func name(
        _ number: Int, lane: String?, line: LineReference?, pattern: (from: Int, count: Int)? = nil
    ) {
        change(number) { event in
            if event.line == nil { event.line = line }
            if event.lane == nil { event.lane = lane }
            guard let pattern, case .received(let part, let payload) = event.happening, payload.count == pattern.count
            else { return }
            event.happening = .received(part, Payload(pattern: pattern.from, count: pattern.count))
        }
    }

    private mutating func change(_ number: Int, _ change: (inout Event) -> Void) {
        if number >= 1, number <= first.count {
            change(&first[number - 1])
        } else if let index = ring.lastIndex(where: { $0.number == number }) {
            change(&ring[index])
        }
    }

    /// The same with other events in their places.
    package func mapped(_ change: (Event) -> Event) -> Transcript {
        var other = self
        other.first = first.map(change)
        other.ring = ring.map(change)
        return other
    }

    private static let keepAtLeast = 256

    /// How many events between the beginning and the end were left out.
    package var leftOut: Int { count - first.count - ring.count }

    /// The newest events, the oldest of them first; empty until `first` is full.
    package var last: [Event] { Array(ring[ringStart...] + ring[..<ringStart]) }

    /// All events that are kept, with one that stands for those left out.
    package var events: [Event] { events(after: 0) }

    /// The kept events after the one with this number, at most `limit`, with one that stands for those left out.
    package func events(after number: Int, atMost limit: Int = .max) -> [Event] {
        let fromFirst = number < first.count ? Array(first[max(0, number)...].prefix(limit)) : []
        if fromFirst.count == limit { return fromFirst }
        let newest = last
        let fromLast = newest.lazy.filter { $0.number > number }.prefix(limit - fromFirst.count)
        guard let next = newest.first, leftOut > 0, number < next.number - 1 else { return fromFirst + fromLast }
        let gap = Event(
            number: max(number, first.count) + 1, time: next.time, happening: .leftOut(to: next.number - 1))
        return fromFirst + [gap] + fromLast
    }
}
