// BytePattern.swift: a regular expression that bytes are matched with.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// The pattern of `{{/…/}}`.
///
/// It is an automaton that follows all ways at once: a character costs at most as many steps as the expression has
/// characters, whatever the expression and the bytes are. Two patterns are equal if they are written the same.
package final class BytePattern: Sendable {
    package let text: [UInt8]
    private let tree: ExpressionTree
    private let made = AtomicLazyReference<PatternTables>()

    package init(_ text: [UInt8]) throws(ExpressionFault) {
        tree = try ExpressionReader.tree(of: text)
        self.text = text
        guard PlaceAutomaton.mayBeMade(of: tree) else {
            throw ExpressionFault(
                0..<text.count,
                "with its repetitions written out it has more than \(PlaceAutomaton.charactersAtMost) characters",
                help: "'*' and '+' take any number, and count once")
        }
    }

    /// As a file has it between braces.
    package var written: String { "/\(String(decoding: text, as: UTF8.self))/" }

    /// Made for the first match: most patterns are read, and nothing is ever matched with them.
    var tables: PatternTables { made.load() ?? made.storeIfNil(PatternTables(tree)) }

    /// `[^/]+`: a segment of a path.
    static let segment: BytePattern = {
        guard let pattern = try? BytePattern(Array("[^/]+".utf8)) else {
            preconditionFailure("a segment is no pattern")
        }
        return pattern
    }()
}

extension BytePattern: Hashable {
    package static func == (one: BytePattern, other: BytePattern) -> Bool { one.text == other.text }

    package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
