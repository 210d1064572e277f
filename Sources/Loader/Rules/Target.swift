// Target.swift: where a request leads, in the form in which it is sent.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainStores
package import QuintainWire

/// A URL in its canonical form, split once.
package struct Target: Sendable, Equatable {
    /// Canonical, with its fragment, without user and password.
    package let parts: URLParts
    package let hop: Hop
    /// What stood before the `@`, with its escapes undone.
    package let credential: Credential?

    package init(_ url: String) throws(LoadFailure) {
        let given = URLParts(url)
        guard let scheme = given.scheme?.lowercased() else {
            throw LoadFailure(.badURL, "'\(url)' is no URL: it has no scheme")
        }
        guard let standard = ["http": 80, "https": 443][scheme] else {
            throw LoadFailure(.unsupportedURL, "'\(scheme)' is no scheme that can be loaded")
        }
        guard let authority = given.authority.flatMap(Authority.init), !authority.host.isEmpty else {
            throw LoadFailure(.badURL, "'\(url)' names no host")
        }
        let host = authority.host.lowercased()
        hop = Hop(isSecure: scheme == "https", host: host, port: authority.port ?? standard)
        var parts = given
        parts.scheme = scheme
        let named = host.contains(":") ? "[\(host)]" : host
        parts.authority = hop.port == standard ? named : "\(named):\(hop.port)"
        parts.path = URLParts.removingDotSegments(given.path.isEmpty ? "/" : Self.escaped(given.path))
        parts.query = given.query.map(Self.escaped)
        self.parts = parts
        credential = authority.userInformation.map { text in
            let halves = text.utf8.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
            func unescaped(_ part: Substring.UTF8View) -> String { String(decoding: PercentCoding.decoded(part), as: UTF8.self) }
            return Credential(unescaped(halves[0]), halves.count > 1 ? unescaped(halves[1]) : "")
        }
    }

    package var address: WebAddress { WebAddress(parts)! }
    package var text: String { parts.description }
    package var originForm: String { parts.originForm }
    /// RFC 9112 section 3.2.2.
    package var absoluteForm: String {
        var parts = parts
        parts.fragment = nil
        return parts.description
    }
    /// Without the port that goes without saying: RFC 9110 section 7.2.
    package var hostField: String { parts.authority ?? hop.authority }

    /// A reference of a reply, resolved; it inherits our fragment: RFC 9110 section 10.2.2.
    func resolving(_ reference: String) -> String? {
        var resolved = parts.resolving(URLParts(Self.escaped(reference)))
        if resolved.fragment == nil { resolved.fragment = parts.fragment }
        return (try? Target(resolved.description))?.text ?? resolved.description
    }

    /// What may not stand in a URL as it is, escaped; escapes are left alone.
    private static func escaped(_ text: String) -> String {
        String(
            decoding: PercentCoding.encoded(text.utf8) { byte in
                byte > 0x20 && byte < 0x7F && !"\"<>\\^`{|}".utf8.contains(byte)
            }, as: UTF8.self)
    }
}
