// Rewriting.swift: steps that change a text wherever it stands.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainScenario

extension Outline {
    /// Replaces a text wherever it stands by itself, so that several lines that have it stay the same.
    ///
    /// - Parameter but: rows that stay as they are.
    func renaming(_ old: String, _ new: String, but kept: Set<Int> = []) -> Reduction {
        guard old != new else { return Reduction() }
        var step = Reduction()
        for (index, row) in rows.enumerated() where !kept.contains(index) && !isDescription(index) {
            if let text = row.replacing(wherever: old, with: new) { step.replaced[index] = text }
        }
        return step
    }

    /// The row is about the scenario, and no part of what is played, or says what is wrong with what was.
    func isDescription(_ row: Int) -> Bool {
        switch anatomies[row].word {
        case .spec?, .tags?, .needs?, .over?, .never?: true
        default: anatomies[row].form == .comment
        }
    }

    /// Replaces the text in one place.
    func changing(_ row: Int, _ range: Range<Int>, to new: String) -> Reduction {
        Reduction(replaced: [row: rows[row].replacing(range, with: new)])
    }

    func text(_ row: Int, _ range: Range<Int>) -> String { rows[row].part(range) }
}

extension String {
    /// A stretch of its UTF-8 bytes.
    func part(_ range: Range<Int>) -> String {
        String(decoding: utf8.dropFirst(range.lowerBound).prefix(range.count), as: UTF8.self)
    }

    func replacing(_ range: Range<Int>, with new: String) -> String {
        part(0..<range.lowerBound) + new + part(range.upperBound..<utf8.count)
    }

    /// nil: the text does not stand here by itself. Within a word or a number it is a part of something else.
    func replacing(wherever old: String, with new: String) -> String? {
        let bytes = Array(utf8)
        let sought = Array(old.utf8)
        guard let first = sought.first, let last = sought.last, bytes.count >= sought.count else { return nil }
        var result: [UInt8] = []
        var index = 0
        var isFound = false
        while index < bytes.count {
            let end = index + sought.count
            if end <= bytes.count, bytes[index..<end].elementsEqual(sought),
                !(first.isOfWord && Self.isInWord(bytes, before: index)),
                !(last.isOfWord && end < bytes.count && bytes[end].isOfWord)
            {
                result += new.utf8
                index = end
                isFound = true
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return isFound ? String(decoding: result, as: UTF8.self) : nil
    }

    /// Whether the byte before belongs to the same word; the letter of an escape, as in `\n`, does not.
    private static func isInWord(_ bytes: [UInt8], before index: Int) -> Bool {
        guard index > 0, bytes[index - 1].isOfWord else { return false }
        return !(index > 1 && bytes[index - 2] == UInt8(ascii: "\\"))
    }
}

extension UInt8 {
    var isOfWord: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
            true
        default: false
        }
    }
}
