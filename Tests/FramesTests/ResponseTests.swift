// ResponseTests.swift: responses at a client, RFC 9113 section 8.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainFrames
import QuintainWire
import Testing

@Suite struct `A response` {
    static func talk(_ method: String = "GET") -> Talk {
        Talk.open(.client).does { $0.requestSent(method, on: 1, isWhole: true) }
    }

    static func status(_ status: String, _ flags: FrameFlags = .endHeaders, stream: Int = 1) -> Frame {
        .headers(stream, [":status": status], flags)
    }

    @Test func `comes after informational ones, with content and trailers`() {
        let talk = Self.talk().hears(Self.status("100"), Self.status("103"), Self.status("200"))
            .hears(.data(1, "hello"), .headers(1, ["a": "b"]))
        #expect(
            talk.told() == [
                "informational 1 100", "informational 1 103", "response 1 200", "content 1 hello", "trailers 1 a: b",
                "end 1",
            ])
        // The stream is closed, and its number is not used again.
        #expect(talk.hears(.data(1, "x")).told().last == "! connection STREAM_CLOSED frame-on-closed-stream")
        #expect(talk.hears(Self.status("200")).told().last == "! connection STREAM_CLOSED frame-on-closed-stream")
    }

    @Test func `may come before its request is whole`() {
        let talk = Talk.open(.client).does { $0.requestSent("POST", on: 1, isWhole: false) }
            .hears(Self.status("413", [.endHeaders, .endStream]), .resetStream(1, .noError))
        #expect(talk.told() == ["response 1 413", "end 1", "reset 1 NO_ERROR"])
    }

    @Test func `has a head that says how its body ends`() {
        var connection = HTTP2Connection(.client)
        for (stream, method) in [(1, "GET"), (3, "GET"), (5, "HEAD"), (7, "CONNECT"), (9, "GET")] {
            connection.requestSent(method, on: stream, isWhole: true)
        }
        let length: KeyValuePairs = [":status": "200", "content-length": "5"]
        let frames = [
            Frame.settings([]), .headers(1, length, .endHeaders), Self.status("200", stream: 3), .headers(5, length),
            Self.status("200", stream: 7), .headers(9, [":status": "304", "content-length": "5"]),
        ]
        connection.append(frames.flatMap(\.bytes))
        var heads: [ResponseHead] = []
        while let event = connection.next() {
            if case .head = event, let head = connection.responseHead { heads.append(head) }
        }
        #expect(heads.map(\.framing) == [.length(5), .chunked, .none, .tunnel, .none])
        #expect(heads.map(\.length) == [5, nil, 5, nil, 5])
        #expect(heads.map(\.status) == [200, 200, 200, 200, 304])
        #expect(heads.allSatisfy { $0.version == .http2 })
        #expect(heads[0].fields == [Field("content-length", "5")])
    }

    @Test(
        arguments: [
            ([:], "status-missing"), (["a": "b"], "status-missing"), ([":status": "20"], "status-syntax"),
            ([":status": "2000"], "status-syntax"), ([":status": "2x0"], "status-syntax"),
            ([":status": "099"], "status-syntax"),
            ([":status": "200", ":status": "200"], "pseudo-field-repeated"),
            ([":status": "200", ":path": "/"], "pseudo-field-of-other-side"),
            ([":status": "101"], "switching-protocols"),
            (["a": "b", ":status": "200"], "pseudo-field-after-field"),
            ([":status": "200", "X": "y"], "field-name-uppercase"),
            ([":status": "200", "connection": "close"], "connection-field"),
            ([":status": "200", "content-length": "x"], "content-length-syntax"),
        ] as [(KeyValuePairs<String, String>, String)])
    func `is malformed, section 8.3.2`(fields: KeyValuePairs<String, String>, slug: String) {
        #expect(Self.talk().hears(.headers(1, fields, .endHeaders)).told() == ["! stream 1 PROTOCOL_ERROR \(slug)"])
    }

    @Test func `keeps to the order of its parts, section 8.1`() {
        let whole: FrameFlags = [.endHeaders, .endStream]
        let wrong: [([Frame], String)] = [
            ([.data(1, "x")], "data-before-head"), ([Self.status("100"), .data(1, "x")], "data-before-head"),
            ([Self.status("103", whole)], "informational-with-end-stream"),
            ([Self.status("200"), Self.status("200")], "trailers-without-end-stream"),
            ([Self.status("200"), Self.status("200", whole)], "pseudo-field-in-trailers"),
            ([.headers(1, [":status": "200", "content-length": "1"])], "content-length-differs"),
        ]
        for (frames, slug) in wrong {
            let talk = Self.talk().hears(bytes: frames.flatMap(\.bytes))
            #expect(talk.told().last == "! stream 1 PROTOCOL_ERROR \(slug)")
        }
    }

    @Test(arguments: [("HEAD", "200"), ("GET", "204"), ("GET", "304")])
    func `without content has none, section 8.1.1`(method: String, status: String) {
        let talk = Self.talk(method).hears(.headers(1, [":status": status, "content-length": "9"], .endHeaders))
        #expect(talk.hears(.data(1, "", .endStream)).told().last == "end 1")
        #expect(talk.hears(.data(1, "x", .endStream)).told().last == "! stream 1 PROTOCOL_ERROR content-not-allowed")
    }

    @Test func `is on a stream that the client has opened, section 5.1`() {
        for stream in [2, 3] {
            let talk = Self.talk().hears(Self.status("200", stream: stream))
            #expect(talk.told() == ["! connection PROTOCOL_ERROR frame-on-idle-stream"])
        }
    }

    @Test func `has not too many before it`() {
        var limits = FrameLimits()
        limits.fields.informational = 1
        let talk = Talk.open(.client, limits: limits).does { $0.requestSent("GET", on: 1, isWhole: true) }
            .hears(Self.status("100"), Self.status("100"))
        #expect(talk.told().last == "! stream 1 ENHANCE_YOUR_CALM too-many-informational")
    }

    @Test func `that nobody waits for any more is dropped`() {
        let talk = Self.talk().does { $0.resetSent(on: 1) }
            .hears(Self.status("200"), .data(1, "late", .endStream), .ping(1))
        #expect(talk.told() == ["dropped 1 4", "ping 1"])
    }
}
