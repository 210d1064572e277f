// ListField.swift: fields whose value is a list, and what lists may look like.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainWire

/// A field that its definition makes a list (`#` in the grammar of RFC 9110 section 5.6.1), with its members.
struct ListField {
    private let members: [String]
    private let repetition: Repetition

    /// Which members may come twice and still mean the same.
    private enum Repetition { case any, none, withoutArgument }

    init?(_ field: FieldLine) {
        guard let name = field.name, let repetition = Self.known[name], !field.value.contains("{{") else { return nil }
        self.repetition = repetition
        members = ListMembers.copied(from: Array(field.value.utf8)).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The list with empty members, which a recipient ignores: RFC 9110 section 5.6.1.2.
    var withEmptyMembers: String? {
        members.isEmpty ? nil : ", " + members.joined(separator: ", , ") + ","
    }

    var withMemberTwice: String? {
        let twice = members.first { member in
            switch repetition {
            case .any: true
            case .none: false
            case .withoutArgument: !member.contains("=")
            }
        }
        return twice.map { (members + [$0]).joined(separator: ", ") }
    }

    /// A challenge that comes twice asks twice; codings are undone as often as they are listed. Of a directive that
    /// comes twice the first counts, or the reply is stale: RFC 9111 section 4.2.1.
    private static let known: [String: Repetition] = [
        "accept-patch": .any,
        "accept-post": .any,
        "accept-ranges": .any,
        "access-control-allow-headers": .any,
        "access-control-allow-methods": .any,
        "access-control-expose-headers": .any,
        "allow": .any,
        "cache-control": .withoutArgument,
        "connection": .any,
        "content-encoding": .none,
        "content-language": .any,
        "link": .none,
        "proxy-authenticate": .none,
        "trailer": .any,
        "vary": .any,
        "via": .none,
        "www-authenticate": .none,
    ]
}
