// VisibleText.swift: text from others, made harmless for a terminal.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainSides

/// Text for people may quote a client, a driver or a fixture. A terminal obeys escapes, and marks of direction reorder
/// the text that it shows; both are made visible instead.
package enum VisibleText {
    /// The text with each invisible character written by its number, `\u{1B}`. Line ends stay, the tones of ``Style`` become
    /// escapes, and at the beginning stays the one that wipes a line of progress.
    package static func of(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isUnseen) else { return text }
        var result = String.UnicodeScalarView()
        var rest = text.unicodeScalars[...]
        // Only at the beginning: anywhere else a quoted text could wipe the words before it.
        if rest.starts(with: wipe.unicodeScalars) {
            result += wipe.unicodeScalars
            rest = rest.dropFirst(wipe.unicodeScalars.count)
        }
        while let scalar = rest.first {
            if scalar == "\u{1B}", rest.starts(with: Style.escape.unicodeScalars) {
                result.append(scalar)
                rest = rest.dropFirst(Style.escape.unicodeScalars.count)
            } else {
                if isUnseen(scalar) {
                    result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}".unicodeScalars
                } else {
                    result.append(scalar)
                }
                rest = rest.dropFirst()
            }
        }
        return String(result)
    }

    /// The text for the log of GitHub Actions, whose runner obeys a line that begins with `::`, whatever blanks are
    /// before it, and `##[` anywhere. A backslash makes words of a client mere words.
    package static func forGitHub(_ text: String) -> String {
        text.replacing("##[", with: "#\\#[").split(separator: "\n", omittingEmptySubsequences: false).map { line in
            let words = line.drop { $0.isWhitespace }
            return words.hasPrefix("::") ? "\(line[..<words.startIndex])\\\(words)" : String(line)
        }.joined(separator: "\n")
    }

    /// The escape that wipes the current line.
    package static let wipe = "\r\u{1B}[K"

    private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A: false
        // Control characters.
        case 0..<0x20, 0x7F..<0xA0: true
        // Marks that change the direction, and those that end lines or paragraphs.
        case 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
        default: false
        }
    }
}
