// Parcel.swift: a batch of one stream on its way into frames.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainFrames
import QuintainNotation
package import QuintainReply
package import QuintainScenario
package import QuintainWire

/// The elements of a batch that have not become frames yet.
package struct Parcel {
    /// The result of making the next frame.
    package enum Step {
        /// The next frame, of so many bytes of the batch.
        case frame(count: Int)
        /// An act that is no frame.
        case strike(Strike)
        /// The client's window has no room.
        case blocked
        /// The client has reset the stream: nothing more leaves on it.
        case gone
        case done
    }

    /// 0: the connection itself.
    let stream: Int
    let number: Int
    let elements: [Batch.Element]
    private var index = 0
    /// The offset in the current element.
    private var offset = 0
    /// The number of fields directly above that have not left.
    private var fields = 0
    /// The number of bytes of the batch whose frames have left.
    var sent = 0

    package init(_ batch: Batch, stream: Int) {
        self.stream = stream
        number = batch.number
        elements = batch.elements
    }

    var isDone: Bool { index == elements.count }

    /// Drops the rest of the batch.
    mutating func giveUp() { index = elements.count }

    /// Makes the next frame, with so many bytes of content at most.
    package mutating func next(
        atMost room: Int, altered alteration: Alteration? = nil, _ wire: inout HTTP2Connection,
        into output: inout OutputBytes
    ) -> Step {
        while index < elements.count {
            switch elements[index] {
            case .field:
                fields += 1
                index += 1
            case .bytes, .pattern:
                // Raw bytes that were to leave before the client chose HTTP/2.
                if stream == 0 { return .gone }
                return content(room, padding: alteration == .padding ? Self.padding : 0, &wire, into: &output)
            case .strike(let mark) where mark.endsFrame && !wire.isOpen(stream): return .gone
            case .strike(.headers(let endsStream)):
                index += 1
                let count = head(endsStream, pieces: alteration == .continuation ? 3 : 1, &wire, into: &output)
                wire.headSent(on: stream, isLast: endsStream)
                return .frame(count: count)
            case .strike(.data(let endsStream)):
                // An empty frame: behind bytes, the mark leaves with the last of them.
                index += 1
                output.append(frameHead: 0, .content, endsStream ? .endStream : [], stream: stream)
                wire.contentSent(0, on: stream, isLast: endsStream)
                return .frame(count: 0)
            case .strike(let strike):
                index += 1
                return .strike(strike)
            }
        }
        return .done
    }

    /// Writes HEADERS, and as many CONTINUATION frames as the block needs. Returns the size of its fields when they are
    /// written as lines.
    private mutating func head(
        _ endsStream: Bool, pieces: Int, _ wire: inout HTTP2Connection, into output: inout OutputBytes
    ) -> Int {
        var count = 0
        let size = wire.peerSettings.maxFrameSize
        output.appendBlock(stream: stream, isLast: endsStream, frameSize: size, pieces: pieces) { output in
            for element in elements[index - 1 - fields..<index - 1] {
                guard case .field(let name, let value) = element else { continue }
                count += name.count + value.count + 4
                name.withUnsafeBytes { name in
                    value.withUnsafeBytes { wire.encoder.append(name, $0, to: &output) }
                }
            }
        }
        fields = 0
        return count
    }

    /// Writes DATA, as much as fits: the last byte carries the end of the stream.
    private mutating func content(
        _ room: Int, padding: Int, _ wire: inout HTTP2Connection, into output: inout OutputBytes
    ) -> Step {
        var left = -offset
        var end = index
        scan: while end < elements.count {
            switch elements[end] {
            case .bytes(let bytes): left += bytes.count
            case .pattern(_, let count): left += count
            case .field, .strike: break scan
            }
            end += 1
        }
        // The length of the padding takes a byte as well, and both count against the window, for which an empty frame does
        // not wait.
        let added = padding == 0 || left == 0 ? 0 : padding + 1
        let most = max(0, min(left, room, wire.sendableAtOnce(stream) - added))
        if most == 0, left > 0 { return wire.isOpen(stream) ? .blocked : .gone }
        var endsStream = false
        if most == left, end < elements.count, case .strike(.data(let isLast)) = elements[end] { endsStream = isLast }
        var flags: FrameFlags = endsStream ? .endStream : []
        if added > 0 { flags.insert(.padded) }
        output.append(frameHead: most + added, .content, flags, stream: stream)
        if added > 0 { output.append(UInt8(padding)) }
        copy(most, into: &output)
        for _ in 1..<max(added, 1) { output.append(0) }
        // The mark behind the bytes is done with the last of them.
        if most == left {
            (index, offset) = (end, 0)
            if end < elements.count, case .strike(.data) = elements[end] { index += 1 }
        }
        wire.contentSent(most + added, on: stream, isLast: endsStream)
        return .frame(count: most)
    }

    private static let padding = 5

    private mutating func copy(_ count: Int, into output: inout OutputBytes) {
        var left = count
        while left > 0 {
            var size = 0
            switch elements[index] {
            case .bytes(let bytes):
                size = bytes.count
                let part = min(left, size - offset)
                bytes.withUnsafeBytes {
                    output.append(UnsafeRawBufferPointer(rebasing: $0[offset..<offset + part]))
                }
            case .pattern(let from, let length):
                size = length
                output.append(PatternBytes.array(min(left, size - offset), from: from + offset))
            case .field, .strike: return
            }
            let part = min(left, size - offset)
            left -= part
            offset += part
            if offset == size {
                index += 1
                offset = 0
            }
        }
    }
}
