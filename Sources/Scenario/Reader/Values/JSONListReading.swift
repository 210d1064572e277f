// JSONListReading.swift: lists of JSON, and the marks with which they are compared without an order.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation
internal import QuintainWords

extension ListRule: WordSet {}

extension ListRule {
    /// An example of a list with the mark.
    var example: String {
        switch self {
        case .has, .anyOrder: "[\(mark) 1, {\"id\": 7}]"
        case .each: "[\(mark) {\"id\": {{any}}}]"
        }
    }
}

extension ValueReader {
    /// The mark with which a list begins, and the place behind it.
    ///
    /// A name that is captured may be the same. Then it is a value, and a ',' or a ']' stands behind it.
    func listRule(_ text: Text, at index: Int) -> (rule: ListRule, end: Int)? {
        guard let (name, end) = soleName(text, at: index), let rule = ListRule(rawValue: name) else { return nil }
        guard scope.captures.contains(name) || scope.columns.contains(name) else { return (rule, end) }
        let next = text.from(end).bytes.first { !Byte.isBlank($0) && $0 != Byte.newline && $0 != Byte.tab }
        return next == UInt8(ascii: ",") || next == UInt8(ascii: "]") ? nil : (rule, end)
    }

    /// The name that stands alone between `{{` and `}}`.
    private func soleName(_ text: Text, at index: Int) -> (name: String, end: Int)? {
        guard index < text.end, Scanner.opensValue(text.line.bytes, at: index, to: text.end),
            let end = Scanner.endOfValue(text.line.bytes, from: index, to: text.end)
        else { return nil }
        return (Text(text.line, (index + 2)..<(end - 2)).trimmed.string, end)
    }

    /// Reports a mark where no list begins, or where bytes must be produced.
    mutating func refusesMark(_ text: Text, at index: Int) -> Bool {
        guard let (name, end) = soleName(text, at: index), let rule = ListRule(rawValue: name),
            !scope.captures.contains(name), !scope.columns.contains(name)
        else { return false }
        faults.add(
            .badArgument, Text(text.line, index..<end).place,
            "'\(rule.mark)' is the beginning of a list, and none begins here",
            help: "such as '\(rule.example)'")
        return true
    }

    /// Checks a list without an order. false: it cannot be compared.
    mutating func isComparable(_ list: [JSONPattern], by rule: ListRule, _ mark: Text, _ side: ValueSide) -> Bool {
        if !side.matches {
            faults.add(
                .matchOnly, mark.place, "'\(rule.mark)' only compares: it cannot produce what is needed here",
                help: "write the values of the list that is sent")
            return false
        }
        if rule == .each, list.count > 1 {
            faults.add(
                .badArgument, mark.place, "'\(rule.mark)' takes one value, which each value of the list has to fit",
                help: "such as '\(rule.example)'; several values that must be there are '[\(ListRule.has.mark) 1, 2]'")
            return false
        }
        if list.count > ListRule.valuesAtMost {
            faults.add(
                .badArgument, mark.place, "more than \(ListRule.valuesAtMost) values behind '\(rule.mark)'",
                help: "a list in its order may have any number of them")
            return false
        }
        return !takesItsOwn(list, mark)
    }

    /// Reports a name that one value of the list takes and another one uses: which value comes first is not known.
    private mutating func takesItsOwn(_ list: [JSONPattern], _ mark: Text) -> Bool {
        let values = list.map { pattern in
            Value(.valued(.json(pattern)), at: mark.place).all
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
