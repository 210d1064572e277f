// JSONListReading.swift: lists of JSON that are compared without an order, and the word before them.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation

extension ValueReader {
    static let unorderedExample = #"unordered [1, {"id": 7}, ...]"#

    /// The word `unordered` before a list; the place is then that of the list.
    func unorderedWord(_ text: Text, _ index: inout Int) -> Text? {
        let word = text.from(index).upTo(index + JSONPattern.unorderedWord.utf8.count)
        var behind = word.end
        guard word.string == JSONPattern.unorderedWord else { return nil }
        skipBlanks(text, &behind)
        guard behind < text.end, text.line.bytes[behind] == UInt8(ascii: "[") else { return nil }
        index = behind
        return word
    }

    /// Checks a list without an order. false: it cannot be compared.
    mutating func isComparable(_ list: [JSONPattern], _ word: Text, _ side: ValueSide) -> Bool {
        if !side.matches {
            faults.add(
                .matchOnly, word.place, "'\(word.string)' only compares: it cannot produce what is needed here",
                help: "write the values of the list that is sent")
            return false
        }
        if list.count > JSONPattern.unorderedAtMost {
            faults.add(
                .badArgument, word.place,
                "more than \(JSONPattern.unorderedAtMost) values behind '\(word.string)'",
                help: "a list in its order may have any number of them")
            return false
        }
        return !takesItsOwn(list, word)
    }

    /// Reports a name that one value of the list takes and another one uses: which value comes first is not known.
    private mutating func takesItsOwn(_ list: [JSONPattern], _ word: Text) -> Bool {
        let values = list.map { pattern in
            Value(.valued(.json(pattern)), at: word.place).all
        }
        for (index, taking) in values.enumerated() {
            for case .capture(let name, _) in taking.map(\.function) {
                for (other, using) in values.enumerated() where other != index {
                    guard let use = using.first(where: { $0.function == .captured(name) || $0.takes(name) }) else {
                        continue
                    }
                    faults.add(
                        .badArgument, use.place, "'\(name)' is taken by another value of a list without an order",
                        help: "use it below this body, or within the value that takes it")
                    return true
                }
            }
        }
        return false
    }
}
