// Style.swift: colours of a terminal, or none.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// Sets text off by the colours of a terminal, or not at all.
package struct Style: Sendable {
    package enum Tone: String, CaseIterable, Sendable {
        case good = "32"
        case bad = "31"
        case doubtful = "33"
        case faint = "2"
        case strong = "1"
    }

    private let hasColour: Bool

    package init(colour: Bool) { hasColour = colour }

    package static let plain = Style(colour: false)

    /// Stands for the escape character in what a style writes, until it is printed. No file and no client knows it, so an escape
    /// in their text is told from one of ours.
    package static let escape = "\u{1B}\(UInt64.random(in: 0 ... .max))\u{1B}"

    package func callAsFunction(_ text: String, _ tone: Tone) -> String {
        hasColour && !text.isEmpty ? "\(Self.escape)[\(tone.rawValue)m\(text)\(Self.escape)[0m" : text
    }
}

/// Text measured in the columns of a terminal.
enum Columns {
    static func width(of text: String) -> Int { text.unicodeScalars.reduce(0) { $0 + width(of: $1) } }

    /// The text cut or filled up to just this width.
    static func fitted(_ text: String, to width: Int) -> String {
        let actual = self.width(of: text)
        if actual <= width { return text + String(repeating: " ", count: width - actual) }
        return cut(text, to: width - 1) + "…"
    }

    static func cut(_ text: String, to width: Int) -> String {
        var room = width
        var result = ""
        for scalar in text.unicodeScalars {
            let needed = Self.width(of: scalar)
            if needed > room { break }
            room -= needed
            result.unicodeScalars.append(scalar)
        }
        while room > 0 {
            result += " "
            room -= 1
        }
        return result
    }

    /// The part of a text that has this width at most, and the rest.
    static func split(_ text: String, at width: Int) -> (String, String) {
        var room = width
        let rest = text.unicodeScalars.drop { scalar in
            room -= Self.width(of: scalar)
            return room >= 0
        }
        return (String(text.unicodeScalars[..<rest.startIndex]), String(rest))
    }

    private static func width(of scalar: Unicode.Scalar) -> Int {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x300..<0x370, 0x200B..<0x2010, 0xFE00..<0xFE10: 0
        case 0x1100..<0x1160, 0x2E80..<0xA4D0, 0xAC00..<0xD7A4, 0xF900..<0xFB00, 0xFE30..<0xFE70, 0xFF00..<0xFF61,
            0x1F300..<0x1FB00, 0x20000..<0x3FFFE:
            2
        default: 1
        }
    }
}
