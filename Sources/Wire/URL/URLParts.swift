// URLParts.swift: splits a URL or a reference, and joins its parts.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// The five components of RFC 3986 section 3. nil means absent, which differs from empty.
package struct URLParts: Hashable, Sendable, CustomStringConvertible {
    package var scheme: String?
    package var authority: String?
    package var path: String
    package var query: String?
    package var fragment: String?

    package init(
        scheme: String? = nil, authority: String? = nil, path: String = "", query: String? = nil,
        fragment: String? = nil
    ) {
        self.scheme = scheme
        self.authority = authority
        self.path = path
        self.query = query
        self.fragment = fragment
    }

    /// Splits any text like the expression of RFC 3986 appendix B, which never fails.
    package init(_ text: String) {
        var rest = Substring(text)
        if let hash = rest.utf8.firstIndex(of: UInt8(ascii: "#")) {
            fragment = String(rest[rest.utf8.index(after: hash)...])
            rest = rest[..<hash]
        }
        if let mark = rest.utf8.firstIndex(of: UInt8(ascii: "?")) {
            query = String(rest[rest.utf8.index(after: mark)...])
            rest = rest[..<mark]
        }
        if let colon = rest.utf8.firstIndex(of: UInt8(ascii: ":")), Self.isScheme(rest[..<colon]) {
            scheme = String(rest[..<colon])
            rest = rest[rest.utf8.index(after: colon)...]
        }
        if rest.utf8.starts(with: "//".utf8) {
            rest = rest[rest.utf8.index(rest.startIndex, offsetBy: 2)...]
            let end = rest.utf8.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
            authority = String(rest[..<end])
            rest = rest[end...]
        }
        path = String(rest)
    }

    /// The parts joined, section 5.3.
    package var description: String {
        var text = ""
        if let scheme { text += scheme + ":" }
        if let authority { text += "//" + authority }
        text += path
        if let query { text += "?" + query }
        if let fragment { text += "#" + fragment }
        return text
    }

    /// Resolves a reference relative to this URL, section 5.2.2.
    package func resolving(_ reference: URLParts) -> URLParts {
        var target = URLParts(scheme: reference.scheme ?? scheme, query: reference.query)
        target.fragment = reference.fragment
        if reference.scheme != nil || reference.authority != nil {
            target.authority = reference.authority
            target.path = Self.removingDotSegments(reference.path)
            return target
        }
        target.authority = authority
        if reference.path.isEmpty {
            target.path = path
            target.query = reference.query ?? query
        } else if reference.path.utf8.first == UInt8(ascii: "/") {
            target.path = Self.removingDotSegments(reference.path)
        } else {
            target.path = Self.removingDotSegments(merged(with: reference.path))
        }
        return target
    }

    /// The target of a request line: the path, at least `/`, and the query. RFC 9112 section 3.2.1.
    package var originForm: String { (path.isEmpty ? "/" : path) + (query.map { "?" + $0 } ?? "") }

    /// Merges a relative path with this URL's, section 5.2.3.
    private func merged(with relative: String) -> String {
        if authority != nil, path.isEmpty { return "/" + relative }
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return relative }
        return path[...slash] + relative
    }

    /// Removes the segments `.` and `..`, section 5.2.4.
    package static func removingDotSegments(_ path: String) -> String {
        let isAbsolute = path.utf8.first == UInt8(ascii: "/")
        // By bytes: a slash and a combining mark are one character, but the slash still separates.
        var segments = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .map { Substring($0) }
        if isAbsolute { segments.removeFirst() }
        var kept: [Substring] = []
        for (index, segment) in segments.enumerated() {
            let isLast = index == segments.count - 1
            switch Dots(segment) {
            case .one: if isLast { kept.append("") }
            case .two:
                // At the top of a path `..` has no effect.
                if !kept.isEmpty { kept.removeLast() }
                if isLast { kept.append("") }
            case nil: kept.append(segment)
            }
        }
        return (isAbsolute ? "/" : "") + kept.joined(separator: "/")
    }

    /// A segment of dots. A dot may be written as `%2e`, because it is unreserved: section 6.2.2.2.
    private enum Dots {
        case one, two

        init?(_ segment: Substring) {
            var rest = segment.utf8[...]
            var count = 0
            while !rest.isEmpty {
                if rest.first == UInt8(ascii: ".") {
                    rest = rest.dropFirst()
                } else if rest.starts(with: "%2e".utf8) || rest.starts(with: "%2E".utf8) {
                    rest = rest.dropFirst(3)
                } else {
                    return nil
                }
                count += 1
            }
            switch count {
            case 1: self = .one
            case 2: self = .two
            default: return nil
            }
        }
    }

    /// Whether the text is a scheme, section 3.1.
    private static func isScheme(_ text: Substring) -> Bool {
        guard let first = text.utf8.first, Octet.lowercased(first) &- 0x61 < 26 else { return false }
        return text.utf8.allSatisfy { byte in
            Octet.lowercased(byte) &- 0x61 < 26 || Octet.isDigit(byte) || "+-.".utf8.contains(byte)
        }
    }
}
