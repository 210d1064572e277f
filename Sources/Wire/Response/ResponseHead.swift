// ResponseHead.swift: the head of a response, as a value of its own.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// A status line and its fields, with their meaning for the body and the connection.
package struct ResponseHead: Hashable, Sendable {
    package var version: HTTPVersion
    package var status: Int
    /// Empty: none was sent.
    package var reason: String
    /// In the order of arrival, with repetitions.
    package var fields: [Field]
    package var framing: ResponseFraming
    /// The length in `Content-Length`: of the body, or of the body that a GET would have got. nil: unknown.
    package var length: Int?
    /// Whether the head allows the connection to be reused; see ``ResponseReader/isReusable``.
    package var keepsAlive: Bool

    package init(
        version: HTTPVersion = .http11, status: Int, reason: String = "", fields: [Field] = [],
        framing: ResponseFraming = .none, length: Int? = nil, keepsAlive: Bool = true
    ) {
        self.version = version
        self.status = status
        self.reason = reason
        self.fields = fields
        self.framing = framing
        self.length = length
        self.keepsAlive = keepsAlive
    }

    /// Whether the response is an interim one, RFC 9110 section 15.2.
    package var isInformational: Bool { status / 100 == 1 }

    /// The head of a part of `multipart/x-mixed-replace`: a new response with the same status line.
    package func replaced(by fields: [Field]) -> ResponseHead {
        var part = self
        part.fields = fields
        part.length = nil
        return part
    }

    /// The values of all fields of this name in any case, in the order of arrival.
    package func values(of name: String) -> [[UInt8]] { fields.values(of: name) }

    package func first(_ name: String) -> [UInt8]? { fields.first(name) }

    package func members(of name: String) -> [[UInt8]] { fields.members(of: name) }

    package func text(of name: String) -> String? { fields.text(of: name) }
}

/// The end of a response's body, RFC 9112 section 6.3.
package enum ResponseFraming: Hashable, Sendable {
    /// There is no body: 1xx, 204, 304, and any reply to HEAD.
    case none
    /// `Content-Length`, zero included.
    case length(Int)
    case chunked
    /// The body ends with the connection.
    case untilClose
    /// A 2xx to CONNECT: the bytes after the head belong to the tunnel.
    case tunnel
}

extension [Field] {
    /// The members of all fields of this name, as of one list. RFC 9110 section 5.3.
    package func members(of name: String) -> [[UInt8]] {
        values(of: name).flatMap { ListMembers.copied(from: $0) }
    }

    /// The values of all fields of this name, joined by RFC 9110 section 5.3; nil: there is none. Not for `Set-Cookie`,
    /// whose values may have commas themselves.
    package func text(of name: String) -> String? {
        let values = values(of: name)
        if values.isEmpty { return nil }
        return String(decoding: [UInt8](values.joined(separator: [UInt8](", ".utf8))), as: UTF8.self)
    }
}
