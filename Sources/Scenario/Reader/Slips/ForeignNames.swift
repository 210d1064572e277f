// ForeignNames.swift: columns and captures in the notation of another tool: `$id`, `%id%`, `:id`, `<id>`.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation

/// Where a name in the notation of another tool stands, and so what may be meant as text.
enum NamePlace {
    case target
    /// Behind the name of this field, in lower case.
    case field(String)
    case body
}

extension Proofreader {
    /// Warns of `$id`, `%id%`, `:id` and `<id>` where a column has this name or something was captured. true: there is
    /// one.
    @discardableResult
    mutating func warnOfForeignName(_ text: Text, _ place: NamePlace) -> Bool {
        guard !scope.columns.isEmpty || !scope.captures.isEmpty else { return false }
        var rest = text
        while let start = Scanner.first(in: rest, where: { "$%:<".utf8.contains($0) }) {
            rest = rest.from(start + 1)
            let name = rest.bytes.prefix(while: Byte.isNameByte)
            let word = Text(text.line, name.startIndex..<name.endIndex)
            guard isKnown(word.string), !text.line.isOfCell(word.range),
                let typed = foreign(word, in: text, place)
            else { continue }
            faults.add(
                .takenAsText, typed.place, "nothing is put in for '\(typed.string)': it is text",
                help: "write '{{\(word.string)}}'; text is written '{{\(Quoting.quoted(typed.bytes))}}'")
            return true
        }
        return false
    }

    private func isKnown(_ name: String) -> Bool { scope.columns.contains(name) || scope.captures[name] != nil }

    /// The name with its signs; nil: it is hardly meant as one.
    private mutating func foreign(_ name: Text, in text: Text, _ place: NamePlace) -> Text? {
        let bytes = text.line.bytes
        let sign = name.start - 1
        let before = sign > text.start ? bytes[sign - 1] : nil
        let next = name.end < text.end ? bytes[name.end] : nil
        let closed = Text(text.line, sign..<min(name.end + 1, text.end))
        switch bytes[sign] {
        case UInt8(ascii: "$"):
            // `$$id`, `\$id`, `US$id`
            guard before.map({ Byte.isNameByte($0) || "$\\".utf8.contains($0) }) != true else { return nil }
            // A variable that the text itself declares, as GraphQL and `$filter=…` have them, or a key of JSON.
            if Self.isDeclaration(text.from(name.end), place) {
                declaredNames.insert(name.string)
                return nil
            }
            if case .body = place, declaredNames.contains(name.string) { return nil }
            return closed.upTo(name.end)
        case UInt8(ascii: "%"):
            // `50%off%`, `LIKE '%id%'`
            guard next == UInt8(ascii: "%"), before.map({ Byte.isDigit($0) || $0 == UInt8(ascii: "'") }) != true,
                !Self.isCoded(name, text.from(name.end + 1))
            else { return nil }
            return closed
        case Byte.colon:
            guard next != Byte.colon, Self.mayStand(before: before, place, isLast: next == nil) else { return nil }
            return closed.upTo(name.end)
        default:
            guard next == UInt8(ascii: ">"), !isElement(name.string, behind: before, place) else { return nil }
            return closed
        }
    }

    /// `=…`, and in a body `: ID!`, `": …` and the parentheses of a function.
    private static func isDeclaration(_ behind: Text, _ place: NamePlace) -> Bool {
        guard case .body = place else { return behind.starts(with: "=") }
        let next = behind.bytes.drop { $0 == Byte.quote }.first { $0 != Byte.space }
        return next.map("=:(".utf8.contains) == true
    }

    /// `%ab%20`: two coded bytes with a letter between them, or none.
    private static func isCoded(_ name: Text, _ behind: Text) -> Bool {
        [name.bytes.prefix(2), behind.bytes.prefix(2)].allSatisfy { digits in
            digits.count == 2 && digits.allSatisfy { Byte.hexValue($0) != nil }
        }
    }

    /// Whether a ':' behind this byte may begin a name: it begins no port, no time and no emoji.
    private static func mayStand(before: UInt8?, _ place: NamePlace, isLast: Bool) -> Bool {
        switch (before, place) {
        case (UInt8(ascii: "/"), _), (Byte.equals, _): true
        case (Byte.quote, .field), (Byte.quote, .body), (nil, .field): true
        // `:path` begins many a line of a record of HTTP/2.
        case (nil, .body): isLast
        default: false
        }
    }

    /// Whether `<name>` is markup, or what a field has between these signs.
    private func isElement(_ name: String, behind before: UInt8?, _ place: NamePlace) -> Bool {
        switch place {
        case .target: false
        case .field(let field): Self.fieldsWithBrackets.contains(field)
        // `List<name>`
        case .body:
            before.map(Byte.isNameByte) == true || scope.closedElements.contains(name)
                || Self.openElements.contains(name.lowercased())
        }
    }

    private static let fieldsWithBrackets: Set<String> = ["link", "message-id", "content-id"]

    /// Elements of HTML that need no end.
    private static let openElements: Set<String> = [
        "area", "base", "body", "br", "caption", "col", "colgroup", "dd", "dt", "embed", "head", "hr", "html", "img",
        "input", "li", "link", "meta", "optgroup", "option", "p", "param", "rp", "rt", "source", "tbody", "td", "tfoot",
        "th", "thead", "tr", "track", "wbr",
    ]
}
