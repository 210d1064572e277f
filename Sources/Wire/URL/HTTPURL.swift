// HTTPURL.swift: an http or https URL in the form in which it is sent.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// A URL to which a request can be sent, in canonical form.
///
/// Scheme and host are in lower case, a host beyond ASCII is in Punycode, the default port is dropped, an empty path is
/// `/`, dot segments are resolved, including `%2e`, and characters that must not be raw are percent-encoded. Other
/// escapes and the rest of the query are unchanged. RFC 3986 section 6.2.2 and RFC 9110 section 4.2.3.
package struct HTTPURL: Hashable, Sendable, CustomStringConvertible {
    package enum Scheme: String, Hashable, Sendable {
        case http, https

        package var defaultPort: Int {
            switch self {
            case .http: 80
            case .https: 443
            }
        }
    }

    package var scheme: Scheme
    /// The credentials before `@`, decoded. They are used, and never sent as a part of the URL. RFC 9110 section 4.2.4.
    package var credentials: Credentials?
    package var host: URLHost
    /// nil: the default port of the scheme.
    package var port: Int?
    /// Never empty; always begins with a slash.
    package var path: String
    package var query: String?
    /// Never sent: it is for the client alone.
    package var fragment: String?

    package struct Credentials: Hashable, Sendable {
        package var user: String
        /// nil: no password is written.
        package var password: String?

        package init(user: String, password: String? = nil) {
            self.user = user
            self.password = password
        }
    }

    package init(_ text: String) throws(URLFault) {
        try self.init(Array(text.utf8))
    }

    /// Reads the bytes of a URL in a field or a file.
    package init(_ bytes: [UInt8]) throws(URLFault) {
        try self.init(URLParts(try URLRaw.text(bytes)))
    }

    private init(_ parts: URLParts) throws(URLFault) {
        guard let name = parts.scheme else { throw .noScheme(parts.description) }
        guard let scheme = Scheme(rawValue: name.lowercased()) else { throw .otherScheme(name) }
        guard let text = parts.authority, !text.isEmpty else { throw .noHost(parts.description) }
        guard let authority = Authority(text) else { throw .authority(text) }
        if authority.host.isEmpty { throw .noHost(parts.description) }
        self.scheme = scheme
        host = try URLHost(authority.host, isLiteral: authority.isLiteral)
        port = authority.port == scheme.defaultPort ? nil : authority.port
        credentials = authority.userInformation.map(Self.credentials)
        path = URLParts.removingDotSegments(URLRaw.encoded(parts.path))
        if path.utf8.first != UInt8(ascii: "/") { path = "/" + path }
        query = parts.query.map(URLRaw.encoded)
        fragment = parts.fragment.map(URLRaw.encoded)
    }

    /// Resolves a reference relative to this URL, RFC 3986 section 5.2.
    package func resolving(_ reference: [UInt8]) throws(URLFault) -> HTTPURL {
        var base = URLParts(description)
        base.authority = authority(withCredentials: true)
        return try HTTPURL(base.resolving(URLParts(try URLRaw.text(reference))))
    }

    package func resolving(_ reference: String) throws(URLFault) -> HTTPURL { try resolving(Array(reference.utf8)) }

    /// The URL of a `Location`: if it has no fragment, it inherits this one's, RFC 9110 section 10.2.2. If it names an
    /// authority, its credentials are those in it, or none.
    package func redirected(to location: [UInt8]) throws(URLFault) -> HTTPURL {
        var target = try resolving(location)
        if target.fragment == nil { target.fragment = fragment }
        return target
    }

    package func redirected(to location: String) throws(URLFault) -> HTTPURL {
        try redirected(to: Array(location.utf8))
    }

    package var origin: URLOrigin { URLOrigin(scheme: scheme, host: host, port: port ?? scheme.defaultPort) }

    /// The URL with its fragment and without its credentials.
    package var description: String { withoutFragment + (fragment.map { "#" + $0 } ?? "") }

    /// The target for an origin: path and query. RFC 9112 section 3.2.1.
    package var originForm: String { path + (query.map { "?" + $0 } ?? "") }

    /// The target for a proxy, without fragment and credentials: RFC 9112 section 3.2.2.
    package var absoluteForm: String { withoutFragment }

    /// The target of CONNECT, always with a port: RFC 9112 section 3.2.3.
    package var authorityForm: String { "\(host.written):\(port ?? scheme.defaultPort)" }

    /// The value of `Host`. RFC 9110 section 7.2.
    package var hostField: String { authority(withCredentials: false) }

    private var withoutFragment: String { "\(scheme.rawValue)://\(hostField)\(originForm)" }

    private func authority(withCredentials: Bool) -> String {
        var text = ""
        if withCredentials, let credentials {
            text = String(decoding: PercentCoding.encoded(credentials.user.utf8), as: UTF8.self)
            if let password = credentials.password {
                text += ":" + String(decoding: PercentCoding.encoded(password.utf8), as: UTF8.self)
            }
            text += "@"
        }
        return text + host.written + (port.map { ":\($0)" } ?? "")
    }

    /// RFC 3986 section 3.2.1: the text is split before it is decoded.
    private static func credentials(_ text: String) -> Credentials {
        func decoded(_ part: Substring.UTF8View) -> String {
            String(decoding: PercentCoding.decoded(part), as: UTF8.self)
        }
        let whole = Substring(text).utf8
        guard let colon = whole.firstIndex(of: UInt8(ascii: ":")) else { return Credentials(user: decoded(whole)) }
        return Credentials(user: decoded(whole[..<colon]), password: decoded(whole[whole.index(after: colon)...]))
    }
}

/// Scheme, host and port, which decide whether two URLs have the same origin: RFC 6454 section 4.
package struct URLOrigin: Hashable, Sendable, CustomStringConvertible {
    package var scheme: HTTPURL.Scheme
    package var host: URLHost
    package var port: Int

    package init(scheme: HTTPURL.Scheme, host: URLHost, port: Int) {
        self.scheme = scheme
        self.host = host
        self.port = port
    }

    package var description: String {
        "\(scheme.rawValue)://\(host.written)" + (port == scheme.defaultPort ? "" : ":\(port)")
    }
}
