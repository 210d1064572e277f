// Template+ByteCount.swift: how long a text with values is, as far as the file tells.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation

extension Template {
    /// nil: the run decides.
    var byteCount: Int? {
        pieces.reduce(0) { count, piece in
            guard let count else { return nil }
            switch piece {
            case .literal(let bytes): return count + bytes.count
            case .value(let value): return value.byteCount.map { count + $0 }
            }
        }
    }
}

extension Value {
    fileprivate var byteCount: Int? {
        guard transforms.allSatisfy({ if case .chunks = $0 { true } else { false } }) else { return nil }
        if case .bytes(let count, _) = function { return count }
        return function.ownBytes?.count
    }
}
