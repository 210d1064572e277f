// RequestTests.swift: requests at a server, RFC 9113 section 8.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainFrames
import QuintainWire
import Testing

@Suite struct `A request` {
    /// The request heads of a conversation.
    static func heads(_ frames: Frame...) -> [RequestHead] {
        var connection = HTTP2Connection(.server)
        connection.append(HTTP2Preface.bytes + Frame.settings([]).bytes + frames.flatMap(\.bytes))
        var heads: [RequestHead] = []
        while let event = connection.next() {
            if case .head = event, let head = connection.requestHead { heads.append(head) }
        }
        return heads
    }

    @Test func `reads as HTTP/1 would have it`() throws {
        let head = try #require(
            Self.heads(
                .headers(
                    1,
                    [
                        ":method": "GET", ":scheme": "https", ":path": "/a?b", ":authority": "a.test:81",
                        "accept": "*/*",
                        "cookie": "a=1", "host": "A.test:81", "x": "", "cookie": "b=2", "te": "Trailers",
                    ])
            ).first)
        #expect(head.method == "GET")
        #expect(head.targetText == "/a?b")
        #expect(head.form == .origin)
        #expect(head.version == .http2)
        #expect(head.version.description == "HTTP/2")
        #expect(
            head.fields == [
                Field("Host", "a.test:81"), Field("accept", "*/*"), Field("cookie", "a=1; b=2"), Field("x", ""),
                Field("te", "Trailers"),
            ])
        #expect(head.framing == .none)
        #expect(head.raw.isEmpty)
        #expect(head.offset == 33)
        #expect(head.keepsAlive && !head.expectsContinue)
    }

    @Test func `reads the same where it lies`() throws {
        var connection = HTTP2Connection(.server)
        let long = String(repeating: "c", count: 300)
        let fields = Frame.get(1, "/a").payload + Frame.block(["cookie": "a", "x": "y", "cookie": long, "cookie": "b"])
        connection.append(
            HTTP2Preface.bytes + Frame.settings([]).bytes
                + Frame(.headers, .endHeaders, stream: 1, payload: fields).bytes)
        while case .some = connection.next() {}
        let head = try #require(connection.requestHead as RequestHead?)
        let view = try #require(connection.requestView as RequestView?)
        #expect(Array(view.method) == Array("GET".utf8))
        #expect(Array(view.target) == head.target)
        var seen: [Field] = []
        view.forEachField { seen.append(Field(String(decoding: $0, as: UTF8.self), Array($1))) }
        #expect(seen == head.fields)
        #expect(seen == [Field("Host", "a.test"), Field("cookie", "a; \(long); b"), Field("x", "y")])
        #expect(view.value(of: "host").map { Array($0) } == Array("a.test".utf8))
    }

    @Test func `has a body whose length is told or found out`() throws {
        let heads = Self.heads(
            .post(1), .post(3, "/", ("content-length", "5"), ("expect", "100-continue")),
            .headers(5, [":method": "GET", ":scheme": "http", ":path": "/", "host": "a", "content-length": "0"]))
        #expect(heads.map(\.framing) == [.chunked, .length(5), .length(0)])
        #expect(heads.map(\.expectsContinue) == [false, true, false])
        #expect(heads[2].fields.first == Field("host", "a"))
    }

    @Test func `of CONNECT has an authority for its target, section 8.5`() throws {
        let head = try #require(
            Self.heads(.headers(1, [":method": "CONNECT", ":authority": "a.test:443"], .endHeaders)).first)
        #expect(head.form == .authority)
        #expect(head.targetText == "a.test:443")
        #expect(head.fields == [Field("Host", "a.test:443")])
    }

    @Test func `of OPTIONS may have an asterisk, and of other schemes any path`() throws {
        let heads = Self.heads(
            .headers(1, [":method": "OPTIONS", ":scheme": "https", ":authority": "a", ":path": "*"]),
            .headers(3, [":method": "GET", ":scheme": "urn", ":path": "a:b"]))
        #expect(heads.map(\.form) == [.asterisk, .other])
    }

    @Test func `keeps its fields as they came`() {
        var connection = HTTP2Connection(.server)
        let fields =
            Frame.get(1).payload + hex("10 01 61 01 62") + Frame.literal("cookie", "a") + Frame.literal("cookie", "b")
        connection.append(
            HTTP2Preface.bytes + Frame.settings([]).bytes
                + Frame(.headers, .endHeaders, stream: 1, payload: fields).bytes)
        while case .some = connection.next() {}
        #expect(
            connection.fields.fields == [
                HeaderField(":method", "GET"), HeaderField(":scheme", "https"), HeaderField(":authority", "a.test"),
                HeaderField(":path", "/"), HeaderField("a", "b", isNeverIndexed: true), HeaderField("cookie", "a"),
                HeaderField("cookie", "b"),
            ])
    }

    @Test(arguments: [
        ("Accept", "a", "field-name-uppercase"), ("", "a", "field-name"), ("a b", "c", "field-name"),
        ("a\u{E9}", "c", "field-name"), ("a:", "c", "field-name"), ("a\u{7F}", "c", "field-name"),
        ("a", "b\u{0}", "field-value-character"), ("a", "b\rc", "field-value-character"),
        ("a", "b\nc", "field-value-character"), ("a", " b", "field-value-blanks"), ("a", "b\t", "field-value-blanks"),
        ("connection", "close", "connection-field"), ("keep-alive", "5", "connection-field"),
        ("proxy-connection", "close", "connection-field"), ("transfer-encoding", "chunked", "connection-field"),
        ("upgrade", "h2c", "connection-field"), ("te", "gzip", "te-value"), ("te", "trailers, gzip", "te-value"),
        (":path", "/", "pseudo-field-repeated"), (":status", "200", "pseudo-field-of-other-side"),
        (":test", "a", "pseudo-field-unknown"), (":protocol", "websocket", "pseudo-field-unknown"),
        (":", "a", "pseudo-field-unknown"), ("content-length", "5x", "content-length-syntax"),
        ("content-length", "", "content-length-syntax"),
        ("content-length", "99999999999999999999", "content-length-syntax"),
        ("content-length", "1, 1", "content-length-syntax"), ("host", "b.test", "host-differs"),
        ("host", "a.test\u{0}", "field-value-character"),
    ])
    func `is malformed with a field, sections 8.1.1 to 8.3`(name: String, value: String, slug: String) {
        let talk = Talk.open(.server).hears(.post(1, "/", (name, value)), .get(3))
        #expect(talk.told() == ["! stream 1 PROTOCOL_ERROR \(slug)", "request 3 GET /", "end 3"])
    }

    @Test(
        arguments: [
            ([":scheme": "https", ":authority": "a", ":path": "/"], "method-missing"),
            ([":method": "G T", ":scheme": "https", ":authority": "a", ":path": "/"], "method-syntax"),
            ([":method": "", ":scheme": "https", ":authority": "a", ":path": "/"], "method-syntax"),
            ([":method": "GET", ":authority": "a", ":path": "/"], "scheme-missing"),
            ([":method": "GET", ":scheme": "https", ":authority": "a"], "path-missing"),
            ([":method": "GET", ":scheme": "https", ":authority": "a", ":path": ""], "path-empty"),
            ([":method": "GET", ":scheme": "HTTP", ":authority": "a", ":path": ""], "path-empty"),
            ([":method": "GET", ":scheme": "https", ":authority": "a", ":path": "x"], "path-form"),
            ([":method": "GET", ":scheme": "https", ":authority": "a", ":path": "*"], "path-form"),
            ([":method": "GET", ":scheme": "https", ":authority": "a", ":path": "/a b"], "path-form"),
            ([":method": "GET", ":scheme": "https", ":path": "/"], "authority-missing"),
            ([":method": "GET", ":scheme": "https", ":authority": "me@a", ":path": "/"], "authority-with-user"),
            ([":method": "GET", ":scheme": "https", ":authority": "a/b", ":path": "/"], "authority-syntax"),
            ([":method": "GET", ":scheme": "https", ":authority": "", ":path": "/"], "authority-syntax"),
            (
                [":method": "CONNECT", ":scheme": "https", ":authority": "a:1", ":path": "/"],
                "connect-with-scheme-or-path"
            ),
            ([":method": "CONNECT", "host": "a:1"], "connect-without-authority"),
            ([":method": "GET", ":scheme": "https", ":path": "/", "host": "a", "host": "a"], "host-repeated"),
            ([":method": "GET", ":scheme": "https", "a": "b", ":path": "/"], "pseudo-field-after-field"),
            (
                [":method": "GET", ":scheme": "https", ":path": "/", "host": "a", "content-length": "3"],
                "content-length-differs"
            ),
        ] as [(KeyValuePairs<String, String>, String)])
    func `is malformed without what it needs, section 8.3.1`(fields: KeyValuePairs<String, String>, slug: String) {
        let talk = Talk.open(.server).hears(.headers(1, fields), .get(3))
        #expect(talk.told() == ["! stream 1 PROTOCOL_ERROR \(slug)", "request 3 GET /", "end 3"])
    }

    @Test func `is as long as it says, section 8.1.1`() {
        let talk = Talk.open(.server).hears(.post(1, "/", ("content-length", "5"), ("content-length", "5")))
        let differs = "! stream 1 PROTOCOL_ERROR content-length-differs"
        #expect(talk.hears(.data(1, "hel"), .data(1, "lo", .endStream)).told().suffix(2) == ["content 1 lo", "end 1"])
        #expect(talk.hears(.data(1, "hell", .endStream)).told().last == differs)
        #expect(talk.hears(.data(1, "hel"), .data(1, "lo!")).told().last == differs)
        #expect(talk.hears(.data(1, "hell"), .headers(1, ["a": "b"])).told().last == differs)
        #expect(
            Talk.open(.server).hears(.post(1, "/", ("content-length", "5"), ("content-length", "6"))).told().last
                == "! stream 1 PROTOCOL_ERROR content-length-syntax")
    }

    @Test(arguments: [
        (Frame.headers(1, ["a": "b"], .endHeaders), "trailers-without-end-stream"),
        (.headers(1, [":path": "/"]), "pseudo-field-in-trailers"),
        (.headers(1, [":status": "200"]), "pseudo-field-in-trailers"),
        (.headers(1, ["A": "b"]), "field-name-uppercase"), (.headers(1, ["connection": "close"]), "connection-field"),
    ])
    func `has trailers that end it, sections 8.1 and 8.3`(frame: Frame, slug: String) {
        let talk = Talk.open(.server).hears(.post(1), .data(1, "x"), frame)
        #expect(talk.told().last == "! stream 1 PROTOCOL_ERROR \(slug)")
    }
}
