// EventPrinterTests.swift: events in the notation.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainTalk
import QuintainTranscript
import Testing
import QuintainWords

@Suite struct `A printed event` {
    private func lines(_ happening: Happening, lane: String? = nil, connection: ConnectionNumber? = 3) -> [String] {
        EventPrinter.lines(
            of: Event(number: 1, time: 0, connection: connection, lane: lane, happening: happening))
    }

    private func payload(_ text: String) -> Payload { Payload(Array(text.utf8)) }

    @Test(arguments: [
        ("GET / HTTP/1.1\r\n", "> GET /"),
        ("GET / HTTP/1.1\n", "> GET /"),
        ("GET / HTTP/1.1", "> GET /"),
        ("GET /\t\r\n", #"> GET /{{"\t"}}"#),
        ("GET / \r\n", #"> GET /{{" "}}"#),
        ("GET /\u{1}\r\n", #"> GET /\x01"#),
        ("GET /é\r\n", "> GET /é"),
    ])
    func `stands on one line without its line end`(bytes: String, printed: String) {
        #expect(lines(.received(.start, payload(bytes))) == [printed])
    }

    @Test func `carries its lane behind the mark`() {
        #expect(lines(.received(.start, payload("GET / HTTP/1.1\r\n")), lane: "b") == [">b GET /"])
        #expect(lines(.sent(.headEnd, payload("\r\n")), lane: "b") == ["<b"])
        #expect(lines(.acted("reset"), lane: "b") == ["!b reset"])
        #expect(lines(.reported(ToldCallback(ReportedCallback(.finish))), lane: "b") == ["*b finish"])
        #expect(lines(.answered(.plain(.byDefault), question: 1), lane: "b") == ["# -> default"])
    }

    @Test func `has a line for each line of a body, and a bare mark for an empty one`() {
        #expect(lines(.sent(.body, payload("one\n\ntwo\n"))) == ["< one", "<", "< two", "<"])
        #expect(lines(.sent(.body, payload("one\r\ntwo"))) == ["< one", "< two"])
    }

    @Test func `names the known stream instead of its bytes`() {
        #expect(lines(.sent(.body, Payload(pattern: 0, count: 1000))) == ["< {{bytes 1000}}"])
        #expect(lines(.received(.body, Payload(pattern: 400, count: 600))) == ["> {{bytes 600 from=400}}"])
    }

    @Test func `shows a few bytes of the known stream as they are`() {
        #expect(lines(.sent(.body, Payload(pattern: 0, count: 4))) == [#"< {{hex "afcd1d7b"}}"#])
    }

    @Test func `is hex where it is no text, and says what it leaves out`() {
        #expect(lines(.sent(.body, Payload([0xFF, 0x00]))) == [#"< {{hex "ff00"}}"#])
        let long = lines(.sent(.body, Payload([UInt8](repeating: 0xFF, count: Payload.keepAtMost + 36))))
        #expect(long.last == "# and 36 bytes more")
    }

    @Test func `says how much of a long body is not kept`() {
        let body = payload(String(repeating: "x", count: Payload.keepAtMost + 10))
        #expect(lines(.received(.body, body)).last == "# and 10 bytes more")
    }

    @Test func `is raw where the author was, and where nobody asked`() {
        #expect(lines(.sent(.raw, payload("HTTP/1.1 20x\r\n"))) == [#"< {{raw "HTTP/1.1 20x\r\n"}}"#])
        #expect(lines(.sent(.refusal, payload("HTTP/1.1 500\r\n"))) == [#"< {{raw "HTTP/1.1 500\r\n"}}"#])
    }

    @Test func `is a comment where the notation has no words`() {
        #expect(lines(.sent(.chunk, payload("3\r\n"))) == [#"# chunk 3\r\n"#])
        #expect(lines(.connectionClosed(by: .client, how: .fin)) == ["# connection 3 closed by the client"])
        #expect(
            lines(.connectionClosed(by: .client, how: .reset), connection: nil) == [
                "# connection ? reset by the client"
            ])
        #expect(lines(.requestEnded(bodyLength: 1)) == ["# the request is whole, 1 body byte"])
    }

    @Test func `is nothing where a line says it already`() {
        #expect(lines(.requestEnded(bodyLength: 0)) == [])
        #expect(lines(.sent(.lineEnd, payload("\n"))) == [])
    }

    /// The end of a line is told with the line below it, which has bytes or none.
    @Test func `is a mark where a line of a body is empty`() {
        func event(_ line: Int, _ part: Part, _ text: String) -> Event {
            Event(
                number: line, time: 0, line: LineReference(number: line, step: line),
                happening: .sent(part, payload(text)))
        }
        let events = [
            event(5, .body, "one"), event(6, .lineEnd, "\n"), event(7, .lineEnd, "\n"), event(7, .body, "two"),
            event(8, .lineEnd, "\n"), event(10, .start, "HTTP/1.1 200 OK\r\n"),
        ]
        #expect(EventPrinter.lines(of: events) == ["< one", "<", "< two", "<", "< 200 OK"])
    }
}
