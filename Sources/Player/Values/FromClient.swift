// FromClient.swift: values whose bytes a client has chosen, where they stand in heads, in JSON and in URLs.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario
import QuintainTranscript
import QuintainWire

extension Values {
    /// The first value from the client in a line of a head that no such line can hold: nil: there is none. Behind a line
    /// end there would be another line (RFC 9110 section 5.5).
    func objection(toLine template: Template, _ scope: Scope) -> NotSent? {
        for value in template.values {
            guard let source = value.all.first(where: \.function.isFromClient), let name = source.function.written,
                bytes(of: Value(source.function, at: source.place), scope).contains(where: Octet.endsLine)
            else { continue }
            // A transform may have taken it away.
            let bytes = bytes(of: value, scope)
            guard bytes.contains(where: Octet.endsLine) else { continue }
            guard bytes.contains(where: { $0 == Octet.lf || $0 == Octet.cr }) else {
                return .nulInHead(name, Snippet(bytes))
            }
            let isCaptured = if case .captured = source.function { true } else { false }
            return .lineEndInHead(name, Snippet(bytes), isCaptured: isCaptured)
        }
        return nil
    }

    /// A value from the client that stands within quotes in a line of JSON, and that JSON would write with escapes.
    func unescaped(in template: Template, _ scope: Scope) -> (name: String, bytes: [UInt8])? {
        var quotes = JSONQuotes()
        for piece in template.pieces {
            switch piece {
            case .literal(let text): quotes.pass(text)
            case .value(let value):
                guard quotes.isOpen, value.function.isFromClient, let name = value.function.written else { continue }
                let bytes = bytes(of: value, scope)
                if !JSONQuotes.mayHold(bytes) { return (name, bytes) }
            }
        }
        return nil
    }

    /// The names of the values that came percent-encoded, if the target fits but for that; otherwise none.
    func percentEncoded(in template: Template, _ target: [UInt8], _ scope: Scope) -> [String] {
        var encoded = Template()
        var names: [String] = []
        for piece in template.pieces {
            guard case .value(var value) = piece, value.transforms.isEmpty, value.function.isFromClient else {
                encoded.append(piece)
                continue
            }
            let plain = bytes(of: value, scope)
            value.transforms = [.percent]
            if let name = value.function.written, bytes(of: value, scope) != plain { names.append(name) }
            encoded.append(value)
        }
        var trial = self
        return !names.isEmpty && trial.matchesPath(encoded, target, scope) ? names : []
    }
}

/// The quotes in one line of JSON, in which a string ends where it began.
private struct JSONQuotes {
    private(set) var isOpen = false
    private var isEscape = false

    mutating func pass(_ text: [UInt8]) {
        for byte in text {
            if isEscape {
                isEscape = false
            } else if byte == UInt8(ascii: "\\") {
                isEscape = isOpen
            } else if byte == UInt8(ascii: "\"") {
                isOpen.toggle()
            }
        }
    }

    /// Whether these bytes can stand within quotes as they are: RFC 8259 section 7. A value that was taken out of JSON as
    /// text has its escapes already.
    static func mayHold(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while let byte = rest.popFirst() {
            if byte < 0x20 || byte == UInt8(ascii: "\"") { return false }
            guard byte == UInt8(ascii: "\\") else { continue }
            guard let escape = rest.popFirst() else { return false }
            if escape == UInt8(ascii: "u") {
                let digits = rest.prefix(4)
                guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else {
                    return false
                }
            } else if !#""\/bfnrt"#.utf8.contains(escape) {
                return false
            }
        }
        return true
    }
}

extension Function {
    /// The client has chosen its bytes.
    fileprivate var isFromClient: Bool {
        switch self {
        case .captured, .requestHeader, .requestBody: true
        default: false
        }
    }
}
