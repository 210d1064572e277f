// JSONText.swift: writes JSON.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// A JSON value to be written. Members keep the order in which they were put.
package enum JSONText: Sendable, Equatable {
    case null
    case bool(Bool)
    case number(Int)
    /// A number that is not whole, or too large: as it was written.
    case decimal(String)
    case text(String)
    case list([JSONText])
    case object([(String, JSONText)])

    /// One line, no blanks between.
    package var description: String {
        var result = ""
        write(to: &result)
        return result
    }

    /// The value with each of its texts changed; the names of members stay.
    package func mapped(_ change: (String) -> String) -> JSONText {
        switch self {
        case .text(let text): .text(change(text))
        case .list(let values): .list(values.map { $0.mapped(change) })
        case .object(let members): .object(members.map { ($0.0, $0.1.mapped(change)) })
        case .null, .bool, .number, .decimal: self
        }
    }

    /// The value for a message, cut if it is long.
    package var excerpt: String {
        var text = ""
        write(to: &text, atMost: 4 * 60)
        return text.count > 60 ? text.prefix(60) + "…" : text
    }

    /// Writes at least so many bytes, if there are so many.
    private func write(to result: inout String, atMost limit: Int = .max) {
        if result.utf8.count > limit { return }
        switch self {
        case .null: result += "null"
        case .bool(let value): result += value ? "true" : "false"
        case .number(let value): result += String(value)
        case .decimal(let text): result += text
        case .text(let value): Self.write(value.utf8.count > limit ? String(value.prefix(limit)) : value, to: &result)
        case .list(let values):
            result += "["
            for (index, value) in values.enumerated() where result.utf8.count <= limit {
                if index > 0 { result += "," }
                value.write(to: &result, atMost: limit)
            }
            result += "]"
        case .object(let members):
            result += "{"
            for (index, member) in members.enumerated() where result.utf8.count <= limit {
                if index > 0 { result += "," }
                Self.write(member.0, to: &result)
                result += ":"
                member.1.write(to: &result, atMost: limit)
            }
            result += "}"
        }
    }

    private static func write(_ text: String, to result: inout String) {
        result += "\""
        let isPlain = text.utf8.allSatisfy { 0x20..<0x7F ~= $0 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
        if isPlain { result += text }
        for scalar in isPlain ? "".unicodeScalars : text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}":
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        result += "\""
    }

    package static func == (one: JSONText, other: JSONText) -> Bool { one.description == other.description }
}

extension JSONText: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
    package init(stringLiteral value: String) { self = .text(value) }
    package init(integerLiteral value: Int) { self = .number(value) }
    package init(booleanLiteral value: Bool) { self = .bool(value) }
}
