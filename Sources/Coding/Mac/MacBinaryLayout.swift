// MacBinaryLayout.swift: the 128-byte header of a MacBinary file.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation

/// The header of the MacBinary II standard of 1987, and of MacBinary III, 1996, which adds a signature.
///
/// ```
/// 0 zero │ 1 length of the name, name to 64 │ 65 type │ 69 creator │ 73 Finder flags, upper half │ 74 zero
/// 82 zero │ 83 data length │ 87 resource length │ 91 created │ 95 modified │ 99 comment length │ 101 flags, lower
/// 102 mBIN │ 116 unpacked length │ 120 length of a second header │ 122 version │ 123 version needed │ 124 CRC
/// ```
enum MacBinaryLayout {
    static let size = 128
    static let signature = Array("mBIN".utf8)

    static func bytes(_ header: MacHeader, _ version: MacBinaryVersion) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: size)
        func put(_ value: [UInt8], at offset: Int) { bytes.replaceSubrange(offset..<offset + value.count, with: value) }
        bytes[1] = UInt8(header.name.count)
        put(header.name, at: 2)
        put(header.type, at: 65)
        put(header.creator, at: 69)
        bytes[73] = UInt8(header.finderFlags >> 8)
        put(BigEndian.bytes(header.dataLength, count: 4), at: 83)
        put(BigEndian.bytes(header.resourceLength, count: 4), at: 87)
        put(BigEndian.bytes(Int(header.created), count: 4), at: 91)
        put(BigEndian.bytes(Int(header.modified), count: 4), at: 95)
        guard version != .one else { return bytes }
        bytes[101] = UInt8(header.finderFlags & 0xFF)
        if version == .three { put(signature, at: 102) }
        bytes[122] = version == .three ? 130 : 129
        bytes[123] = 129
        put(CRC16(bytes[..<124]).bytes, at: 124)
        return bytes
    }

    struct Parsed {
        var header: MacHeader
        /// The length of a second header, which was never used, and of the comment after the forks.
        var secondHeaderLength: Int
        var commentLength: Int
    }

    /// Reads the header; throws the reason why the bytes are none, with its place.
    static func parse(_ bytes: [UInt8]) throws(MachineFault) -> Parsed {
        for offset in [0, 74] where bytes[offset] != 0 {
            throw MachineFault(taken: offset, reason: "byte \(offset) of a MacBinary header is 0")
        }
        guard 1...MacFields.longestName ~= Int(bytes[1]) else {
            throw MachineFault(taken: 1, reason: "a name has 1 to \(MacFields.longestName) bytes")
        }
        let hasCheck = bytes[124..<126].elementsEqual(CRC16(bytes[..<124]).bytes)
        if !hasCheck, bytes[82] != 0 || bytes[99..<128].contains(where: { $0 != 0 }) {
            throw MachineFault(taken: 124, reason: "the header's check does not hold")
        }
        let version: MacBinaryVersion =
            !hasCheck || bytes[122] < 129 ? .one : bytes[102..<106].elementsEqual(signature) ? .three : .two
        if bytes[123] > 130 {
            throw MachineFault(taken: 123, reason: "version \(bytes[123]) is needed, which there has never been")
        }
        var header = MacHeader(
            name: Array(bytes[2..<2 + Int(bytes[1])]), type: Array(bytes[65..<69]), creator: Array(bytes[69..<73]),
            dataLength: BigEndian.number(bytes[83..<87]), resourceLength: BigEndian.number(bytes[87..<91]))
        guard header.dataLength <= longestFork, header.resourceLength <= longestFork else {
            throw MachineFault(taken: 83, reason: "a fork has less than 2 GiB")
        }
        header.finderFlags = UInt16(bytes[73]) << 8 | UInt16(version == .one ? 0 : bytes[101])
        header.created = UInt32(BigEndian.number(bytes[91..<95]))
        header.modified = UInt32(BigEndian.number(bytes[95..<99]))
        header.version = version
        return Parsed(
            header: header, secondHeaderLength: BigEndian.number(bytes[120..<122]),
            commentLength: BigEndian.number(bytes[99..<101]))
    }

    /// The number of padding bytes after which the next part begins at a multiple of 128.
    static func padding(behind count: Int) -> Int { (size - count % size) % size }

    private static let longestFork = 0x7FFF_FFFF
}
