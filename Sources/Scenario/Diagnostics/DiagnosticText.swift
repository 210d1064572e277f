// DiagnosticText.swift: diagnostics as a compiler prints them, and as JSON.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation

/// ```
/// redirects/loop.scenario:9:3: error: no callback is called 'redirct'
///   9 | * redirct 302 /done -> follow
///     |   ^^^^^^^
///   help: did you mean 'redirect'?
/// ```
package enum DiagnosticText {
    /// All of them, in the order given. `source` is the file that they are about.
    package static func rendered(_ diagnostics: [Diagnostic], source: [UInt8]) -> String {
        let lines = Lines.split(source)
        return diagnostics.map { rendered($0, lines) }.joined()
    }

    /// One object a line.
    package static func json(_ diagnostics: [Diagnostic]) -> String {
        diagnostics.map { json($0) + "\n" }.joined()
    }

    package static func json(_ diagnostic: Diagnostic) -> String {
        let fields: [(String, String)] = [
            ("file", quoted(diagnostic.file)),
            ("line", "\(diagnostic.place.line)"),
            ("column", "\(diagnostic.place.column)"),
            ("length", "\(diagnostic.place.length)"),
            ("severity", quoted(diagnostic.severity.rawValue)),
            ("slug", quoted(diagnostic.slug.rawValue)),
            ("message", quoted(diagnostic.message)),
            ("help", diagnostic.help.map(quoted) ?? "null"),
        ]
        return "{" + fields.map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}"
    }

    // MARK: - Text

    private static func rendered(_ diagnostic: Diagnostic, _ lines: [ArraySlice<UInt8>]) -> String {
        let place = diagnostic.place
        let position = "\(diagnostic.file):\(place.line):\(place.column)"
        var text = "\(position): \(diagnostic.severity.rawValue): \(printable(diagnostic.message))\n"
        if lines.indices.contains(place.line - 1) {
            let number = "\(place.line)"
            let excerpt = Excerpt(lines[place.line - 1], place)
            text += "  \(number) | \(excerpt.text)\n"
            text += "  \(String(repeating: " ", count: number.count)) | \(excerpt.carets)\n"
        }
        if let help = diagnostic.help { text += "  help: \(printable(help))\n" }
        return text
    }

    private static func printable(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { Excerpt.isPrintable($0) ? $0 : "\u{FFFD}" }))
    }

    // MARK: - JSON

    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case "\0"..<" ", "\u{7F}", "\u{2028}", "\u{2029}":
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}

/// A line as a terminal shows it, and the carets below the place.
private struct Excerpt {
    private(set) var text = ""
    private(set) var carets = ""

    init(_ line: ArraySlice<UInt8>, _ place: Place) {
        let characters = Self.characters(of: line)
        let first = min(place.column - 1, characters.count)
        let last = min(first + max(place.length, 1), characters.count)
        var window = 0..<characters.count
        if window.count > Self.widest {
            window = max(0, first - Self.before)..<min(characters.count, max(0, first - Self.before) + Self.widest)
        }
        if window.lowerBound > 0 {
            text += "…"
            carets += " "
        }
        for index in window {
            let character = characters[index]
            text.unicodeScalars.append(character)
            if index < first {
                // A tab below a tab is as wide, wherever the terminal has its stops.
                carets += character == "\t" ? "\t" : String(repeating: " ", count: TextWidth.columns(of: character))
            } else if index < last {
                carets += String(repeating: "^", count: character == "\t" ? 1 : TextWidth.columns(of: character))
            }
        }
        if window.upperBound < characters.count { text += "…" }
        if !carets.hasSuffix("^") { carets += "^" }
    }

    /// As columns are counted: a character begins at every byte that continues none.
    private static func characters(of line: ArraySlice<UInt8>) -> [Unicode.Scalar] {
        var characters: [Unicode.Scalar] = []
        var index = line.startIndex
        while index < line.endIndex {
            var end = index + 1
            while end < line.endIndex, line[end] & 0xC0 == 0x80 { end += 1 }
            var decoder = UTF8()
            var bytes = line[index..<end].makeIterator()
            var character: Unicode.Scalar = "\u{FFFD}"
            if case .scalarValue(let scalar) = decoder.decode(&bytes), case .emptyInput = decoder.decode(&bytes),
                scalar == "\t" || isPrintable(scalar)
            {
                character = scalar
            }
            characters.append(character)
            index = end
        }
        return characters
    }

    static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .surrogate, .lineSeparator, .paragraphSeparator: false
        // The marks that turn text round would hide what stands there.
        case .format: scalar == "\u{200D}" || scalar == "\u{FEFF}"
        default: true
        }
    }

    private static let widest = 160
    private static let before = 60
}
