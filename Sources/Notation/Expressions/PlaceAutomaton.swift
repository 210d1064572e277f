// PlaceAutomaton.swift: which character of an expression may follow which.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// Glushkov's automaton: a state for each character that the expression names, repetitions written out, and one, 0, for
/// the start. It has no moves without a character, so that a step is a union of rows. Anchors are resolved while it
/// is built, because an expression must fit the whole text.
struct PlaceAutomaton {
    /// The characters that each place takes; none for the start.
    private(set) var characters: [ScalarSet] = [ScalarSet()]
    /// The places behind each place.
    private(set) var following: [PlaceSet]
    /// The places behind which the text may end.
    private(set) var final: PlaceSet
    let wordCount: Int

    /// How a part of the expression connects with its neighbours.
    private struct Part {
        /// The places it may begin with; those behind a `^`, where the text must begin.
        var first: PlaceSet
        var firstAtStart: PlaceSet
        /// The places it may end with; those before a `$`, where the text must end.
        var last: PlaceSet
        var lastAtEnd: PlaceSet
        var empties: Set<Emptiness> = []

        init(wordCount: Int) {
            first = PlaceSet(wordCount: wordCount)
            (firstAtStart, last, lastAtEnd) = (first, first, first)
        }
    }

    /// Where the part may be empty: anywhere, or only at an end of the text.
    private struct Emptiness: Hashable {
        var atStart = false
        var atEnd = false
    }

    static func mayBeMade(of tree: ExpressionTree) -> Bool {
        let size = tree.size
        return size.characters <= charactersAtMost && size.parts <= partsAtMost
    }

    /// The tree must not be too large.
    init(_ tree: ExpressionTree) {
        let size = tree.size
        wordCount = size.characters / 64 + 1
        let none = PlaceSet(wordCount: wordCount)
        following = Array(repeating: none, count: size.characters + 1)
        final = none
        let whole = part(tree)
        following[0].formUnion(whole.first)
        following[0].formUnion(whole.firstAtStart)
        final.formUnion(whole.last)
        final.formUnion(whole.lastAtEnd)
        if !whole.empties.isEmpty { final.insert(0) }
    }

    private mutating func part(_ tree: ExpressionTree) -> Part {
        var result = Part(wordCount: wordCount)
        switch tree {
        case .start: result.empties = [Emptiness(atStart: true)]
        case .end: result.empties = [Emptiness(atEnd: true)]
        case .one(let set):
            result.first.insert(characters.count)
            result.last.insert(characters.count)
            characters.append(set)
        case .row(let trees):
            result.empties = [Emptiness()]
            for tree in trees.reversed() { result = joined(part(tree), result) }
        case .choice(let trees):
            for tree in trees {
                let one = part(tree)
                result.first.formUnion(one.first)
                result.firstAtStart.formUnion(one.firstAtStart)
                result.last.formUnion(one.last)
                result.lastAtEnd.formUnion(one.lastAtEnd)
                result.empties.formUnion(one.empties)
            }
        case .repeated(let tree, let least, let most): result = repeated(tree, least, most)
        }
        return result
    }

    /// `x{2,4}` is `xx(x(x)?)?`, and `x{2,}` is `xx` with a way back behind the last.
    private mutating func repeated(_ tree: ExpressionTree, _ least: Int, _ most: Int?) -> Part {
        var result = Part(wordCount: wordCount)
        result.empties = [Emptiness()]
        if let most {
            for _ in least..<most {
                result = joined(part(tree), result)
                result.empties.insert(Emptiness())
            }
        } else {
            result = part(tree)
            result.last.forEach { following[$0].formUnion(result.first) }
            if least == 0 { result.empties.insert(Emptiness()) }
        }
        for _ in 0..<max(0, most == nil ? least - 1 : least) { result = joined(part(tree), result) }
        return result
    }

    private mutating func joined(_ one: Part, _ other: Part) -> Part {
        one.last.forEach { following[$0].formUnion(other.first) }
        var result = Part(wordCount: wordCount)
        (result.first, result.firstAtStart) = (one.first, one.firstAtStart)
        (result.last, result.lastAtEnd) = (other.last, other.lastAtEnd)
        for empty in one.empties {
            // Behind a '$' nothing more can come.
            if !empty.atEnd {
                if empty.atStart {
                    result.firstAtStart.formUnion(other.first)
                } else {
                    result.first.formUnion(other.first)
                }
                result.firstAtStart.formUnion(other.firstAtStart)
            }
            for last in other.empties {
                result.empties.insert(
                    Emptiness(atStart: empty.atStart || last.atStart, atEnd: empty.atEnd || last.atEnd))
            }
        }
        // Before a '^' nothing can have come.
        for empty in other.empties where !empty.atStart {
            if empty.atEnd { result.lastAtEnd.formUnion(one.last) } else { result.last.formUnion(one.last) }
            result.lastAtEnd.formUnion(one.lastAtEnd)
        }
        return result
    }

    static let charactersAtMost = 500
    private static let partsAtMost = 10_000
}
