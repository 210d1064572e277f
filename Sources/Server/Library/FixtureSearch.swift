// FixtureSearch.swift: finds fixtures by the words in them.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// Looks for words in any case of their letters.
struct FixtureSearch {
    struct Found {
        /// The first line that has one of the words; nil: all words are in the name.
        var line: (number: Int, excerpt: String)?
    }

    private let words: [String]

    init(_ text: String) {
        words = text.lowercased().split(whereSeparator: \.isWhitespace).prefix(Self.wordsAtMost).map(String.init)
    }

    /// Nil if a word is neither in the name nor in a line.
    func find(in book: Library.Book) -> Found? {
        let name = book.name.lowercased()
        let missing = words.filter { !name.contains($0) }
        if missing.isEmpty { return Found() }
        let lowered = String(decoding: book.source, as: UTF8.self).lowercased()
        guard missing.allSatisfy(lowered.contains) else { return nil }
        // Lines are split by bytes: in a string, CR and LF are one character.
        let lines = book.source.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            let text = String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
            let lowered = text.lowercased()
            guard missing.contains(where: lowered.contains) else { continue }
            return Found(line: (index + 1, String(text.prefix(Self.excerptAtMost))))
        }
        return Found()
    }

    private static let wordsAtMost = 16
    private static let excerptAtMost = 200
}
