// LimitTests.swift: limits on what a peer can make a connection do, RFC 9113 section 10.5, and their error codes.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainFrames
import QuintainWire
import Testing

@Suite struct `A flood` {
    static let tight: FrameLimits = {
        var limits = FrameLimits()
        limits.settings = 3
        limits.pings = 3
        limits.priorities = 3
        limits.emptyFrames = 3
        limits.goAways = 3
        limits.windowUpdates = 3
        limits.unknownFrames = 3
        limits.resets = 3
        return limits
    }()

    @Test(arguments: [
        (Frame.settings([]), "too-many-settings", 2), (.settingsAcknowledgement, "too-many-settings", 2),
        (.ping(1), "too-many-pings", 3), (.ping(1, isAcknowledgement: true), "too-many-pings", 3),
        (Frame(.priority, stream: 9, payload: [0, 0, 0, 0, 0]), "too-many-priorities", 3),
        (.goAway(last: 0, .noError), "too-many-goaways", 3), (.windowUpdate(1), "too-many-window-updates", 3),
        (Frame(FrameKind(rawValue: 0x7F), stream: 9), "too-many-unknown-frames", 3),
    ])
    func `of frames that cost nothing ends the connection`(frame: Frame, slug: String, count: Int) {
        let frames = Array(repeating: frame.bytes, count: count).flatMap(\.self)
        let talk = Talk.open(.server, limits: Self.tight).hears(bytes: frames)
        #expect(talk.told().allSatisfy { !$0.hasPrefix("!") })
        #expect(talk.hears(frame).told().last == "! connection ENHANCE_YOUR_CALM \(slug)")
        // A request in between is progress, and so is the clock.
        #expect(talk.hears(.get(1), frame).told().last?.hasPrefix("!") != true)
        #expect(talk.does { $0.forgiveFloods() }.hears(frame).told().last?.hasPrefix("!") != true)
    }

    @Test func `is nothing that was asked for`() {
        let settings = Talk.open(.server, limits: Self.tight).does { for _ in 1...9 { $0.settingsSent([]) } }
            .hears(bytes: Array(repeating: Frame.settingsAcknowledgement.bytes, count: 9).flatMap(\.self))
        #expect(settings.told() == Array(repeating: "settings acknowledged", count: 9))
        let ping = Frame.ping(1, isAcknowledgement: true)
        let pings = Talk.open(.server, limits: Self.tight).does { for _ in 1...9 { $0.pingSent(1) } }
            // Progress forgives earlier frames, and keeps the acknowledgements that are still due.
            .hears(.get(1))
            .hears(bytes: Array(repeating: ping.bytes, count: 12).flatMap(\.self))
        #expect(pings.told().last == "ping acknowledged 1")
        #expect(pings.hears(ping).told().last == "! connection ENHANCE_YOUR_CALM too-many-pings")
    }

    @Test func `of empty frames ends the connection`() {
        let talk = Talk.open(.server, limits: Self.tight).hears(.post(1), .data(1, ""), .data(1, ""), .data(1, ""))
        #expect(talk.told() == ["request 1 POST /"])
        #expect(talk.hears(.data(1, "")).told().last == "! connection ENHANCE_YOUR_CALM too-many-empty-frames")
        #expect(talk.hears(.data(1, "x"), .data(1, "")).told().last == "content 1 x")
        #expect(talk.hears(.data(1, "", .endStream)).told().last == "end 1")
    }

    @Test func `of room for what was sent is none`() {
        let update = Frame.windowUpdate(1, stream: 1)
        let talk = Talk.open(.server, limits: Self.tight).hears(.get(1))
            .does { $0.contentSent(3, on: 1, isLast: false) }
            .hears(bytes: Array(repeating: update.bytes, count: 9).flatMap(\.self))
        #expect(talk.told().last == "window 1 +1")
        #expect(talk.hears(update).told().last == "! connection ENHANCE_YOUR_CALM too-many-window-updates")
    }

    @Test func `of settings in one frame ends the connection`() {
        let most = Array(repeating: Setting(.initialWindowSize, 9), count: 128)
        #expect(Talk.open(.server).hears(.settings(most), .get(1)).told().last == "end 1")
        #expect(
            Talk.open(.server).hears(.settings(most + most.prefix(1))).told().last
                == "! connection ENHANCE_YOUR_CALM settings-too-long")
    }

    @Test func `on streams that are closed ends the connection`() {
        let reset = Talk.open(.server, limits: Self.tight).hears(.post(1)).does { $0.resetSent(on: 1) }
        let empty = reset.hears(.data(1, ""), .data(1, ""), .data(1, ""))
        #expect(empty.hears(.data(1, "")).told().last == "! connection ENHANCE_YOUR_CALM too-many-empty-frames")
        let cancel = Frame.resetStream(1, .cancel)
        #expect(
            reset.hears(cancel, cancel, cancel, cancel).told().last == "! connection ENHANCE_YOUR_CALM too-many-resets")
    }

    @Test func `of resets ends the connection`() {
        var talk = Talk.open(.server, limits: Self.tight)
        for stream in [1, 3, 5] { talk = talk.hears(.get(stream), .resetStream(stream, .cancel)) }
        #expect(talk.told().last == "reset 5 CANCEL")
        let more = talk.hears(.get(7), .resetStream(7, .cancel))
        #expect(more.told().last == "! connection ENHANCE_YOUR_CALM too-many-resets")
        let ended = talk.hears(.get(7)).does { $0.headSent(on: 7, isLast: true) }.hears(
            .get(9), .resetStream(9, .cancel))
        #expect(ended.told().last == "reset 9 CANCEL")
    }

    @Test func `of streams that have to be reset or refused ends the connection`() {
        var broken = Talk.open(.server, limits: Self.tight)
        var refused = Talk.open(.server, limits: Self.tight).does { $0.goAwaySent(last: 0) }
        for stream in [1, 3, 5, 7] {
            broken = broken.hears(.headers(stream, [:]))
            refused = refused.hears(.get(stream))
        }
        #expect(
            broken.told().suffix(2)
                == ["! stream 5 PROTOCOL_ERROR method-missing", "! connection ENHANCE_YOUR_CALM too-many-resets"])
        #expect(refused.told().suffix(2) == ["refused 5", "! connection ENHANCE_YOUR_CALM too-many-resets"])
    }

    @Test func `of streams without a setting is refused too`() {
        var limits = FrameLimits()
        limits.streams = 2
        let talk = Talk.open(.server, limits: limits).hears(.post(1), .post(3), .post(5))
        #expect(talk.told().last == "refused 5")
    }
}

@Suite struct `The settings of a server` {
    @Test func `hold the peer once it has acknowledged them`() {
        let sizes = Talk.open(.server).does { $0.settingsSent([Setting(.maxFrameSize, 20_000)]) }
        let large = Frame.data(1, String(repeating: "x", count: 20_000))
        #expect(sizes.hears(.post(1), large).told().last == "content 1 20000 bytes")
        let back = sizes.hears(.settingsAcknowledgement).does { $0.settingsSent([Setting(.maxFrameSize, 16_384)]) }
        #expect(back.hears(.post(1), large).told().last == "content 1 20000 bytes")
        #expect(
            back.hears(.settingsAcknowledgement, .post(1), large).told().last
                == "! connection FRAME_SIZE_ERROR frame-too-long")
    }

    @Test func `may make the table of fields smaller`() {
        let get = Frame(.headers, [.endHeaders, .endStream], stream: 1, payload: hex("20") + Frame.get(1).payload)
        let talk = Talk.open(.server).does { $0.settingsSent([Setting(.headerTableSize, 0)]) }
        #expect(talk.hears(.settingsAcknowledgement, get).told().last == "end 1")
        // RFC 7541 section 4.2: the next block acknowledges the smaller table.
        #expect(
            talk.hears(.settingsAcknowledgement, .get(1)).told().last
                == "! connection COMPRESSION_ERROR field-block-undecodable")
        #expect(talk.hears(.get(1)).told().last == "end 1")
    }

    @Test func `of the peer hold the encoder`() {
        var connection = HTTP2Connection(.server)
        let sizes = [Setting(.headerTableSize, 0), Setting(.headerTableSize, 100)]
        connection.append(HTTP2Preface.bytes + Frame.settings(sizes).bytes)
        while case .some = connection.next() {}
        var block = OutputBytes()
        connection.encoder.append(HeaderField(":status", "200"), to: &block)
        // RFC 7541 section 4.2: the smallest size first, then the one that counts.
        #expect(block.array == hex("20 3f45 88"))
    }

    @Test func `are acknowledged without having been sent, and nothing comes of it`() {
        #expect(Talk.open(.server).hears(.settingsAcknowledgement, .get(1)).told().last == "end 1")
    }
}

@Suite struct `An answer` {
    @Test func `is what a peer is owed`() {
        var connection = HTTP2Connection(.server)
        connection.goAwaySent(last: 3)
        connection.append(
            HTTP2Preface.bytes + Frame.settings([]).bytes + Frame.ping(5).bytes + Frame.headers(1, [:]).bytes
                + Frame.get(5).bytes + Frame.ping(6, isAcknowledgement: true).bytes + Frame.data(7, "").bytes)
        var output = OutputBytes()
        var kinds: [FrameKind] = []
        while let event = connection.next() {
            if let answer = event.answer { output.append(answer) }
            if let frame = connection.frame, kinds.last != frame.kind { kinds.append(frame.kind) }
        }
        #expect(kinds == [.settings, .ping, .headers, .ping, .content])
        let frames: [Frame] = [
            .settingsAcknowledgement, .ping(5, isAcknowledgement: true), .resetStream(1, .protocolError),
            .resetStream(5, .refusedStream), .goAway(last: 3, .protocolError),
        ]
        #expect(output.array == frames.flatMap(\.bytes))
    }
}

@Suite struct `The rules of HTTP/2` {
    @Test func `each have a sentence and a citation`() {
        for rule in FrameRule.allCases {
            #expect(!rule.sentence.isEmpty && !rule.sentence.hasSuffix("."))
            #expect(rule.citation.wholeMatch(of: #/RFC \d+ section \d+(\.\d+)*/#) != nil, "\(rule)")
            #expect(rule.code != .noError)
        }
        #expect(Set(FrameRule.allCases.map(\.sentence)).count == FrameRule.allCases.count)
    }
}
