// NearestWord.swift: the word that a misspelt one was probably meant to be.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package enum NearestWord {
    /// "did you mean 'redirect'?", if one of the words is near enough.
    package static func suggestion(for typed: String, among words: some Sequence<String>) -> String? {
        nearest(to: typed, among: words).map { "did you mean '\($0)'?" }
    }

    /// The suggestion, or the list of all words if none is near enough; for short lists.
    package static func suggestionOrList(for typed: String, among words: [String]) -> String {
        if let suggestion = suggestion(for: typed, among: words) { return suggestion }
        return words.count == 1 ? "write '\(words[0])'" : "one of: \(words.joined(separator: ", "))"
    }

    /// The word with the fewest typing mistakes, where a third of its letters may be wrong.
    package static func nearest(to typed: String, among words: some Sequence<String>) -> String? {
        let typed = Array(typed.utf8)
        guard typed.count <= longest else { return nil }
        var best: (word: String, distance: Int)?
        for word in words.prefix(mostWords) {
            let letters = Array(word.utf8)
            guard letters.count <= longest, letters != typed else { continue }
            // Of two letters, one is no slip of the finger but another word: `ok` is not meant to be `or`.
            guard max(letters.count, typed.count) > 2 else { continue }
            let allowed = max(1, max(letters.count, typed.count) / 3)
            guard abs(letters.count - typed.count) <= allowed else { continue }
            let distance = distance(folded(typed), folded(letters))
            guard distance <= allowed, distance < min(letters.count, typed.count), distance < best?.distance ?? .max
            else { continue }
            best = (word, distance)
        }
        return best?.word
    }

    /// Edit distance where two neighbours that changed places count once.
    package static func distance(_ one: [UInt8], _ other: [UInt8]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...other.count)
        for (row, letter) in one.enumerated() {
            var current = [row + 1]
            current.reserveCapacity(other.count + 1)
            for (column, otherLetter) in other.enumerated() {
                let replaced = last[column] + (letter == otherLetter ? 0 : 1)
                var least = min(replaced, last[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, letter == other[column - 1], one[row - 1] == otherLetter {
                    least = min(least, beforeLast[column - 1] + 1)
                }
                current.append(least)
            }
            beforeLast = last
            last = current
        }
        return last[other.count]
    }

    private static func folded(_ letters: [UInt8]) -> [UInt8] {
        letters.map { (65...90).contains($0) ? $0 + 32 : $0 }
    }

    /// A longer word is not compared: it is no typing mistake, and comparing it would take long.
    private static let longest = 40
    /// More than the cases of all bundled scenarios.
    private static let mostWords = 4000
}
