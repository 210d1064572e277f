// Framing.swift: the version of a message, and the end of its body.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package struct HTTPVersion: Hashable, Sendable, Comparable, CustomStringConvertible {
    package var major: UInt8
    package var minor: UInt8

    package init(_ major: UInt8, _ minor: UInt8) {
        self.major = major
        self.minor = minor
    }

    package static let http10 = HTTPVersion(1, 0)
    package static let http11 = HTTPVersion(1, 1)
    package static let http2 = HTTPVersion(2, 0)

    package static func < (one: HTTPVersion, other: HTTPVersion) -> Bool {
        (one.major, one.minor) < (other.major, other.minor)
    }

    /// HTTP/2 has no minor versions, RFC 9113 section 3.
    package var description: String { minor == 0 && major > 1 ? "HTTP/\(major)" : "HTTP/\(major).\(minor)" }
}

/// The framing of a request's body, RFC 9112 section 6.3.
package enum BodyFraming: Hashable, Sendable {
    case none
    /// `Content-Length`, zero included.
    case length(Int)
    case chunked
}

/// The four forms of a request target, RFC 9112 section 3.2.
package enum TargetForm: Hashable, Sendable {
    /// `/where?q=now`
    case origin
    /// `http://www.example.org/pub`, as sent to a proxy.
    case absolute
    /// `www.example.com:80`, with CONNECT only.
    case authority
    /// `*`, with OPTIONS only.
    case asterisk
    /// None of the four forms, or not the form that the method requires.
    case other
}
