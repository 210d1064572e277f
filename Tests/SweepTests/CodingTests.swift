// CodingTests.swift: bodies in codings that the client accepts.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainSweep
import Testing

@Suite struct `The coding of a body` {
    private let plain = "> GET /\n< 200\n<\n< hello\n* response 200\n* data \"hello\"\n* finish\n"

    private func asking(for codings: String?, _ lines: String, method: String = "GET") throws -> Varying {
        try Varying(lines, arrived: [["\(method) / HTTP/1.1"] + (codings.map { ["Accept-Encoding: \($0)"] } ?? [])])
    }

    @Test(
        arguments: [
            (
                "gzip, deflate, br, zstd",
                ["gzip", "deflate", "br", "zstd", "gzip-deflate", "deflate-br", "br-zstd", "deflate-cut"]
            ),
            ("zstd;q=1, GZIP;q=0.5", ["gzip", "zstd", "gzip-zstd"]), ("deflate", ["deflate", "deflate-cut"]),
            ("gzip;q=0, br; q=0.001, deflate;q=0.000", ["br"]), ("identity", []), ("*", []), ("", []), (nil, []),
        ] as [(String?, [String])])
    func `is one that the request names with a weight above nought`(asked: String?, codings: [String]) throws {
        let varying = try asking(for: asked, plain)
        #expect(varying.values(.coding) == codings)
        #expect(varying.leftOut(.coding) == (codings.isEmpty ? ["no coding that the client asks for": 1] : [:]))
    }

    @Test func `is none of a run that was not played`() throws {
        #expect(try Varying(plain).values(.coding) == [])
    }

    @Test func `changes the body, and nothing that is told of its content`() throws {
        #expect(
            try asking(for: "br", plain).variant(.coding, "br") == """
                needs  decoding
                > GET /
                < 200
                < Content-Encoding: br
                <
                < {{"hello" | br}}
                * response 200
                * data "hello"
                * finish
                """)
    }

    /// RFC 9110 section 8.4; a body with only one coding undone is neither the content nor what arrived.
    @Test func `is two in their order, of which both are undone, or neither`() throws {
        #expect(
            try asking(for: "gzip, br", plain).variant(.coding, "gzip-br") == """
                spec   RFC 9110 section 8.4
                > GET /
                < 200
                < Content-Encoding: gzip, br
                <
                < {{"hello" | gzip | br}}
                *? response 200
                either undoes both
                * data "hello"
                * finish
                or     undoes neither
                * data {{"hello" | gzip | br}}
                * finish
                or     fails
                * fail {{any}}
                end
                """)
    }

    /// RFC 1950 section 2.3: a decompressor must verify the checksum, which has not arrived.
    @Test func `is deflate without its check, and the load fails`() throws {
        let next = "client GET /b\n> GET /b\n< 200\n* response 200\n* finish\n"
        #expect(
            try asking(for: "deflate", plain + next).variant(.coding, "deflate-cut") == """
                spec   RFC 1950 section 2.3
                > GET /
                < 200
                < Content-Encoding: deflate
                <
                < {{"hello" | deflate | truncate 4}}
                *? response 200
                *? data {{up-to}} "hello"
                * fail {{any}}
                """)
        let generated = plain.replacing("< hello", with: "< {{bytes 9}}").replacing("\"hello\"", with: "{{bytes 9}}")
        let cut = try asking(for: "deflate", generated).variant(.coding, "deflate-cut")
        #expect(cut?.contains("*? data {{up-to}} {{bytes 9}}\n") == true)
    }

    @Test(
        arguments: [
            ("client GET / as download\n", "200", "* file \"hello\"\n* finish\n", "more than data is told"),
            ("", "200", "* response 200\n* finish\n", "no data are told"),
            (
                "", "302\n< Location: /b", "* redirect 302 /b\n> GET /b\n< 200\n* finish\n",
                "a body that may stay unread"
            ),
        ])
    func `is one alone where more depends on the bytes`(order: String, reply: String, told: String, reason: String)
        throws
    {
        let varying = try asking(for: "gzip, deflate", "\(order)> GET /\n< \(reply)\n<\n< hello\n\(told)")
        #expect(varying.values(.coding) == ["gzip", "deflate"])
        #expect(varying.leftOut(.coding)[reason] == 1)
    }

    @Test func `has the length and the tag of the coded bytes`() throws {
        let tagged = try Varying(
            """
            > GET /
            < 200
            < Content-Length: 11
            < ETag: "v1"
            <
            < hello
            < again
            * response 200 length=11
                   ETag: "v1"
            * data "hello\\nagain"
            * finish
            client GET /
            > GET /
            > If-None-Match: "v1"
            < 304
            < ETag: "v1"
            * response 200
            * data "hello\\nagain"
            * finish
            """, arrived: [["GET / HTTP/1.1", "Accept-Encoding: gzip"], ["GET / HTTP/1.1", "Accept-Encoding: gzip"]])
        #expect(tagged.values(.coding) == ["gzip"])
        #expect(tagged.leftOut(.coding) == ["no body": 1])
        #expect(
            try tagged.variant(.coding, "gzip") == """
                needs  decoding
                > GET /
                < 200
                < Content-Encoding: gzip
                < Content-Length: {{length}}
                < ETag: "v1-gzip"
                <
                < {{"hello\\nagain" | gzip}}
                * response 200
                       ETag: "v1-gzip"
                * data "hello\\nagain"
                * finish
                client GET /
                > GET /
                > If-None-Match: "v1-gzip"
                < 304
                < ETag: "v1-gzip"
                * response 200
                * data "hello\\nagain"
                * finish
                """)
    }

    @Test func `leaves a weak tag, which names the content`() throws {
        let weak = try asking(for: "gzip", plain.replacing("<\n", with: "< ETag: W/\"v1\"\n<\n"))
        #expect(try weak.variant(.coding, "gzip")?.contains("< ETag: W/\"v1\"\n") == true)
    }

    @Test func `leaves totals open`() throws {
        let download = try asking(
            for: "zstd",
            "client GET / as download\n> GET /\n< 200\n< Transfer-Encoding: chunked\n<\n< {{bytes 1000 | chunks 3,4}}\n* progress 1000/{{any}}\n* file {{bytes 1000}}\n* finish\n"
        )
        #expect(try download.variant(.coding, "zstd")?.contains("< {{bytes 1000 | zstd}}\n") == true)
    }

    @Test(
        arguments: [
            ("< 206\n< Content-Range: bytes 0-4/9\n<\n< hello\n", "GET", "206"), ("< 204\n", "GET", "no body"),
            ("< 200\n", "GET", "no body"), ("< 200\n<\n< hello\n", "HEAD", "HEAD"),
            ("< 200\n< Content-Digest: sha-256=:x:\n<\n< hello\n", "GET", "a digest"),
            ("< 200\n< Content-Type: application/gzip\n<\n< hello\n", "GET", "an archive"),
            ("< 200\n<\n< {{\"hello\" | macbinary}}\n", "GET", "an archive"),
            ("< 200\n< Content-Encoding: gzip\n<\n< {{\"hello\" | gzip}}\n", "GET", "a coding of its own"),
            ("< 200\n<\n< hello\n! flush\n< you\n", "GET", "a body in parts"),
            ("< 200\n<\n< hello {{authority main}}\n", "GET", "a body of several values"),
        ])
    func `is left out where other bytes would mean something else`(reply: String, method: String, reason: String) throws
    {
        let varying = try asking(
            for: "gzip", "> \(method) /\n\(reply)* response {{any}}\n*? data\n* finish\n", method: method)
        #expect(varying.values(.coding) == [])
        #expect(varying.leftOut(.coding) == [reason: 1])
    }

    @Test(
        arguments: [
            (
                "client GET /\n       Accept-Encoding: gzip\n> GET /\n< 200\n<\n< hello\n* response 200\n* data\n* finish\n",
                "an Accept-Encoding of the app's"
            ),
            ("> GET /\n> Range: {{any}}\n< 200\n<\n< hello\n* response 200\n* data\n* finish\n", "Range and If-Range"),
            (
                "client GET / as download\n> GET /\n< 200\n<\n< hello\n* decode {{any}} -> no\n* file\n* finish\n",
                "an archive"
            ),
        ])
    func `is left out where the client wants the bytes as they are`(lines: String, reason: String) throws {
        let varying = try asking(for: "gzip", lines)
        #expect(varying.values(.coding) == [])
        #expect(varying.leftOut(.coding) == [reason: 1])
    }
}
