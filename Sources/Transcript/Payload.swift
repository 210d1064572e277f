// Payload.swift: the bytes of an event, as many of them as are kept.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation

/// Bytes that went over the wire: their number always, the first of them up to a bound.
package struct Payload: Sendable, Equatable {
    package private(set) var count: Int
    /// The offset in the stream behind `{{bytes …}}`, if all of the bytes are from it.
    package private(set) var pattern: Int?
    /// The first bytes; none, if the stream has them.
    private var own: [UInt8]

    package static let keepAtMost = 4096

    package init(_ bytes: [UInt8] = []) {
        count = bytes.count
        own = bytes.count > Self.keepAtMost ? Array(bytes[..<Self.keepAtMost]) : bytes
        pattern = nil
    }

    /// A stretch of the stream behind `{{bytes …}}`.
    package init(pattern offset: Int, count: Int) {
        self.count = count
        own = []
        pattern = count > 0 ? offset : nil
    }

    /// The first of the bytes. Those of the stream are made when they are asked for, since long bodies have many stretches.
    package var kept: [UInt8] { pattern.map { PatternBytes.array(min(count, Self.keepAtMost), from: $0) } ?? own }

    /// How many bytes are in memory.
    var held: Int { own.count }

    package mutating func append(_ other: Payload) {
        if count == 0 {
            self = other
            return
        }
        if other.count == 0 { return }
        if let start = pattern, other.pattern != start + count {
            own = kept
            pattern = nil
        }
        if pattern == nil, own.count == count { own += other.kept.prefix(Self.keepAtMost - own.count) }
        count += other.count
    }

    mutating func shorten(to most: Int) {
        if own.count > most { own = Array(own[..<most]) }
    }

    package var isWhole: Bool { pattern == nil ? own.count == count : count <= Self.keepAtMost }
}
