// OutgoingPieces.swift: a message that is sent piece by piece.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoader
import QuintainWire

/// The unsent rest of a message, with the number of bytes of its body that were sent.
///
/// ```
/// piece:  head │ bytes of the body            the first one: a small message goes out in one
///         size │ bytes of the body │ line end  where the body is chunked, RFC 9112 section 7.1
/// ```
struct OutgoingPieces {
    private let body: [UInt8]
    private let isChunked: Bool
    /// The body waits for `goOn`.
    private(set) var holds: Bool
    private var piece: [UInt8]
    /// The number of bytes of the piece that were sent.
    private var sent = 0
    /// The bytes of the piece that belong to the body.
    private var inside: Range<Int>
    /// The number of bytes of the body in all pieces before this one; `made` includes this one.
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

    /// Whether everything that may be sent now has been sent.
    var isDry: Bool { sent == piece.count && (holds || isLastMade) }
    /// Whether the whole message has been sent.
    var isDone: Bool { sent == piece.count && isLastMade }
    var bodySent: Int { before + min(max(sent - inside.lowerBound, 0), inside.count) }

    /// Calls `send` with the next bytes.
    func withBytes<Result>(_ send: (UnsafeRawBufferPointer) -> Result) -> Result {
        piece.withUnsafeBytes { send(UnsafeRawBufferPointer(rebasing: $0[sent...])) }
    }

    /// This many bytes were sent.
    mutating func left(_ count: Int) {
        sent += count
        if sent == piece.count, !isDry { next() }
    }

    /// The body no longer waits.
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

    /// Appends the next bytes of the body to the piece.
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
