// FrameReader.swift: bytes, however they are cut, become frames.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainWire

/// The head of a frame, with its offset.
package struct FrameHead: Hashable, Sendable {
    package var length: Int
    package var kind: FrameKind
    package var flags: FrameFlags
    /// Without the reserved bit, which is ignored. RFC 9113 section 4.1.
    package var stream: Int
    /// The offset of the frame's first byte, counted from the reader's first byte.
    package var offset: Int

    package static let size = 9

    package init(length: Int, kind: FrameKind, flags: FrameFlags, stream: Int, offset: Int) {
        self.length = length
        self.kind = kind
        self.flags = flags
        self.stream = stream
        self.offset = offset
    }
}

/// Finds frames in the input of a connection.
///
/// Bytes go in with `append`; then `next` is called until it returns nil. A payload is not copied: it stays in place
/// until the next call. A frame longer than the limit is reported as soon as its head has come; none of it is kept, and
/// nothing more is read.
package struct FrameReader: ~Copyable {
    package enum Step: Hashable, Sendable {
        /// A whole frame, whose payload is ``FrameReader/payload``.
        case frame(FrameHead)
        case tooLong(FrameHead)
    }

    /// The largest payload that is read: SETTINGS_MAX_FRAME_SIZE, as it was announced.
    package var limit: Int
    /// The offset of the first unread byte, counted from the first byte.
    package private(set) var offset = 0

    private var input = OutputBytes(capacity: 0)
    /// The number of input bytes that belong to the latest frame.
    private var taken = 0
    private var isOver = false

    package init(limit: Int = 16_384) { self.limit = limit }

    package mutating func append(_ bytes: UnsafeRawBufferPointer) {
        if isOver { return }
        release()
        input.append(bytes)
    }

    package mutating func append(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { append($0) }
    }

    /// The next frame; nil if more bytes are needed.
    package mutating func next() -> Step? {
        release()
        guard let head = begun, !isOver else { return nil }
        if head.length > limit {
            stop()
            return .tooLong(head)
        }
        guard input.bytes.count - FrameHead.size >= head.length else { return nil }
        taken = FrameHead.size + head.length
        return .frame(head)
    }

    /// The payload of the frame that `next` has just returned, valid until the next call; empty if there is none.
    package var payload: UnsafeRawBufferPointer { .init(rebasing: input.bytes[..<taken].dropFirst(FrameHead.size)) }

    /// Skips bytes before the next frame, such as the connection preface; they must have come.
    package mutating func skip(_ count: Int) {
        taken += count
        release()
    }

    /// Drops everything and reads nothing more.
    package mutating func stop() {
        isOver = true
        taken = 0
        input = OutputBytes(capacity: 0)
    }

    /// The head of the first unread frame; nil: it is not whole.
    package var begun: FrameHead? {
        let bytes = rest
        guard bytes.count >= FrameHead.size else { return nil }
        let word = UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self))
        return FrameHead(
            length: Int(word >> 40), kind: FrameKind(rawValue: UInt8(truncatingIfNeeded: word >> 32)),
            flags: FrameFlags(rawValue: UInt8(truncatingIfNeeded: word >> 24)),
            stream: Int(word & 0x7F_FFFF) << 8 | Int(bytes[8]), offset: offset + taken)
    }

    /// The unread bytes.
    package var rest: UnsafeRawBufferPointer { .init(rebasing: input.bytes[taken...]) }

    private mutating func release() {
        input.drop(taken)
        offset += taken
        taken = 0
    }
}
