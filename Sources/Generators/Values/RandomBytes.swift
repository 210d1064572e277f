// RandomBytes.swift: random bytes, with a seed or without.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation

extension Generator {
    /// `{{random path.n seed=query.seed chunk=query.chunk_size}}`: at most 100 KiB.
    mutating func random(_ call: GeneratorCall) throws(GeneratorRefusal) -> [[UInt8]] {
        let count = max(0, min(try needed(call, 0), Bounds.bytes))
        let bytes: [UInt8]
        if let seed = try number(call, "seed") {
            var twister = MersenneTwister(seed: seed)
            bytes = (0..<count).map { _ in twister.byte() }
        } else {
            bytes = dice.bytes(count)
        }
        guard let chunk = call.option("chunk") else { return [bytes] }
        let size = Pieces.size(try number(chunk) ?? Pieces.standard, of: count)
        return stride(from: 0, to: count, by: size).map { Array(bytes[$0..<min($0 + size, count)]) }
    }
}

/// The sizes of the pieces into which a body is cut.
enum Pieces {
    static let standard = 10 << 10

    /// The size that was asked for, or a larger one if there were too many pieces.
    static func size(_ size: Int, of count: Int) -> Int {
        max(1, size, (count + Bounds.pieces - 1) / Bounds.pieces)
    }
}
