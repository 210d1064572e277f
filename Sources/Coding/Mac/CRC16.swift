// CRC16.swift: the check of MacBinary and BinHex.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// CRC-16/XMODEM: x^16 + x^12 + x^5 + 1, most significant bit first, beginning with 0.
struct CRC16 {
    private(set) var value: UInt16 = 0

    init(_ bytes: some Sequence<UInt8> = EmptyCollection()) {
        for byte in bytes { update(byte) }
    }

    mutating func update(_ byte: UInt8) {
        value = value << 8 ^ Self.table[Int(UInt8(truncatingIfNeeded: value >> 8) ^ byte)]
    }

    var bytes: [UInt8] { BigEndian.bytes(Int(value), count: 2) }

    private static let table: [UInt16] = (0..<256).map { index in
        (0..<8).reduce(UInt16(index) << 8) { value, _ in value & 0x8000 != 0 ? value << 1 ^ 0x1021 : value << 1 }
    }
}
