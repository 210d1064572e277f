// Urlencoded.swift: names and values as queries and forms have them.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// `a=1&b=two+words&c=%C3%A9`
package enum Urlencoded {
    /// The pairs in order, decoded: `+` is a blank, and a name without `=` has an empty value.
    package static func pairs(_ bytes: some Collection<UInt8>) -> some Sequence<(name: [UInt8], value: [UInt8])> {
        bytes.split(separator: UInt8(ascii: "&")).lazy.map { part in
            let halves = part.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            return (decoded(halves[0]), halves.count > 1 ? decoded(halves[1]) : [])
        }
    }

    /// A name or a value, everything but the unreserved of RFC 3986 section 2.3 as `%XX`, and a blank as `blank`.
    static func encoded(_ bytes: [UInt8], blank: String) -> [UInt8] {
        bytes.flatMap { byte -> [UInt8] in
            switch byte {
            case UInt8(ascii: " "): Array(blank.utf8)
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                [byte]
            default: [UInt8(ascii: "%")] + Quoting.hexDigits(byte).uppercased().utf8
            }
        }
    }

    /// A sentence about a `%` without two digits. Clients send `%25` for a `%`, and servers read a bare one in
    /// different ways.
    static func fault(in bytes: [UInt8]) -> String? {
        var index = 0
        while index < bytes.count {
            let isEscape = bytes[index] == UInt8(ascii: "%")
            let digits = bytes[(index + 1)...].prefix(2)
            guard !isEscape || digits.count == 2 && digits.allSatisfy({ digit($0) != nil }) else {
                return "\(Quoting.quoted(bytes[index...].prefix(3))) is no percent-encoding: "
                    + "two hexadecimal digits stand behind a '%'"
            }
            index += isEscape ? 3 : 1
        }
        return nil
    }

    private static func decoded(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        unescaped(bytes.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 })
    }

    /// A `%` without two digits behind it stays what it is, and so does a `+`.
    static func unescaped(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if let byte = escape(in: bytes, at: index) {
                result.append(byte)
                index += 3
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return result
    }

    /// The byte of the `%XX` at this place; nil: there is none.
    static func escape<Bytes: RandomAccessCollection>(in bytes: Bytes, at index: Int) -> UInt8?
    where Bytes.Element == UInt8, Bytes.Index == Int {
        guard bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count, let high = digit(bytes[index + 1]),
            let low = digit(bytes[index + 2])
        else { return nil }
        return high << 4 | low
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x37
        case 0x61...0x66: byte - 0x57
        default: nil
        }
    }
}
