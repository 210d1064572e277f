// CommaList.swift: membership in a comma-separated field value.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package enum CommaList {
    /// Whether a member has this name, in any case, parameters aside (RFC 9110 section 5.6.1). A member with the weight
    /// 0 is not acceptable, and does not count (section 12.4.2).
    package static func has(_ member: [UInt8], in value: [UInt8]) -> Bool {
        members(of: value).contains { part in
            let name = trimmed(part.prefix { $0 != UInt8(ascii: ";") })
            return equals(name, member[...]) && !isRuledOut(part)
        }
    }

    private static func isRuledOut(_ member: ArraySlice<UInt8>) -> Bool {
        member.split(separator: UInt8(ascii: ";")).dropFirst().contains { parameter in
            let halves = parameter.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard halves.count == 2, equals(trimmed(halves[0]), [UInt8(ascii: "q")]) else { return false }
            let weight = trimmed(halves[1])
            return weight.first == UInt8(ascii: "0")
                && weight.allSatisfy { $0 == UInt8(ascii: "0") || $0 == UInt8(ascii: ".") }
        }
    }

    private static func equals(_ one: ArraySlice<UInt8>, _ other: ArraySlice<UInt8>) -> Bool {
        one.count == other.count && zip(one, other).allSatisfy { lowercased($0) == lowercased($1) }
    }

    /// The members with their parameters, without blanks around them; empty ones are left out.
    package static func members(of value: [UInt8]) -> [ArraySlice<UInt8>] {
        var result: [ArraySlice<UInt8>] = []
        var start = 0
        var isQuoted = false
        var isEscaped = false
        for (index, byte) in (value + [UInt8(ascii: ",")]).enumerated() {
            let isEnd = index == value.count || byte == UInt8(ascii: ",") && !isQuoted
            if isEnd {
                let member = trimmed(value[start..<index])
                if !member.isEmpty { result.append(member) }
                start = index + 1
            } else if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\\"), isQuoted {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                isQuoted.toggle()
            }
        }
        return result
    }

    private static func trimmed(_ slice: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
        var slice = slice.drop(while: isBlank)
        while let last = slice.last, isBlank(last) { slice.removeLast() }
        return slice
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }
}
