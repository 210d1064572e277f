// EntityTag.swift: the name of one state of a resource.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// RFC 9110 section 8.8.3: `"xyzzy"`, `W/"xyzzy"`, `""`.
package struct EntityTag: Hashable, Sendable, CustomStringConvertible {
    package var isWeak: Bool
    /// The text between the quotes. A backslash is an ordinary character.
    package var opaque: [UInt8]

    package init(_ opaque: String, isWeak: Bool = false) {
        self.isWeak = isWeak
        self.opaque = Array(opaque.utf8)
    }

    /// Nil if the value is no entity tag.
    package init?(_ value: some Collection<UInt8>) {
        var rest = ArraySlice(value)
        // The `W` must be in upper case.
        isWeak = rest.starts(with: "W/".utf8)
        if isWeak { rest = rest.dropFirst(2) }
        guard rest.count >= 2, rest.first == UInt8(ascii: "\""), rest.last == UInt8(ascii: "\"") else { return nil }
        opaque = Array(rest.dropFirst().dropLast())
        let isTag = opaque.allSatisfy { $0 > Octet.space && $0 != UInt8(ascii: "\"") && $0 != 0x7F }
        if !isTag { return nil }
    }

    /// The entity tag of a message; nil: it has no valid `ETag`.
    package init?(_ fields: [Field]) {
        guard let value = fields.first("etag") else { return nil }
        self.init(value)
    }

    /// Section 8.8.3.2: the same state byte by byte, as a range needs it.
    package func strongly(equals other: EntityTag) -> Bool { !isWeak && !other.isWeak && opaque == other.opaque }

    /// Section 8.8.3.2: the same state for practical purposes, which is enough for validation.
    package func weakly(equals other: EntityTag) -> Bool { opaque == other.opaque }

    /// The members of `If-Match` or `If-None-Match`. Members that are no tags are skipped, and a comma within a tag
    /// does not separate members.
    package static func list(_ value: [UInt8]) -> [EntityTag] {
        var tags: [EntityTag] = []
        var rest = value[...]
        while !rest.isEmpty {
            rest = rest.drop { Octet.isBlank($0) || $0 == UInt8(ascii: ",") }
            guard let open = rest.firstIndex(of: UInt8(ascii: "\"")),
                let close = rest[(open + 1)...].firstIndex(of: UInt8(ascii: "\""))
            else { return tags }
            if let tag = EntityTag(rest[...close]) {
                tags.append(tag)
                rest = rest[(close + 1)...]
            } else {
                // This is no tag: continue after the next comma.
                rest = rest.drop { $0 != UInt8(ascii: ",") }
            }
        }
        return tags
    }

    package var description: String { (isWeak ? "W/" : "") + "\"\(String(decoding: opaque, as: UTF8.self))\"" }
}
