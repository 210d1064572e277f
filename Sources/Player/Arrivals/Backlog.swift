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

extension Player {
    func putAside(_ arrival: Backlog.Arrival, _ number: ConnectionNumber) {
        connections.putAside(arrival, on: number)
        updateReading(number)
    }

    /// Takes the next arrival out of a backlog, if the request before it is over. true: there was one.
    func takeFromBacklog() -> Bool {
        for number in connections.backlogged {
            guard let connection = connections[number], !connection.backlog.isEmpty else {
                connections.backlogIsEmpty(of: number)
                continue
            }
            if connection.request?.isEnded == true { giveUpRest(number) }
            let isOwnBody = connections[number]?.request.map { !$0.isEnded } ?? false
            guard isOwnBody || connections[number]?.request == nil else { continue }
            guard let arrival = connection.takeFromBacklog() else { continue }
            switch arrival {
            case .head(let head, let afterOurs, let event): takeHead(head, number, afterOurs: afterOurs, event: event)
            case .body(let arrived): takeBody(arrived, number)
            case .deviation(let deviation): takeDeviation(deviation, number)
            case .end(let trailers):
                connections[number]?.request?.endWasRecorded()
                takeEnd(trailers, number)
            }
            updateReading(number)
            return true
        }
        return false
    }

    /// Ends a request that was cut short when nothing of it is left for a line, or no line is left for it, because the
    /// branch with that line was not chosen.
    private func giveUpRest(_ number: ConnectionNumber) {
        guard let request = connections[number]?.request, case .cut(let lane, hasRest: true) = request.claim,
            !course.items.contains(where: { $0.isRest && $0.lane == lane && $0.state == .due }),
            phase != .playing || !request.unclaimed.hasContent
                || !course.program.hasRest(from: course.cursor.pc, lane: lane)
        else { return }
        request.giveUpRest()
        dropUnclaimed(request, number)
        requestIsOver(number)
    }

    // MARK: Back-pressure

    /// Stops or resumes reading, as the connection decides.
    func updateReading(_ number: ConnectionNumber) {
        if let reads = connections[number]?.changeReading() { effects.append(.read(number, reads)) }
    }
}
