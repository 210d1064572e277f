// StreamExchange.swift: one request and its reply on a stream.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoader
import QuintainWire

/// The unsent rest of a request, and the parts of its reply that the user has not taken.
final class StreamExchange {
    /// An event for the user, in the order of arrival.
    enum Arrival: Equatable {
        /// A part of the reply; the stream's window is smaller by `weight` until it is taken.
        case part(ResponseReader.Part, weight: Int)
        /// The last event: nothing more of this exchange is sent or read.
        case lost(NetworkFault)
    }

    let message: OutgoingMessage
    /// 0: the request waits until the server allows another stream.
    var number = 0
    /// The bytes of the body that were put into frames.
    private(set) var framed = 0
    /// The body waits for a 100.
    var holdsBody: Bool
    /// END_STREAM is in a frame, or nothing more is to be sent.
    var isSent = false
    /// The reply is whole, or lost.
    private(set) var isAnswered = false
    private(set) var hasReply = false
    private var arrivals: [Arrival] = []
    private var taken = 0

    var hasArrivals: Bool { taken < arrivals.count }

    init(_ message: OutgoingMessage) {
        self.message = message
        holdsBody = message.holdsBody
    }

    // MARK: Sending

    var unsent: Int { message.body.count - framed }

    /// Appends the next bytes of the body to a frame.
    func frame(_ count: Int, into output: inout OutputBytes) {
        message.body.withUnsafeBytes { output.append(UnsafeRawBufferPointer(rebasing: $0[framed..<framed + count])) }
        framed += count
    }

    // MARK: Receiving

    func arrived(_ part: ResponseReader.Part, weight: Int = 0) {
        hasReply = true
        if part == .end { isAnswered = true }
        arrivals.append(.part(part, weight: weight))
    }

    /// Reports a loss, unless the reply is whole: a whole reply counts, whatever follows.
    func lost(_ fault: NetworkFault) {
        isSent = true
        guard !isAnswered else { return }
        isAnswered = true
        arrivals.append(.lost(fault))
    }

    func next() -> Arrival? {
        guard taken < arrivals.count else { return nil }
        defer {
            taken += 1
            if taken == arrivals.count {
                arrivals.removeAll(keepingCapacity: true)
                taken = 0
            }
        }
        return arrivals[taken]
    }
}
