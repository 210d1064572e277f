// PatternBytes.swift: the fixed stream behind `{{bytes 1MiB}}`.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// A pseudo-random stream any part of which can be made, and so checked, by offset and length.
///
/// Bytes 8k to 8k+7 are SplitMix64's output for the counter k, least significant byte first.
/// No two stretches of practical length are alike, so a lost or doubled byte is noticed.
package enum PatternBytes {
    package static func byte(at offset: Int) -> UInt8 {
        UInt8(truncatingIfNeeded: word(UInt64(offset) >> 3) >> ((UInt64(offset) & 7) * 8))
    }

    /// Writes the stretch that begins at `offset` over the whole of `target`.
    package static func fill(_ target: UnsafeMutableRawBufferPointer, from offset: Int) {
        var index = 0
        while index < target.count, (offset + index) & 7 != 0 {
            target[index] = byte(at: offset + index)
            index += 1
        }
        while index + 8 <= target.count {
            let word = word(UInt64(offset + index) >> 3).littleEndian
            target.storeBytes(of: word, toByteOffset: index, as: UInt64.self)
            index += 8
        }
        while index < target.count {
            target[index] = byte(at: offset + index)
            index += 1
        }
    }

    package static func array(_ count: Int, from offset: Int = 0) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            fill(UnsafeMutableRawBufferPointer(buffer), from: offset)
            filled = count
        }
    }

    /// The offset of the first byte that is not the stream's, counted within `bytes`.
    package static func firstDifference(in bytes: UnsafeRawBufferPointer, from offset: Int) -> Int? {
        var index = 0
        while index < bytes.count {
            let aligned = (offset + index) & 7 == 0 && index + 8 <= bytes.count
            if aligned {
                let there = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                if UInt64(littleEndian: there) == word(UInt64(offset + index) >> 3) {
                    index += 8
                    continue
                }
            }
            if bytes[index] != byte(at: offset + index) { return index }
            index += 1
        }
        return nil
    }

    package static func word(_ counter: UInt64) -> UInt64 {
        var mixed = (counter &+ 1) &* 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
