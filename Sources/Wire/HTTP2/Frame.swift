// Frame.swift: one frame of HTTP/2, as a value.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// A frame to be written, RFC 9113 section 4.1; it need not be valid.
package struct Frame: Hashable, Sendable {
    package var kind: FrameKind
    package var flags: FrameFlags
    /// The stream number, written with 32 bits: from 2^31 on it sets the reserved bit.
    package var stream: Int
    package var payload: [UInt8]

    package init(_ kind: FrameKind, _ flags: FrameFlags = [], stream: Int = 0, payload: [UInt8] = []) {
        self.kind = kind
        self.flags = flags
        self.stream = stream
        self.payload = payload
    }

    package static func settings(_ settings: [Setting]) -> Frame {
        Frame(.settings, payload: settings.flatMap { bytes($0.name.rawValue) + bytes($0.value) })
    }

    package static let settingsAcknowledgement = Frame(.settings, .ack)

    package static func ping(_ opaque: UInt64, isAcknowledgement: Bool = false) -> Frame {
        Frame(.ping, isAcknowledgement ? .ack : [], payload: bytes(opaque))
    }

    package static func windowUpdate(_ increment: Int, stream: Int = 0) -> Frame {
        Frame(.windowUpdate, stream: stream, payload: bytes(UInt32(truncatingIfNeeded: increment)))
    }

    package static func resetStream(_ stream: Int, _ code: ErrorCode) -> Frame {
        Frame(.resetStream, stream: stream, payload: bytes(code.rawValue))
    }

    package static func goAway(last: Int, _ code: ErrorCode, debug: [UInt8] = []) -> Frame {
        Frame(.goAway, payload: bytes(UInt32(truncatingIfNeeded: last)) + bytes(code.rawValue) + debug)
    }

    private static func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }
}

extension OutputBytes {
    /// - Parameter length: the length in the frame's head; nil: the true one.
    package mutating func append(_ frame: Frame, announcing length: Int? = nil) {
        append(frameHead: length ?? frame.payload.count, frame.kind, frame.flags, stream: frame.stream)
        append(frame.payload)
    }

    /// The nine bytes of a frame's head.
    package mutating func append(frameHead length: Int, _ kind: FrameKind, _ flags: FrameFlags, stream: Int) {
        let head =
            UInt64(truncatingIfNeeded: length & 0xFF_FFFF) << 40 | UInt64(kind.rawValue) << 32
            | UInt64(flags.rawValue) << 24 | UInt64(UInt32(truncatingIfNeeded: stream) >> 8)
        withUnsafeBytes(of: head.bigEndian) { append($0) }
        append(UInt8(truncatingIfNeeded: stream))
    }
}
