// SetCookie.swift: the contents of a `Set-Cookie` field, before any check of its origin.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainWire

/// RFC 6265 section 5.2. Of two attributes with one name the last counts; those of RFC 2965 are read as well.
package struct SetCookie: Hashable, Sendable {
    package var name: [UInt8]
    package var value: [UInt8]
    /// In seconds since 1970.
    package var expires: Int64?
    /// In seconds from now.
    package var maxAge: Int64?
    /// In lower case, without its leading dot.
    package var domain: String?
    /// nil: none, or one that does not begin with `/`, which means the same.
    package var path: String?
    package var isSecure = false
    package var isHTTPOnly = false
    package var sameSite: Cookie.SameSite?
    package var version = 0
    package var comment: String?
    package var commentURL: String?
    package var ports: [Int] = []
    package var isDiscarded = false

    /// nil: the field must be ignored, because it has no `=`, no name, or a control character.
    package init?(_ field: [UInt8]) {
        guard !field.contains(where: { $0 < 0x20 && $0 != Octet.tab || $0 == 0x7F }) else { return nil }
        var parts = field.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)[...]
        guard let pair = parts.popFirst(), let equals = pair.firstIndex(of: UInt8(ascii: "=")) else { return nil }
        name = Array(ASCII.trimmed(pair[..<equals]))
        value = Array(ASCII.trimmed(pair[(equals + 1)...]))
        guard !name.isEmpty, name.count + value.count <= Self.longestPair else { return nil }
        for part in parts {
            let equals = part.firstIndex(of: UInt8(ascii: "="))
            let name = ASCII.trimmed(part[..<(equals ?? part.endIndex)])
            let value = ASCII.trimmed(equals.map { part[($0 + 1)...] } ?? [])
            if value.count <= Self.longestAttribute { take(name.map(Octet.lowercased), value) }
        }
    }

    private mutating func take(_ name: [UInt8], _ value: ArraySlice<UInt8>) {
        let text = String(decoding: value, as: UTF8.self)
        switch String(decoding: name, as: UTF8.self) {
        case "expires": if let date = CookieDate.seconds(Array(value)) { expires = Int64(date) }
        case "max-age": if let seconds = Self.maxAge(value) { maxAge = seconds }
        case "domain":
            guard !value.isEmpty else { return }
            let name = value.first == UInt8(ascii: ".") ? value.dropFirst() : value
            domain = String(decoding: name.map(Octet.lowercased), as: UTF8.self)
        case "path": path = value.first == UInt8(ascii: "/") ? text : nil
        case "secure": isSecure = true
        case "httponly": isHTTPOnly = true
        case "samesite": sameSite = Cookie.SameSite.allCases.first { CaseInsensitive.equals($0.rawValue, text) }
        case "version": version = Int(ASCII.number(Self.unquoted(value), atMost: 1_000) ?? 0)
        case "comment": comment = String(decoding: Self.unquoted(value), as: UTF8.self)
        case "commenturl": commentURL = String(decoding: Self.unquoted(value), as: UTF8.self)
        case "port":
            ports = Self.unquoted(value).split(separator: UInt8(ascii: ",")).compactMap { port in
                ASCII.number(ASCII.trimmed(port), atMost: 65_536).flatMap { $0 < 65_536 ? Int($0) : nil }
            }
        case "discard": isDiscarded = true
        default: break
        }
    }

    /// Section 5.2.2; nil: the attribute must be ignored.
    private static func maxAge(_ value: ArraySlice<UInt8>) -> Int64? {
        let isNegative = value.first == UInt8(ascii: "-")
        return ASCII.number(isNegative ? value.dropFirst() : value, atMost: longestAge).map { isNegative ? -$0 : $0 }
    }

    /// The value without quotes, which RFC 2965 permits and RFC 6265 treats as a part of the value.
    private static func unquoted(_ value: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard value.count > 1, value.first == UInt8(ascii: "\""), value.last == value.first else { return value }
        return value.dropFirst().dropLast()
    }

    /// RFC 6265 section 6.1.
    static let longestPair = 4_096
    /// A longer attribute is ignored, as browsers do.
    static let longestAttribute = 1_024
    /// A thousand years: a later date could not be written.
    private static let longestAge: Int64 = 31_556_952_000
}
