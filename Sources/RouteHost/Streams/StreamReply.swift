// StreamReply.swift: a reply of a route that is being sent on a stream.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainFrames
import QuintainLoop
import QuintainReply
import QuintainSessions
import QuintainWire

/// One reply, at the pace of its acts. Other streams of its connection go on meanwhile.
struct StreamReply {
    enum Step {
        /// A frame has been written; others may have their turn.
        case wrote
        /// Nothing can leave before the client makes room, or before `turn`.
        case held
        /// This act on the connection follows the bytes that have been written.
        case strike(Strike)
        /// The client gets nothing more on the stream, and the stream stays open.
        case stalled
        case over
    }

    let stream: Int
    /// The time before which nothing leaves.
    private(set) var turn: Moment?
    private var parcel: Parcel
    private var rate: Int?
    private var segment = Int.max

    init(_ elements: [Batch.Element], on stream: Int) {
        self.stream = stream
        parcel = Parcel(Batch(elements: elements), stream: stream)
    }

    /// Writes what can leave now: all of a short reply, and one frame of a body's content.
    mutating func advance(_ wire: inout HTTP2Connection, into output: inout OutputBytes) -> Step {
        if let end = turn {
            if .now < end { return .held }
            turn = nil
        }
        let room = min(segment, rate.map { max(1, $0 / Self.turnsASecond) } ?? .max)
        while true {
            switch parcel.next(atMost: room, &wire, into: &output) {
            case .frame(let count):
                if let rate, count > 0 {
                    turn = .now.advanced(nanoseconds: Int64(count) * 1_000_000_000 / Int64(rate))
                    return .held
                }
                if count >= Self.contentAtOnce { return .wrote }
            case .strike(.wait(let milliseconds)):
                turn = .now.advanced(milliseconds: Int64(milliseconds))
                return .held
            case .strike(.rate(let bytes)):
                rate = max(1, bytes)
                return .wrote
            case .strike(.segment(let bytes)):
                segment = max(1, bytes)
                return .wrote
            case .strike(.flush), .strike(.noTunnel): break
            case .strike(.stall): return .stalled
            case .strike(.resetStream(let code)):
                output.append(Frame.resetStream(stream, code))
                wire.resetSent(on: stream)
            case .strike(let strike): return .strike(strike)
            case .blocked: return .held
            case .gone, .done: return .over
            }
        }
    }

    /// The number of portions in which a rate is sent each second.
    private static let turnsASecond = 50
    private static let contentAtOnce = 8_192
}
