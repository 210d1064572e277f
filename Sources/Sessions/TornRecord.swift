// TornRecord.swift: the bytes that leave in one record of TLS and in two segments.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainReply

/// The bytes on both sides of a `tear`.
struct TornRecord {
    let bytes: [UInt8]
    /// How many of them stand above the tear.
    let above: Int
    /// No byte stands above those that the record has room for.
    let isNext: Bool

    var below: Int { bytes.count - above }

    /// Of the first element, its bytes before `offset` have left. nil: it is no tear, nor are its bytes directly above one;
    /// or none stand below.
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

    /// Both sides fit into 2^14 bytes, RFC 8446 section 5.1.
    private static let sideAtMost = 8_000
}

extension Batch.Element {
    /// Bytes below a tear may leave in its record though this stands between.
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
