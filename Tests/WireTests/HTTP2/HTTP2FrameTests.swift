// HTTP2FrameTests.swift: HTTP/2 frames as bytes, and the names of their numbers.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainWire
import Testing

@Suite struct `Frames of HTTP/2` {
    @Test func `are nine bytes and a payload`() {
        let frame = Frame(.headers, [.endHeaders, .priority], stream: 0x0102_0304, payload: [7, 8])
        #expect(bytes(frame) == hex("000002 01 24 01020304 0708"))
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
    func `of the connection have their forms`(frame: Frame, form: String) {
        #expect(bytes(frame) == hex(form))
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

    private func bytes(_ frame: Frame) -> [UInt8] {
        var output = OutputBytes()
        output.append(frame)
        return output.array
    }

    private func hex(_ text: String) -> [UInt8] {
        let digits = text.utf8.compactMap { Octet.hexValue($0) }
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }
}
