// CutTests.swift: consequences when a connection ends at a byte of a reply.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainScenario
import QuintainSweep
import QuintainTranscript
import Testing

@Suite struct `A cut` {
    private static let plain = """
        # A poem
        > GET /poem
        < 200
        <
        < roses
        * response 200
        * data "roses"
        * finish
        client GET /next
        > GET /next
        < 204
        * response 204
        * finish
        """
    private static let sent: [(Int?, Part, String)] = [
        (2, Part.start, "HTTP/1.1 200 OK\r\n"), (nil, .added, "Content-Length: 5\r\n"), (3, .headEnd, "\r\n"),
        (4, .body, "roses"),
    ]

    private func changes(
        _ text: String = plain, _ sent: [(Int?, Part, String)] = sent, method: String = "GET"
    ) throws -> [String: Change] {
        var subject = try Subject(text: text)
        subject.baseline = .made(of: subject, answering: method, sent)
        let changes = Family.cut.changes(of: subject)
        return Dictionary(uniqueKeysWithValues: changes.all.map { ($0.value, $0) })
    }

    @Test func `strikes at each byte of the head, by FIN and by RST`() throws {
        let changes = try changes()
        for byte in 0...38 {
            #expect(changes["\(byte)"] != nil && changes["\(byte)-rst"] != nil, "byte \(byte)")
        }
        #expect(changes["3-tls"] == nil, "there is no TLS")
        #expect(changes["0"]?.place == "before the reply")
        #expect(changes["16"]?.place == "in the status line")
        #expect(changes["17"]?.place == "in a field")
        #expect(changes["37"]?.place == "in the end of the head")
        #expect(changes["38"]?.place == "in the body")
        #expect(changes["43"]?.place == "behind the reply")
    }

    /// A client may ask again for what was cut, and no line says what it gets then.
    @Test(arguments: [(true, true), (false, false)])
    func `is not made in a reply whose end was not sent`(isCut: Bool, isLeftOut: Bool) throws {
        var subject = try Subject(text: Self.plain.replacing("* finish\nclient", with: "client"))
        var sent = Self.sent
        if isCut { sent[1].2 = "Content-Length: 9\r\n" }
        subject.baseline = .made(of: subject, answering: "GET", sent)
        let changes = Family.cut.changes(of: subject)
        #expect((changes.leftOut["is cut already"] == 1) == isLeftOut && changes.all.isEmpty == isLeftOut)
    }

    /// Of a line so long its beginning is kept alone, and the lines below it are fields of their own.
    @Test func `behind a long field knows the length below it`() throws {
        let long = "X-Long: " + String(repeating: "x", count: 9_000) + "\r\n"
        var sent = Self.sent
        sent.insert((nil, .added, long), at: 1)
        let start = 17 + long.utf8.count + 21
        let change = try #require(try changes(Self.plain, sent)["\(start + 2)"])
        let lines = Self.plain.split(separator: "\n").map(String.init).edited(change.edits)
        #expect(change.place == "in the body" && lines.contains("* fail {{any}}"), "\(lines)")
    }

    @Test func `of a reply that is not whole makes the load fail, or the request is sent again`() throws {
        let change = try #require(try changes()["40"])
        let lines = Self.plain.split(separator: "\n").map(String.init).edited(change.edits)
        #expect(
            lines == [
                "# A poem", "> GET /poem", "! close at=40", "< 200", "<", "< roses", "either is sent again",
                "> GET /poem", "< 200", "<", "< roses", "* response 200", "* data \"roses\"", "* finish",
                "or     fails", "*? response 200", "*? data {{up-to}} \"ro\"", "* fail {{any}}", "end",
            ])
    }

    /// A client's data from half a coding are not known byte for byte, but they are a prefix of the decoded body.
    @Test(arguments: [("* data \"roses\"", "*? data {{up-to}} \"roses\""), ("* data {{any}}", "*? data")])
    func `of a coded body lets a beginning of the decoded one be told`(line: String, told: String) throws {
        let text = Self.plain.replacing("* data \"roses\"", with: line)
            .replacing("< 200\n<\n", with: "< 200\n< Content-Encoding: gzip\n<\n")
        let sent = [
            Self.sent[0], (3, .field, "Content-Encoding: gzip\r\n"), Self.sent[1], (4, .headEnd, "\r\n"),
            (5, .body, "GZIPP"),
        ]
        let change = try #require(try changes(text, sent)["64"])
        let lines = text.split(separator: "\n").map(String.init).edited(change.edits)
        #expect(lines.suffix(4) == ["*? response 200", told, "* fail {{any}}", "end"])
    }

    @Test func `of a head lets nothing be told of it`() throws {
        let change = try #require(try changes()["20"])
        let lines = Self.plain.split(separator: "\n").map(String.init).edited(change.edits)
        #expect(lines.suffix(3) == ["or     fails", "* fail {{any}}", "end"])
    }

    @Test func `behind the last byte that length says changes nothing`() throws {
        let change = try #require(try changes()["43"])
        let lines = Self.plain.split(separator: "\n").map(String.init).edited(change.edits)
        #expect(lines.suffix(4) == ["< roses", "* response 200", "* data \"roses\"", "* finish"])
    }

    @Test func `takes a length for what it is, whatever blanks stand around it`() throws {
        let sent = Self.sent.map { ($0.0, $0.1, $0.1 == .added ? "Content-Length:\t5\t\r\n" : $0.2) }
        let change = try #require(try changes(Self.plain, sent)["40"])
        let lines = Self.plain.split(separator: "\n").map(String.init).edited(change.edits)
        #expect(lines.contains("either is sent again"))
    }

    @Test func `by RST behind the last byte has three right ends`() throws {
        let change = try #require(try changes()["43-rst"])
        let lines = Self.plain.split(separator: "\n").map(String.init).edited(change.edits)
        #expect(lines.count { $0.hasPrefix("or ") } == 2)
        #expect(lines.contains("either is whole"))
    }

    @Test func `lets a POST be sent again with a warning`() throws {
        let text = Self.plain.replacing("GET /poem", with: "POST /poem")
        let change = try #require(try changes(text, method: "POST")["40"])
        let lines = text.split(separator: "\n").map(String.init).edited(change.edits)
        let again = lines.drop { $0 != "either" }.dropFirst()
        #expect(again.first?.hasPrefix("should never ") == true)
        #expect(again.dropFirst().prefix(2) == ["should", "> POST /poem"])
    }

    @Test func `of a redirect's head warns of a client that follows it`() throws {
        let text =
            "# A form\n> POST /form\n< 301\n< Location: /done\n* redirect 301 /done\n> GET /done\n< 200\n* finish"
        let sent: [(Int?, Part, String)] = [
            (2, Part.start, "HTTP/1.1 301 Moved Permanently\r\n"), (3, .field, "Location: /done\r\n"),
            (nil, .added, "Content-Length: 0\r\n"), (nil, .headEnd, "\r\n"),
        ]
        let change = try #require(try changes(text, sent, method: "POST")["50"])
        let lines = text.split(separator: "\n").map(String.init).edited(change.edits)
        let followed = lines.drop { !$0.contains("only a part came") }
        #expect(
            followed.prefix(7) == [
                "should never \"a head is followed of which only a part came (RFC 9112 section 8)\"",
                "should", "* redirect 301 /done", "> GET /done", "end", "< 200", "* finish",
            ], "\(lines)")
    }

    @Test func `of a body that ends with the connection makes it shorter`() throws {
        let text = Self.plain.replacing("< roses\n", with: "< roses\n! close\n")
        let sent = Self.sent.filter { $0.1 != .added }
        let changes = try changes(text, sent)
        let change = try #require(changes["22"])
        let lines = text.split(separator: "\n").map(String.init).edited(change.edits)
        #expect(
            lines == [
                "# A poem", "> GET /poem", "! close at=22", "< 200", "<", "< roses", "! close", "* response 200",
                "* data \"ros\"", "* finish",
            ])
        #expect(changes["18"] != nil)
    }

    @Test func `behind the line of the last chunk is right either way`() throws {
        let text = Self.plain.replacing("< 200\n<\n", with: "< 200\n< Transfer-Encoding: chunked\n<\n")
        let sent: [(Int?, Part, String)] = [
            (2, .start, "HTTP/1.1 200 OK\r\n"), (3, .field, "Transfer-Encoding: chunked\r\n"), (4, .headEnd, "\r\n"),
            (5, .chunk, "5\r\n"), (5, .body, "roses"), (5, .chunk, "\r\n"), (nil, .chunk, "0\r\n\r\n"),
        ]
        let changes = try changes(text, sent)
        #expect(changes["47"]?.place == "in a chunk's size")
        #expect(changes["57"]?.place == "in the last chunk")
        func branches(_ value: String) -> Int {
            (changes[value]?.edits ?? []).reduce(0) { count, edit in
                if case .insert(let lines, _) = edit { count + lines.count { $0.hasPrefix("or ") } } else { count }
            }
        }
        #expect(["59", "60", "61", "62"].map(branches) == [1, 2, 2, 0])
    }

    @Test func `is not made where a rule does not reach, and that is counted`() throws {
        var subject = try Subject(text: "# t\n> GET /\nrepeat 2\n< 103\nend\n< {{raw \"HTTP/1.1 200 OK\\r\\n\\r\\n\"}}")
        subject.baseline = .made(of: subject, answering: "GET", [])
        #expect(Family.cut.changes(of: subject).leftOut == ["raw or computed": 2])
    }

    /// The end of the message does not say which part is whole.
    @Test func `is not made of a reply whose parts are responses`() throws {
        var subject = try Subject(
            text: "# t\n> GET /\n< 200\n< Content-Type: multipart/x-mixed-replace; boundary=a\n<\n< --a--\n* finish")
        subject.baseline = .made(of: subject, answering: "GET", [])
        #expect(Family.cut.changes(of: subject).leftOut == ["its parts are responses": 1])
    }

    /// The play that gave the positions had other ports than the variant.
    @Test func `of a body with addresses lets any data be told, unless a line says them`() throws {
        let text = Self.plain.replacing("< roses", with: "< {{//main/roses}}")
        let sent = Self.sent.map { ($0.0, $0.1, $0.1 == .body ? "http:" : $0.2) }
        for (line, told) in [("* data", "*? data"), ("* data \"roses\"", "*? data {{up-to}} \"roses\"")] {
            let text = text.replacing("* data \"roses\"", with: line)
            let change = try #require(try changes(text, sent)["40"])
            let lines = text.split(separator: "\n").map(String.init).edited(change.edits)
            #expect(lines.suffix(4) == ["*? response 200", told, "* fail {{any}}", "end"])
        }
    }

    /// A client that is told something within the reply would not be told it once the connection has ended.
    @Test func `is not made of a reply within which the client is told to do something`() throws {
        var subject = try Subject(
            text: "# t\n> GET /\n< 200\n<\n< one\nclient suspend\n< two\nclient continue\n* finish")
        subject.baseline = .made(of: subject, answering: "GET", [])
        let reason = "the client is told to do something within it"
        #expect(Family.cut.changes(of: subject).leftOut == [reason: 1])
    }
}

extension Baseline {
    /// One request and one reply, whose stretches are given by the index of their line.
    static func made(
        of subject: Subject, answering method: String, _ sent: [(Int?, Part, String)]
    ) -> Baseline {
        func event(_ line: Int?, _ happening: Happening) -> Event {
            Event(
                number: 1, time: 0, connection: ConnectionNumber(1),
                line: line.map { LineReference(number: $0 + 1, step: $0) }, happening: happening)
        }
        let request = event(
            subject.exchanges[0].start, .received(.start, Payload(Array("\(method) / HTTP/1.1\r\n".utf8))))
        let reply = sent.map { event($0.0, .sent($0.1, Payload(Array($0.2.utf8)))) }
        return Baseline([request] + reply, starts: Set(subject.exchanges.flatMap { $0.replies.map(\.start) }))
    }
}
