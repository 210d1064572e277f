// ResolvedDecision.swift: the answer that a delegate is told to give, with nothing left to look up.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// A decision with its values rendered, ready for a client.
package struct ResolvedDecision: Sendable, Equatable {
    /// The decision's word: `follow`, `use`, `to`.
    package var word: String
    /// The values of the word: `alice`, `secret`; a URL; a name; a body.
    package var values: [[UInt8]]
    package var header: [(name: String, value: [UInt8])]

    package init(_ word: String, _ values: [[UInt8]] = [], header: [(name: String, value: [UInt8])] = []) {
        self.word = word
        self.values = values
        self.header = header
    }

    package static func == (one: Self, other: Self) -> Bool {
        one.word == other.word && one.values == other.values
            && one.header.elementsEqual(other.header) { $0.name == $1.name && $0.value == $1.value }
    }

    /// Whether a client that decides so does what this says. The new URL of a redirect and the bytes of a body are
    /// seen on the wire.
    package func isMet(by other: ResolvedDecision) -> Bool {
        guard word == other.word else { return word == "body" && other.word == "same" }
        return word != "use" || values == other.values
    }

    /// The decision in the notation.
    package var description: String {
        let texts = values.map { String(decoding: $0, as: UTF8.self) }
        return word == "use" ? "use " + texts.joined(separator: ":") : ([word] + texts).joined(separator: " ")
    }
}
