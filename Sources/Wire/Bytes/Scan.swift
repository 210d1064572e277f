// Scan.swift: finding a byte, eight at a time.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// Searches in raw memory; each returns the end if nothing is found.
package enum Scan {
    /// The first control character that is no tab: the end of a line, or a character that a line must not have.
    @inline(__always)
    package static func control(in base: UnsafeRawPointer, from start: Int, to end: Int) -> Int {
        var index = start
        while index + 8 <= end {
            let word = UInt64(littleEndian: base.loadUnaligned(fromByteOffset: index, as: UInt64.self))
            // The lowest hit of each test is right; higher ones may result from a borrow, and are ignored.
            let deleted = word ^ ones &* 0x7F
            let hits = ((word &- ones &* 0x20) & ~word | (deleted &- ones) & ~deleted) & tops
            if hits == 0 {
                index += 8
                continue
            }
            let hit = index + hits.trailingZeroBitCount >> 3
            if base.load(fromByteOffset: hit, as: UInt8.self) != Octet.tab { return hit }
            index = hit + 1
        }
        while index < end {
            let byte = base.load(fromByteOffset: index, as: UInt8.self)
            if byte < 0x20 && byte != Octet.tab || byte == 0x7F { return index }
            index += 1
        }
        return end
    }

    private static var ones: UInt64 { 0x0101_0101_0101_0101 }
    private static var tops: UInt64 { 0x8080_8080_8080_8080 }
}
