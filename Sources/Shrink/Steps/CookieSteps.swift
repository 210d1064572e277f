// CookieSteps.swift: steps that take a cookie away with all that is asked for of it.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainScenario

extension Outline {
    /// Takes out a cookie: each field that sets it, and its pair wherever cookies come back. A line that would ask for
    /// nothing then stays as it is, and so does the cookie.
    var cookieSteps: [Reduction] {
        let fields = fieldRows.map { row, value in (row: row, value: value, name: name(of: row, before: value)) }
        let set = fields.filter { $0.name == "set-cookie" }.compactMap { field in
            cookieName(text(field.row, field.value)).map { (row: field.row, cookie: $0) }
        }
        let asked = fields.filter { $0.name == "cookie" }
        return set.map(\.cookie).distinct.compactMap { cookie in
            var step = Reduction.removing(set.filter { $0.cookie == cookie }.map(\.row))
            for field in asked {
                let typed = text(field.row, field.value)
                let pairs = CookiePairs(typed)
                guard let rest = pairs.without(cookie) else { return nil }
                if rest != typed { step.replaced[field.row] = rows[field.row].replacing(field.value, with: rest) }
            }
            return step
        }
    }

    private func name(of row: Int, before value: Range<Int>) -> String {
        let content = anatomies[row].content
        return text(row, content.lowerBound..<(value.lowerBound - 1)).lowercased()
    }

    /// `one` of ` one=1; Path=/`
    private func cookieName(_ value: String) -> String? {
        guard let pair = value.split(separator: ";").first, let sign = pair.firstIndex(of: "=") else { return nil }
        let name = String(pair[..<sign].drop { $0 == " " })
        return name.isEmpty || name.contains("{{") ? nil : name
    }
}

/// The pairs of a field `Cookie` in a scenario: ` a=1; b=2`, or ` {{cookies a=1 b="2"}}`.
private struct CookiePairs {
    private let before: String
    private let pairs: [String]
    private let separator: String
    private let after: String

    init(_ value: String) {
        let trimmed = String(value.drop { $0 == " " })
        let blanks = String(value.prefix { $0 == " " })
        if trimmed.hasPrefix(Self.begin), trimmed.hasSuffix(Self.end) {
            (before, separator, after) = (blanks + Self.begin, " ", Self.end)
            pairs = Self.words(of: trimmed.dropFirst(Self.begin.count).dropLast(Self.end.count))
        } else {
            (before, separator, after) = (blanks, "; ", "")
            pairs = trimmed.split(separator: separator).map(String.init)
        }
    }

    /// The value without the cookie's pair; nil: nothing would be left.
    func without(_ cookie: String) -> String? {
        let kept = pairs.filter { !$0.hasPrefix(cookie + "=") }
        return kept.isEmpty ? nil : before + kept.joined(separator: separator) + after
    }

    /// Words with blanks between them; a blank within quotes belongs to its word.
    private static func words(of text: Substring) -> [String] {
        var words = [""]
        var isQuoted = false
        for character in text {
            if character == "\"" { isQuoted.toggle() }
            if character == " ", !isQuoted { words.append("") } else { words[words.count - 1].append(character) }
        }
        return words.filter { !$0.isEmpty }
    }

    private static let begin = "{{cookies "
    private static let end = "}}"
}
