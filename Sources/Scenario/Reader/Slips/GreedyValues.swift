// GreedyValues.swift: values that take more than one part of what a client sends.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainWords

/// `{{any}}` or `{{capture NAME}}`, which take whatever stands there.
private struct GreedyValue {
    let text: Text
    /// nil: nothing is kept.
    let name: String?

    /// What takes no more than the expression.
    func limited(to expression: String) -> String {
        name.map { "{{\(FunctionWord.capture.rawValue) \($0) \"\(expression)\"}}" }
            ?? "{{\(FunctionWord.regex.rawValue) \"\(expression)\"}}"
    }

    /// The byte before it, in its line.
    var before: UInt8? { text.start > 0 ? text.line.bytes[text.start - 1] : nil }

    static func all(in text: Text) -> [GreedyValue] {
        Scanner.values(in: text).compactMap { range in
            let inner = Text(text.line, (range.lowerBound + 2)..<(range.upperBound - 2))
            let words = inner.string.split(separator: " ")
            let value = Text(text.line, range)
            if words == [FunctionWord.any.rawValue[...]] { return GreedyValue(text: value, name: nil) }
            guard words.count == 2, words[0] == FunctionWord.capture.rawValue else { return nil }
            return GreedyValue(text: value, name: String(words[1]))
        }
    }
}

extension Proofreader {
    /// Warns of `GET /users/{{any}}`, which takes `/users/1/pets?all` as well. `/{{any}}` alone is any target.
    mutating func warnOfGreed(inTarget target: Text) {
        let values = GreedyValue.all(in: target)
        guard let first = values.first, target.start + 1 < first.text.start || first.text.end < target.end else {
            return
        }
        for value in values {
            switch value.before {
            case UInt8(ascii: "/"):
                warn(
                    of: value, taking: "'/' and '?'",
                    "one segment is '\(value.limited(to: "[^/?]+"))', and all that may follow '\(value.limited(to: ".*"))'"
                )
            case Byte.equals:
                warn(
                    of: value, taking: "'&' and the parameters behind it",
                    "the value of one is '\(value.limited(to: "[^&]*"))'; parameters in any order are '?{{query a=1}}'")
            default: break
            }
        }
    }

    /// Warns of `Cookie: id={{any}}`, which takes `id=1; admin=1`.
    mutating func warnOfGreed(inField content: Text) {
        guard content.fieldName == "cookie" else { return }
        for value in GreedyValue.all(in: content) where value.before == Byte.equals {
            warn(
                of: value, taking: "';' and the cookies behind it",
                "the value of one is '\(value.limited(to: "[^;]*"))'; cookies in any order are '{{cookies a=1 b=2}}'")
        }
    }

    /// Warns of `{"id": {{any}}}` without `{{json …}}`: it takes `{"id": 1, "admin": true}`.
    mutating func warnOfGreed(inBody content: Text) {
        let text = content.trimmed
        guard ["{\"", "{ \"", "[", "\""].contains(where: { text.string.hasPrefix($0) }),
            let value = GreedyValue.all(in: text).first(where: { value in
                let above = text.upTo(value.text.start).trimmed.string
                return [":", "[", ",", "\""].contains { above.hasSuffix($0) }
            })
        else { return }
        let isWhole = text.bytes.last == (text.bytes.first == Byte.open ? Byte.close : UInt8(ascii: "]"))
        let help =
            isWhole
            ? "write '> {{json \(text.string)}}', which compares by value"
            : "'{{json' ahead of the first line of the body and '}}' behind the last compare it by value"
        warn(of: value, taking: "quotes, commas and the members behind them", help)
    }

    private mutating func warn(of value: GreedyValue, taking more: String, _ help: String) {
        faults.add(.takesMore, value.text.place, "'\(value.text.string)' takes \(more) as well", help: help)
    }

    /// Warns of `{{like "/search?q=*"}}`, whose `?` takes any byte.
    mutating func warnOfQuery(inPattern argument: Argument) {
        let pattern = argument.text.string.filter { $0 != "\"" }
        let parts = pattern.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let name = parts[1].split(separator: "=", omittingEmptySubsequences: false).first,
            name.count < parts[1].count, !name.isEmpty, name.utf8.allSatisfy(Byte.isToken), !name.contains("*")
        else { return }
        let (path, query) = (
            parts[0].replacing("*", with: "{{regex \"[^?]*\"}}"), parts[1].replacing("*", with: "{{regex \"[^&]*\"}}")
        )
        let plain = "\(path)?\(query)"
        faults.add(
            .takesMore, argument.text.place, "'?' takes any byte here, and not only the one before a query",
            help: "write '\(plain)' without 'like', where a '?' stands for itself")
    }
}
