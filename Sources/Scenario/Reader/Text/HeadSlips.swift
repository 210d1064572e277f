// HeadSlips.swift: lines that were meant to begin a message, or to be a field of its head, and are neither.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation
internal import QuintainWords

extension Text {
    /// Whether it is written nearly as a start line is, so that it is not taken for a line of a body: `Get /b`, `2000 OK`.
    func looksLikeStart(_ mark: Character) -> Bool {
        let words = string.split(separator: " ")
        guard let first = words.first, words.count > 1 else { return false }
        if mark == ">" {
            let isTarget = ["/", "http://", "https://"].contains { words[1].hasPrefix($0) }
            let method = first.uppercased()
            return isTarget && words.count == 2 && first.utf8.allSatisfy(Byte.isLetter)
                && (Self.methods.contains(method) || NearestWord.nearest(to: method, among: Self.methods) != nil)
        }
        return (2...4).contains(first.count) && first.utf8.allSatisfy(Byte.isDigit)
            && words[1].first?.isUppercase == true
    }

    private static let methods = ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "CONNECT", "TRACE"]
}

extension Faults {
    /// Reports a line of a head or of trailers that is no field.
    mutating func badField(_ content: Text, _ mark: Character) {
        add(
            .badField, content.place, "'\(content.string)' is no field line",
            help: "a field is 'Name: value'; a bare mark '\(mark)' ends the head, and a body begins below it")
    }

    /// Reports a line that is probably meant to be a start line.
    mutating func misspeltStart(_ content: Text, _ mark: Character) {
        add(
            .misspeltStart, content.place, "this looks like a start line, but is none",
            help: mark == ">"
                ? "a request begins with a method in capitals and a target: '> GET /index'"
                : "a reply begins with three digits: '< 200 OK'")
    }

    /// Reports a comment behind other text: a comment has a line of its own, and here its words would be values.
    mutating func commentBehind(_ text: Text) -> Bool {
        let bytes = text.line.bytes
        for index in text.range where bytes[index] == UInt8(ascii: "#") {
            let isFirst = index == text.start || bytes[index - 1] == Byte.space
            let isLast = index + 1 == text.end || bytes[index + 1] == Byte.space
            guard isFirst, isLast else { continue }
            add(
                .commentBehind, text.from(index).place, "a comment has a line of its own",
                help: "put '\(text.from(index).string)' above this line")
            return true
        }
        return false
    }
}
