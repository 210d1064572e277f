// Template.swift: text with values in it, such as `/hop/{{count+1}}`.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// Bytes as the author typed them, with `{{…}}` values between them.
///
/// One notation serves both sides: where the server speaks a template *produces* bytes, where
/// the client speaks it *matches* them.
package struct Template: Hashable, Sendable {
    package enum Piece: Hashable, Sendable {
        case literal([UInt8])
        case value(Value)
    }

    /// Never two literals in a row, never an empty literal.
    package private(set) var pieces: [Piece] = []

    package init() {}

    package init(_ text: String) {
        append(Array(text.utf8))
    }

    package init(_ bytes: [UInt8]) {
        append(bytes)
    }

    package init(_ value: Value) {
        append(value)
    }

    package mutating func append(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return }
        if case .literal(let before) = pieces.last {
            pieces[pieces.count - 1] = .literal(before + bytes)
        } else {
            pieces.append(.literal(bytes))
        }
    }

    /// Appends a value; one that stands for fixed text becomes that text.
    package mutating func append(_ value: Value) {
        if let text = value.fixedText {
            append(text)
        } else {
            pieces.append(.value(value))
        }
    }

    package mutating func append(_ other: Template) {
        for piece in other.pieces { append(piece) }
    }

    package mutating func append(_ piece: Piece) {
        switch piece {
        case .literal(let bytes): append(bytes)
        case .value(let value): append(value)
        }
    }

    package var isEmpty: Bool { pieces.isEmpty }

    /// The bytes, if no value in the template depends on the run.
    package var literal: [UInt8]? {
        switch pieces.count {
        case 0: []
        case 1: if case .literal(let bytes) = pieces[0] { bytes } else { nil }
        default: nil
        }
    }

    /// The same as text.
    package var literalText: String? {
        literal.map { String(decoding: $0, as: UTF8.self) }
    }

    /// The value, if the template is that value and nothing else.
    package var soleValue: Value? {
        if pieces.count == 1, case .value(let value) = pieces[0] { value } else { nil }
    }

    package var values: [Value] {
        pieces.compactMap { if case .value(let value) = $0 { value } else { nil } }
    }

    /// Whether the template is `{{list has "…"}}`.
    package var looksForMember: Bool {
        guard let value = soleValue, case .listHas = value.function else { return false }
        return value.transforms.isEmpty
    }

    /// Whether a field that is missing is held against the template like an empty one: it is one without cookies.
    package var takesMissing: Bool {
        if case .valued(.cookies)? = soleValue?.function { true } else { false }
    }

    package var isAbsent: Bool { soleValue?.function == .absent }
}
