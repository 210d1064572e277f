// ValueTests.swift: values that generators make.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainGenerators
import QuintainNotation
import Testing

@Suite struct `A value that is generated` {
    @Test func `is a UUID of version 4, another for each seed`() throws {
        let one = try Asking().value(call("uuid"))
        #expect(one.wholeMatch(of: /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/) != nil)
        #expect(try Asking().value(call("uuid")) == one)
        #expect(try Asking(visit: Visit(seed: 2)).value(call("uuid")) != one)
    }

    /// Python prints these bytes: `random.seed(n); bytes(random.randint(0, 255) for _ in range(10))`.
    @Test(arguments: [
        ("0", [0xc5, 0xd7, 0x14, 0x84, 0xf8, 0xcf, 0x9b, 0xf4, 0xb7, 0x6f]),
        ("1", [0x44, 0x20, 0x82, 0x3c, 0xfd, 0xe6, 0xf1, 0xc2, 0x6b, 0x30]),
        ("-5", [0x82, 0xb7, 0x0e, 0xee, 0x7f, 0x1a, 0x50, 0x39, 0xbe, 0xf0]),
        ("4294967296", [0x39, 0xb3, 0xd5, 0x08, 0x0b, 0xa9, 0xe7, 0x07, 0x46, 0x26]),
        ("123456789012345678", [0xdd, 0x68, 0x43, 0x46, 0xb8, 0xe1, 0xb9, 0xfa, 0x34, 0xbd]),
    ])
    func `is the bytes that Python draws for a seed`(seed: String, bytes: [UInt8]) throws {
        let asking = Asking(target: "/?seed=\(seed)", segments: ["n": "10"])
        #expect(try asking.pieces(call("random", "path.n", options: [("seed", "query.seed")])) == [bytes])
    }

    @Test func `is random bytes, and no more than are allowed`() throws {
        for (count, length) in [
            ("0", 0), ("7", 7), ("102400", 102_400), ("102401", 102_400), ("999999999999999999999", 102_400),
        ] {
            #expect(try Asking(segments: ["n": count]).pieces(call("random", "path.n"))[0].count == length)
        }
    }

    @Test(arguments: [
        ("?chunk=4", [4, 4, 2]), ("", [10]), ("?chunk=0", Array(repeating: 1, count: 10)), ("?chunk=99", [10]),
    ])
    func `is cut into pieces`(query: String, sizes: [Int]) throws {
        let asking = Asking(target: "/\(query)", segments: ["n": "10"])
        #expect(try asking.pieces(call("random", "path.n", options: [("chunk", "query.chunk")])).map(\.count) == sizes)
    }

    @Test func `has no more pieces than a thousand`() throws {
        let asking = Asking(target: "/?chunk=1", segments: ["n": "102400"])
        #expect(try asking.pieces(call("random", "path.n", options: [("chunk", "query.chunk")])).count <= 1_000)
    }

    @Test(arguments: [("3", "2"), ("1", "0"), ("007", "6")])
    func `counts down`(number: String, less: String) throws {
        #expect(try Asking(segments: ["n": number]).value(call("countdown", "path.n")) == less)
    }

    @Test(arguments: [
        ("countdown", "0", 404), ("countdown", "x", 404), ("countdown", "-1", 404),
        ("number", "9223372036854775807", 404), ("countdown", "1000000000000000000", 404), ("number", "1.5", 404),
        ("number", "99999999999999999999", 404), ("number", "-1000000000000000000", 404),
        ("number", "", 404), ("random", "%31%32x", 404), ("links", "x", 404),
    ])
    func `is refused where the path has no number`(name: String, number: String, status: Int) throws {
        var wrong = call(name, "path.n")
        if name == "links" { wrong.operands.append(.text([0x30])) }
        #expect { try Asking(segments: ["n": number]).value(wrong) } throws: {
            ($0 as? GeneratorRefusal)?.status == status
        }
    }

    @Test func `is told of as it came, up to 18 digits`() throws {
        for (number, told) in [("999999999999999999", "999999999999999999"), ("0000000000000000000042", "42")] {
            #expect(try Asking(segments: ["n": number]).value(call("number", "path.n")) == told)
        }
    }

    @Test func `is refused where the query has no number`() {
        let asking = Asking(target: "/?seed=1e3", segments: ["n": "1"])
        #expect { try asking.value(call("random", "path.n", options: [("seed", "query.seed")])) } throws: {
            ($0 as? GeneratorRefusal)?.sentence == "'1e3' is no number, as 'seed' of the query has to be"
        }
    }

    @Test func `is a page of links to its own kind`() throws {
        #expect(
            try Asking(target: "/links/3/1?x").value(call("links", "3", "1"))
                == "<html><head><title>Links</title></head><body><a href='/links/3/0'>0</a> 1 "
                + "<a href='/links/3/2'>2</a> </body></html>")
        let many = try Asking(target: "/l/9'<x/0").value(call("links", "9999", "0"))
        #expect(many.split(separator: "<a ").count == 200)
        #expect(!many.contains("9'<x"))
    }

    @Test(arguments: [
        ("SFRUUEJJTiBpcyBhd2Vzb21l", "HTTPBIN is awesome"), ("0JzQuNGA", "Мир"), ("YQ==", "a"), ("", ""), ("_-8=", "?"),
        ("YQ", "?"), ("Y===", "?"), ("YQ=a", "?"), ("!!!!", "?"), ("/w==", "?"),
    ])
    func `is what base64 stands for, or something else`(coded: String, text: String) throws {
        let decoded = call("unbase64", "path.value", options: [("else", "?")])
        #expect(try Asking(segments: ["value": coded]).value(decoded) == text)
    }

    @Test func `is where the client called, and what it may ask`() throws {
        let asking = Asking(
            fields: ["Host: x:1", "X-Forwarded-Ssl: on"],
            visit: Visit(methods: ["GET", "HEAD"]))
        #expect(try asking.value(call("site")) == "https://x:1")
        #expect(try asking.value(call("allow")) == "GET, HEAD")
        #expect { try Asking().value(call("allow")) } throws: { ($0 as? GeneratorRefusal)?.status == 404 }
    }
}
