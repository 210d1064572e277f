// Authority.swift: the host and port of a URL.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// RFC 3986 section 3.2: `[ userinfo "@" ] host [ ":" port ]`.
package struct Authority: Hashable, Sendable {
    /// The text before `@`, still encoded.
    package var userInformation: String?
    /// An IPv6 literal without its brackets.
    package var host: String
    package var isLiteral: Bool
    /// nil: no port is written, or none after the colon.
    package var port: Int?

    /// nil: the text is no authority.
    package init?(_ text: String) {
        var rest = Substring(text)
        if let at = rest.utf8.lastIndex(of: UInt8(ascii: "@")) {
            userInformation = String(rest[..<at])
            rest = rest[rest.utf8.index(after: at)...]
        }
        if rest.utf8.first == UInt8(ascii: "[") {
            guard let close = rest.utf8.firstIndex(of: UInt8(ascii: "]")) else { return nil }
            host = String(rest[rest.utf8.index(after: rest.startIndex)..<close])
            rest = rest[rest.utf8.index(after: close)...]
            isLiteral = true
            guard !host.isEmpty else { return nil }
        } else {
            let end = rest.utf8.firstIndex(of: UInt8(ascii: ":")) ?? rest.endIndex
            host = String(rest[..<end])
            rest = rest[end...]
            isLiteral = false
        }
        guard let colon = rest.utf8.first else { return }
        let digits = rest.utf8.dropFirst()
        guard colon == UInt8(ascii: ":"), digits.allSatisfy({ Octet.isDigit($0) }) else { return nil }
        if digits.isEmpty { return }
        guard let number = Int(String(digits)!), number <= 65_535 else { return nil }
        port = number
    }
}
