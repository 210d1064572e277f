// CacheControl.swift: the directives of a message for caches.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// The directives of `Cache-Control`, RFC 9111 section 5.2, known or not, in the order of their arrival.
package struct CacheControl: Hashable, Sendable {
    package struct Directive: Hashable, Sendable {
        /// In lower case.
        package var name: String
        /// The argument without quotes; nil: there is none, which differs from an empty one.
        package var argument: [UInt8]?
    }

    package private(set) var directives: [Directive] = []

    package init(_ fields: [Field]) { self.init(fields.values(of: "cache-control")) }

    /// The values of all fields, which are one list.
    package init(_ values: [[UInt8]]) {
        for member in values.lazy.flatMap({ ListMembers.copied(from: $0) }).prefix(Self.countAtMost) {
            let name = member.prefix { Octet.isToken($0) }
            if name.isEmpty { continue }
            let rest = member.dropFirst(name.count).drop { Octet.isBlank($0) }
            // Only the name may stand before the equals sign; otherwise the member is no directive.
            guard rest.isEmpty || rest.first == UInt8(ascii: "=") else { continue }
            let argument = FieldSection.trimmed(rest.dropFirst())
            directives.append(
                Directive(
                    name: String(decoding: name.map(Octet.lowercased), as: UTF8.self),
                    argument: rest.isEmpty ? nil : QuotedString.unquoted(argument)))
        }
    }

    package func contains(_ name: String) -> Bool { directives.contains { $0.name == name } }

    /// The first directive of this name; section 4.2.1 lets the first of several count.
    package subscript(name: String) -> Directive? { directives.first { $0.name == name } }

    /// The seconds in a directive; nil: there is no such directive. An invalid number counts as 0, because section
    /// 4.2.1 treats such a response as stale.
    package func seconds(_ name: String) -> Int? {
        self[name].map { DeltaSeconds.number($0.argument ?? []) ?? 0 }
    }

    /// The field names to which `no-cache` or `private` is limited, in lower case; nil: the directive is missing;
    /// empty: it has no names, and applies to the whole response. Sections 5.2.2.4 and 5.2.2.7.
    package func fieldNames(_ name: String) -> [String]? {
        self[name].map { directive in
            ListMembers.copied(from: directive.argument ?? []).map {
                String(decoding: $0.map(Octet.lowercased), as: UTF8.self)
            }
        }
    }

    package var isEmpty: Bool { directives.isEmpty }

    private static let countAtMost = 256
}

/// A number of seconds, RFC 9111 section 1.2.2.
package enum DeltaSeconds {
    /// The number; nil if the value is no number. A number that is too large is 2^31, as the section says.
    package static func number(_ value: some Collection<UInt8>) -> Int? {
        guard !value.isEmpty, value.allSatisfy({ Octet.isDigit($0) }) else { return nil }
        var number = 0
        for digit in value { number = min(number * 10 + Int(digit - 0x30), most) }
        return number
    }

    private static let most = 1 << 31
}

/// `Age`, RFC 9111 section 5.1.
package enum Age {
    /// The seconds; nil if the field is missing, or no number. Of several members the first one counts.
    package static func seconds(_ fields: [Field]) -> Int? {
        fields.members(of: "age").first.flatMap { DeltaSeconds.number($0) }
    }
}

/// A quoted string, RFC 9110 section 5.6.4.
package enum QuotedString {
    /// The content of a quoted string; other text is returned as it is.
    package static func unquoted(_ value: some Collection<UInt8>) -> [UInt8] {
        let value = [UInt8](value)
        guard value.count >= 2, value.first == UInt8(ascii: "\""), value.last == UInt8(ascii: "\"") else {
            return value
        }
        var result: [UInt8] = []
        var rest = value.dropFirst().dropLast()
        while let byte = rest.popFirst() {
            result.append(byte == UInt8(ascii: "\\") ? rest.popFirst() ?? byte : byte)
        }
        return result
    }
}
