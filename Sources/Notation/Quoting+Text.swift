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

    package static func hexDigits(_ byte: UInt8) -> String { String(hex(byte).dropFirst(2)) }
}
