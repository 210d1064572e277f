// FrameTests.swift: frames as bytes, and numbers by their names.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainFrames
import QuintainWire
import Testing

@Suite struct `Frames` {
    @Test func `are nine bytes and a payload`() {
        let frame = Frame(.headers, [.endHeaders, .priority], stream: 0x0102_0304, payload: [7, 8])
        #expect(frame.bytes == hex("000002 01 24 01020304 0708"))
    }

    @Test func `are written as they should not be, if that is wanted`() {
        var output = OutputBytes()
        output.append(
            Frame(FrameKind(rawValue: 0x7F), FrameFlags(rawValue: 0xFF), stream: 1 << 31), announcing: 0xABCDEF)
        #expect(output.array == hex("abcdef 7f ff 80000000"))
    }

    @Test(arguments: [
        (Frame.settings([Setting(.maxConcurrentStreams, 100)]), "000006 04 00 00000000 0003 00000064"),
        (.settingsAcknowledgement, "000000 04 01 00000000"),
        (.ping(1), "000008 06 00 00000000 0000000000000001"),
        (.ping(2, isAcknowledgement: true), "000008 06 01 00000000 0000000000000002"),
        (.windowUpdate(5, stream: 3), "000004 08 00 00000003 00000005"),
        (.resetStream(3, .cancel), "000004 03 00 00000003 00000008"),
        (.goAway(last: 3, .noError, debug: [1]), "000009 07 00 00000000 00000003 00000000 01"),
    ])
    func `of the connection have their forms`(frame: Frame, bytes: String) {
        #expect(frame.bytes == hex(bytes))
    }

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

    @Test func `have names of their RFCs, and numbers where there are none`() {
        #expect(FrameKind.content.description == "DATA")
        #expect(FrameKind("WINDOW_UPDATE") == .windowUpdate)
        #expect(FrameKind("PRIORITY_UPDATE") == FrameKind(rawValue: 0x10))
        #expect(FrameKind(rawValue: 0x7F).description == "0x7f")
        #expect(FrameKind("0x7f") == FrameKind(rawValue: 0x7F))
        #expect(FrameKind("9") == .continuation)
        #expect(FrameKind("256") == nil)
        #expect(FrameKind("data") == nil)
        #expect(ErrorCode("HTTP_1_1_REQUIRED") == .http11Required)
        #expect(ErrorCode(rawValue: 0xFFFF_FFFF).description == "0xffffffff")
        #expect(SettingName("NO_RFC7540_PRIORITIES") == .noOldPriorities)
        #expect(Setting(.initialWindowSize, 0).description == "INITIAL_WINDOW_SIZE=0")
        #expect((0...0xD).allSatisfy { ErrorCode(ErrorCode(rawValue: $0).name ?? "") == ErrorCode(rawValue: $0) })
    }

    @Test func `have flags whose names depend on the type`() {
        #expect(FrameFlags(rawValue: 0x2D).names(in: .headers) == ["END_STREAM", "END_HEADERS", "PADDED", "PRIORITY"])
        #expect(FrameFlags(rawValue: 0x05).names(in: .ping) == ["ACK", "0x4"])
        #expect(FrameFlags("ACK", in: .settings) == .ack)
        #expect(FrameFlags("ACK", in: .content) == nil)
        #expect(FrameFlags("0x40", in: .content) == FrameFlags(rawValue: 0x40))
    }
}
