// StreamExchange.swift: one request and its reply on a stream.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoader
import QuintainWire

/// What is still to be sent of a request, and what has come of its reply and nobody has taken.
final class StreamExchange {
    /// What a user is told, in the order in which it came.
    enum Arrival: Equatable {
        /// The stream's window is as much smaller until the part is taken.
        case part(ResponseReader.Part, weight: Int)
        /// The last: nothing of this exchange is sent or read any more.
        case lost(NetworkFault)
    }

    let message: OutgoingMessage
    /// 0: the request waits until the server allows another stream.
    var number = 0
    /// Bytes of the body that have become frames.
    private(set) var framed = 0
    /// The body waits for a 100.
    var holdsBody: Bool
    /// END_STREAM has become part of a frame, or nothing more is to be sent.
    var isSent = false
    /// The reply is whole.
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

    /// The next bytes of the body.
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

    /// A reply that is whole counts, whatever comes behind it.
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
