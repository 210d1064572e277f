// ForeignNotation.swift: what other tools replace, and is text here.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation

extension Proofreader {
    /// Warns of `${id}` and `%{id}` in a target or in the value of a field; in bodies they are often meant.
    mutating func warnOfPlaceholder(_ text: Text, _ side: ValueSide) {
        guard text.bytes.contains(UInt8(ascii: "$")) || text.bytes.contains(UInt8(ascii: "%")),
            let found = Self.placeholder(in: text), FixedAddress(url: text) == nil
        else { return }
        let name = String(found.string.drop { "$%{".contains($0) }.prefix { $0 != "}" })
        faults.add(
            .takenAsText, found.place, "nothing is put in for '\(found.string)': it is text",
            help: "\(value(meantBy: name, side)); if it is meant, as a value: '{{\(Quoting.quoted(found.bytes))}}'")
    }

    private func value(meantBy name: String, _ side: ValueSide) -> String {
        if isValueName(name) { return "write '{{\(name)}}'" }
        if scope.isRoutes { return "a part of the path is '{{path.\(name)}}', a field '{{request.header NAME}}'" }
        if side == .receive { return "write '{{any}}', or '{{capture \(name)}}', which keeps what comes" }
        return "'{{\(name)}}' is what a '{{capture \(name)}}' above took, or a column of a table"
    }

    /// `${id}`, `%{id}`, `%TESTNUM`. `${` and a name, and no more of an expression: `${jndi:…}` is an attack that a
    /// test may be about.
    private static func placeholder(in text: Text) -> Text? {
        var rest = text
        while let start = Scanner.first(in: rest, where: { $0 == UInt8(ascii: "$") || $0 == UInt8(ascii: "%") }) {
            rest = rest.from(start + 1)
            let word = rest.bytes.prefix { Byte.isUpper($0) || Byte.isDigit($0) }
            // `%FACE` begins with a coded byte, and `50%OFFER` tells of a half.
            let isRate = start > text.start && Byte.isDigit(text.line.bytes[start - 1])
            if text.line.bytes[start] == UInt8(ascii: "%"), !isRate, word.count > 3,
                word.prefix(2).allSatisfy(Byte.isUpper),
                word.prefix(2).contains(where: { Byte.hexValue($0) == nil })
            {
                return Text(text.line, start..<(start + 1 + word.count))
            }
            let name = rest.bytes.dropFirst().prefix(while: Byte.isNameByte)
            guard rest.starts(with: "{"), Scanner.isName(name), name.endIndex < text.end,
                text.line.bytes[name.endIndex] == Byte.close
            else { continue }
            return Text(text.line, start..<(name.endIndex + 1))
        }
        return nil
    }

    /// Warns of the first line of a body that Hurl would read as a notation: `base64,…;`, `file,…;`, a fence.
    mutating func warnOfForeignBody(_ content: Text, _ mark: Character) {
        guard let meant = Self.body(meantBy: content) else { return }
        faults.add(
            .takenAsText, content.place, "this is text of the body: nothing is put in for it",
            help: "\(meant); if it is meant, as a value: '\(mark) {{\(Quoting.quoted(content.bytes))}}'")
    }

    private static func body(meantBy content: Text) -> String? {
        let typed = content.string
        if fences.contains(typed) { return "a body has no fences: take this line away, and the one that closes it" }
        if typed.hasPrefix("@"), filesOfBodies.contains(where: typed.hasSuffix),
            typed.dropFirst().utf8.allSatisfy({ Byte.isNameByte($0) || $0 == Byte.slash || $0 == UInt8(ascii: ".") })
        {
            return "write '{{file \"\(typed.dropFirst())\"}}'"
        }
        if typed.hasPrefix("file(\""), typed.hasSuffix("\")") {
            return "write '{{file \(typed.dropFirst(5).dropLast())}}'"
        }
        let size = content.bytes.prefix { Byte.hexValue($0) != nil }
        if !size.isEmpty, content.bytes.dropFirst(size.count).starts(with: "\\r\\n".utf8) {
            return "write the text of the chunks alone, without their sizes; bytes as they are: '{{raw \"…\"}}'"
        }
        guard typed.hasSuffix(";"), let comma = typed.firstIndex(of: ",") else { return nil }
        let inner = typed[typed.index(after: comma)...].dropLast()
        switch typed[..<comma] {
        case "base64" where inner.utf8.allSatisfy { Byte.isToken($0) || $0 == Byte.slash || $0 == Byte.equals }:
            return "bytes are written by their digits, '{{hex \"00ff\"}}', or in a file: '{{file \"body.bin\"}}'"
        case "hex" where inner.utf8.allSatisfy { Byte.hexValue($0) != nil }: return "write '{{hex \"\(inner)\"}}'"
        case "file" where !inner.isEmpty: return "write '{{file \"\(inner.drop { $0 == " " })\"}}'"
        default: return nil
        }
    }

    private static let filesOfBodies = [
        ".json", ".xml", ".txt", ".bin", ".dat", ".html", ".png", ".jpg", ".pdf", ".zip", ".gz",
    ]
    private static let fences: Set<String> = ["```json", "```xml", "```graphql", "```hex", "```base64", "```raw"]

    /// Warns of `\\r\\n` behind a line of a head, as it stands in the string of a program. It is told of once a file.
    mutating func warnOfTypedLineEnd(_ content: Text) {
        guard !hasToldLineEnd, let end = Self.typedLineEnd(of: content) else { return }
        hasToldLineEnd = true
        faults.add(
            .takenAsText, end.place, "these four characters are text, and a line end follows them",
            help: "take them away, here and in the lines below: each line of a head ends by itself; "
                + "if they are meant: '{{\"\\\\r\\\\n\"}}'")
    }

    /// For a start line that is none because of them.
    mutating func helpForTypedLineEnd(_ content: Text) -> String? {
        guard let end = Self.typedLineEnd(of: content) else { return nil }
        hasToldLineEnd = true
        return "take '\(end.string)' away, here and in the lines below: each line of a head ends by itself"
    }

    static func typedLineEnd(of content: Text) -> Text? {
        content.bytes.suffix(4).elementsEqual("\\r\\n".utf8) ? content.from(content.end - 4) : nil
    }

    /// `HTTP/* 200`
    mutating func warnOfOpenVersion(_ content: Text) {
        guard content.starts(with: "HTTP/*") else { return }
        let rest = content.from(content.start + 6).trimmed.string
        faults.add(
            .takenAsText, content.upTo(content.start + 6).place, "this is sent as it stands, and '*' is no version",
            help: "write '< \(rest)'; if it is meant, as a value: '< HTTP/{{\"*\"}} \(rest)'")
    }
}
