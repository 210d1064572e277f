// OddBlank.swift: characters that look like a blank, or like nothing at all.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

extension Faults {
    /// Reports a no-break space or its kin outside strings and values; bodies may have any of them.
    mutating func hasOddBlank(_ text: Text) -> Bool {
        let isOdd: (UInt8) -> Bool = { $0 >= 0x80 || $0 < Byte.tab || $0 == Byte.carriageReturn }
        guard text.bytes.contains(where: isOdd) else { return false }
        let bytes = text.line.bytes
        var index = text.start
        while index < text.end {
            if bytes[index] == Byte.quote {
                index = Scanner.endOfString(bytes, from: index, to: text.end) ?? text.end
            } else if Scanner.opensValue(bytes, at: index, to: text.end) {
                index = Scanner.endOfValue(bytes, from: index, to: text.end) ?? text.end
            } else if isOdd(bytes[index]), let odd = text.from(index).oddBlank {
                add(oddBlank: odd)
                return true
            } else {
                index += 1
            }
        }
        return false
    }

    /// Reports a character that nobody sees, or that looks like a blank.
    mutating func add(oddBlank text: Text) {
        let escaped = text.bytes.map { "\\x" + String($0, radix: 16, uppercase: true) }.joined()
        add(
            .oddBlank, text.place, "this character is invisible or looks like a blank, and is neither",
            help: "take it away, or write a blank; in a string it is '\(escaped)'")
    }
}

extension Text {
    /// The first character, if it is a control character, has no width, or is a blank other than ' '.
    var oddBlank: Text? {
        guard let first = String(decoding: bytes.prefix(4), as: UTF8.self).unicodeScalars.first else { return nil }
        switch first.properties.generalCategory {
        case .control, .format, .spaceSeparator:
            return first == " " || first == "\t" ? nil : upTo(start + first.utf8.count)
        default: return nil
        }
    }
}
