// MessageSyntax.swift: what the versions of HTTP have and have not.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// How messages are written, known by what that gives them: so nobody has to ask for a version.
package enum MessageSyntax: Sendable {
    /// Lines of text, one message after the other on a connection: HTTP/1.
    case lines
    /// Frames on streams, of which a connection carries many: HTTP/2.
    case frames

    /// A head is text: authors write raw bytes of it, acts and deviations have a place in it, and a reader has judged it.
    package var hasText: Bool { self == .lines }

    /// A connection carries several messages at once, and no field speaks of its end: RFC 9113 section 8.2.2.
    package var sharesConnection: Bool { self == .frames }

    /// A client may send several `Cookie` fields: RFC 9113 section 8.2.3.
    package var splitsCookies: Bool { self == .frames }
}

extension HTTPVersion {
    package var syntax: MessageSyntax { self < .http2 ? .lines : .frames }

    /// A request needs no Host, nobody knows chunks, and a message ends its connection unless it says otherwise.
    package var isOld: Bool { self < .http11 }
}
