// Quoting+Text.swift: the bytes that a file may hold without escapes.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

extension Quoting {
    /// Whether the bytes are UTF-8 without control characters, tabs aside.
    package static func isText(_ bytes: ArraySlice<UInt8>) -> Bool {
        var decoder = UTF8()
        var iterator = bytes.makeIterator()
        while true {
            switch decoder.decode(&iterator) {
            case .scalarValue(let scalar):
                let value = scalar.value
                if (value < 0x20 && value != 9) || (0x7F..<0xA0).contains(value) { return false }
            case .emptyInput: return true
            case .error: return false
            }
        }
    }

    package static func hexDigits(_ byte: UInt8) -> String { hexDigits(CollectionOfOne(byte)) }

    /// Two digits for each byte.
    package static func hexDigits(_ bytes: some Collection<UInt8>) -> String {
        String(unsafeUninitializedCapacity: 2 * bytes.count) { room in
            var count = 0
            for byte in bytes {
                (room[count], room[count + 1]) = (hexDigit(byte >> 4), hexDigit(byte & 15))
                count += 2
            }
            return count
        }
    }

    private static func hexDigit(_ half: UInt8) -> UInt8 { half < 10 ? 48 + half : 87 + half }
}
