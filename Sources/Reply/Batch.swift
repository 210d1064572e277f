// Batch.swift: bytes and acts that leave together.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainNotation

/// The bytes and acts that leave on one connection in one go.
package struct Batch: Sendable, Equatable {
    package enum Element: Sendable, Equatable {
        case bytes([UInt8])
        /// A stretch of the stream behind `{{bytes …}}`.
        case pattern(from: Int, count: Int)
        /// A field of a head or of trailers on a stream; fields leave with the frame that ends them.
        case field(name: [UInt8], value: [UInt8])
        /// An act, done when all bytes above it have been handed to the system.
        case strike(Strike)
    }

    /// The number with which the caller reports how the batch left.
    package var number = 0
    package var elements: [Element] = []

    package init(number: Int = 0, elements: [Element] = []) {
        self.number = number
        self.elements = elements
    }

    /// The bytes of all elements.
    package var byteCount: Int { elements.reduce(0) { $0 + $1.count } }

    package mutating func append(_ bytes: [UInt8]) {
        if case .bytes(var before) = elements.last {
            elements.removeLast()
            before += bytes
            elements.append(.bytes(before))
        } else if !bytes.isEmpty {
            elements.append(.bytes(bytes))
        }
    }
}

extension Batch.Element: ReplyContent {
    fileprivate var count: Int {
        switch self {
        case .bytes(let bytes): bytes.count
        case .pattern(_, let count): count
        case .field: fieldLine.count
        case .strike: 0
        }
    }

    package var byteCount: Int? { count }

    package var bytes: [UInt8]? { if case .bytes(let bytes) = self { bytes } else { nil } }

    package func split(at count: Int) -> (Self, Self) {
        switch self {
        case .bytes(let bytes): (.bytes(Array(bytes[..<count])), .bytes(Array(bytes[count...])))
        case .pattern(let from, let length):
            (.pattern(from: from, count: count), .pattern(from: from + count, count: length - count))
        case .field, .strike: preconditionFailure("only bytes can be cut")
        }
    }

    /// The field as a line of a head.
    package var fieldLine: [UInt8] {
        guard case .field(let name, let value) = self else { return [] }
        return name + [UInt8(ascii: ":"), UInt8(ascii: " ")] + value + [13, 10]
    }

    package static func chunked(_ content: [Self], _ shapes: [ChunkShape]) -> Self {
        preconditionFailure("every length is known")
    }

    package static func framed(_ content: [Self], _ shapes: [ChunkShape], endsStream: Bool) -> Self {
        preconditionFailure("every length is known")
    }

    package static func status(_ status: [Self]) -> Self {
        .status(of: status.flatMap { $0.bytes ?? [] })
    }

    package static func status(of bytes: some Collection<UInt8>) -> Self {
        .field(name: Array(":status".utf8), value: Array(bytes.drop { $0 == 32 }.prefix { $0 != 32 }))
    }

    package static func field(_ line: [Self], isPlain: Bool) -> Self {
        .field(of: line.flatMap { $0.bytes ?? [] }, isPlain: isPlain)
    }

    package static func field(of line: [UInt8], isPlain: Bool) -> Self {
        // The name of a pseudo-field begins with a colon.
        let colon = line.dropFirst().firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
        let name = line[..<colon]
        let value = line[colon...].dropFirst().drop { $0 == 32 || $0 == 9 }
        return .field(
            name: isPlain ? name.map { 65...90 ~= $0 ? $0 | 0x20 : $0 } : Array(name), value: Array(value))
    }
}
