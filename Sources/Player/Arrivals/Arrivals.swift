// Arrivals.swift: bytes of a request that no line has taken yet, and when they came.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainReply
import QuintainScenario
import QuintainTranscript

/// Bytes of a request, as they came.
struct Arrived {
    var bytes: [UInt8]
    /// `body`; `chunk` and `trailer` are what frames it; `raw` is of a connection that speaks HTTP no more.
    var part = Part.body
    /// How many lines of ours were done when they came.
    var afterOurs: Int
    /// The number of the event that tells of them; nil: none does yet.
    var event: Int?

    var isContent: Bool { part == .body || part == .raw }

    /// The line with the size of a chunk: its first bytes belong to the body as much as those that follow.
    var beginsChunk: Bool { part == .chunk && ChunkShape(frame: bytes).map { $0.size > 0 } ?? false }
}

/// What came of a request and waits for its line, in order.
struct Unclaimed {
    private(set) var stretches: [Arrived] = []
    private(set) var count = 0

    /// Whether more is there than frames.
    private(set) var hasContent = false

    /// When the first byte came, in lines of ours; of a chunk, if other frames do not count.
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
