// LenientCharacter.swift: reads any bytes as characters.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// The character that begins at some byte: of UTF-8 where it is well-formed there (RFC 3629 section 4), else of
/// Latin-1, which makes one character of any byte.
struct LenientCharacter: Equatable {
    let scalar: UInt32
    /// How many bytes it takes.
    let width: Int

    /// `index` lies within the bytes.
    init(_ bytes: UnsafeRawBufferPointer, at index: Int) {
        let first = bytes[index]
        let width: Int
        // The smallest number that needs so many bytes: smaller ones are overlong, and not well-formed.
        let least: UInt32
        var scalar: UInt32
        switch first {
        case 0xC2...0xDF: (width, least, scalar) = (2, 0x80, UInt32(first & 0x1F))
        case 0xE0...0xEF: (width, least, scalar) = (3, 0x800, UInt32(first & 0x0F))
        case 0xF0...0xF4: (width, least, scalar) = (4, 0x1_0000, UInt32(first & 0x07))
        default: (width, least, scalar) = (1, 0, UInt32(first))
        }
        var isWellFormed = index + width <= bytes.count
        if isWellFormed {
            for byte in bytes[(index + 1)..<(index + width)] {
                if byte & 0xC0 != 0x80 { isWellFormed = false }
                scalar = scalar << 6 | UInt32(byte & 0x3F)
            }
        }
        if scalar < least || scalar > ScalarSet.last || 0xD800...0xDFFF ~= scalar { isWellFormed = false }
        self.scalar = isWellFormed ? scalar : UInt32(first)
        self.width = isWellFormed ? width : 1
    }
}
