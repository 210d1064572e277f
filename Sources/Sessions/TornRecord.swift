// TornRecord.swift: the bytes of one TLS record that leaves in two segments.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainReply

/// The bytes on both sides of a `tear`.
struct TornRecord {
    let bytes: [UInt8]
    /// The number of bytes above the tear.
    let above: Int
    /// The record has room for all bytes above the tear, so it is the next to be sent.
    let isNext: Bool

    var below: Int { bytes.count - above }

    /// The record for a tear at the beginning of the elements, or behind the first one, whose bytes before `offset`
    /// have left. nil: there is no tear, or no bytes below it.
    init?(_ elements: ArraySlice<Batch.Element>, from offset: Int) {
        guard let first = elements.first, let tear = elements.prefix(2).firstIndex(of: .strike(.tear)) else {
            return nil
        }
        let left = (first.byteCount ?? 0) - offset
        guard left > 0 || tear == elements.startIndex,
            let next = elements[tear...].first(where: { !$0.isPassedOver }), let size = next.byteCount, size > 0
        else { return nil }
        above = min(left, Self.sideAtMost)
        isNext = above == left
        let end = offset + left
        bytes = first.bytes(end - above..<end) + next.bytes(0..<min(size, Self.sideAtMost))
    }

    /// The greatest number of bytes on each side: both fit into 2^14 bytes, RFC 8446 section 5.1.
    private static let sideAtMost = 8_000
}

extension Batch.Element {
    /// The element may stand between a tear and the bytes below it that share the record.
    fileprivate var isPassedOver: Bool {
        switch self {
        case .strike(.tear), .strike(.wait): true
        case .strike, .bytes, .pattern, .field: false
        }
    }

    fileprivate func bytes(_ range: Range<Int>) -> [UInt8] {
        switch self {
        case .bytes(let bytes): Array(bytes[range])
        case .pattern(let from, _): PatternBytes.array(range.count, from: from + range.lowerBound)
        case .field, .strike: []
        }
    }
}
