// EntityTags.swift: entity tags without their quotes.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation
internal import QuintainWords

extension Proofreader {
    /// `ETag: v1`: RFC 9110 section 8.8.3 has it in quotes, and clients differ in what they make of another.
    mutating func warnOfUnquotedTag(_ content: Text) {
        guard let name = content.fieldName, Self.fieldsOfTags.contains(name) else { return }
        let typed = content.upTo(content.start + name.utf8.count).string
        let value = content.from(content.start + name.utf8.count + 1).trimmed
        guard
            let meant = value.hasValue ? Self.quoted(template: value) : Self.quoted(tags: value.string, of: name)
        else { return }
        let otherwise =
            value.hasValue
            ? "the name is a value: '{{\"\(typed)\"}}: \(value.string)'"
            : "as a value: '\(typed): {{\(Quoting.quoted(value.bytes))}}'"
        faults.add(
            .oddField, value.place, "an entity tag stands in quotes",
            help: "write '\(typed): \(meant)'; if it is meant, \(otherwise)")
    }

    /// `"v1", W/"v2"` for `v1, W/v2`; nil: nothing lacks its quotes.
    private static func quoted(tags: String, of name: String) -> String? {
        guard tags != "*" else { return nil }
        let hasSeveral = name == "if-match" || name == "if-none-match"
        let members = hasSeveral ? CommaList.members(of: Array(tags.utf8)) : [Array(tags.utf8)[...]]
        let quoted = members.map { Self.quoted(tag: String(decoding: $0, as: UTF8.self)) }
        guard quoted.contains(where: { $0 != nil }) else { return nil }
        return zip(members, quoted).map { $1 ?? String(decoding: $0, as: UTF8.self) }.joined(separator: ", ")
    }

    /// A date has blanks, and other quotes have a warning of their own.
    private static func quoted(tag: String) -> String? {
        guard !tag.isEmpty, tag.utf8.allSatisfy({ 0x21..<0x7F ~= $0 && $0 != Byte.quote }) else { return nil }
        let weak = tag.hasPrefix("W/") ? "W/" : ""
        let typed = tag.dropFirst(weak.count)
        let isQuoted = typed.count > 2 && typed.hasPrefix("'") && typed.hasSuffix("'")
        return "\(weak)\"\(isQuoted ? typed.dropFirst().dropLast() : typed)\""
    }

    /// `"v{{count}}"` for `v{{count}}`, `"{{nonce a}}"` for `{{nonce a}}`. Other values may bring their quotes along.
    private static func quoted(template value: Text) -> String? {
        guard !value.bytes.contains(Byte.quote), !value.bytes.contains(UInt8(ascii: ",")) else { return nil }
        let isTag = ["{{nonce", "{{count"].contains(where: value.string.hasPrefix)
        guard isTag || !value.starts(with: "{{") else { return nil }
        let weak = value.starts(with: "W/") ? "W/" : ""
        return "\(weak)\"\(value.string.dropFirst(weak.count))\""
    }

    private static let fieldsOfTags: Set<String> = ["etag", "if-match", "if-none-match", "if-range"]
}
