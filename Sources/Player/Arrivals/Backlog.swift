// Backlog.swift: requests behind one that waits for its line, on the same connection.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainTranscript
import QuintainWire

/// The messages that a client has sent behind a request that no line has taken yet, in order.
struct Backlog {
    enum Arrival {
        /// A head, with the number of the event that records it.
        case head(RequestHead, afterOurs: Int, event: Int)
        case body(Arrived)
        case deviation(Deviation)
        /// The end of a request, which is in the transcript already.
        case end([Field])
    }

    private var arrivals: [Arrival] = []
    private var next = 0
    private(set) var byteCount = 0
    /// The length so far of the last request's body.
    private(set) var bodyCount = 0

    var isEmpty: Bool { next == arrivals.count }

    mutating func append(_ arrival: Arrival) {
        arrivals.append(arrival)
        switch arrival {
        case .head: bodyCount = 0
        case .body(let arrived): bodyCount += arrived.isContent ? arrived.bytes.count : 0
        case .deviation, .end: break
        }
        byteCount += Self.size(arrival)
    }

    mutating func takeFirst() -> Arrival? {
        guard !isEmpty else { return nil }
        let arrival = arrivals[next]
        next += 1
        byteCount -= Self.size(arrival)
        if isEmpty { self = Backlog() }
        return arrival
    }

    private static func size(_ arrival: Arrival) -> Int {
        switch arrival {
        case .head(let head, _, _): head.raw.count
        case .body(let arrived): arrived.bytes.count
        case .deviation, .end: 1
        }
    }
}
