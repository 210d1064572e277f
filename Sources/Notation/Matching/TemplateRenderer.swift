// TemplateRenderer.swift: the bytes that a template produces.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// A value that the environment does not know.
package struct UnavailableValue: Error, Hashable, Sendable {
    package var value: Value
}

extension Template {
    /// The bytes that the template stands for. A value that is not available stands for none.
    package func rendered(in environment: some TemplateEnvironment) -> [UInt8] {
        var result: [UInt8] = []
        for piece in pieces {
            switch piece {
            case .literal(let bytes): result += bytes
            case .value(let value): result += value.bytes(in: environment) ?? []
            }
        }
        return result
    }

    /// The same, but a value that is not available is an error.
    package func checkedRendering(in environment: some TemplateEnvironment) throws(UnavailableValue) -> [UInt8] {
        for value in values where value.bytes(in: environment) == nil { throw UnavailableValue(value: value) }
        return rendered(in: environment)
    }
}

extension Value {
    /// What the value produces; nil if it only matches, or is not available.
    package func bytes(in environment: some TemplateEnvironment) -> [UInt8]? {
        if case .valued(let pattern) = function { return pattern.canProduce ? pattern.rendered(in: environment) : nil }
        let made = function.ownBytes ?? environment.bytes(of: function)
        guard var bytes = made ?? (hasAlternative ? [] : nil) else { return nil }
        for transform in transforms {
            guard let next = transform.applied(to: bytes) ?? environment.transformed(bytes, by: transform) else {
                return nil
            }
            bytes = next
        }
        return bytes
    }

    private var hasAlternative: Bool { if case .otherwise = transforms.first { true } else { false } }
}

extension Function {
    /// The bytes of a function that needs no environment.
    package var ownBytes: [UInt8]? {
        switch self {
        case .text(let bytes), .hex(let bytes), .raw(let bytes), .file(_, let bytes): bytes
        case .bytes(let count, let from): PatternBytes.array(count, from: from)
        default: nil
        }
    }
}

extension Transform {
    /// The bytes after this transform; nil if it is not one that this module does.
    package func applied(to bytes: [UInt8]) -> [UInt8]? {
        switch self {
        case .base64: return Base64.encoded(bytes)
        case .percent: return Urlencoded.encoded(bytes, blank: "%20")
        case .truncate(let count): return Array(bytes.prefix(count))
        case .corrupt(let offset):
            var bytes = bytes
            if bytes.indices.contains(offset) { bytes[offset] = ~bytes[offset] }
            return bytes
        case .otherwise(let other): return bytes.isEmpty ? other : bytes
        case .lineEnds(let ends?): return EventLines.replacingEnds(in: bytes, with: ends)
        case .lineEnds(nil): return EventLines.fitsOneLine(bytes) ? bytes : nil
        // Chunks concern only the framing.
        case .chunks: return bytes
        case .coding: return nil
        }
    }
}
