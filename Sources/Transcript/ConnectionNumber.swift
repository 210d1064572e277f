// ConnectionNumber.swift: which connection, and which stream on it.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// A connection of a run or, over HTTP/2, one stream on it.
package struct ConnectionNumber: Hashable, Comparable, Sendable {
    /// Counted from one in the order of arrival.
    package let connection: Int
    /// The client's number of the stream; nil: the connection itself.
    package let stream: Int?

    package init(_ connection: Int, stream: Int? = nil) {
        self.connection = connection
        self.stream = stream
    }

    /// The connection that carries the stream, or the connection itself.
    package var carrier: ConnectionNumber { stream == nil ? self : ConnectionNumber(connection) }

    /// A connection sorts behind its streams.
    package static func < (one: Self, other: Self) -> Bool {
        (one.connection, one.stream ?? .max) < (other.connection, other.stream ?? .max)
    }
}

extension ConnectionNumber: ExpressibleByIntegerLiteral {
    package init(integerLiteral connection: Int) { self.init(connection) }
}

extension ConnectionNumber: CustomStringConvertible {
    /// `3`, or `3, stream 5`: what stands behind the word "connection".
    package var description: String { stream.map { "\(connection), stream \($0)" } ?? "\(connection)" }
}
