// Waiting.swift: what came before its line was due.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario
import QuintainTalk
import QuintainTranscript
import QuintainWords

/// Keeps what came too soon until its line is in reach, in order.
struct Waiting {
    /// What was found when a request came.
    struct TooSoon {
        /// Where it is written.
        var line: Line
        var counts: Severity
        /// As ``Clock/lived`` counts.
        var since: Instant
    }

    enum Arrival {
        /// nil: it waits for its part in any order, and is not too soon.
        case request(ConnectionNumber, TooSoon?)
        /// It was judged when it came, and counts so much.
        case callback(ReportedCallback, counts: Severity)
        /// It came of what is going out at this moment, and is taken when that has left.
        case early(ReportedCallback)
    }

    private var arrivals: [Arrival] = []
    /// The lines of the file for which something came too soon.
    private var lines: Set<Int> = []

    /// No more is kept.
    var isFull: Bool { arrivals.count >= Self.atMost }

    var count: Int { arrivals.count }

    /// Since when a request waits that came too soon, and failed by that.
    var tooSoonSince: Instant? {
        for case .request(_, let tooSoon?) in arrivals where tooSoon.counts == .failure { return tooSoon.since }
        return nil
    }

    /// The line for which the first request waits that came too soon, and did not fail by that.
    var goal: Line? {
        for case .request(_, let tooSoon?) in arrivals where tooSoon.counts < .failure { return tooSoon.line }
        return nil
    }

    /// The connections of the requests that wait.
    var requests: [ConnectionNumber] {
        arrivals.compactMap { if case .request(let number, _) = $0 { number } else { nil } }
    }

    mutating func append(_ arrival: Arrival, for placed: PlacedLine? = nil) {
        arrivals.append(arrival)
        if let placed { lines.insert(placed.line.place.line) }
    }

    /// Whether what is written there came too soon: it is not what the lines below wait for.
    func hasHad(_ placed: PlacedLine) -> Bool { lines.contains(placed.line.place.line) }

    /// Keeps a callback that comes of what is going out. Pieces of data are put together, however many there are.
    mutating func appendEarly(_ callback: ReportedCallback) {
        if callback.kind == .data, callback.question == nil, case .early(var earlier)? = arrivals.last,
            earlier.kind == .data, earlier.lane == callback.lane, earlier.question == nil
        {
            arrivals.removeLast()
            earlier.bytes += callback.bytes
            arrivals.append(.early(earlier))
        } else {
            arrivals.append(.early(callback))
        }
    }

    /// The request on this connection will not be answered.
    mutating func drop(requestOn number: ConnectionNumber) {
        arrivals.removeAll { if case .request(number, _) = $0 { true } else { false } }
    }

    /// Takes one out for a line that may have it: what that line sets off may change the list.
    mutating func takeOut(_ index: Int) -> Arrival? {
        arrivals.indices.contains(index) ? arrivals.remove(at: index) : nil
    }

    /// No line has it yet.
    mutating func putBack(_ arrival: Arrival, _ index: Int) { arrivals.insert(arrival, at: index) }

    /// Nothing is waited for any longer.
    mutating func takeAll() -> [Arrival] {
        defer { arrivals = [] }
        return arrivals
    }

    private static let atMost = 64
}
