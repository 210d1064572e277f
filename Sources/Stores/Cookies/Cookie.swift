// Cookie.swift: one cookie, with its attributes by RFC 6265 and RFC 2965.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// A cookie as a client keeps it: RFC 6265 section 5.3.
package struct Cookie: Hashable, Sendable {
    package enum SameSite: String, Hashable, Sendable, CaseIterable {
        case strict = "Strict"
        case lax = "Lax"
        case none = "None"
    }

    package var name: [UInt8]
    package var value: [UInt8]
    /// In lower case, without a leading dot.
    package var domain: String
    /// Whether the cookie is only for the host that set it, so that its domain has no leading dot.
    package var isHostOnly: Bool
    package var path: String
    /// In seconds since 1970; nil: the cookie has no expiry.
    package var expires: Int64?
    package var isSecure = false
    package var isHTTPOnly = false
    package var sameSite: SameSite?
    // The attributes of RFC 2965, which count only if `version` is 1 or more.
    package var version = 0
    package var comment: String?
    package var commentURL: String?
    /// Empty: all ports.
    package var ports: [Int] = []
    package var isDiscarded = false
    /// In seconds since 1970.
    package var created: Int64 = 0

    package init(
        _ name: [UInt8], _ value: [UInt8], domain: String, isHostOnly: Bool = true, path: String = "/",
        expires: Int64? = nil
    ) {
        self.name = name
        self.value = value
        self.domain = ASCII.lowercased(domain)
        self.isHostOnly = isHostOnly
        self.path = path
        self.expires = expires
    }

    /// A cookie; a domain with a leading dot includes all hosts below it.
    package init(_ name: String, _ value: String, domain: String, path: String = "/", expires: Int64? = nil) {
        let isShared = domain.utf8.first == UInt8(ascii: ".")
        self.init(
            Array(name.utf8), Array(value.utf8),
            domain: isShared ? String(decoding: domain.utf8.dropFirst(), as: UTF8.self) : domain,
            isHostOnly: !isShared, path: path, expires: expires)
    }

    /// The domain, with a leading dot if it includes all hosts below it.
    package var dottedDomain: String { isHostOnly ? domain : "." + domain }
    package var nameText: String { String(decoding: name, as: UTF8.self) }
    package var valueText: String { String(decoding: value, as: UTF8.self) }

    /// Whether the cookie ends with the session, whatever the time.
    package var isSessionOnly: Bool { expires == nil || version > 0 && isDiscarded }

    package func isExpired(at now: Int64) -> Bool { expires.map { $0 <= now } ?? false }

    /// The cookie as it stands in the field `Cookie`.
    package var pair: [UInt8] { name.isEmpty ? value : name + [UInt8(ascii: "=")] + value }

    /// Section 5.3, step 11: of two cookies with the same key the later replaces the earlier.
    var key: CookieKey { CookieKey(name: name, domain: domain, path: path) }
}

struct CookieKey: Hashable, Sendable {
    var name: [UInt8]
    var domain: String
    var path: String
}
