// FrameTests.swift: bytes become frames, and messages become frames.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainFrames
import QuintainWire
import Testing

@Suite struct `Frames` {
    @Test func `are found however their bytes are cut`() {
        let frames = [
            Frame.data(1, "hello", .endStream), .settingsAcknowledgement, .ping(9),
            Frame(FrameKind(rawValue: 0xEE), [], stream: 5, payload: Array(repeating: 1, count: 300)),
        ]
        let input = frames.flatMap(\.bytes)
        for size in 1...input.count {
            var reader = FrameReader()
            var found: [Frame] = []
            var offsets: [Int] = []
            for start in stride(from: 0, to: input.count, by: size) {
                reader.append(Array(input[start..<min(start + size, input.count)]))
                while case .frame(let head) = reader.next() {
                    found.append(Frame(head.kind, head.flags, stream: head.stream, payload: Array(reader.payload)))
                    offsets.append(head.offset)
                }
            }
            #expect(found == frames, "pieces of \(size)")
            #expect(offsets == [0, 14, 23, 40], "pieces of \(size)")
        }
    }

    @Test func `are told to be too long by their heads`() {
        var reader = FrameReader(limit: 16_384)
        reader.append(Frame.ping(1).bytes + hex("004001 00 00 80000001"))
        #expect(reader.next() == .frame(FrameHead(length: 8, kind: .ping, flags: [], stream: 0, offset: 0)))
        #expect(reader.next() == .tooLong(FrameHead(length: 16_385, kind: .content, flags: [], stream: 1, offset: 17)))
        reader.append(Frame.ping(2).bytes)
        #expect(reader.next() == nil)
        #expect(reader.rest.isEmpty)
    }

    @Test(arguments: [1, 2, 4, 5, 6])
    func `hold a block that is appended, as they hold one that was there`(size: Int) {
        let block: [UInt8] = [1, 2, 3, 4, 5]
        var appended = OutputBytes(capacity: 0)
        appended.append([9])
        appended.appendBlock(stream: 3, isLast: true, frameSize: size) { $0.append(block) }
        var copied = OutputBytes()
        copied.append([9])
        block.withUnsafeBytes { copied.append(block: $0, stream: 3, isLast: true, frameSize: size) }
        #expect(appended.array == copied.array)
    }

    @Test func `hold a block or a body that is cut to their size`() {
        var output = OutputBytes()
        let bytes: [UInt8] = [1, 2, 3, 4, 5]
        bytes.withUnsafeBytes {
            output.append(block: $0, stream: 1, isLast: true, frameSize: 2)
            output.append(content: $0, stream: 3, isLast: true, frameSize: 5)
            output.append(content: $0, stream: 5, isLast: true, frameSize: 3)
        }
        [UInt8]().withUnsafeBytes {
            output.append(block: $0, stream: 7, isLast: false)
            output.append(content: $0, stream: 7, isLast: true)
        }
        let frames = [
            Frame(.headers, .endStream, stream: 1, payload: [1, 2]), Frame(.continuation, stream: 1, payload: [3, 4]),
            Frame(.continuation, .endHeaders, stream: 1, payload: [5]),
            Frame(.content, .endStream, stream: 3, payload: bytes), Frame(.content, stream: 5, payload: [1, 2, 3]),
            Frame(.content, .endStream, stream: 5, payload: [4, 5]), Frame(.headers, .endHeaders, stream: 7),
            Frame(.content, .endStream, stream: 7),
        ]
        #expect(output.array == frames.flatMap(\.bytes))
    }
}
