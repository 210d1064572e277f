// WebAddress.swift: what of a URL decides which memory belongs to it.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainWire

/// RFC 6454: who answers. Two URLs with equal origins share credentials.
package struct WebOrigin: Hashable, Sendable, CustomStringConvertible {
    /// In lower case.
    package var scheme: String
    /// In lower case; an IPv6 literal without its brackets.
    package var host: String
    package var port: Int

    package init(scheme: String, host: String, port: Int) {
        self.scheme = ASCII.lowercased(scheme)
        self.host = ASCII.lowercased(host)
        self.port = port
    }

    package var description: String { "\(scheme)://\(host.contains(":") ? "[\(host)]" : host):\(port)" }

    /// Whether what travels is hidden from all others.
    package var isEncrypted: Bool { scheme == "https" }
}

/// An absolute URL of HTTP, split once: without user, password and fragment, which are never sent.
///
/// Paths are compared as they are written. Whoever wants `/a/../b` and `/b` to be one URL makes it canonical before.
package struct WebAddress: Hashable, Sendable, CustomStringConvertible {
    package var origin: WebOrigin
    /// At least `/`.
    package var path: String
    package var query: String?

    /// nil: it is not absolute, not of `http` or `https`, or has no host that could be asked.
    package init?(_ parts: URLParts) {
        guard let scheme = parts.scheme.map(ASCII.lowercased), let standard = Self.ports[scheme],
            let authority = parts.authority.flatMap(Authority.init), !authority.host.isEmpty
        else { return nil }
        origin = WebOrigin(scheme: scheme, host: authority.host, port: authority.port ?? standard)
        path = parts.path.isEmpty ? "/" : parts.path
        guard path.utf8.first == UInt8(ascii: "/") else { return nil }
        query = parts.query
    }

    package init?(_ text: String) { self.init(URLParts(text)) }

    package var description: String { origin.description + path + (query.map { "?" + $0 } ?? "") }

    /// What a reference means that stands in a reply from here; nil: nothing of HTTP.
    func resolving(_ reference: String) -> WebAddress? {
        let host = origin.host.contains(":") ? "[\(origin.host)]" : origin.host
        let base = URLParts(scheme: origin.scheme, authority: "\(host):\(origin.port)", path: path, query: query)
        return WebAddress(base.resolving(URLParts(reference)))
    }

    private static let ports = ["http": 80, "https": 443]
}

enum ASCII {
    static func lowercased(_ text: String) -> String {
        String(decoding: text.utf8.map(Octet.lowercased), as: UTF8.self)
    }

    /// Without blanks at both ends.
    static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var bytes = bytes.drop(while: Octet.isBlank)
        while let last = bytes.last, Octet.isBlank(last) { bytes.removeLast() }
        return bytes
    }

    /// A run of digits as a number, at most `limit`; nil: it is none.
    static func number(_ digits: some Collection<UInt8>, atMost limit: Int64) -> Int64? {
        guard !digits.isEmpty else { return nil }
        var number: Int64 = 0
        for digit in digits {
            guard Octet.isDigit(digit) else { return nil }
            number = min(number * 10 + Int64(digit - 0x30), limit)
        }
        return number
    }
}
