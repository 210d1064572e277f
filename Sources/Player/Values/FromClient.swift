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
