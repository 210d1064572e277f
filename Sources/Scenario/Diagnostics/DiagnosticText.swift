// DiagnosticText.swift: diagnostics as a compiler prints them.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation

/// ```
/// redirects/loop.scenario:9:3: error: no callback is called 'redirct' [unknown-callback]
///   9 | * redirct 302 /done
///     |   ^^^^^^^
///   help: did you mean 'redirect'?
/// ```
package enum DiagnosticText {
    /// The text of all diagnostics, in the order given. `source` is the file that they are about. A text that is part of
    /// another file may stand so many characters further to the right there.
    package static func rendered(
        _ diagnostics: [Diagnostic], source: [UInt8], of file: String? = nil, indented: Int = 0
    ) -> String {
        let lines = Lines.split(source)
        return diagnostics.map { diagnostic in
            let place = diagnostic.place
            return rendered(
                diagnostic, at: "\(file ?? diagnostic.file):\(place.line):\(place.column + indented)", lines)
        }.joined()
    }

    private static func rendered(
        _ diagnostic: Diagnostic, at position: String, _ lines: [ArraySlice<UInt8>]
    ) -> String {
        let place = diagnostic.place
        let message = "\(printable(diagnostic.message)) [\(diagnostic.slug.rawValue)]"
        var text = "\(position): \(diagnostic.severity.rawValue): \(message)\n"
        if lines.indices.contains(place.line - 1), !lines[place.line - 1].isEmpty {
            let number = "\(place.line)"
            let excerpt = Excerpt(lines[place.line - 1], place)
            text += "  \(number) | \(excerpt.text)\n"
            text += "  \(String(repeating: " ", count: number.count)) | \(excerpt.carets)\n"
        }
        text += "  help: \(printable(diagnostic.help))\n"
        return text
    }

    private static func printable(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { Excerpt.isPrintable($0) ? $0 : "\u{FFFD}" }))
    }
}

/// A line as a terminal shows it, and the carets below the place.
private struct Excerpt {
    private(set) var text = ""
    private(set) var carets = ""

    init(_ line: ArraySlice<UInt8>, _ place: Place) {
        let column = place.column - 1
        // Only the part of a long line that is near the place is shown.
        let firstShown = line.count > Self.widest ? max(0, column - Self.before) : 0
        let (characters, isWhole) = Self.characters(of: line, from: firstShown, atMost: Self.widest)
        let first = min(column - firstShown, characters.count)
        let last = min(first + max(place.length, 1), characters.count)
        if firstShown > 0 {
            text += "…"
            carets += " "
        }
        for (index, character) in characters.enumerated() {
            text.unicodeScalars.append(character)
            if index < first {
                // A tab below a tab is as wide, wherever the terminal has its tab stops.
                carets += character == "\t" ? "\t" : String(repeating: " ", count: TextWidth.columns(of: character))
            } else if index < last {
                carets += String(repeating: "^", count: character == "\t" ? 1 : TextWidth.columns(of: character))
            }
        }
        if !isWhole { text += "…" }
        if !carets.hasSuffix("^") { carets += "^" }
    }

    /// The characters of a line, as columns are counted: each byte that is no UTF-8 continuation begins one.
    private static func characters(
        of line: ArraySlice<UInt8>, from first: Int, atMost limit: Int
    ) -> (characters: [Unicode.Scalar], isWhole: Bool) {
        var characters: [Unicode.Scalar] = []
        var count = 0
        var index = line.startIndex
        while index < line.endIndex {
            var end = index + 1
            while end < line.endIndex, line[end] & 0xC0 == 0x80 { end += 1 }
            if count >= first {
                guard characters.count < limit else { return (characters, false) }
                characters.append(character(line[index..<end]))
            }
            count += 1
            index = end
        }
        return (characters, true)
    }

    private static func character(_ bytes: ArraySlice<UInt8>) -> Unicode.Scalar {
        var decoder = UTF8()
        var iterator = bytes.makeIterator()
        guard case .scalarValue(let scalar) = decoder.decode(&iterator),
            case .emptyInput = decoder.decode(&iterator), scalar == "\t" || isPrintable(scalar)
        else { return "\u{FFFD}" }
        return scalar
    }

    static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .surrogate, .lineSeparator, .paragraphSeparator: false
        // Marks of direction would reorder the text on a terminal.
        case .format: scalar == "\u{200D}" || scalar == "\u{FEFF}"
        default: true
        }
    }

    private static let widest = 160
    private static let before = 60
}
