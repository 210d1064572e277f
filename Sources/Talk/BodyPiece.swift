// BodyPiece.swift: the body of a load that is ordered.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation

/// A piece of a body.
package enum BodyPiece: Sendable, Equatable {
    case bytes([UInt8])
    /// A stretch of the stream behind `{{bytes …}}`, kept as its description.
    case pattern(from: Int, count: Int)

    package var byteCount: Int {
        switch self {
        case .bytes(let bytes): bytes.count
        case .pattern(_, let count): count
        }
    }

    package var bytes: [UInt8] {
        switch self {
        case .bytes(let bytes): bytes
        case .pattern(let from, let count): PatternBytes.array(count, from: from)
        }
    }
}

extension [BodyPiece] {
    package var byteCount: Int { reduce(0) { $0 + $1.byteCount } }

    /// The bytes of all pieces, those of the known stream included.
    package var bytes: [UInt8] { flatMap(\.bytes) }
}
