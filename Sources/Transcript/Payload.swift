// Payload.swift: the bytes of an event, as many of them as are kept.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation

/// Bytes that went over the wire: their number always, the first of them up to a bound.
package struct Payload: Sendable, Equatable {
    package private(set) var count: Int
    package private(set) var kept: [UInt8]
    /// The offset in the stream behind `{{bytes …}}`, if all of the bytes are from it.
    package private(set) var pattern: Int?

    package static let keepAtMost = 4096

    package init(_ bytes: [UInt8] = []) {
        count = bytes.count
        kept = bytes.count > Self.keepAtMost ? Array(bytes[..<Self.keepAtMost]) : bytes
        pattern = nil
    }

    /// A stretch of the stream behind `{{bytes …}}`.
    package init(pattern offset: Int, count: Int) {
        self.count = count
        kept = PatternBytes.array(min(count, Self.keepAtMost), from: offset)
        pattern = count > 0 ? offset : nil
    }

    package mutating func append(_ other: Payload) {
        if count == 0 {
            self = other
            return
        }
        if other.count == 0 { return }
        if let start = pattern, other.pattern != start + count { pattern = nil }
        if kept.count == count {
            kept += other.kept.prefix(Self.keepAtMost - kept.count)
        }
        count += other.count
    }

    mutating func shorten(to most: Int) {
        if kept.count > most { kept = Array(kept[..<most]) }
    }

    package var isWhole: Bool { kept.count == count }
}
