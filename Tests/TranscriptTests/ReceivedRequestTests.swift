// ReceivedRequestTests.swift: requests that are put together from events.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainTranscript
import Testing

@Suite struct `Received requests` {
    private var transcript = Transcript()

    private mutating func receive(_ part: Part, _ text: String, _ connection: ConnectionNumber, line: Int? = nil) {
        transcript.append(
            at: 0, connection: connection, line: line.map { LineReference(number: $0, step: $0) },
            .received(part, Payload(Array(text.utf8))))
    }

    private var requests: [ReceivedRequest] { ReceivedRequest.all(in: transcript.events(after: 0)) }

    @Test mutating func `of several streams are those of each, in the order in which they began`() {
        let connection = ConnectionNumber(1)
        let (one, other) = (ConnectionNumber(1, stream: 1), ConnectionNumber(1, stream: 3))
        transcript.append(at: 0, connection: connection, .connectionOpened(origin: "web", peer: ""))
        receive(.start, "POST /a HTTP/2\r\n", one, line: 4)
        receive(.start, "GET /b HTTP/2\r\n", other)
        receive(.field, "x: 1\r\n", other)
        receive(.field, "x: 2\r\n", one)
        receive(.body, "a", one)
        receive(.body, "b", other)
        receive(.body, "c", one)
        #expect(requests.map { "\($0.method) \($0.target) \($0.origin)" } == ["POST /a web", "GET /b web"])
        #expect(requests.map(\.line) == [4, nil])
        #expect(requests.map { $0.fields.map(\.value) } == [["2"], ["1"]])
        #expect(requests.map { String(decoding: $0.body, as: UTF8.self) } == ["ac", "b"])
        #expect(requests.allSatisfy { !$0.isCut })
    }

    @Test mutating func `have nothing behind a gap in their body, and are cut there`() {
        receive(.start, "POST /a HTTP/1.1\r\n", ConnectionNumber(1))
        receive(.body, String(repeating: "a", count: 5000), ConnectionNumber(1))
        receive(.lineEnd, "\n", ConnectionNumber(1))
        receive(.body, "b", ConnectionNumber(1))
        #expect(requests[0].body.count == 4096 && requests[0].bodyLength == 5001 && requests[0].isCut)
    }

    @Test(arguments: [
        ("A:b\r\n", "A", "b"), ("A: \t b c \t\r\n", "A", "b c"), ("A:\r\n", "A", ""), ("A:   \r\n", "A", ""),
        ("A: b:c\r\n", "A", "b:c"), ("none\r\n", "none", ""),
    ])
    mutating func `have the values of fields without the blanks around them`(line: String, name: String, value: String)
    {
        receive(.field, "X: of no request\r\n", ConnectionNumber(1))
        receive(.start, "GET /a HTTP/1.1\r\n", ConnectionNumber(1))
        receive(.field, line, ConnectionNumber(1))
        #expect(requests[0].fields.map(\.name) == [name] && requests[0].fields.map(\.value) == [value])
    }
}
