// ConnectionTests.swift: the preface, and frames about the connection, RFC 9113 sections 3 to 7.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainFrames
import QuintainWire
import Testing

@Suite struct `A connection` {
    @Test func `begins with the preface and settings`() {
        let talk = Talk(.server).hears(bytes: HTTP2Preface.bytes + Frame.settings([Setting(.enablePush, 0)]).bytes)
        #expect(talk.told() == ["settings ENABLE_PUSH=0"])
    }

    @Test(arguments: [
        (HTTP2Connection.Role.server, "GET / HTTP/1.1\r\n", "! connection PROTOCOL_ERROR preface-missing"),
        (.server, "PRI * HTTP/2.0\r\n\r\nSM\r\n\rX", "! connection PROTOCOL_ERROR preface-missing"),
        (.client, "HTTP/1.1 400 Bad Request\r\n", "! connection FRAME_SIZE_ERROR frame-too-long"),
    ])
    func `is over where other text comes, section 3.4`(role: HTTP2Connection.Role, text: String, told: String) {
        #expect(Talk(role).hears(bytes: Array(text.utf8)).told() == [told])
    }

    @Test(arguments: [HTTP2Connection.Role.server, .client], [Frame.ping(1), .settingsAcknowledgement, .get(1)])
    func `is over where settings do not come first, section 3.4`(role: HTTP2Connection.Role, frame: Frame) {
        let talk = Talk(role).hears(bytes: (role == .server ? HTTP2Preface.bytes : []) + frame.bytes)
        #expect(talk.told() == ["! connection PROTOCOL_ERROR settings-not-first"])
    }

    @Test func `passes by what it does not know, section 4.1`() {
        let talk = Talk.open(.server)
            .hears(
                Frame(FrameKind(rawValue: 0xF0), FrameFlags(rawValue: 0xFF), stream: 1 << 31 | 7, payload: [1, 2, 3])
            )
            .hears(Frame(.ping, FrameFlags(rawValue: 0xFE), stream: 1 << 31, payload: hex("0000000000000001")))
        #expect(talk.told() == ["unknown 0xf0 on 7, 3 bytes", "ping 1"])
    }

    @Test(arguments: [HTTP2Connection.Role.server, .client])
    func `is over with any of these frames, for either side`(role: HTTP2Connection.Role) {
        let wrong: [(Frame, String)] = [
            (Frame(.content, payload: [1]), "PROTOCOL_ERROR data-on-stream-0"),
            (Frame(.headers, .endHeaders), "PROTOCOL_ERROR headers-on-stream-0"),
            (Frame(.priority, payload: [0, 0, 0, 1, 0]), "PROTOCOL_ERROR priority-on-stream-0"),
            (.resetStream(0, .cancel), "PROTOCOL_ERROR rst-stream-on-stream-0"),
            (Frame(.continuation), "PROTOCOL_ERROR continuation-on-stream-0"),
            (Frame(.settings, stream: 1), "PROTOCOL_ERROR settings-on-a-stream"),
            (Frame(.ping, stream: 1, payload: Array(repeating: 0, count: 8)), "PROTOCOL_ERROR ping-on-a-stream"),
            (Frame(.goAway, stream: 1, payload: Array(repeating: 0, count: 8)), "PROTOCOL_ERROR goaway-on-a-stream"),
            (Frame(.content, payload: Array(repeating: 0, count: 16_385)), "FRAME_SIZE_ERROR frame-too-long"),
            (
                Frame(FrameKind(rawValue: 0xF0), payload: Array(repeating: 0, count: 16_385)),
                "FRAME_SIZE_ERROR frame-too-long"
            ),
            (Frame(.resetStream, stream: 1, payload: [0, 0, 0]), "FRAME_SIZE_ERROR rst-stream-size"),
            (Frame(.settings, payload: [0, 1, 0, 0, 0]), "FRAME_SIZE_ERROR settings-size"),
            (Frame(.settings, .ack, payload: hex("000100000000")), "FRAME_SIZE_ERROR settings-ack-size"),
            (Frame(.ping, payload: [1, 2, 3, 4, 5, 6, 7]), "FRAME_SIZE_ERROR ping-size"),
            (Frame(.ping, payload: [1, 2, 3, 4, 5, 6, 7, 8, 9]), "FRAME_SIZE_ERROR ping-size"),
            (Frame(.goAway, payload: [0, 0, 0, 0, 0, 0, 0]), "FRAME_SIZE_ERROR goaway-size"),
            (Frame(.windowUpdate, payload: [0, 0, 1]), "FRAME_SIZE_ERROR window-update-size"),
            (
                Frame(.headers, [.endHeaders, .priority], stream: 1, payload: [0, 0, 0, 0]),
                "FRAME_SIZE_ERROR headers-size"
            ),
            (Frame(.headers, [.endHeaders, .padded], stream: 1), "FRAME_SIZE_ERROR headers-size"),
            (Frame(.content, .padded, stream: 1), "FRAME_SIZE_ERROR headers-size"),
            (Frame(.content, .padded, stream: 1, payload: [6, 0, 0, 0, 0, 0]), "PROTOCOL_ERROR padding-too-long"),
            (Frame(.headers, .padded, stream: 1, payload: [1]), "PROTOCOL_ERROR padding-too-long"),
            (.data(1, "x"), "PROTOCOL_ERROR frame-on-idle-stream"),
            (.resetStream(1, .cancel), "PROTOCOL_ERROR frame-on-idle-stream"),
            (.windowUpdate(1, stream: 1), "PROTOCOL_ERROR frame-on-idle-stream"),
            (.windowUpdate(1, stream: 2), "PROTOCOL_ERROR frame-on-idle-stream"),
            (Frame(.continuation, .endHeaders, stream: 1), "PROTOCOL_ERROR continuation-alone"),
            (.windowUpdate(0), "PROTOCOL_ERROR window-increment-zero"),
            (.windowUpdate(0x7FFF_FFFF), "FLOW_CONTROL_ERROR window-overflow"),
            (.settings([Setting(.enablePush, 2)]), "PROTOCOL_ERROR enable-push-value"),
            (.settings([Setting(.initialWindowSize, 1 << 31)]), "FLOW_CONTROL_ERROR initial-window-size-value"),
            (.settings([Setting(.maxFrameSize, 16_383)]), "PROTOCOL_ERROR max-frame-size-value"),
            (.settings([Setting(.maxFrameSize, 1 << 24)]), "PROTOCOL_ERROR max-frame-size-value"),
            (.settings([Setting(.enableConnectProtocol, 2)]), "PROTOCOL_ERROR enable-connect-protocol-value"),
            (.settings([Setting(.noOldPriorities, 2)]), "PROTOCOL_ERROR no-rfc7540-priorities-value"),
            (Frame(.priority, stream: 1, payload: [0, 0, 0, 1]), "FRAME_SIZE_ERROR priority-size"),
            (Frame(.priority, stream: 1, payload: [0, 0, 0, 1, 0]), "PROTOCOL_ERROR stream-depends-on-itself"),
        ]
        for (frame, told) in wrong {
            // Nothing is read after it.
            #expect(Talk.open(role).hears(frame, .ping(1)).told() == ["! connection \(told)"])
        }
    }

    @Test func `is over with a push from either side, sections 6.6 and 8.4`() {
        let push = Frame(.pushPromise, .endHeaders, stream: 1, payload: [0, 0, 0, 2])
        #expect(Talk.open(.server).hears(.get(1), push).told().last == "! connection PROTOCOL_ERROR push-from-client")
        let client = Talk.open(.client).does { $0.requestSent("GET", on: 1, isWhole: true) }
        #expect(client.hears(push).told() == ["! connection PROTOCOL_ERROR push-disabled"])
    }

    @Test func `lets a server say nothing of push but that there is none, section 6.5.2`() {
        #expect(Talk.open(.client).hears(.settings([Setting(.enablePush, 0)])).told() == ["settings ENABLE_PUSH=0"])
        #expect(
            Talk.open(.client).hears(.settings([Setting(.enablePush, 1)])).told()
                == ["! connection PROTOCOL_ERROR enable-push-of-server"])
    }

    @Test func `keeps the extended CONNECT once it is on, RFC 8441 section 3`() {
        let on = Frame.settings([Setting(.enableConnectProtocol, 1)])
        let off = Frame.settings([Setting(.enableConnectProtocol, 0)])
        #expect(Talk.open(.client).hears(off, on).told().count == 2)
        #expect(
            Talk.open(.client).hears(on, off).told().last == "! connection PROTOCOL_ERROR enable-connect-protocol-value"
        )
    }

    @Test func `takes a list of settings in order, and unknown ones too, section 6.5.3`() {
        var seen: [SettingValues] = []
        _ = Talk.open(.client)
            .hears(
                .settings([
                    Setting(.maxFrameSize, 20_000), Setting(SettingName(rawValue: 0x999), 7),
                    Setting(.maxFrameSize, 30_000),
                    Setting(.maxConcurrentStreams, 3), Setting(.headerTableSize, 0), Setting(.maxHeaderListSize, 9),
                ])
            )
            .does { seen.append($0.peerSettings) }.told()
        #expect(seen[0].maxFrameSize == 30_000)
        #expect(seen[0].maxConcurrentStreams == 3)
        #expect(seen[0].headerTableSize == 0)
        #expect(seen[0].maxHeaderListSize == 9)
        #expect(seen[0].initialWindowSize == 65_535)
    }

    /// RFC 9113 section 6.7.
    @Test func `takes no acknowledgement with another payload while a ping waits`() {
        let right = Talk.open(.server).does {
            $0.pingSent(7)
            $0.pingSent(8)
        }.hears(.ping(8, isAcknowledgement: true), .ping(7, isAcknowledgement: true), .ping(9, isAcknowledgement: true))
        #expect(right.told() == ["ping acknowledged 8", "ping acknowledged 7", "ping acknowledged 9"])
        let wrong = Talk.open(.server).does { $0.pingSent(7) }.hears(.ping(9, isAcknowledgement: true))
        #expect(wrong.told() == ["! connection PROTOCOL_ERROR ping-acknowledged-otherwise"])
        let twice = Talk.open(.server).does {
            $0.pingSent(7)
            $0.pingSent(8)
        }.hears(.ping(7, isAcknowledgement: true), .ping(7, isAcknowledgement: true))
        #expect(twice.told().last == "! connection PROTOCOL_ERROR ping-acknowledged-otherwise")
    }

    /// RFC 9113 sections 6.5.3 and 6.7: a peer that has read a message has read what left before it.
    @Test func `says what the peer has not acknowledged, once a whole message is behind it`() {
        func omission(_ talk: Talk) -> FrameRule? {
            var rule: FrameRule?
            _ = talk.does { rule = $0.omission }.told()
            return rule
        }
        let asked = Talk.open(.server).does { $0.settingsSent([Setting(.maxConcurrentStreams, 9)]) }.hears(.get(1))
        #expect(omission(asked) == nil)
        let answered = asked.does { $0.headSent(on: 1, isLast: true) }
        #expect(omission(answered) == .settingsUnanswered)
        #expect(omission(answered.hears(.settingsAcknowledgement)) == nil)
        #expect(omission(answered.hears(.goAway(last: 0, .protocolError))) == nil)
        #expect(omission(answered.hears(.goAway(last: 0, .noError))) == nil)
        #expect(omission(answered.does { $0.goAwaySent(last: 1) }) == nil)
        #expect(omission(asked.hears(.settingsAcknowledgement).does { $0.headSent(on: 1, isLast: true) }) == nil)
        #expect(omission(asked.hears(.resetStream(1, .cancel)).does { $0.headSent(on: 1, isLast: true) }) == nil)
        // The second one left behind the message.
        let another = answered.does { $0.settingsSent([]) }
        #expect(omission(another.hears(.settingsAcknowledgement)) == nil)
        // Settings that no peer may accept.
        let wrong = Talk.open(.server).does { $0.settingsSent([Setting(.maxFrameSize, 1)]) }.hears(.get(1))
        #expect(omission(wrong.does { $0.headSent(on: 1, isLast: true) }) == nil)
        let pinged = Talk.open(.server).hears(.get(1)).does { $0.pingSent(7) }
        #expect(omission(pinged) == nil)
        let over = pinged.does { $0.headSent(on: 1, isLast: true) }
        #expect(omission(over) == .pingUnanswered)
        #expect(omission(over.hears(.ping(7, isAcknowledgement: true))) == nil)
    }

    @Test func `tells of pings and of goings away`() {
        let talk = Talk.open(.client)
            .hears(.ping(7), .ping(8, isAcknowledgement: true))
            .hears(
                .goAway(last: 0x7FFF_FFFF, .noError, debug: Array("soon".utf8)),
                .goAway(last: 5, ErrorCode(rawValue: 99)))
        #expect(talk.told() == ["ping 7", "ping acknowledged 8", "goaway 2147483647 NO_ERROR soon", "goaway 5 0x63 "])
        #expect(
            talk.hears(.goAway(last: 7, .noError)).told().last == "! connection PROTOCOL_ERROR goaway-last-increased")
    }

    @Test func `tells of priorities and passes them by, section 5.3`() {
        let talk = Talk.open(.server)
            .hears(Frame(.priority, stream: 5, payload: hex("80000003 0f")))
            .hears(.get(1), Frame(.priority, stream: 1, payload: hex("00000000 ff")))
        #expect(
            talk.told() == [
                "priority 5 on 3 weight 16 exclusive", "request 1 GET /", "end 1", "priority 1 on 0 weight 256",
            ])
    }

    @Test func `says where it was broken, and of how many streams it has heard`() throws {
        var connection = HTTP2Connection(.server)
        let before = HTTP2Preface.bytes + Frame.settings([]).bytes + Frame.get(7).bytes
        connection.append(before + Frame.data(9, "").bytes)
        var last: HTTP2Connection.Event?
        while let event = connection.next() { last = event }
        guard case .breach(let breach) = last else { return #expect(Bool(false), "no breach") }
        #expect(breach.rule == .idleStream && breach.isOfConnection)
        #expect(breach.offset == before.count)
        #expect(last?.answer == .goAway(last: 7, .protocolError))
        let isOver = connection.isOver
        #expect(isOver)
    }
}
