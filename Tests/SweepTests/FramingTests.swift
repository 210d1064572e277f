// FramingTests.swift: replies with another framing.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario
import QuintainSweep
import Testing

@Suite struct `Framing over HTTP-1` {
    private let plain =
        "> GET /\n< 200\n< Content-Length: 5\n<\n< hello\n* response 200 length=5\n* data \"hello\"\n* finish\n"
    private let chunked =
        "> GET /\n< 200\n< Transfer-Encoding: chunked\n<\n< one\n* response 200\n* data \"one\"\n< two\n* data \"two\"\n* finish\n"

    @Test(
        arguments: [
            (
                "chunks",
                "> GET /\n< 200\n< Transfer-Encoding: chunked\n<\n< hello\n* response 200\n* data \"hello\"\n* finish"
            ),
            (
                "trailers",
                "> GET /\n< 200\n< Transfer-Encoding: chunked\n< Trailer: X-Trailer\n<\n< hello\n! trailers\n< X-Trailer: behind the body\n* response 200\n* data \"hello\"\n* finish"
            ),
            ("close", "> GET /\n< 200\n<\n< hello\n! close\n* response 200\n* data \"hello\"\n* finish"),
            ("1.0", "> GET /\n< HTTP/1.0 200 OK\n<\n< hello\n! close\n* response 200\n* data \"hello\"\n* finish"),
            (
                "1.0-length",
                "> GET /\n< HTTP/1.0 200 OK\n< Content-Length: 5\n<\n< hello\n! close\n* response 200 length=5\n* data \"hello\"\n* finish"
            ),
        ])
    func `of a length becomes each of the others`(value: String, text: String) throws {
        #expect(try Varying(plain).variant(.framing, value) == text)
        #expect(
            try Varying(plain).values(.framing) == [
                "chunks", "chunks-of-1", "chunks-of-7", "extensions", "trailers", "length-twice", "length-listed",
                "wrong-length-last", "wrong-length-first", "wrong-length-listed", "chunks-and-length", "close", "1.0",
                "1.0-length",
            ])
    }

    @Test(
        arguments: [
            ("chunks", []), ("chunks-of-1", [ChunkShape](repeating: ChunkShape(size: 1), count: 64)),
            (
                "extensions",
                [ChunkShape(size: 1, extensions: ";a;b=c;d=\"e f\""), ChunkShape(size: 1, extensions: ";g=h")]
            ),
        ] as [(String, [ChunkShape])])
    func `has its chunks cut as it leaves`(value: String, pieces: [ChunkShape]) throws {
        // Line 1 is the title, and line 2 says how the variant was derived.
        #expect(try Varying(plain).alterations(.framing, value) == [4: .pieces(pieces)])
        #expect(try Varying(plain).variant(.framing, value) == Varying(plain).variant(.framing, "chunks"))
        #expect(try Varying(chunked).variant(.framing, "chunks-of-7") == chunked.trimmed, "it is chunked as it is")
    }

    /// RFC 9112 section 9.3: the connection ends with the reply, whether or not the server closes it.
    @Test func `of HTTP/1.0 on a connection that stays open brings the next request on another one`() throws {
        let next = "client GET /two\n> GET /two\n< 200\n* response 200\n* finish"
        let first =
            "> GET /\n< HTTP/1.0 200 OK\n< Content-Length: 5\n<\n< hello\n* response 200 length=5\n* data \"hello\"\n* finish\n"
        let expected = first + next.replacing("\n> GET", with: "\n! new-connection\n> GET")
        #expect(try Varying(plain + next).variant(.framing, "1.0-unused") == expected)
        let bound = next.replacing("\n> GET", with: "\n! same-connection\n> GET")
        #expect(try Varying(plain + bound).variant(.framing, "1.0-unused") == expected)
        #expect(try !Varying(plain).values(.framing).contains("1.0-unused"), "nothing follows")
        let elsewhere = "origin other http\n" + plain + next.replacing(" /two", with: " //other/two")
        #expect(try !Varying(elsewhere).values(.framing).contains("1.0-unused"), "another server keeps its own")
    }

    @Test func `of chunks becomes a length, and a run of lines stays a chunk`() throws {
        let varying = try Varying(chunked)
        #expect(
            try varying.variant(.framing, "length")
                == chunked.replacing("Transfer-Encoding: chunked", with: "Content-Length: {{length}}").trimmed)
        #expect(
            try varying.variant(.framing, "close")
                == "> GET /\n< 200\n<\n< one\n* response 200\n* data \"one\"\n< two\n! close\n* data \"two\"\n* finish")
        #expect(!varying.values(.framing).contains("chunks"), "it is chunked as it is")
    }

    @Test func `of chunks loses trailers where there are no chunks`() throws {
        let varying = try Varying(
            "> GET /\n< 200\n< Transfer-Encoding: chunked\n< Trailer: X-Sum\n<\n< {{\"hello\" | chunks 2}}\n! trailers\n< X-Sum: 1\n* response 200\n* finish\n"
                .replacing("* finish", with: "* data \"hello\"\n* finish"))
        #expect(
            try varying.variant(.framing, "length")
                == "> GET /\n< 200\n< Content-Length: {{length}}\n<\n< {{\"hello\" | chunks 2}}\n* response 200\n* data \"hello\"\n* finish"
        )
        #expect(!varying.values(.framing).contains("trailers"), "it has trailers as it is")
    }

    @Test func `until the connection ends becomes a length of a connection that still ends`() throws {
        let open = try Varying("> GET /\n< 200\n<\n< hello\n! close\n* response 200\n* data \"hello\"\n* finish\n")
        #expect(
            try open.variant(.framing, "length")
                == "> GET /\n< 200\n< Content-Length: {{length}}\n< Connection: close\n<\n< hello\n! close\n* response 200\n* data \"hello\"\n* finish"
        )
        #expect(!open.values(.framing).contains("close"))
    }

    @Test func `leaves lengths and totals open that have become others`() throws {
        let download = try Varying(
            """
            client GET / as download
            > GET /
            < 200
            <
            < {{bytes 1000}}
            * response 200 application/octet-stream length=1000 url=/
                   Content-Length: 1000
                   X-A: {{absent}}
            * progress 1000/1000
            * file {{bytes 1000}}
            * finish
            """)
        #expect(
            try download.variant(.framing, "chunks") == """
                client GET / as download
                > GET /
                < 200
                < Transfer-Encoding: chunked
                <
                < {{bytes 1000}}
                * response 200 application/octet-stream url=/
                       X-A: {{absent}}
                * progress 1000/{{any}}
                * file {{bytes 1000}}
                * finish
                """)
    }

    @Test func `that ends the connection has the next request on a new one`() throws {
        let two = try Varying(
            """
            > GET /a
            < 200
            * response 200
            * finish
            client GET /b
            ! same-connection
            > GET /b
            < 204
            * response 204
            * finish
            client GET /c
            ! same-connection
            > GET /c
            < 200
            * response 200
            * finish
            """)
        for value in ["close", "1.0", "1.0-length"] {
            let text = try #require(try two.variant(.framing, value))
            #expect(text.contains("client GET /b\n! new-connection\n> GET /b"), "\(value)")
            #expect(text.contains("client GET /c\n! same-connection\n> GET /c"), "\(value)")
        }
        #expect(try two.variant(.framing, "chunks")?.contains("new-connection") == false)
        #expect(try two.variant(.framing, "close")?.contains("< 200\n<\n! close\n* response 200") == true)
        #expect(try two.variant(.framing, "2.1.0")?.contains("< HTTP/1.0 204 No Content\n<\n! close") == true)
    }

    @Test func `is never in chunks by HTTP-1-0, nor below a status without a body`() throws {
        let old = try Varying("> GET / HTTP/1.0\n< 200\n<\n< hello\n* response 200\n* data \"hello\"\n* finish\n")
        #expect(
            old.values(.framing) == [
                "length-twice", "length-listed", "wrong-length-last", "wrong-length-first", "wrong-length-listed",
                "close",
                "1.0", "1.0-length",
            ])
        let reply = try Varying("> GET /\n< HTTP/1.0 200 OK\n<\n< hello\n* response 200\n* data \"hello\"\n* finish\n")
        #expect(reply.values(.framing) == ["close"])
        for status in [204, 304] {
            let none = try Varying("> GET /\n< \(status)\n* response \(status)\n* finish\n")
            #expect(none.values(.framing) == ["1.0"], "\(status)")
        }
    }

    @Test func `leaves HEAD and 304 their fields`() throws {
        let head = try Varying(
            "> HEAD /\n< 200\n< Content-Length: 1000\n* response 200 \n* finish\n".replacing(" \n", with: "\n"))
        #expect(head.values(.framing) == ["1.0"])
        #expect(
            try head.variant(.framing, "1.0")
                == "> HEAD /\n< HTTP/1.0 200 OK\n< Content-Length: 1000\n<\n! close\n* response 200\n* finish")
        let chunked = try Varying("> HEAD /\n< 200\n< Transfer-Encoding: chunked\n* response 200\n* finish\n")
        #expect(chunked.values(.framing) == [], "HTTP/1.0 knows no chunks")
    }

    @Test(
        arguments: [
            ("> CONNECT {{authority web}}\n< 403\n* fail {{any}}\n", "a tunnel"),
            (
                "> GET /\n< 200\n< Content-Length: 9\n<\n< hello\n* response 200\n* finish\n",
                "a length that is not its body's"
            ),
            (
                "> GET /\n< 200\n< Content-Length: 5\n< Transfer-Encoding: chunked\n<\n< hello\n* response 200\n* finish\n",
                "a framing of its own"
            ),
            ("> GET /\n< 200\n<\n< hello\n* response 200\n! reset\n* finish\n", "an act that strikes the reply"),
            ("> GET /\n< 200\n<\n< hello\n* response 200\n* fail {{any}}\n", "a reply that fails"),
            ("> GET /\n< 200\n< {{\"X-a\"}}: 1\n* response 200\n* finish\n", "a name that a value makes"),
        ])
    func `is left as it is where it is the matter itself`(lines: String, reason: String) throws {
        let origin = lines.contains("web") ? "origin web https\nproxy  gate http\nclient GET //web/ via gate\n" : ""
        let varying = try Varying(origin + lines)
        #expect(varying.values(.framing) == [])
        #expect(varying.leftOut(.framing) == [reason: 1])
    }

    @Test(arguments: [(16_384, true), (16_385, false)])
    func `ends no connection under a long body that nobody need read`(count: Int, closes: Bool) throws {
        let redirect = try Varying(
            """
            > GET /a
            < 302
            < Location: /b
            <
            < {{bytes \(count)}}
            * redirect 302 /b
            > GET /b
            < 200
            * response 200
            * finish
            """)
        #expect(redirect.values(.framing).contains("close") == closes)
        #expect(redirect.leftOut(.framing)["a body that need not be read"] == (closes ? nil : 1))
        #expect(redirect.values(.framing).contains("2.close"))
    }

    @Test func `ends no connection of which the file says more`() throws {
        let named = try Varying(
            "! connection one\n> GET /\n< 200\n<\n< hello\n* response 200\n* data \"hello\"\n* finish\n")
        #expect(named.values(.framing).filter { $0.contains("close") || $0.contains("1.0") } == [])
        #expect(named.values(.framing).prefix(2) == ["chunks", "chunks-of-1"])
        #expect(named.leftOut(.framing) == ["a named connection": 1])
    }
}

@Suite struct `Framing over HTTP-2` {
    private func stream(_ lines: String) throws -> Varying {
        try Varying("origin main http http=2\n\(lines)")
    }

    @Test func `has small frames, trailers, padding and a head in pieces`() throws {
        let plain = try stream(
            "> GET /\n< 200\n< X-A: b\n<\n< hello\n< you\n* response 200\n* data \"hello\\nyou\"\n* finish\n")
        #expect(plain.values(.framing) == ["frames-of-1", "frames-of-7", "padding", "trailers", "continuation"])
        // Lines 1 and 2 are the title and the derivation.
        #expect(
            try plain.alterations(.framing, "frames-of-7")
                == [5: .pieces([ChunkShape](repeating: ChunkShape(size: 7), count: 64))])
        #expect(try plain.alterations(.framing, "padding") == [5: .padding])
        #expect(try plain.alterations(.framing, "continuation") == [5: .continuation])
        #expect(
            try plain.variant(.framing, "trailers")?.contains("< you\n! trailers\n< X-Trailer: behind the body\n*")
                == true)
    }

    @Test func `has a small window for a body of the client's`() throws {
        let upload = try stream(
            "client POST /\n       body {{bytes 1000}}\n> POST /\n>\n> {{bytes 1000}}\n< 204\n* response 204\n* finish\n"
        )
        #expect(
            try upload.variant(.framing, "small-window")?.contains("! settings INITIAL_WINDOW_SIZE=10\n> POST /")
                == true)
    }
}

extension String {
    fileprivate var trimmed: String { hasSuffix("\n") ? String(dropLast()) : self }
}
