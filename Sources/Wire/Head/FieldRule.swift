// FieldRule.swift: rules for single fields of a request, in any version of HTTP.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// Rules of RFC 9110 for a client's fields, apart from those that frame the message. The raw value is the slug by which
/// reports name a rule.
package enum FieldRule: String, CaseIterable, Hashable, Sendable {
    case fieldRepeated = "field-repeated"
    case cookieRepeated = "cookie-repeated"
    case emptyMember = "empty-list-member"
    case ifRangeAlone = "if-range-without-range"
    case ifRangeWeak = "if-range-weak"
    case rangeInvalid = "range-invalid"
    case refererParts = "referer-parts"
    case refererOfSecure = "referer-of-https"
    case weightInvalid = "weight-invalid"
    case connectionOption = "connection-option-invalid"

    /// The sentence of a breach, without a full stop.
    package var sentence: String {
        switch self {
        case .fieldRepeated: "a field that may come once came twice"
        case .cookieRepeated: "more than one line of Cookie came over HTTP/1.x"
        case .emptyMember: "a list has an empty member"
        case .ifRangeAlone: "If-Range came without Range"
        case .ifRangeWeak: "If-Range has an entity tag that is weak"
        case .rangeInvalid: "Range is no list of ranges, or one of them ends before it begins"
        case .refererParts: "Referer has a fragment or the name of a user"
        case .refererOfSecure: "Referer names an https URL in a request that came without TLS"
        case .weightInvalid: "a weight is no number from 0 to 1 with three decimals at most"
        case .connectionOption: "Connection names what is no token, or a field that is meant for all recipients"
        }
    }

    package var citation: String {
        switch self {
        case .fieldRepeated: "RFC 9110 section 5.3"
        case .cookieRepeated: "RFC 6265 section 5.4"
        case .emptyMember: "RFC 9110 section 5.6.1"
        case .ifRangeAlone, .ifRangeWeak: "RFC 9110 section 13.1.5"
        case .rangeInvalid: "RFC 9110 section 14.1.1"
        case .refererParts, .refererOfSecure: "RFC 9110 section 10.1.3"
        case .weightInvalid: "RFC 9110 section 12.4.2"
        case .connectionOption: "RFC 9110 section 7.6.1"
        }
    }

    /// A rule that a request breaks, and the field that breaks it.
    package struct Breach: Hashable, Sendable {
        package let rule: FieldRule
        /// The field's name as it came.
        package let field: String
        fileprivate let value: [UInt8]

        package var sentence: String {
            switch rule {
            case .fieldRepeated: "\(field) came more than once"
            case .emptyMember: "\(field) is a list with an empty member: \(shown)"
            case .ifRangeWeak, .rangeInvalid, .refererParts, .refererOfSecure, .connectionOption:
                "\(rule.sentence): \(shown)"
            case .weightInvalid: "\(field): \(rule.sentence): \(shown)"
            case .cookieRepeated, .ifRangeAlone: rule.sentence
            }
        }

        private var shown: String {
            String(decoding: value.prefix(Self.shownAtMost), as: UTF8.self)
                + (value.count > Self.shownAtMost ? "…" : "")
        }

        private static let shownAtMost = 100
    }

    /// The breaches in the fields of a request, each rule once for a field.
    ///
    /// - Parameter inTheClear: the request came without TLS.
    package static func breaches(of fields: [Field], in syntax: MessageSyntax, inTheClear: Bool) -> [Breach] {
        var seen: Set<String> = []
        var found: [Breach] = []
        for field in fields {
            let name = field.name.lowercased()
            let isFirst = seen.insert(name).inserted
            if !isFirst, let rule = ruleOfRepeated(name, in: syntax) {
                found.append(Breach(rule: rule, field: field.name, value: field.value))
            }
            if let rule = rule(of: field.value, in: name) {
                found.append(Breach(rule: rule, field: field.name, value: field.value))
            }
            if inTheClear, name == "referer", CaseInsensitive.equals(field.value.prefix(6), "https:".utf8) {
                found.append(Breach(rule: .refererOfSecure, field: field.name, value: field.value))
            }
        }
        if seen.contains("if-range"), !seen.contains("range") {
            found.append(Breach(rule: .ifRangeAlone, field: "If-Range", value: []))
        }
        return found
    }

    private static func ruleOfRepeated(_ name: String, in syntax: MessageSyntax) -> FieldRule? {
        switch name {
        case "cookie": syntax.splitsCookies ? nil : .cookieRepeated
        // In text a repeated Content-Length is a breach of framing.
        case "content-length": syntax.hasText ? nil : .fieldRepeated
        default: single.contains(name) ? .fieldRepeated : nil
        }
    }

    private static func rule(of value: [UInt8], in name: String) -> FieldRule? {
        switch name {
        case "if-range": value.starts(with: "W/".utf8) ? .ifRangeWeak : nil
        case "range": isRange(value) ? nil : .rangeInvalid
        case "referer": isReferer(value) ? nil : .refererParts
        default: lists.contains(name) ? rule(ofList: value, in: name) : nil
        }
    }

    private static func rule(ofList value: [UInt8], in name: String) -> FieldRule? {
        if hasEmptyMember(value, in: name) { return .emptyMember }
        if name == "connection", !isConnection(value) { return .connectionOption }
        return weighted.contains(name) && hasWrongWeight(value) ? .weightInvalid : nil
    }

    private static func isConnection(_ value: [UInt8]) -> Bool {
        ListMembers.copied(from: value).allSatisfy { member in
            member.allSatisfy(Octet.isToken) && !forAll.contains(String(decoding: member, as: UTF8.self).lowercased())
        }
    }

    private static func hasWrongWeight(_ value: [UInt8]) -> Bool {
        ListMembers.copied(from: value).contains { member in
            FieldParameters(member).parameter("q").map { $0.isQuoted || !isWeight($0.value) } ?? false
        }
    }

    /// A weight such as `0`, `0.5` or `1.000`.
    private static func isWeight(_ text: [UInt8]) -> Bool {
        guard let first = text.first, first == UInt8(ascii: "0") || first == UInt8(ascii: "1") else { return false }
        let rest = text.dropFirst()
        guard let point = rest.first else { return true }
        let decimals = rest.dropFirst()
        return point == UInt8(ascii: ".") && decimals.count <= 3
            && decimals.allSatisfy { first == UInt8(ascii: "0") ? Octet.isDigit($0) : $0 == UInt8(ascii: "0") }
    }

    /// A value of Range, RFC 9110 section 14.1.2; in units other than bytes any range is valid.
    private static func isRange(_ value: [UInt8]) -> Bool {
        guard let equals = value.firstIndex(of: UInt8(ascii: "=")), equals > 0, equals + 1 < value.count,
            value[..<equals].allSatisfy(Octet.isToken)
        else { return false }
        guard CaseInsensitive.equals(String(decoding: value[..<equals], as: UTF8.self), "bytes") else { return true }
        return value[(equals + 1)...].split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).allSatisfy {
            isByteRange($0)
        }
    }

    private static func isByteRange(_ range: ArraySlice<UInt8>) -> Bool {
        let range = range.drop(while: Octet.isBlank).reversed().drop(while: Octet.isBlank).reversed()
        let ends = range.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard ends.count == 2, ends.joined().allSatisfy(Octet.isDigit), !ends.allSatisfy(\.isEmpty) else {
            return false
        }
        if ends.contains(where: \.isEmpty) { return true }
        // Numbers are compared as digits, because they may be too long for an integer.
        let (first, last) = (ends[0].drop { $0 == UInt8(ascii: "0") }, ends[1].drop { $0 == UInt8(ascii: "0") })
        return first.count < last.count || first.count == last.count && !last.lexicographicallyPrecedes(first)
    }

    private static func isReferer(_ value: [UInt8]) -> Bool {
        let text = String(decoding: value, as: UTF8.self)
        if text.contains("#") { return false }
        guard let start = text.hasPrefix("//") ? text.firstRange(of: "//") : text.firstRange(of: "://") else {
            return true
        }
        return !text[start.upperBound...].prefix { !"/?".contains($0) }.contains("@")
    }

    /// A field without any member is not a breach: RFC 9110 section 12.5 says what an empty `Accept-Encoding` means.
    private static func hasEmptyMember(_ value: [UInt8], in name: String) -> Bool {
        guard !value.allSatisfy(Octet.isBlank) else { return false }
        // An entity tag has no escapes, and only Via has comments: RFC 9110 sections 8.8.3 and 7.6.3.
        let hasEscapes = name != "if-match" && name != "if-none-match"
        var isEmpty = true
        var isQuoted = false
        var isEscaped = false
        var comments = 0
        for byte in value {
            if isEscaped {
                isEscaped = false
            } else if isQuoted || comments > 0, byte == UInt8(ascii: "\\"), hasEscapes {
                isEscaped = true
            } else if byte == UInt8(ascii: "\""), comments == 0 {
                isQuoted.toggle()
            } else if name == "via", !isQuoted, byte == UInt8(ascii: "(") {
                comments += 1
            } else if comments > 0, byte == UInt8(ascii: ")") {
                comments -= 1
            } else if byte == UInt8(ascii: ","), !isQuoted, comments == 0 {
                if isEmpty { return true }
                isEmpty = true
                continue
            }
            if !Octet.isBlank(byte) { isEmpty = false }
        }
        return isEmpty
    }

    private static let single: Set<String> = [
        "authorization", "content-location", "content-range", "content-type", "date", "from", "if-modified-since",
        "if-range", "if-unmodified-since", "max-forwards", "origin", "proxy-authorization", "range", "referer",
        "user-agent",
    ]

    private static let weighted: Set<String> = ["accept", "accept-charset", "accept-encoding", "accept-language", "te"]

    /// Fields that are for all recipients of the request, so that Connection must not name them.
    private static let forAll: Set<String> = [
        "accept", "accept-charset", "accept-encoding", "accept-language", "authorization", "cache-control",
        "content-encoding", "content-language", "content-length", "content-location", "content-range", "content-type",
        "cookie", "date", "expect", "from", "host", "if-match", "if-modified-since", "if-none-match", "if-range",
        "if-unmodified-since", "max-forwards", "origin", "pragma", "range", "referer", "user-agent",
    ]

    private static let lists: Set<String> = [
        "accept", "accept-charset", "accept-encoding", "accept-language", "access-control-request-headers",
        "cache-control", "connection", "content-encoding", "content-language", "expect", "if-match", "if-none-match",
        "pragma", "prefer", "te", "trailer", "transfer-encoding", "upgrade", "via",
    ]
}
