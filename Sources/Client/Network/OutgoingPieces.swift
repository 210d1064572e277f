// OutgoingPieces.swift: a message on its way out, piece by piece.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoader
import QuintainWire

/// What is still to leave of a message, and how much of its body has left.
///
/// ```
/// piece:  head │ bytes of the body            the first one: a small message goes out in one
///         size │ bytes of the body │ line end  where the body is chunked, RFC 9112 section 7.1
/// ```
struct OutgoingPieces {
    private let body: [UInt8]
    private let isChunked: Bool
    /// The body waits.
    private(set) var holds: Bool
    private var piece: [UInt8]
    /// How many bytes of the piece have left.
    private var sent = 0
    /// Which bytes of the piece are the body's.
    private var inside: Range<Int>
    /// How many bytes of the body are in the pieces before this one, and in those up to it.
    private var before = 0
    private var made = 0
    private var isLastMade: Bool

    init(_ message: OutgoingMessage) {
        body = message.body
        isChunked = message.isChunked
        holds = message.holdsBody
        piece = message.head
        inside = piece.count..<piece.count
        isLastMade = body.isEmpty && !isChunked
        if !holds { extend() }
    }

    /// Whether all has left that may leave.
    var isDry: Bool { sent == piece.count && (holds || isLastMade) }
    /// Whether all of the message has left.
    var isDone: Bool { sent == piece.count && isLastMade }
    var bodySent: Int { before + min(max(sent - inside.lowerBound, 0), inside.count) }

    /// The bytes that go next.
    func withBytes<Result>(_ send: (UnsafeRawBufferPointer) -> Result) -> Result {
        piece.withUnsafeBytes { send(UnsafeRawBufferPointer(rebasing: $0[sent...])) }
    }

    /// So many of them have left.
    mutating func left(_ count: Int) {
        sent += count
        if sent == piece.count, !isDry { next() }
    }

    /// The body need not wait any longer.
    mutating func goOn() {
        guard holds else { return }
        holds = false
        if sent == piece.count { if !isLastMade { next() } } else if made == 0 { extend() }
    }

    private mutating func next() {
        before = made
        sent = 0
        piece.removeAll(keepingCapacity: true)
        inside = 0..<0
        extend()
    }

    /// Puts the next bytes of the body behind what is there.
    private mutating func extend() {
        guard !isLastMade else { return }
        let count = min(body.count - made, Self.pieceSize)
        if isChunked, count > 0 { piece += Array("\(String(count, radix: 16))\r\n".utf8) }
        let start = piece.count
        piece += body[made..<made + count]
        inside = start..<piece.count
        made += count
        if isChunked, count > 0 { piece += Self.lineEnd }
        guard made == body.count else { return }
        isLastMade = true
        if isChunked { piece += Self.lastChunk }
    }

    private static let pieceSize = 65_536
    private static let lineEnd = Array("\r\n".utf8)
    private static let lastChunk = Array("0\r\n\r\n".utf8)
}
