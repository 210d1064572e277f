// StreamCutTests.swift: consequences when a stream, or its connection, ends between frames of a reply.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainScenario
import QuintainSweep
import QuintainTranscript
import Testing

@Suite struct `A cut over HTTP/2` {
    private static let plain = """
        # A poem
        over   2
        > GET /poem
        < 200
        <
        < roses
        < red
        * response 200
        * data "roses\\nred"
        * finish
        client GET /next
        ! same-connection
        > GET /next
        < 204
        * response 204
        * finish
        """
    private static let sent: [(Int?, Part, String)] = [
        (3, Part.start, ":status: 200\r\n"), (nil, .added, "content-length: 9\r\n"), (5, .body, "roses"),
        (6, .lineEnd, "\n"), (6, .body, "red"),
    ]

    private struct Varied {
        let lines: [String]
        let changes: Changes

        subscript(_ value: String) -> [String]? {
            changes.all.first { $0.value == value }.map { lines.edited($0.edits) }
        }
    }

    private func varied(
        _ text: String = plain, _ sent: [(Int?, Part, String)] = sent, by family: Family = .cut,
        next: ConnectionNumber = ConnectionNumber(1, stream: 3)
    ) throws -> Varied {
        var subject = try Subject(text: text)
        subject.baseline = .made(of: subject, sent, next: next)
        return Varied(lines: subject.lines, changes: family.changes(of: subject))
    }

    @Test func `strikes before the head, behind it, within the body and behind the end`() throws {
        let changes = try varied().changes.all
        let first = changes.filter { !$0.value.hasPrefix("2.") }
        let connection = ["", "-rst"].flatMap { how in ["start", "head", "1", "5", "9", "end"].map { $0 + how } }
        let stream = ["-cancel", "-internal-error"].flatMap { how in
            ["start", "head", "1", "5", "end"].map { $0 + how }
        }
        #expect(Set(connection + stream).isSubset(of: first.map(\.value)))
        #expect(Set(first.map(\.value)).count == first.count)
        #expect(!first.contains { $0.value == "6" || $0.value.hasPrefix("6-") }, "a line end belongs to the line below")
        #expect(changes.first { $0.value == "end-no-error" }?.place == "behind the end")
        #expect(changes.first { $0.value == "9-cancel" }?.place == "before the end")
        #expect(!first.contains { $0.value == "head-no-error" || $0.value == "head-refused" })
    }

    @Test func `of a reply that is not whole makes the load fail, or the request is sent again`() throws {
        #expect(
            try varied()["7-cancel"] == [
                "# A poem", "over   2", "> GET /poem", "< 200", "< content-length: 9", "<", "< roses", #"< {{"r"}}"#,
                "! rst-stream CANCEL", "either is sent again", "> GET /poem", "< 200", "<", "< roses", "< red",
                "* response 200", #"* data "roses\nred""#, "* finish", "or     fails", "*? response 200",
                #"*? data {{up-to}} "roses\nr""#, "* fail {{any}}", "end",
            ])
    }

    @Test func `before the end of the stream may be taken for whole by the length, if the stream is not reset`() throws
    {
        let lines = try #require(try varied()["9"])
        #expect(lines.contains("! close") && lines.contains("either is whole"))
        #expect(try varied()["9-cancel"]?.contains("either is sent again") == true)
        let sent = Self.sent.filter { $0.1 != .added }
        #expect(try varied(Self.plain, sent)["9"]?.contains("either is sent again") == true, "there is no length")
    }

    @Test func `of a head lets nothing be told of it`() throws {
        let lines = try #require(try varied()["start-internal-error"])
        #expect(Array(lines[3...4]) == ["! rst-stream INTERNAL_ERROR", "either is sent again"])
        #expect(lines.suffix(3) == ["or     fails", "* fail {{any}}", "end"])
    }

    @Test(arguments: [
        ("start-refused", ["! rst-stream REFUSED_STREAM"]),
        ("start-unserved", ["! goaway NO_ERROR last=0", "! close"]),
    ])
    func `that says that nothing was processed lets a POST be sent again`(value: String, acts: [String]) throws {
        let text = Self.plain.replacing("GET /poem", with: "POST /poem")
        let lines = try #require(try varied(text)[value])
        #expect(Array(lines[3..<(3 + acts.count)]) == acts)
        #expect(!lines.contains { $0.contains("never \"") })
        #expect(lines.count { $0 == "> POST /poem" } == 2)
        let cancelled = try #require(try varied(text)["start-cancel"])
        #expect(cancelled.contains { $0.hasPrefix("should never \"") }, "nobody knows whether it was processed")
    }

    @Test func `by GOAWAY below the streams before names the last of them`() throws {
        let lines = try #require(try varied()["2.start-unserved"])
        #expect(lines.contains("! goaway NO_ERROR last=1"))
    }

    @Test func `by GOAWAY cuts no stream that it names, and the next request comes elsewhere`() throws {
        let lines = try #require(try varied()["5-goaway"])
        #expect(
            lines == [
                "# A poem", "over   2", "> GET /poem", "< 200", "<", "< roses", "! goaway NO_ERROR",
                #"< {{"\n"}}{{"red"}}"#, "* response 200", #"* data "roses\nred""#, "* finish", "client GET /next",
                "! new-connection", "> GET /next", "< 204", "* response 204", "* finish",
            ])
        #expect(try varied()["9-goaway"] == nil, "the stream ends before it")
        let elsewhere = try varied(
            Self.plain.replacing("! same-connection\n", with: ""), next: ConnectionNumber(2, stream: 1))
        #expect(elsewhere["head-goaway"]?.contains("! new-connection") == false)
    }

    @Test func `of the stream changes nothing behind its end`() throws {
        var lines = try #require(try varied()["end-internal-error"])
        let frame = try #require(lines.firstIndex(of: #"! frame RST_STREAM {{hex "00000002"}}"#))
        lines.remove(at: frame)
        #expect(lines == Self.plain.split(separator: "\n").map(String.init))
    }

    @Test func `of the connection behind the end leaves the reply whole`() throws {
        let lines = try #require(try varied()["end"])
        #expect(Array(lines[6...8]) == ["< red", "! frame DATA flags=END_STREAM", "! close"])
        #expect(lines.contains("* finish") && !lines.contains("! same-connection"))
        #expect(try varied()["end-rst"]?.contains("either is whole") == true)
    }

    @Test func `is not made where a rule does not reach, and that is counted`() throws {
        let other = try varied(next: ConnectionNumber(2))
        #expect(other.changes.leftOut == ["over one of two versions": 2])
        let struck = try varied(
            Self.plain.replacing("* response 204", with: "! frame PING {{hex \"0000000000000000\"}}\n* response 204"))
        #expect(struck.changes.leftOut["is struck already"] == 1)
    }

    @Test func `has its like in connections that end between requests`() throws {
        let connection = try varied(by: .connection)
        #expect(
            connection.changes.all.map(\.value) == [
                "goaway", "idle-2", "idle-2-goaway", "dies-2", "dies-2-rst", "dies-2-goaway",
            ])
        #expect(connection["goaway"]?.count { $0 == "! goaway NO_ERROR" } == 2)
        #expect(connection["goaway"]?.contains("! new-connection") == true)
        let idle = try #require(connection["idle-2-goaway"])
        let act = try #require(idle.firstIndex(of: "! goaway NO_ERROR"))
        #expect(Array(idle[act...(act + 3)]) == ["! goaway NO_ERROR", "! close", "! wait 20ms", "client GET /next"])
        #expect(connection["dies-2-goaway"]?.contains("! goaway NO_ERROR last=1") == true)
    }

    @Test func `has its like in writes between frames`() throws {
        let split = try varied(by: .split)
        #expect(split["5"]?[6...7] == ["! flush", #"< {{"\n"}}{{"red"}}"#])
        #expect(split["2"]?[5...7] == [#"< {{"ro"}}"#, "! flush", #"< {{"ses"}}"#])
        #expect(split["head"]?[5...6] == ["! flush", "< roses"])
        #expect(split["9"] == nil && split["each-byte"] != nil)
        let stall = try varied(by: .stall)
        #expect(stall.changes.all.map(\.value) == ["start", "2.start"])
    }
}

extension Baseline {
    /// Two requests on streams and the reply to the first, whose stretches are given by the index of their line.
    fileprivate static func made(
        of subject: Subject, _ sent: [(Int?, Part, String)], next: ConnectionNumber
    ) -> Baseline {
        func event(_ line: Int?, _ connection: ConnectionNumber, _ happening: Happening) -> Event {
            Event(
                number: 1, time: 0, connection: connection, line: line.map { LineReference(number: $0 + 1, step: $0) },
                happening: happening)
        }
        let first = ConnectionNumber(1, stream: 1)
        func request(_ exchange: SweptExchange, _ connection: ConnectionNumber) -> Event {
            let start = "\(exchange.method ?? "") / HTTP/2\r\n"
            return event(exchange.start, connection, .received(.start, Payload(Array(start.utf8))))
        }
        let events =
            [request(subject.exchanges[0], first)]
            + sent.map { event($0.0, first, .sent($0.1, Payload(Array($0.2.utf8)))) }
            + [
                request(subject.exchanges[1], next),
                event(
                    subject.exchanges[1].replies[0].start, next,
                    .sent(.start, Payload(Array(":status: 204\r\n".utf8)))),
            ]
        return Baseline(events, starts: Set(subject.exchanges.flatMap { $0.replies.map(\.start) }))
    }
}
