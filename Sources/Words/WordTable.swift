// WordTable.swift: closed sets of words, and tables with one row for each word.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// A closed set of words, each of which the reader knows and the reference describes.
package protocol WordSet: RawRepresentable<String>, CaseIterable, Hashable, Sendable {}

extension WordSet {
    package static var words: [String] { allCases.map(\.rawValue) }

    /// Its place in the set: the tag of the case, which counts from 0 in the order of the cases.
    package var number: Int { withUnsafeBytes(of: self) { Int($0[0]) } }
}

/// What is known of each word of a set: a row for every word, in the order of the set.
///
/// A row is found by the number of its word, so that a look costs the same as a `switch`.
package struct WordTable<Word: WordSet, Row: Sendable>: Sendable, ExpressibleByDictionaryLiteral {
    private let rows: [Row]

    /// A table with a missing row, or with rows in another order, is a mistake of ours and stops the program.
    package init(dictionaryLiteral rows: (Word, Row)...) {
        if let fault = Self.fault(in: rows.map(\.0)) { preconditionFailure("the table of \(Word.self) \(fault)") }
        precondition(rows.indices.allSatisfy { rows[$0].0.number == $0 }, "\(Word.self) is not numbered in order")
        self.rows = rows.map(\.1)
    }

    /// The fault in a table of rows for these words: the first word without a row, or the first row out of order.
    package static func fault(in words: [Word]) -> String? {
        if words.elementsEqual(Word.allCases) { return nil }
        if let missing = Word.allCases.first(where: { !words.contains($0) }) {
            return "has no row for '\(missing.rawValue)'"
        }
        let pairs = zip(words, Word.allCases)
        if let (word, expected) = pairs.first(where: { $0 != $1 }) {
            return "has the row of '\(word.rawValue)' where that of '\(expected.rawValue)' belongs"
        }
        return "has a second row for '\(words[Word.allCases.count].rawValue)'"
    }

    private init(rows: [Row]) { self.rows = rows }

    package subscript(word: Word) -> Row { rows[word.number] }

    /// A table of one trait, for look-ups on every line: looking at one trait of a row copies the whole row.
    package func column<Trait: Sendable>(_ trait: (Row) -> Trait) -> WordTable<Word, Trait> {
        WordTable<Word, Trait>(rows: rows.map(trait))
    }
}
