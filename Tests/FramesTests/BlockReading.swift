// BlockReading.swift: laws that hold for any HPACK blocks.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainFrames
import QuintainWire

/// Blocks of one connection, decoded whole and in fragments, encoded again and decoded once more.
enum BlockReading {
    /// What is wrong with decoder or encoder, as this input shows; nil: nothing. The fuzz harness checks the same.
    ///
    /// The first byte chooses the size of the table and of the fragments; each block has a byte with its length.
    static func fault(in input: [UInt8]) -> String? {
        guard let first = input.first else { return nil }
        var limits = Limits()
        limits.head = 5_000
        limits.fields = 20
        var whole = Decoding(limits: limits)
        var cut = Decoding(limits: limits)
        var again = Decoding(limits: limits)
        var plain = Decoding(limits: limits)
        var encoder = HeaderEncoder()
        if first & 3 != 0 {
            let size = [0, 0, 100, 8_192][Int(first & 3)]
            whole.decoder.limitTable(to: size)
            cut.decoder.limitTable(to: size)
            again.decoder.limitTable(to: size)
            encoder.limitTable(to: size)
        }
        var rest = input.dropFirst()
        while let length = rest.popFirst() {
            let block = Array(rest.prefix(Int(length)))
            rest = rest.dropFirst(block.count)
            let fields = whole.decode(block, size: .max)
            if cut.decode(block, size: Int(first >> 2) % 7 + 1) != fields { return "fragments are decoded otherwise" }
            if whole.fields.overrun != cut.fields.overrun { return "fragments are counted otherwise" }
            // Nothing can be decoded after a broken block.
            guard let fields else { return nil }
            if whole.fields.bytes.count > limits.head || fields.count > limits.fields { return "limits were not kept" }
            var compressed = OutputBytes()
            encoder.begin(&compressed)
            encoder.append(fields, to: &compressed)
            guard let same = again.decode(compressed.array, size: .max) else { return "what was encoded is no block" }
            if same.map(\.name) != fields.map(\.name) || same.map(\.value) != fields.map(\.value) {
                return "what was encoded reads otherwise"
            }
            // The encoder keeps more fields out of the table than it is told to.
            if zip(same, fields).contains(where: { $1.isNeverIndexed && !$0.isNeverIndexed }) {
                return "a secret was told"
            }
            if again.decoder.tableSize != encoder.tableSize { return "the tables differ" }
            var literals = OutputBytes()
            for field in fields { literals.append(literal: field) }
            if plain.decode(literals.array, size: .max) != fields { return "literals read otherwise" }
        }
        return nil
    }

    private struct Decoding: ~Copyable {
        var decoder = HeaderDecoder()
        var fields: DecodedFields

        init(limits: Limits) { fields = DecodedFields(limits: limits) }

        mutating func decode(_ block: [UInt8], size: Int) -> [HeaderField]? {
            fields.removeAll()
            var rest = block[...]
            repeat {
                let fragment = Array(rest.prefix(size))
                rest = rest.dropFirst(fragment.count)
                do {
                    try fragment.withUnsafeBytes { try decoder.decode($0, isLast: rest.isEmpty, into: &fields) }
                } catch { return nil }
            } while !rest.isEmpty
            return fields.fields
        }
    }
}
