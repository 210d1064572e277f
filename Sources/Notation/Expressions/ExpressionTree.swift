// ExpressionTree.swift: a regular expression as it is written.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

indirect enum ExpressionTree: Hashable, Sendable {
    /// `^` and `$`: the beginning and the end of the text.
    case start, end
    case one(ScalarSet)
    /// Parts one behind the other; without parts, the empty text.
    case row([ExpressionTree])
    case choice([ExpressionTree])
    /// At least so often, and at most so often; nil: any number of times.
    case repeated(ExpressionTree, Int, Int?)

    /// The number of characters and of parts that the tree has when repetitions are written out.
    ///
    /// Each number stops growing at a million, long after it is too large.
    var size: (characters: Int, parts: Int) {
        func sum(_ trees: [ExpressionTree]) -> (characters: Int, parts: Int) {
            trees.map(\.size).reduce((0, 1)) { (Self.capped($0.0 + $1.characters), Self.capped($0.1 + $1.parts)) }
        }
        switch self {
        case .start, .end: return (0, 1)
        case .one: return (1, 1)
        case .row(let trees), .choice(let trees): return sum(trees)
        case .repeated(let tree, let least, let most):
            let (one, times) = (tree.size, max(1, least, most ?? 0))
            return (Self.capped(one.characters * times), Self.capped((one.parts + 1) * times))
        }
    }

    private static func capped(_ number: Int) -> Int { min(number, 1_000_000) }
}

/// Why some text is no regular expression.
package struct ExpressionFault: Error, Hashable, Sendable {
    /// The bytes of the text that are wrong.
    package var range: Range<Int>
    package var message: String
    package var help: String?

    init(_ range: Range<Int>, _ message: String, help: String? = nil) {
        self.range = range
        self.message = message
        self.help = help
    }
}
