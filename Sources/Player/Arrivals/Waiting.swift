// Waiting.swift: requests and callbacks that came before their line was due.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario
import QuintainTalk
import QuintainTranscript
import QuintainWords

/// Keeps what came too soon until its line is in reach, in order.
struct Waiting {
    /// The judgement on a request that came too soon.
    struct TooSoon {
        /// The line of the request.
        var line: Line
        var counts: Severity
        /// The time of its arrival, as ``Clock/lived`` counts.
        var since: Instant
    }

    enum Arrival {
        /// A request; without a judgement it waits for its part in any order, and is not too soon.
        case request(ConnectionNumber, TooSoon?)
        /// A callback that was judged when it came, with the severity of that.
        case callback(ReportedCallback, counts: Severity)
        /// A callback about a batch that is still going out; it is taken when the batch has left.
        case early(ReportedCallback)
    }

    private var arrivals: [Arrival] = []
    /// The lines of the file for which something came too soon.
    private var lines: Set<Int> = []

    /// The list is full: nothing more is kept.
    var isFull: Bool { arrivals.count >= Self.atMost }

    var count: Int { arrivals.count }

    /// The arrival time of a waiting request that came too soon and failed by that.
    var tooSoonSince: Instant? {
        for case .request(_, let tooSoon?) in arrivals where tooSoon.counts == .failure { return tooSoon.since }
        return nil
    }

    /// The line of the first waiting request that came too soon, but did not fail by that.
    var goal: Line? {
        for case .request(_, let tooSoon?) in arrivals where tooSoon.counts < .failure { return tooSoon.line }
        return nil
    }

    /// The connections of the requests that wait.
    var requests: [ConnectionNumber] {
        arrivals.compactMap { if case .request(let number, _) = $0 { number } else { nil } }
    }

    mutating func append(_ arrival: Arrival, for placed: PlacedLine? = nil) {
        if let placed { lines.insert(placed.line.place.line) }
        if !join(arrival) { arrivals.append(arrival) }
    }

    /// Joins a piece of data with the one before: how a client cuts its data makes no difference. The last arrival is
    /// matched by itself, so that nothing else holds its bytes, and they are not copied for each piece.
    private mutating func join(_ arrival: Arrival) -> Bool {
        switch arrival {
        case .request: return false
        case .callback(let callback, let counts):
            guard case .callback(var earlier, let severity)? = arrivals.last, severity == counts,
                callback.continues(earlier)
            else { return false }
            arrivals.removeLast()
            earlier.bytes += callback.bytes
            arrivals.append(.callback(earlier, counts: counts))
        case .early(let callback):
            guard case .early(var earlier)? = arrivals.last, callback.continues(earlier) else { return false }
            arrivals.removeLast()
            earlier.bytes += callback.bytes
            arrivals.append(.early(earlier))
        }
        return true
    }

    /// Whether callbacks wait that came too soon.
    var hasCallbacksTooSoon: Bool {
        arrivals.contains { if case .callback = $0 { true } else { false } }
    }

    /// Whether something came too soon for this line: then the lines below do not wait for it.
    func hasHad(_ placed: PlacedLine) -> Bool { lines.contains(placed.line.place.line) }

    /// Drops the request on this connection: it will not be answered.
    mutating func drop(requestOn number: ConnectionNumber) {
        arrivals.removeAll { if case .request(number, _) = $0 { true } else { false } }
    }

    /// Takes an arrival out before a line is tried with it: playing that line may change the list.
    mutating func takeOut(_ index: Int) -> Arrival? {
        arrivals.indices.contains(index) ? arrivals.remove(at: index) : nil
    }

    /// Puts back an arrival that no line took.
    mutating func putBack(_ arrival: Arrival, _ index: Int) { arrivals.insert(arrival, at: index) }

    /// Empties the list: no line is waited for any longer.
    mutating func takeAll() -> [Arrival] {
        defer { arrivals = [] }
        return arrivals
    }

    private static let atMost = 64
}

extension ReportedCallback {
    /// Whether it is one more piece of the data that the other tells of.
    fileprivate func continues(_ other: ReportedCallback) -> Bool {
        kind == .data && other.kind == .data && lane == other.lane && question == nil && other.question == nil
    }
}
