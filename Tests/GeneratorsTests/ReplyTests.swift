// ReplyTests.swift: whole replies that generators make.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainGenerators
import QuintainNotation
import QuintainWire
import Testing

@Suite struct `A reply that is generated` {
    @Test(arguments: [
        ("404", 404), ("200:0,500:1", 500), ("204:1e3", 204), ("200:0.0,201:0,202:2", 202), ("999", 999),
    ])
    func `has the status that is asked for`(codes: String, status: Int) throws {
        #expect(try Asking(segments: ["c": codes]).reply(call("status", "path.c")).status == status)
    }

    @Test func `has one status or the other, as they weigh`() throws {
        var counts: [Int: Int] = [:]
        for seed in 0..<2_000 {
            let asking = Asking(segments: ["c": "200:3,500"], visit: Visit(seed: UInt64(seed) &* 0x9E37_79B9))
            counts[try asking.reply(call("status", "path.c")).status, default: 0] += 1
        }
        #expect(counts.keys.sorted() == [200, 500])
        #expect(1_350...1_650 ~= counts[200]!)
    }

    @Test(arguments: [
        "4!9", "", "200,402,foo", "99", "1000", "200:-1,300", "200:x", "200:0,300:0", "200:1e999,300", ",",
        "200:nan,300",
    ])
    func `is refused for what is no status`(codes: String) {
        #expect { try Asking(segments: ["c": codes]).reply(call("status", "path.c")) } throws: {
            ($0 as? GeneratorRefusal)?.status == 400
        }
    }

    @Test func `has the fields without which a status means nothing`() throws {
        func reply(_ status: String) throws -> GeneratedReply { try Asking().reply(call("status", status)) }
        #expect(try reply("302")["Location"] == "/redirect/1")
        #expect(try reply("401")["WWW-Authenticate"] == "Basic realm=\"Fake Realm\"")
        #expect(try reply("407")["Proxy-Authenticate"] == "Basic realm=\"Fake Realm\"")
        #expect(try reply("406").text.hasPrefix(#"{"message":"#))
        #expect(try reply("418").text.contains("teapot"))
        #expect(try reply("204").body == [])
    }

    @Test func `sets cookies and deletes them, and leads to the page of cookies`() throws {
        func cookies(_ asking: Asking, _ call: GeneratorCall) throws -> [String] {
            let reply = try asking.reply(call)
            #expect(reply.status == 302 && reply["Location"] == "/cookies")
            return reply.fields.filter { $0.name == "Set-Cookie" }.map(\.text)
        }
        let asking = Asking(target: "/?a=1&b=x%3By&a=2")
        #expect(try cookies(asking, call("set-cookies")) == ["a=1; Path=/", #"b="x\073y"; Path=/"#])
        #expect(
            try cookies(asking, call("delete-cookies"))
                == ["a", "b"].map { "\($0)=; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=0; Path=/" })
        let one = Asking(segments: ["n": "a", "v": "%0d%0aX:%20y"])
        #expect(try cookies(one, call("set-cookies", "path.n", "path.v")) == [#"a="\015\012X: y"; Path=/"#])
        #expect { try Asking(target: "/?a%0d=1").reply(call("set-cookies")) } throws: {
            ($0 as? GeneratorRefusal)?.status == 400
        }
    }

    // MARK: - Taking their time

    private func drip(_ query: String) throws -> GeneratedReply {
        try Asking(target: "/drip?\(query)").reply(
            call(
                "drip", "query.n",
                options: [("over", "query.over"), ("after", "query.after"), ("status", "query.code")]))
    }

    @Test(arguments: [
        ("", 200, 10, 2_000, 0), ("n=400&over=2&after=1", 200, 400, 2_000, 1_000),
        ("n=3&over=0.5&code=500", 500, 3, 500, 0),
        ("n=1&over=0&after=-1", 200, 1, 0, 0), ("n=7&over=-3", 200, 7, 0, 0),
        ("n=9&over=600&after=600", 200, 9, 600_000, 600_000),
        ("n=99999999999&over=1", 200, 10 << 20, 1_000, 0), ("n=5000&over=0", 200, 5_000, 0, 0),
    ])
    func `drips`(query: String, status: Int, count: Int, time: Int, after: Int) throws {
        let reply = try drip(query)
        #expect(reply.status == status && reply.after == after)
        #expect(reply["Content-Length"] == String(count))
        #expect(reply.pieces.reduce(0) { $0 + $1.count } == count)
        #expect(reply.waits.reduce(0, +) == time)
        #expect(reply.pieces.count <= 1_000 && reply.pieces.allSatisfy { $0.allSatisfy { $0 == 42 } })
    }

    @Test(arguments: [
        "n=0", "n=-1", "n=x", "over=x", "code=1", "code=1000", "after=nan", "over=inf", "over=0x10", "over=600.01",
        "after=601", "after=1e300",
    ])
    func `drips nothing that makes no sense`(query: String) {
        #expect { try drip(query) } throws: { ($0 as? GeneratorRefusal)?.status == 400 }
    }

    /// RFC 9110 sections 8.6 and 15.3.6.
    @Test(arguments: [100, 204, 205, 304])
    func `drips nothing behind a status that has no content`(status: Int) throws {
        let reply = try drip("n=3&after=1&code=\(status)")
        #expect(reply.status == status && reply.after == 1_000)
        #expect(reply["Content-Length"] == nil && reply.body == [])
    }

    @Test func `comes byte by byte, with a pause behind each`() throws {
        #expect(
            try drip("n=3&over=0.3").body
                == [.bytes([42]), .wait(100), .bytes([42]), .wait(100), .bytes([42]), .wait(100)])
    }

    // MARK: - Events

    private func events(_ query: String, last: String? = nil) throws -> GeneratedReply {
        try Asking(target: "/sse?\(query)", fields: last.map { ["Last-Event-ID: \($0)"] } ?? []).reply(
            call("events", "query.n", options: [("over", "query.over"), ("after", "query.after")]))
    }

    @Test func `is a stream of events, the first at once and the last at the end of the time`() throws {
        let reply = try events("n=3&over=1&after=2")
        #expect(reply.status == 200 && reply.after == 2_000 && reply["Content-Type"] == "text/event-stream")
        let pieces = (0...2).map {
            GeneratedReply.Part.bytes(Array("event: ping\nid: \($0)\ndata: {\"id\":\($0)}\n\n".utf8))
        }
        #expect(reply.body == [pieces[0], .wait(500), pieces[1], .wait(500), pieces[2]])
    }

    @Test(
        arguments: [
            ("", nil, 10, 5_000), ("n=1", nil, 1, 0), ("n=99999", nil, 1_000, 5_000), ("n=11&over=1", "4", 6, 500),
            ("n=11&over=1", "x", 11, 1_000), ("n=11&over=1", "-5", 11, 1_000), ("n=11&over=0", "9", 1, 0),
        ] as [(String, String?, Int, Int)])
    func `has the events behind the last one`(query: String, last: String?, count: Int, time: Int) throws {
        let reply = try events(query, last: last)
        #expect(reply.pieces.count == count)
        #expect(reply.waits.reduce(0, +) == time)
    }

    @Test(arguments: ["9", "10", "99999999999999999999"])
    func `has nothing behind the last event of all`(last: String) throws {
        let reply = try events("n=10", last: last)
        #expect(reply.status == 204 && reply.body == [])
    }

    @Test func `is refused where no events are asked for`() {
        #expect { try events("n=0") } throws: { ($0 as? GeneratorRefusal)?.status == 400 }
    }

    @Test(arguments: [("0.25", 250), ("3", 3_000), ("60", 10_000), ("-1", 0)])
    func `waits, ten seconds at most`(seconds: String, milliseconds: Int) throws {
        let reply = try Asking(segments: ["s": seconds]).reply(call("delay", "path.s"))
        #expect(reply.after == milliseconds && reply.status == 200 && reply.body == nil)
    }

    // MARK: - Ranges

    @Test(
        arguments: [
            ("26", nil, 200, "bytes 0-25/26", "abcdefghijklmnopqrstuvwxyz"),
            ("26", "bytes=20-", 206, "bytes 20-25/26", "uvwxyz"),
            ("26", "bytes=-5", 206, "bytes 21-25/26", "vwxyz"), ("100", "bytes=25-27", 206, "bytes 25-27/100", "zab"),
            ("4", "bytes=0-3", 200, "bytes 0-3/4", "abcd"), ("4", "items=1-2", 200, "bytes 0-3/4", "abcd"),
            ("4", "bytes=-9", 200, "bytes 0-3/4", "abcd"), ("4", "bytes", 200, "bytes 0-3/4", "abcd"),
            ("4", "bytes=3-1", 416, "bytes */4", ""), ("4", "bytes=4-", 416, "bytes */4", ""),
            ("4", "bytes=0-9", 416, "bytes */4", ""), ("4", "bytes=-0", 416, "bytes */4", ""),
            ("4", "bytes=99999999999999999999-", 416, "bytes */4", ""), ("4", "bytes=--", 200, "bytes 0-3/4", "abcd"),
        ] as [(String, String?, Int, String, String)])
    func `is the part that a range names`(count: String, range: String?, status: Int, told: String, text: String) throws
    {
        let reply = try Asking(fields: range.map { ["Range: \($0)"] } ?? [], segments: ["n": count])
            .reply(call("range", "path.n"))
        #expect(reply.status == status)
        #expect(reply["Content-Range"] == told)
        #expect(reply["Content-Length"] == String(text.utf8.count))
        #expect(reply["ETag"] == "range\(count)")
        #expect(reply.text == text)
    }

    @Test func `gives a part its share of the time, in pieces`() throws {
        let asking = Asking(target: "/?d=1.5&c=5", fields: ["Range: bytes=10-24"], segments: ["n": "100"])
        let reply = try asking.reply(call("range", "path.n", options: [("over", "query.d"), ("chunk", "query.c")]))
        #expect(reply.pieces.map(\.count) == [5, 5, 5])
        #expect(reply.waits.reduce(0, +) == 225)
    }

    @Test(arguments: ["0", "102401", "99999999999999999999"])
    func `has no range of nothing, or of too much`(count: String) throws {
        let reply = try Asking(segments: ["n": count]).reply(call("range", "path.n"))
        #expect(reply.status == 404)
        #expect(reply["Accept-Ranges"] == "bytes")
    }

    // MARK: - Conditions

    @Test(
        arguments: [
            ([], 200, true), (["If-None-Match: abc"], 304, true), ([#"If-None-Match: "1", W/"abc""#], 304, true),
            (["If-None-Match: *"], 304, true), (["If-None-Match: 123"], 200, true), (["If-None-Match: "], 200, true),
            (["If-Match: abc"], 200, true), ([#"If-Match: "1" , "abc""#], 200, true), (["If-Match: *"], 200, true),
            (["If-Match: 123"], 412, false), (["If-None-Match: 1", "If-Match: 123"], 200, true),
            (["If-None-Match: 1", #"If-None-Match: "abc""#], 304, true),
        ] as [([String], Int, Bool)])
    func `depends on tags`(fields: [String], status: Int, tells: Bool) throws {
        let reply = try Asking(fields: fields, segments: ["t": "abc"]).reply(call("etag", "path.t"))
        #expect(reply.status == status)
        #expect(reply["ETag"] == (tells ? "abc" : nil))
        #expect((reply.body == nil) == (status == 200))
    }

    @Test(arguments: [#""v1""#, #"W/"v1""#])
    func `depends on a tag that is written with its quotes`(tag: String) throws {
        let asked = try Asking(fields: [#"If-None-Match: "v1""#], segments: ["t": tag]).reply(call("etag", "path.t"))
        #expect(asked.status == 304 && asked["ETag"] == tag)
        let other = try Asking(fields: [#"If-Match: "v2""#], segments: ["t": tag]).reply(call("etag", "path.t"))
        #expect(other.status == 412)
    }

    @Test func `has no line ends in its fields`() {
        let asking = Asking(target: "/?a%0d%0ab=1", segments: ["t": "a%0d%0aX:%20y"])
        for wrong in [call("etag", "path.t"), call("query-fields")] {
            #expect { try asking.reply(wrong) } throws: { ($0 as? GeneratorRefusal)?.status == 400 }
        }
        #expect { try Asking(target: "/?a=%0d%0ab").reply(call("query-fields")) } throws: {
            ($0 as? GeneratorRefusal)?.status == 400
        }
    }

    @Test(arguments: [
        ("url=/post&status_code=307", 307, "/post"),
        ("url=http%3A%2F%2Fx%2F%0d%0a%C3%BC", 302, "http://x/%0D%0A%C3%BC"),
        ("url=/&status_code=200", 302, "/"), ("URL=/a&Status_Code=399", 399, "/a"),
    ])
    func `redirects`(query: String, status: Int, location: String) throws {
        let reply = try Asking(target: "/?\(query)").reply(
            call("redirect-to", "query.url", options: [("status", "query.status_code")]))
        #expect(reply.status == status)
        #expect(reply["Location"] == location)
    }

    @Test func `redirects nowhere if nobody says where to`() {
        #expect { try Asking().reply(call("redirect-to", "query.url")) } throws: {
            ($0 as? GeneratorRefusal)?.status == 400
        }
    }

    @Test func `has the fields that the query names, and tells them`() throws {
        let reply = try Asking(target: "/?animal=dog&animal=cat&content-length=1&X=a%20b").reply(call("query-fields"))
        #expect(
            reply.fields.map { "\($0.name): \($0.text)" } == [
                "Content-Type: application/json", "animal: dog", "animal: cat", "X: a b",
            ])
        let text = reply.text
        #expect(
            text.hasPrefix(
                #"{"Content-Length":"\#(text.utf8.count)","Content-Type":"application/json","X":"a b","animal":["dog","cat"],"#
            ))
    }
}
