// CommentSlips.swift: comments behind other text, which have lines of their own.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation

extension Proofreader {
    /// Reports a comment behind other text: a comment has a line of its own, and here its words would be values.
    mutating func commentBehind(_ text: Text) -> Bool {
        let bytes = text.line.bytes
        for index in text.range where bytes[index] == UInt8(ascii: "#") {
            let isFirst = index == text.start || bytes[index - 1] == Byte.space
            let isLast = index + 1 == text.end || bytes[index + 1] == Byte.space
            guard isFirst, isLast else { continue }
            faults.add(
                .commentBehind, text.from(index).place, "a comment has a line of its own",
                help: "put '\(text.from(index).string)' above this line")
            return true
        }
        return false
    }

    /// Warns of `Accept: */*  # any`. A value may have such text, so it is no error.
    mutating func warnOfComment(inField content: Text) {
        guard content.bytes.contains(UInt8(ascii: "#")), let name = content.fieldName,
            let comment = Self.comment(in: content.from(content.start + name.utf8.count + 1).trimmed, "#")
        else { return }
        faults.add(
            .takenAsText, comment.place, "this is part of the value: a comment has a line of its own",
            help: "put '\(comment.string)' above this line; if it is meant, the '#' is a value: '{{\"#\"}}'")
    }

    /// `# any` of `*/* # any`: between blanks, behind other text, and neither in quotes nor in a value.
    static func comment(in text: Text, _ sign: String) -> Text? {
        let words = Scanner.split(text, at: Byte.space, strings: true, values: true)
        guard let word = words.dropFirst().dropLast().first(where: { $0.string == sign }) else { return nil }
        return text.from(word.start)
    }

    /// Reports `> GET /a // the first`: what looks like more of a target.
    mutating func slashesBehind(_ content: Text) -> Bool {
        guard let comment = Self.comment(in: content, "//") else { return false }
        faults.add(
            .commentBehind, comment.place, "a comment has a line of its own",
            help: "put '#\(comment.string.dropFirst(2))' above this line")
        return true
    }
}
