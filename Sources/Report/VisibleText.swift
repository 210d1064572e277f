// VisibleText.swift: what others have said, made harmless for a terminal.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainSides

/// Text for people may hold what a client, a driver or a fixture has said. A terminal obeys escapes, and shows text that
/// turns its direction in another order than it stands in; neither is let through.
package enum VisibleText {
    /// Everything that would not be seen is written by its number, `\u{1B}`. Line ends stay, and so do the tones of
    /// ``Style`` and what wipes a line of progress away, where a text begins.
    package static func of(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isUnseen) else { return text }
        var result = String.UnicodeScalarView()
        var rest = text.unicodeScalars[...]
        // Before anything is written: behind it, what somebody has said would take the place of what stands there.
        if rest.starts(with: wipe.unicodeScalars) {
            result += wipe.unicodeScalars
            rest = rest.dropFirst(wipe.unicodeScalars.count)
        }
        while let scalar = rest.first {
            if let own = ours.first(where: { rest.starts(with: $0.unicodeScalars) }) {
                result += own.unicodeScalars
                rest = rest.dropFirst(own.unicodeScalars.count)
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

    /// What wipes the line under way.
    package static let wipe = "\r\u{1B}[K"

    private static let ours = ["\u{1B}[0m"] + Style.Tone.allCases.map { "\u{1B}[\($0.rawValue)m" }

    private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A: false
        // Control characters.
        case 0..<0x20, 0x7F..<0xA0: true
        // Marks that turn the direction, and those that end lines or paragraphs.
        case 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
        default: false
        }
    }
}
