// CanonicalRequest.swift: the canonical form of a request, equal for all requests that load the same.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainWire

#if canImport(FoundationNetworking)
    import Foundation
    public import FoundationNetworking
#else
    public import Foundation
#endif

/// A request as the URL loading system wants it from `canonicalRequest(for:)`: equal for all requests that load the
/// same, because caches look it up. The steps are those of Apple's sample CustomHTTPProtocol.
///
/// | step | from | to |
/// |---|---|---|
/// | two slashes follow the scheme | `http:/a` | `http://a` |
/// | scheme and host are in lower case | `HTTP://WEB.Example/A` | `http://web.example/A` |
/// | an empty host is this one | `http:///a` | `http://localhost/a` |
/// | an empty path is the root | `http://a?b` | `http://a/?b` |
/// | `Accept`, `Accept-Encoding`, `Accept-Language` are there | | `*/*`, `gzip, deflate`, the language |
/// | a POST with a body has a `Content-Type` | | `application/x-www-form-urlencoded` |
///
/// A default port that is written stays, as in the sample: there are servers that look for it. A URL of another scheme
/// than http or https is returned unchanged.
public func canonicalRequest(for request: URLRequest, language: String = "en-us") -> URLRequest {
    guard let url = request.url, let text = CanonicalURL.text(url.absoluteString) else { return request }
    var canonical = request
    if text != url.absoluteString, let url = URL(string: text) { canonical.url = url }
    let isPost = request.httpMethod?.uppercased() == "POST"
    if isPost, request.httpBody != nil || request.httpBodyStream != nil {
        canonical.add("application/x-www-form-urlencoded", for: "Content-Type")
    }
    canonical.add("*/*", for: "Accept")
    canonical.add("gzip, deflate", for: "Accept-Encoding")
    canonical.add(language, for: "Accept-Language")
    return canonical
}

extension URLRequest {
    /// Sets the field, unless it is there already.
    fileprivate mutating func add(_ value: String, for name: String) {
        if self.value(forHTTPHeaderField: name) == nil { setValue(value, forHTTPHeaderField: name) }
    }
}

enum CanonicalURL {
    /// nil: the URL has another scheme.
    static func text(_ text: String) -> String? {
        let loose = URLParts(text)
        guard let scheme = loose.scheme?.lowercased(), scheme == "http" || scheme == "https",
            let colon = text.utf8.firstIndex(of: UInt8(ascii: ":"))
        else { return nil }
        let rest = text[text.utf8.index(after: colon)...]
        let slashes = min(2, rest.utf8.prefix { $0 == UInt8(ascii: "/") }.count)
        var parts = URLParts("\(scheme)://" + rest.dropFirst(slashes))
        parts.authority = parts.authority.map(authority)
        if parts.path.isEmpty { parts.path = "/" }
        return parts.description
    }

    /// User, password and port stay as they are.
    private static func authority(_ text: String) -> String {
        let at = text.utf8.lastIndex(of: UInt8(ascii: "@")).map { text.utf8.index(after: $0) } ?? text.startIndex
        let place = text[at...]
        let isLiteral = place.utf8.first == UInt8(ascii: "[")
        let mark = UInt8(ascii: isLiteral ? "]" : ":")
        let end = place.utf8.firstIndex(of: mark).map { isLiteral ? place.utf8.index(after: $0) : $0 } ?? place.endIndex
        let host = String(decoding: place[..<end].utf8.map(Octet.lowercased), as: UTF8.self)
        return text[..<at] + (host.isEmpty ? "localhost" : host) + place[end...]
    }
}
