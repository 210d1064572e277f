// ConnectionNumber.swift: which connection, and which stream on it.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainWire

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

    /// It is a whole connection: its end is that of all messages on it. A stream has one message each way, and ends with it.
    package var isWhole: Bool { stream == nil }

    /// How messages are written here.
    package var syntax: MessageSyntax { isWhole ? .lines : .frames }

    /// Whether the frame is one of this stream.
    package func carries(_ frame: Frame) -> Bool { frame.stream == stream }

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
