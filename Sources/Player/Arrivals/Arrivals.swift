// Arrivals.swift: bytes of a request that no line has taken yet, and when they came.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainReply
import QuintainScenario
import QuintainTranscript

/// Bytes of a request, with the part of it that they are and the time of their arrival.
struct Arrived {
    var bytes: [UInt8]
    /// The part of the request: `body`; `chunk` and `trailer` frame a body; `raw` comes on a connection that no longer
    /// speaks HTTP.
    var part = Part.body
    /// The number of lines of ours that were done when the bytes came.
    var afterOurs: Int
    /// The number of the event that records the bytes; nil: none does yet.
    var event: Int?

    var isContent: Bool { part == .body || part == .raw }

    /// The bytes are the size line of a chunk, whose first bytes belong to the body as much as those that follow.
    var beginsChunk: Bool { part == .chunk && ChunkShape(frame: bytes).map { $0.size > 0 } ?? false }
}

/// The bytes of a request that wait for their line, in order.
struct Unclaimed {
    private(set) var stretches: [Arrived] = []
    private(set) var count = 0

    /// Bytes of the body are among the stretches, not only its framing.
    private(set) var hasContent = false

    /// The number of lines of ours that were done when the first byte came; without frames, only content and
    /// chunks count.
    func afterOurs(countingFrames: Bool) -> Int? {
        stretches.first { countingFrames || $0.isContent || $0.beginsChunk }?.afterOurs
    }

    mutating func append(_ arrived: Arrived) {
        guard !arrived.bytes.isEmpty else { return }
        count += arrived.bytes.count
        if arrived.isContent { hasContent = true }
        if let last = stretches.last, last.part == arrived.part, last.afterOurs == arrived.afterOurs,
            last.event == arrived.event
        {
            stretches[stretches.count - 1].bytes += arrived.bytes
        } else {
            stretches.append(arrived)
        }
    }
}

/// The length of a request's body at each point of the play, for `! await` lines with a number of bytes.
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

    /// The number of lines of ours that were done when the body had so many bytes; nil: it has fewer.
    func afterOurs(_ count: Int) -> Int? { marks.first { $0.count >= count }?.afterOurs }
}
