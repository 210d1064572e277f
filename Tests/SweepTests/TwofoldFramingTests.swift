// TwofoldFramingTests.swift: replies with two indications of where their body ends.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainScenario
import QuintainSweep
import QuintainTranscript
import Testing

@Suite struct `Framing that is told twice` {
    /// A redirect, its target, and a load after them.
    private let text = """
        > GET /a
        < 302
        < Location: /b
        * redirect 302 /b
        ! same-connection
        > GET /b
        < 200
        <
        < hello
        * response 200 length=5
        * data "hello"
        * finish
        client GET /c
        > GET /c
        < 200
        * response 200
        * finish
        """

    /// The text up to its second reply, whose head has these fields in addition, and these bytes behind its body.
    private func varied(_ fields: String, _ rest: String) -> String {
        text.upTo("! same-connection") + "! same-connection\n> GET /b\n< 200\n\(fields)\n<\n< hello\n" + rest
    }

    /// RFC 9112 section 6.3: the user agent must close the connection and discard the response.
    @Test(
        arguments: [
            ("wrong-length-last", "< Content-Length: 5\n< Content-Length: 4"),
            ("wrong-length-first", "< Content-Length: 4\n< Content-Length: 5"),
            ("wrong-length-listed", "< Content-Length: 5, 4"),
        ])
    func `by lengths that differ ends the load and the connection`(value: String, fields: String) throws {
        #expect(
            try Varying(text).variant(.framing, "2.\(value)")
                == varied(fields, "* fail bad-response\n! await close"))
        let first = try #require(try Varying(text).variant(.framing, value))
        #expect(first.hasSuffix("\n< Location: /b\n* fail bad-response\n! await close"))
        #expect(first.contains("Content-Length: 0") || first.contains("Content-Length: 1"))
    }

    /// RFC 9110 section 8.6: the message is rejected, or has the one length.
    @Test(
        arguments: [
            ("length-twice", "< Content-Length: 5\n< Content-Length: 5"), ("length-listed", "< Content-Length: 5, 5"),
        ])
    func `by the same length leaves two ways`(value: String, fields: String) throws {
        #expect(
            try Varying(text).variant(.framing, "2.\(value)")
                == varied(
                    fields,
                    """
                    either goes by the length
                    * response 200
                    * data "hello"
                    * finish
                    or     refuses it
                    * fail bad-response
                    end
                    """))
    }

    /// RFC 9112 section 6.3: Transfer-Encoding overrides Content-Length, or the message is an error; the length never
    /// counts.
    @Test func `by chunks and a length goes by the chunks, or fails`() throws {
        #expect(
            try Varying(text).variant(.framing, "2.chunks-and-length")
                == varied(
                    "< {{\"Content-Length\"}}: 4\n< Transfer-Encoding: chunked",
                    """
                    *? response 200
                    either goes by the chunks
                    * data "hello"
                    * finish
                    or     takes it for an attack
                    * fail {{any}}
                    end
                    """))
    }

    @Test func `brings the rest of the load on any connection, and no further load`() throws {
        #expect(
            try Varying(text).variant(.framing, "length-twice") == """
                > GET /a
                < 302
                < Content-Length: 0
                < Content-Length: 0
                < Location: /b
                either goes by the length
                * redirect 302 /b
                > GET /b
                < 200
                <
                < hello
                * response 200
                * data "hello"
                * finish
                or     refuses it
                * fail bad-response
                end
                """)
    }

    /// A 1xx is reported before the head of the reply has come.
    @Test(arguments: [("length-twice", "either goes by the length"), ("wrong-length-last", "* fail bad-response")])
    func `leaves what is told of a 1xx above`(value: String, below: String) throws {
        let early = try Varying(
            "> GET /\n< 103\n< 200\n*? informational 103\n* response 200\n* finish\n")
        #expect(
            try early.variant(.framing, "2.\(value)")?.contains("\n*? informational 103\n\(below)\n") == true)
    }

    @Test func `keeps the level of the lines behind the reply`() throws {
        let lenient = try Varying("> GET /\n< 200\nshould * response 200\nmay * finish\n")
        #expect(
            try lenient.variant(.framing, "length-listed") == """
                > GET /
                < 200
                < Content-Length: 0, 0
                either goes by the length
                should * response 200
                may * finish
                or     refuses it
                * fail bad-response
                end
                """)
        #expect(
            try lenient.variant(.framing, "wrong-length-listed")
                == "> GET /\n< 200\n< Content-Length: 0, 1\n* fail bad-response\n! await close")
    }

    @Test func `is cut by the length that it has twice`() throws {
        let text = "# t\n> GET /\n< 200\n< Content-Length: 5, 5\n<\n< roses\n* response 200\n* data \"roses\"\n* finish"
        var subject = try Subject(text: text)
        subject.baseline = .made(
            of: subject, answering: "GET",
            [
                (2, .start, "HTTP/1.1 200 OK\r\n"), (3, .field, "Content-Length: 5, 5\r\n"), (4, .headEnd, "\r\n"),
                (5, .body, "roses"),
            ])
        let changes = Family.cut.changes(of: subject).all
        let within = try #require(changes.first { $0.value == "45" })
        #expect(text.split(separator: "\n").map(String.init).edited(within.edits).contains("or     fails"))
        let behind = try #require(changes.first { $0.value == "46" })
        #expect(text.split(separator: "\n").map(String.init).edited(behind.edits).last == "* finish")
    }

    @Test(
        arguments: [
            ("< 200\n<\n< a\n* response 200\n< b\n* data \"ab\"\n* finish\n", "told within the reply"),
            (
                "< 200\n<\n< a\neither\n* response 200\n* finish\nor\n* response 201\n* finish\nend\n",
                "branches behind the reply"
            ),
            ("! segment 1\n< 200\n<\n< a\n* response 200\n* data\n* finish\n", "a reply in pieces"),
            ("< 200\n<\n< a\n! flush\n< b\n* response 200\n* data\n* finish\n", "a reply in pieces"),
            ("< 200\n<\n< {{bytes 16385}}\n* response 200\n* data\n* finish\n", "a long body"),
            ("< 200\n<\n< {{authority main}}\n* response 200\n* data\n* finish\n", "a length that the run decides"),
            (
                "< 200\n< ETag: \"a\"\n<\n< a\n* response 200\n* data\n* finish\nclient GET /\n> GET /\n< 204\n* finish\n",
                nil
            ),
        ] as [(String, String?)])
    func `is left out where it cannot be said what follows`(reply: String, reason: String?) throws {
        let varying = try Varying("> GET /\n\(reply)")
        #expect(varying.values(.framing).contains("length-twice") == (reason == nil))
        if let reason { #expect(varying.leftOut(.framing)[reason] == 1) }
    }
}

@Suite struct `A reply without content` {
    @Test func `may say so by its status`() throws {
        let empty = try Varying(
            "> GET /\n< 200\n< Content-Length: 0\n< X-A: b\n* response 200 length=0\n* finish\nclient GET /b\n! same-connection\n> GET /b\n< 200\n* response 200\n* finish\n"
        )
        #expect(
            try empty.variant(.framing, "no-content")
                == "> GET /\n< 204\n< X-A: b\n* response 204\n* finish\nclient GET /b\n! same-connection\n> GET /b\n< 200\n* response 200\n* finish"
        )
    }

    @Test(
        arguments: [
            "> GET /\n< 200\n<\n< a\n* response 200\n* data \"a\"\n* finish\n",
            "> GET /\n< 200\n< Content-Type: text/plain\n* response 200\n* finish\n",
            "> GET /\n< 404\n* response 404\n* finish\n", "> HEAD /\n< 200\n* response 200\n* finish\n",
            "> GET /\n< 200\n* response {{any}}\n* finish\n",
            "client GET / as download\n> GET /\n< 200\n* response 200\n* file {{\"\"}}\n* finish\n",
        ])
    func `keeps its status where the other would mean something else`(lines: String) throws {
        #expect(try !Varying(lines).values(.framing).contains("no-content"))
    }
}

extension StringProtocol {
    fileprivate func upTo(_ end: String) -> String {
        String(ranges(of: end).first.map { self[..<$0.lowerBound] } ?? self[...])
    }
}
