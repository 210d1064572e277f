// HostileTests.swift: odd and hostile requests, given to every generator.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainGenerators
import QuintainNotation
import QuintainWire
import Testing

@Suite struct `Generators` {
    @Test(arguments: 1...60)
    func `survive any query, field, path and body`(seed: UInt64) throws {
        var noise = Noise(seed)
        for _ in 0..<20 {
            var asking = Asking(
                method: "POST", target: "/x/\(noise.text(of: "abc%0129/.'", 8))?\(noise.query())",
                fields: [
                    "Content-Type: \(noise.pick(["application/x-www-form-urlencoded", "multipart/form-data; boundary=b", "multipart/form-data; boundary=\"", "application/json", ";;=\"\\"]))",
                    "Cookie: \(noise.text(of: "ab=;\"\\0137 ", 30))",
                    "Range: bytes=\(noise.text(of: "0123456789-,= ", 24))",
                    "Last-Event-ID: \(noise.text(of: "0123456789-+,. ", 20))",
                    "If-None-Match: \(noise.text(of: "abW/\",* ", 20))", "If-Match: \(noise.text(of: "abW/\",* ", 20))",
                    "Authorization: \(noise.pick(["Digest ", "Digest username=Mufasa,", "Basic ", "digest a=\""]))\(noise.text(of: "aqn=,\"\\ opce", 40))",
                    "Host: \(noise.text(of: "h:1[]/ ", 5))",
                ])
            asking.body = noise.body()
            asking.segments = ["p": noise.text(of: "0123456789-+.e,:%azAZ=_", 24)]
            for call in Self.calls {
                do {
                    switch call.name {
                    case "status", "delay", "drip", "range", "events", "etag", "redirect-to", "set-cookies",
                        "delete-cookies", "query-fields", "digest-auth":
                        let reply = try asking.reply(call)
                        #expect(reply.bytes.count <= 10 << 20)
                        #expect(reply.after <= 600_000 && reply.waits.reduce(0, +) <= 600_000)
                        #expect(reply.fields.allSatisfy { !$0.value.contains(13) && !$0.value.contains(10) })
                    default: #expect(try asking.value(call).utf8.count <= 1 << 20)
                    }
                } catch let refusal as GeneratorRefusal {
                    #expect([400, 404, 413, 414].contains(refusal.status))
                }
            }
        }
    }

    private static let calls: [GeneratorCall] = [
        call(
            "echo", "args", "cookies", "data", "files", "form", "headers", "json", "method", "origin", "url",
            "user-agent"),
        call("stream", "path.p", "args"), call("uuid"),
        call("random", "path.p", options: [("seed", "query.a"), ("chunk", "query.b")]),
        call("links", "path.p", "query.a"), call("countdown", "path.p"),
        call("number", "query.a"),
        call("unbase64", "path.p"),
        call("site"), call("allow"), call("set-cookies"),
        call("set-cookies", "path.p", "query.a"),
        call("delete-cookies"), call("status", "path.p"), call("delay", "path.p"),
        call("drip", "query.a", options: [("over", "query.b"), ("after", "path.p"), ("status", "query.a")]),
        call("events", "query.a", options: [("over", "query.b"), ("after", "path.p")]),
        call("range", "path.p", options: [("over", "query.b"), ("chunk", "query.a")]), call("etag", "path.p"),
        call("redirect-to", "query.a", options: [("status", "query.b")]), call("query-fields"),
        call(
            "digest-auth",
            options: [
                ("user", "Mufasa"), ("password", "path.p"), ("qop", "query.a"), ("algorithm", "query.b"),
                ("stale-after", "path.p"),
            ]),
    ]
}

/// Hostile input, the same for the same seed.
private struct Noise {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 }

    mutating func number(below limit: Int) -> Int {
        state &+= 1
        return Int(PatternBytes.word(state) % UInt64(limit))
    }

    mutating func pick<Choice>(_ choices: [Choice]) -> Choice { choices[number(below: choices.count)] }

    mutating func text(of letters: String, _ length: Int) -> String {
        let letters = Array(letters)
        return String((0..<number(below: length + 1)).map { _ in pick(letters) })
    }

    mutating func query() -> String {
        (0..<number(below: 6)).map { _ in
            pick(["a", "b", "A", "%61", ""]) + pick(["=", "", "=="]) + text(of: "0123456789-+.e%zC3nan", 22)
        }.joined(separator: "&")
    }

    mutating func body() -> [UInt8] {
        let pieces = [
            "--b", "--", "\r\n", "\r", "\n", "Content-Disposition: form-data; name=", "\"a\"", "; filename=", "{", "}",
            "[", "]",
            "\"a\":", "1e", "-", "9999999999999999999999", "\\u", "d83d", "&", "=", "%", "\u{FF}", "\0", "null",
        ]
        return (0..<number(below: 40)).flatMap { _ in Array(pick(pieces).utf8) }
    }
}
