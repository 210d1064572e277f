// SecondCookie.swift: a second line for the cookies of a request, which come in one field.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation

extension ScenarioBuilder {
    /// Warns of a `> Cookie` line below another one: RFC 6265 section 5.4 lets a client send one field.
    mutating func warnOfSecondCookie(_ content: Text) {
        guard content.fieldName == "cookie" else { return }
        let value = content.from(content.start + "Cookie:".utf8.count).trimmed
        guard let first = above.cookieLine(value), !first.equals("{{absent}}"), !value.equals("{{absent}}") else {
            return
        }
        let all = [first, value].map { Self.cookies(in: $0) ?? "NAME=VALUE" }.joined(separator: " ")
        // The names of fields in routes have no spelling.
        let otherwise =
            scope.isRoutes ? "" : "; if two fields must come, as a name in quotes: '> {{\"Cookie\"}}: \(value.string)'"
        faults.add(
            .oddField, content.place, "a client sends all cookies in one field (RFC 6265 section 5.4)",
            help: "write one line, which takes them in any order: '> Cookie: {{cookies \(all)}}'" + otherwise)
    }

    /// `a=1 b=2` for `a=1; b=2`
    private static func cookies(in value: Text) -> String? {
        let parts = Scanner.split(value, at: UInt8(ascii: ";"), strings: false, values: true).map(\.trimmed)
        guard
            parts.allSatisfy({ part in
                Scanner.first(in: part, where: { $0 == Byte.equals }) != nil
                    && Scanner.first(in: part, where: { $0 == Byte.space || $0 == Byte.quote }) == nil
            })
        else { return nil }
        return parts.map(\.string).joined(separator: " ")
    }
}
