// SplitTests.swift: replies that are sent in pieces, and the consequences if their load fails unchanged.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainScenario
import QuintainSweep
import QuintainTranscript
import Testing

@Suite struct `A split` {
    private static let sent: [(Int?, Part, String)] = [
        (2, Part.start, "HTTP/1.1 200 OK\r\n"), (nil, .added, "Content-Length: 5\r\n"), (3, .headEnd, "\r\n"),
        (4, .body, "roses"),
    ]

    private func changes(
        _ text: String, _ sent: [(Int?, Part, String)] = sent, _ family: Family = .split
    ) throws -> Changes {
        var subject = try Subject(text: text)
        subject.baseline = .made(of: subject, answering: "GET", sent)
        return family.changes(of: subject)
    }

    private func variant(_ text: String, _ value: String, _ changes: Changes) throws -> [String] {
        let change = try #require(changes.all.first { $0.value == value })
        return text.split(separator: "\n").map(String.init).edited(change.edits)
    }

    @Test func `over TLS is made between two records`() throws {
        let lines = "> GET /\n< 200\n<\n< roses\n* response 200\n* data \"roses\"\n* finish"
        let text = "# t\norigin main https\n" + lines
        let sent = Self.sent.map { line, part, bytes in (line.map { $0 + 1 }, part, bytes) }
        let changes = try changes(text, sent)
        #expect(try variant(text, "40", changes)[3...5] == ["! flush at=40", "! wait 1ms at=40", "< 200"])
    }

    /// A client that acts on the head may leave the body unread; a client that was asked
    /// about trust has not seen the head.
    @Test(arguments: [
        ("*? challenge ServerTrust", "", true), ("", "*? challenge ServerTrust", false),
    ])
    func `reaches the body behind a question that stands above the request`(above: String, below: String, reaches: Bool)
        throws
    {
        let lines = ["> GET /", "< 200", "<", "< roses", below, "* response 200", "* data \"roses\"", "* finish"]
        let text = "# t\norigin main https\nclient GET /\n\(above)\n" + lines.joined(separator: "\n")
        let sent = Self.sent.map { line, part, bytes in (line.map { $0 + 3 }, part, bytes) }
        let values = try changes(text, sent).all.map(\.value)
        #expect(values.contains("37") && values.contains("40") == reaches)
        #expect(values.contains("each-byte") == reaches)
    }

    /// When the client notices the failure, and what it has reported by then, depends on the pieces.
    @Test(
        arguments: [
            (
                "* response 200\n*? data \"roses are red\"\n* fail {{any}}",
                "*? response 200\n*? data {{up-to}} \"roses are red\"\n* fail {{any}}"
            ),
            ("* response 200\n* fail decoding", "*? response 200\n*? data\n* fail decoding"),
            (
                "* response 200\neither fails\n* fail {{any}}\nor     does not\n* finish\nend",
                "*? response 200\n*? data\neither fails\n* fail {{any}}\nor     does not\n* finish\nend"
            ),
            (
                "* response 200\n* data \"roses\"\n* fail cancelled",
                "* response 200\n* data \"roses\"\n* fail cancelled"
            ),
        ])
    func `of a reply whose load fails leaves open what is told before`(lines: String, told: String) throws {
        let text = "# t\n> GET /\n< 200\n< Content-Encoding: gzip\n<\n< roses\n\(lines)"
        let sent = [
            Self.sent[0], (3, .field, "Content-Encoding: gzip\r\n"), Self.sent[1], (4, .headEnd, "\r\n"),
            (5, .body, "roses"),
        ]
        let changes = try changes(text, sent)
        let below = try variant(text, "20", changes).drop { $0 != "< roses" }.dropFirst()
        #expect(below.joined(separator: "\n") == told)
        #expect(changes.all.allSatisfy { Int($0.value) ?? 0 < 63 }, "in the head alone")
    }

    /// A client that has noticed the failure may close before everything is sent.
    @Test(
        arguments: [
            ("< 200", 1), ("< 200\n< Content-Length: 5\n< Content-Length: 6", 2), ("< 200\n< Content-Length: 5, 6", 2),
        ])
    func `is not made where a client may close before all is sent`(head: String, count: Int) throws {
        for kind in ["{{any}}", "bad-response", "other"] {
            let changes = try changes("# t\n> GET /\n\(head)\n<\n< roses\n* fail \(kind)")
            #expect(!changes.all.contains { $0.value == "each-byte" })
            #expect(changes.leftOut == ["its load fails as it is": count])
            #expect(changes.all.isEmpty == (count == 2))
        }
    }

    /// RFC 9110 section 8.6: the second length is reason enough, and the rest of the head has not come by then.
    @Test(arguments: [("< Content-Length: 0", true), ("< Content-Length: 0\n< Content-Length: 0", false)])
    func `is not made in a redirect that a client may refuse before all of its head is there`(
        lengths: String, isMade: Bool
    ) throws {
        let text = """
            # t\n> GET /\n< 302\n< Location: /b\n\(lengths)\neither goes by the length\n* redirect 302 /b
            > GET /b\n< 200\n* finish\nor     refuses it\n* fail bad-response\nend
            """
        let sent: [(Int?, Part, String)] = [
            (2, .start, "HTTP/1.1 302 Found\r\n"), (3, .field, "Location: /b\r\n"),
            (4, .field, "Content-Length: 0\r\n"), (nil, .headEnd, "\r\n"),
        ]
        let changes = try changes(text, sent, .stall)
        #expect(changes.all.contains { $0.value == "20" } == isMade)
        #expect(changes.leftOut["its load fails as it is"] == (isMade ? nil : 1))
    }

    /// The pace would have to be set for the connection of each lane.
    @Test func `does not leave byte by byte in lanes`() throws {
        let changes = try changes("# t\nclient GET / lane=a\n>a GET /\n<a 200\n<a\n<a roses\n*a finish")
        #expect(!changes.all.contains { $0.value == "each-byte" })
        #expect(changes.leftOut["in lanes"] != nil)
    }

    /// A client that acts on the head may be ahead of the rest. A pace of single bytes stays on its connection.
    @Test(arguments: [
        ("", "", 3), ("\n<\n< moved", "", 2), ("\n< Transfer-Encoding: chunked", "", 2),
        ("\n< Transfer-Encoding: chunked\n<\n! trailers\n< X-A: b", "", 2),
        ("", "\n<\n< moved", 1), ("\n<\n< moved", "\n<\n< moved", 1),
    ])
    func `leaves byte by byte behind the last reply on whose head the client acts`(
        first: String, second: String, count: Int
    ) throws {
        let text = """
            # t\n> GET /\n< 302\n< Location: /b\(first)\n* redirect 302 /b\n> GET /b\n< 302\n< Location: /c\(second)
            * redirect 302 /c\n> GET /c\n< 200\n<\n< roses\n* finish
            """
        let change = try #require(try changes(text).all.first { $0.value == "each-byte" })
        #expect(change.edits.count == count)
    }
}
