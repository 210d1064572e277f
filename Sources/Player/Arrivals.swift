// Arrivals.swift: bytes of a request that no line has taken yet, and when they came.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario
import QuintainTranscript

/// Bytes of a request, as they came.
struct Arrived {
    var bytes: [UInt8]
    /// Not content, but what frames it: size lines of chunks, and their ends.
    var isFrame = false
    /// How many lines of ours were done when they came.
    var afterOurs: Int
    /// The number of the event that tells of them; nil: none does yet.
    var event: Int?
}

/// What came of a request and waits for its line, in order.
struct Unclaimed {
    private(set) var stretches: [Arrived] = []
    private(set) var count = 0

    var isEmpty: Bool { stretches.isEmpty }
    /// When the first byte came, in lines of ours.
    var afterOurs: Int? { stretches.first?.afterOurs }

    mutating func append(_ arrived: Arrived) {
        guard !arrived.bytes.isEmpty else { return }
        count += arrived.bytes.count
        if let last = stretches.last, last.isFrame == arrived.isFrame, last.afterOurs == arrived.afterOurs,
            last.event == arrived.event
        {
            stretches[stretches.count - 1].bytes += arrived.bytes
        } else {
            stretches.append(arrived)
        }
    }
}

/// How much of a request's body had come, and when: for who awaits so many bytes of it.
///
/// An object, because the connection and the lane both look at it while it grows.
final class BodyProgress: @unchecked Sendable {
    private var marks: [(count: Int, afterOurs: Int)] = []

    var count: Int { marks.last?.count ?? 0 }

    func grow(by more: Int, afterOurs: Int) {
        guard more > 0 else { return }
        if let last = marks.last, last.afterOurs == afterOurs {
            marks[marks.count - 1].count += more
        } else {
            marks.append((count + more, afterOurs))
        }
    }

    /// How many lines of ours were done when so many bytes were there; nil: they are not.
    func afterOurs(_ count: Int) -> Int? { marks.first { $0.count >= count }?.afterOurs }
}
