// OutputBytes+Message.swift: cuts field blocks and bodies into frames.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainWire

extension OutputBytes {
    /// A field block in one HEADERS frame and as many CONTINUATION frames as it needs.
    ///
    /// - Parameter size: the largest payload that the peer takes; it is never 0.
    package mutating func append(
        block: UnsafeRawBufferPointer, stream: Int, isLast: Bool, frameSize size: Int = 16_384
    ) {
        var rest = block
        var kind = FrameKind.headers
        repeat {
            let fragment = UnsafeRawBufferPointer(rebasing: rest.prefix(size))
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(fragment.count))
            var flags: FrameFlags = rest.isEmpty ? .endHeaders : []
            if isLast, kind == .headers { flags.insert(.endStream) }
            append(frameHead: fragment.count, kind, flags, stream: stream)
            append(fragment)
            kind = .continuation
        } while !rest.isEmpty
    }

    /// The same for a block that `write` appends, in so many frames or more. The block is copied only if it does not fit
    /// into one frame.
    package mutating func appendBlock(
        stream: Int, isLast: Bool, frameSize most: Int = 16_384, pieces: Int = 1,
        _ write: (inout OutputBytes) -> Void
    ) {
        let start = count
        let flags: FrameFlags = isLast ? [.endHeaders, .endStream] : .endHeaders
        append(frameHead: 0, .headers, flags, stream: stream)
        write(&self)
        let length = count - start - FrameHead.size
        let size = min(most, max(1, (length + pieces - 1) / pieces))
        if length <= size {
            let digits = UInt32(length << 8).bigEndian
            return withUnsafeBytes(of: digits) { overwrite(at: start, with: .init(rebasing: $0[..<3])) }
        }
        let block = Array(bytes[(start + FrameHead.size)...])
        cut(to: start)
        block.withUnsafeBytes { append(block: $0, stream: stream, isLast: isLast, frameSize: size) }
    }

    /// Bytes of a body in DATA frames; an empty one if there are none.
    package mutating func append(
        content: UnsafeRawBufferPointer, stream: Int, isLast: Bool, frameSize size: Int = 16_384
    ) {
        var rest = content
        repeat {
            let piece = UnsafeRawBufferPointer(rebasing: rest.prefix(size))
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(piece.count))
            append(
                frameHead: piece.count, .content, isLast && rest.isEmpty ? .endStream : [], stream: stream)
            append(piece)
        } while !rest.isEmpty
    }
}
