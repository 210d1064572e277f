// OddBlanks.swift: characters that look like a blank, or like nothing at all.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

extension Proofreader {
    /// Reports a no-break space or its kin outside strings and values; bodies may have any of them.
    mutating func hasOddBlank(_ text: Text) -> Bool {
        guard text.bytes.contains(where: { $0 >= 0x80 || $0 < Byte.tab || $0 == Byte.carriageReturn }) else {
            return false
        }
        let bytes = text.line.bytes
        var index = text.start
        while index < text.end {
            if bytes[index] == Byte.quote {
                index = Scanner.endOfString(bytes, from: index, to: text.end) ?? text.end
                continue
            }
            if Scanner.opensValue(bytes, at: index, to: text.end) {
                index = Scanner.endOfValue(bytes, from: index, to: text.end) ?? text.end
                continue
            }
            if let length = Self.lengthOfOddBlank(bytes[index..<text.end]) {
                faults.add(oddBlank: Text(text.line, index..<(index + length)))
                return true
            }
            index += 1
        }
        return false
    }

    /// U+00A0, U+00AD, U+2000 to U+200F, U+202F, U+2060, U+3000, U+FEFF and control characters.
    static func lengthOfOddBlank(_ bytes: ArraySlice<UInt8>) -> Int? {
        let next = Array(bytes.prefix(3))
        switch next[0] {
        case 0..<9, 11..<32: return 1
        case 0xC2 where next.count > 1 && (next[1] == 0xA0 || next[1] == 0xAD): return 2
        case 0xE2 where next.count > 2:
            if next[1] == 0x80, next[2] <= 0x8F || next[2] == 0xAF { return 3 }
            return next[1] == 0x81 && next[2] == 0xA0 ? 3 : nil
        case 0xE3 where next.count > 2 && next[1] == 0x80 && next[2] == 0x80: return 3
        case 0xEF where next.count > 2 && next[1] == 0xBB && next[2] == 0xBF: return 3
        default: return nil
        }
    }
}

extension Faults {
    /// Reports a character that nobody sees, or that looks like a blank.
    mutating func add(oddBlank text: Text) {
        let bytes = Array(text.bytes)
        if bytes == [Byte.carriageReturn] {
            return add(.oddBlank, text.place, "a carriage return within a line", help: "lines end in LF, or in CRLF")
        }
        // No width have the soft hyphen, U+200B to U+200F, U+2060 and U+FEFF.
        let isUnseen =
            bytes == [0xC2, 0xAD] || bytes == [0xE2, 0x81, 0xA0] || bytes.first == 0xEF
            || bytes.starts(with: [0xE2, 0x80]) && (0x8B...0x8F).contains(bytes.last ?? 0)
        let escaped = bytes.map { "\\x" + String($0, radix: 16, uppercase: true) }.joined()
        add(
            .oddBlank, text.place,
            isUnseen
                ? "an invisible character stands here"
                : "this character is invisible or looks like a blank, and is neither",
            help: isUnseen
                ? "take it away; in a string it is '\(escaped)'" : "write a blank, or '\\xHH' in a string")
    }
}
