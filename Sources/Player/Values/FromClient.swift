// FromClient.swift: values whose bytes a client has chosen, where they stand in heads.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario
import QuintainWire

extension Values {
    /// A value by which a client ends a line of a head that is sent: its text between the braces, and its bytes.
    struct LineEnd {
        var name: String
        var bytes: [UInt8]
        /// It was kept by a `{{capture …}}`, which can say what it takes.
        var isCaptured: Bool
    }

    /// The first value in a line of a head that came from the client and has a line end or a NUL in it: what stands
    /// behind that would be another line (RFC 9110 section 5.5).
    func lineEnd(in template: Template, _ scope: Scope) -> LineEnd? {
        for value in template.values {
            let functions = value.all.map(\.function)
            guard let origin = functions.first(where: \.isFromClient), let name = origin.written else { continue }
            let bytes = bytes(of: value, scope)
            guard bytes.contains(where: Octet.endsLine) else { continue }
            if case .captured = origin { return LineEnd(name: name, bytes: bytes, isCaptured: true) }
            return LineEnd(name: name, bytes: bytes, isCaptured: false)
        }
        return nil
    }

    /// A value from the client that ends the string of JSON in which it stands as text, `"name": "{{name}}"`, or that has
    /// bytes which JSON writes as escapes.
    func brokenString(in template: Template, _ scope: Scope) -> (name: String, bytes: [UInt8])? {
        let pieces = template.pieces
        for (index, piece) in pieces.enumerated() where index > 0 && index + 1 < pieces.count {
            guard case .value(let value) = piece, case .literal(let before) = pieces[index - 1],
                case .literal(let behind) = pieces[index + 1], Self.opensString(before),
                behind.first == UInt8(ascii: "\""), value.function.isFromClient, let name = value.function.written
            else { continue }
            let bytes = bytes(of: value, scope)
            if bytes.contains(where: { $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }) {
                return (name, bytes)
            }
        }
        return nil
    }

    /// `{"name": "`, `["`
    private static func opensString(_ text: [UInt8]) -> Bool {
        guard text.last == UInt8(ascii: "\"") else { return false }
        let before = text.dropLast().last { $0 != UInt8(ascii: " ") }
        return before.map { ":,[".utf8.contains($0) } ?? false
    }

    /// The name of a value that came percent-encoded, if the target fits but for that.
    func nameOfPercentEncoded(in template: Template, _ target: [UInt8], _ scope: Scope) -> String? {
        var encoded = Template()
        var name: String?
        for piece in template.pieces {
            guard case .value(var value) = piece, value.transforms.isEmpty, value.function.isFromClient else {
                encoded.append(piece)
                continue
            }
            let plain = bytes(of: value, scope)
            value.transforms = [.percent]
            if name == nil, bytes(of: value, scope) != plain { name = value.function.written }
            encoded.append(value)
        }
        var trial = self
        return name != nil && trial.matchesPath(encoded, target, scope) ? name : nil
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
