// StreamTests.swift: the states of streams, RFC 9113 sections 4.3, 5.1 and 6.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainFrames
import QuintainWire
import Testing

@Suite struct `A stream` {
    @Test func `carries a request with a body and trailers`() {
        let talk = Talk.open(.server)
            .hears(.post(1), .data(1, "hel"), .data(1, "lo"))
            .hears(.headers(1, ["a": "b", "c": "d"]))
        #expect(
            talk.told() == ["request 1 POST /", "content 1 hel", "content 1 lo", "trailers 1 a: b, c: d", "end 1"])
    }

    @Test func `ends with any frame that says so`() {
        let talk = Talk.open(.server)
            .hears(.get(1), .post(3), .data(3, "x", .endStream), .post(5), .data(5, "", .endStream))
        #expect(
            talk.told() == [
                "request 1 GET /", "end 1", "request 3 POST /", "content 3 x", "end 3", "request 5 POST /", "end 5",
            ])
    }

    @Test func `has padding that weighs and is not told`() {
        let talk = Talk.open(.server)
            .hears(
                Frame(.headers, [.endHeaders, .padded], stream: 1, payload: [3] + Frame.get(1).payload + [0, 0, 0])
            )
            .hears(Frame(.content, .padded, stream: 1, payload: [2, 65, 0, 0]))
            .hears(Frame(.content, [.padded, .endStream], stream: 1, payload: [0]))
        #expect(talk.told() == ["request 1 GET /", "content 1 A weighs 4", "content 1  weighs 1", "end 1"])
    }

    @Test func `has padding of zeros where a client sends it, section 6.1`() {
        let spoilt = [
            Frame(.headers, [.endHeaders, .padded], stream: 1, payload: [2] + Frame.get(1).payload + [0, 1]),
            Frame(.content, .padded, stream: 1, payload: [2, 65, 1, 0]),
        ]
        for (frame, before) in zip(spoilt, [[], [Frame.post(1)]]) {
            var talk = Talk.open(.server)
            for frame in before { talk = talk.hears(frame) }
            #expect(talk.hears(frame).told().last == "! connection PROTOCOL_ERROR padding-not-zero")
        }
    }

    @Test func `has an odd number that grows, section 5.1.1`() {
        #expect(Talk.open(.server).hears(.get(2)).told() == ["! connection PROTOCOL_ERROR stream-number-even"])
        let talk = Talk.open(.server).hears(.get(5))
        #expect(talk.hears(.get(3)).told().last == "! connection PROTOCOL_ERROR stream-number-too-low")
        #expect(talk.hears(.get(7)).told().last == "end 7")
    }

    @Test func `takes nothing behind its end, section 5.1`() {
        let talk = Talk.open(.server).hears(.get(1))
        let after = "! stream 1 STREAM_CLOSED frame-after-end-stream"
        #expect(talk.hears(.data(1, "x")).told().last == after)
        #expect(talk.hears(.get(1)).told().last == after)
        #expect(
            talk.hears(.headers(1, ["a": "b"], []), Frame(.continuation, .endHeaders, stream: 1)).told().last == after)
        #expect(
            talk.hears(Frame(.continuation, stream: 1)).told().last == "! connection PROTOCOL_ERROR continuation-alone")
    }

    @Test func `takes nothing after a reset, section 5.1`() {
        let talk = Talk.open(.server).hears(.post(1), .resetStream(1, .cancel))
        let after = "! stream 1 STREAM_CLOSED frame-after-rst-stream"
        #expect(talk.told() == ["request 1 POST /", "reset 1 CANCEL"])
        #expect(talk.hears(.data(1, "x")).told().last == after)
        #expect(talk.hears(.get(1)).told().last == after)
        #expect(talk.hears(.windowUpdate(1, stream: 1)).told().last == after)
        // Another reset may answer what the peer still got: section 5.4.2.
        #expect(talk.hears(.resetStream(1, .cancel)).told().last == "reset 1 CANCEL")
    }

    @Test func `ends the connection where frames come after both ends, section 5.1`() {
        let talk = Talk.open(.server).hears(.get(1)).does { $0.headSent(on: 1, isLast: true) }
        let after = "! connection STREAM_CLOSED frame-on-closed-stream"
        #expect(talk.hears(.data(1, "x")).told().last == after)
        #expect(talk.hears(.get(1)).told().last == after)
        #expect(talk.hears(.windowUpdate(9, stream: 1)).told().last == "end 1")
        // No increment of 0 is right anywhere: section 6.9.
        #expect(
            talk.hears(.windowUpdate(0, stream: 1)).told().last == "! stream 1 PROTOCOL_ERROR window-increment-zero")
        let resets = talk.hears(.resetStream(1, .protocolError), .resetStream(1, .cancel))
        #expect(resets.told().suffix(2) == ["end 1", "reset 1 PROTOCOL_ERROR"])
    }

    @Test func `that was reset here drops what was on its way`() {
        let talk = Talk.open(.server)
            .hears(.post(1)).does { $0.resetSent(on: 1) }
            .hears(.data(1, "hello"), .windowUpdate(0, stream: 1), .headers(1, ["A": "b"]), .resetStream(1, .cancel))
            .hears(Frame(.headers, [.endHeaders, .priority], stream: 1, payload: hex("00000001 10")))
            .hears(.get(3))
        #expect(talk.told() == ["request 1 POST /", "dropped 1 5", "request 3 GET /", "end 3"])
    }

    @Test func `that broke a rule is reset, and the others go on`() {
        let talk = Talk.open(.server)
            .hears(.headers(1, ["a": "b"]), .data(1, "late"), .get(3))
        #expect(
            talk.told() == ["! stream 1 PROTOCOL_ERROR method-missing", "dropped 1 4", "request 3 GET /", "end 3"])
    }

    @Test func `that is too many is refused, section 5.1.2`() {
        let limit = [Setting(.maxConcurrentStreams, 2)]
        let talk = Talk.open(.server).does { $0.settingsSent(limit) }.hears(.post(1), .post(3), .get(5))
        // The client may not know of it yet.
        #expect(talk.told().suffix(2) == ["request 3 POST /", "refused 5"])
        let agreed = Talk.open(.server).does { $0.settingsSent(limit) }.hears(.settingsAcknowledgement)
            .hears(.post(1), .post(3), .get(5))
        #expect(agreed.told().last == "! stream 5 REFUSED_STREAM too-many-streams")
        let ended = agreed.hears(.data(1, "", .endStream)).does { $0.headSent(on: 1, isLast: true) }.hears(.get(7))
        #expect(ended.told().suffix(3) == ["end 1", "request 7 GET /", "end 7"])
    }

    @Test func `that comes after a GOAWAY is refused, section 6.8`() {
        let talk = Talk.open(.server).hears(.post(1)).does { $0.goAwaySent(last: 1) }
            .hears(.post(3), .data(3, "x"), .data(1, "y", .endStream))
        #expect(talk.told() == ["request 1 POST /", "refused 3", "dropped 3 1", "content 1 y", "end 1"])
    }

    @Test func `does not depend on itself, RFC 7540 section 5.3.1`() {
        let payload = hex("00000001 10") + Frame.get(1).payload
        let talk = Talk.open(.server)
            .hears(Frame(.headers, [.endHeaders, .endStream, .priority], stream: 1, payload: payload), .get(3))
        #expect(
            talk.told() == ["! stream 1 PROTOCOL_ERROR stream-depends-on-itself", "request 3 GET /", "end 3"])
        let priority = Frame(.priority, stream: 1, payload: hex("00000001 10"))
        #expect(
            Talk.open(.server).hears(.post(1), priority).told().last
                == "! stream 1 PROTOCOL_ERROR stream-depends-on-itself")
        let short = Frame(.priority, stream: 1, payload: hex("00000000"))
        #expect(Talk.open(.server).hears(.post(1), short).told().last == "! stream 1 FRAME_SIZE_ERROR priority-size")
    }

    @Test func `is forgotten once enough others were closed`() {
        var limits = FrameLimits()
        limits.remembered = 2
        var talk = Talk.open(.server, limits: limits)
        for stream in [1, 3, 5] {
            talk = talk.hears(.get(stream)).does { $0.headSent(on: stream, isLast: true) }
        }
        #expect(talk.hears(.get(3)).told().last == "! connection STREAM_CLOSED frame-on-closed-stream")
        #expect(talk.hears(.get(1)).told().last == "! connection PROTOCOL_ERROR stream-number-too-low")
        #expect(talk.hears(.data(1, "")).told().last == "! connection STREAM_CLOSED frame-on-closed-stream")
        #expect(talk.told().count == 6)
    }
}

@Suite struct `A field block` {
    static let block = Frame.get(1).payload

    @Test func `comes in as many frames as it likes`() {
        let talk = Talk.open(.server).hears(
            Frame(.headers, .endStream, stream: 1, payload: Array(Self.block.prefix(10))),
            Frame(.continuation, stream: 1), Frame(.continuation, stream: 1, payload: Array(Self.block[10..<11])),
            Frame(.continuation, .endHeaders, stream: 1, payload: Array(Self.block.dropFirst(11))))
        #expect(talk.told() == ["request 1 GET /", "end 1"])
    }

    @Test(arguments: [
        Frame.ping(1), .data(1, "x"), .get(1), .get(3), Frame(FrameKind(rawValue: 0xF0)), .settingsAcknowledgement,
        Frame(.priority, stream: 1, payload: [0, 0, 0, 0, 0]), Frame(.continuation, .endHeaders, stream: 3),
    ])
    func `is not interrupted by any frame, section 4.3`(frame: Frame) {
        let talk = Talk.open(.server)
            .hears(Frame(.headers, stream: 1, payload: Self.block), frame, Frame(.continuation, .endHeaders, stream: 1))
        #expect(talk.told() == ["! connection PROTOCOL_ERROR field-block-interrupted"])
    }

    @Test(arguments: [
        "80", "c6", "ff ff ff ff ff ff ff ff ff", "82 3f e1 1f", "3f e2 1f 82", "00 85 f2 b2 4a 84 ff", "00 03",
    ])
    func `is one of HPACK, section 4.3`(block: String) {
        let talk = Talk.open(.server).hears(Frame(.headers, .endHeaders, stream: 1, payload: hex(block)), .ping(1))
        #expect(talk.told() == ["! connection COMPRESSION_ERROR field-block-undecodable"])
    }

    @Test func `is decoded also if nobody wants its fields`() {
        // The second block refers to a table entry that the block of a refused stream has added.
        let first = hex("82 87 84 41 06") + Array("a.test".utf8) + hex("40 01 61 01 62")
        let talk = Talk.open(.server).does { $0.goAwaySent(last: 0) }
            .hears(Frame(.headers, [.endHeaders, .endStream], stream: 1, payload: first))
            .does { _ in }
            .hears(Frame(.headers, [.endHeaders, .endStream], stream: 3, payload: hex("82 87 84 bf be")))
        #expect(talk.told() == ["refused 1", "refused 3"])
    }

    @Test func `is told where it began`() throws {
        var connection = HTTP2Connection(.server)
        let before = HTTP2Preface.bytes + Frame.settings([]).bytes
        connection.append(
            before + Frame.headers(1, ["A": "b"], .endStream).bytes + Frame(.continuation, .endHeaders, stream: 1).bytes
        )
        while let event = connection.next() {
            if case .breach(let breach) = event { #expect(breach.offset == before.count) }
        }
        let isBetweenFrames = connection.isBetweenFrames
        #expect(isBetweenFrames)
    }

    @Test func `ends the connection where it is more than is read`() {
        var limits = FrameLimits()
        limits.block = 100
        limits.blockFrames = 3
        let long = Talk.open(.server, limits: limits)
            .hears(Frame(.headers, stream: 1, payload: Self.block))
            .hears(Frame(.continuation, stream: 1, payload: Frame.literal("a", String(repeating: "b", count: 100))))
        #expect(long.told() == ["! connection ENHANCE_YOUR_CALM field-block-too-long"])
        let many = Talk.open(.server, limits: limits)
            .hears(Frame(.headers, stream: 1), Frame(.continuation, stream: 1), Frame(.continuation, stream: 1))
        #expect(many.told() == [])
        #expect(
            many.hears(Frame(.continuation, stream: 1)).told()
                == ["! connection ENHANCE_YOUR_CALM field-block-in-too-many-frames"])
    }

    @Test func `ends its stream where its fields are more than are read`() {
        var limits = FrameLimits()
        limits.fields.head = 200
        limits.fields.fields = 8
        let talk = Talk.open(.server, limits: limits)
        #expect(
            talk.hears(.post(1, "/", ("a", String(repeating: "b", count: 150))), .get(3)).told()
                == ["! stream 1 ENHANCE_YOUR_CALM fields-too-long", "request 3 GET /", "end 3"])
        let fields = (0..<5).map { ("a\($0)", "") }
        let more = Frame.post(1).payload + fields.flatMap { Frame.literal($0.0, $0.1) }
        #expect(
            talk.hears(Frame(.headers, .endHeaders, stream: 1, payload: more), .get(3)).told()
                == ["! stream 1 ENHANCE_YOUR_CALM too-many-fields", "request 3 GET /", "end 3"])
        // A bomb: one byte for each field of 128 bytes.
        let bomb =
            Frame.post(1).payload + hex("40 01 61 7f 00") + Array(repeating: 0x61, count: 127)
            + Array(repeating: 0xBE, count: 10_000)
        #expect(
            talk.hears(Frame(.headers, .endHeaders, stream: 1, payload: bomb), .get(3)).told()
                == ["! stream 1 ENHANCE_YOUR_CALM fields-too-long", "request 3 GET /", "end 3"])
    }

    /// The list of open streams is searched by halving, and its gaps are closed now and then.
    @Test(arguments: [1, 7, 61, 599])
    func `are told apart in whatever order they end`(step: Int) {
        var connection = HTTP2Connection(.server)
        connection.append(HTTP2Preface.bytes + Frame.settings([]).bytes)
        let count = 600
        let streams = (0..<count).map { $0 * 2 + 1 }
        for stream in streams { connection.append(Frame.get(stream).bytes) }
        while connection.next() != nil {}
        var open = Set(streams)
        var stream = 0
        for _ in 0..<count {
            stream = (stream + step) % count
            connection.headSent(on: stream * 2 + 1, isLast: true)
            open.remove(stream * 2 + 1)
            var known: Set<Int> = []
            for stream in streams where connection.isOpen(stream) { known.insert(stream) }
            #expect(known == open)
        }
        connection.append(Frame.get(count * 2 + 1).bytes)
        while connection.next() != nil {}
        let isOpen = connection.isOpen(count * 2 + 1)
        #expect(isOpen)
    }
}
