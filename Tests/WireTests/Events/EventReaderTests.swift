// EventReaderTests.swift: the format of a stream of events, by the HTML standard.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainWire
import Testing

/// Section 9.2.6 of the standard has the first four as examples.
@Suite struct `A stream of events` {
    static let corpus: [(text: String, events: [ServerEvent])] = [
        ("data: YHOO\ndata: +2\ndata: 10\n\n", [ServerEvent(data: "YHOO\n+2\n10")]),
        (
            ": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n",
            [ServerEvent(data: "first event", id: "1"), ServerEvent(data: "second event")]
        ),
        ("data\n\ndata\ndata\n\ndata:", [ServerEvent(data: ""), ServerEvent(data: "\n")]),
        ("data:test\n\ndata: test\n\n", [ServerEvent(data: "test"), ServerEvent(data: "test")]),
        ("\u{FEFF}data: a\n\n\u{FEFF}data: b\n\n", [ServerEvent(data: "a")]),
        ("data: a\r\rdata: b\r\n\r\ndata: c\n\n", ["a", "b", "c"].map { ServerEvent(data: $0) }),
        ("data: a\r\n\r\n\r\ndata: b\r\n\n", [ServerEvent(data: "a"), ServerEvent(data: "b")]),
        ("event: add\n\ndata: a\n\n", [ServerEvent(data: "a")]),
        ("event: add\nevent: sub\ndata: a\n\n", [ServerEvent(type: "sub", data: "a")]),
        ("id: 1\n\nid: 2\0\ndata: a\n\n", [ServerEvent(data: "a", id: "1")]),
        ("id: 1\ndata: a\nid: 2\n\n", [ServerEvent(data: "a", id: "2")]),
        ("DATA: a\n data: b\ndata : c\nd: e\n\n", []),
        ("\n\n\n", []), ("", []), ("data: ü\u{301}\n\n", [ServerEvent(data: "ü\u{301}")]),
    ]

    private func parts(_ bytes: [UInt8], by size: Int) -> [EventReader.Part] {
        var reader = EventReader()
        return stride(from: 0, to: bytes.count, by: size).flatMap {
            reader.append(bytes[$0..<min($0 + size, bytes.count)])
        }
    }

    private func events(_ parts: [EventReader.Part]) -> [ServerEvent] {
        parts.compactMap { part in if case .event(let event) = part { event } else { nil } }
    }

    @Test(arguments: corpus)
    func `is read as the standard says, however it is cut`(text: String, wanted: [ServerEvent]) {
        let bytes = Array(text.utf8)
        for size in 1...max(1, bytes.count) { #expect(events(parts(bytes, by: size)) == wanted, "by \(size)") }
    }

    @Test func `sends an event off with its empty line, and not a byte later`() {
        var reader = EventReader()
        #expect(reader.append(Array("data: a\r".utf8)) == [])
        #expect(reader.append([13]) == [.id(""), .event(ServerEvent(data: "a"))])
        #expect(reader.append([10]) == [])
        #expect(reader.append(Array("data: b\n".utf8)) == [])
        #expect(reader.append([10]) == [.id(""), .event(ServerEvent(data: "b"))])
    }

    @Test(
        arguments: [
            ("0", 0), ("007", 7), ("5000", 5_000), ("99999999999999999999", Int.max), ("5s", nil), ("-5", nil),
            ("", nil),
            ("5.0", nil), (" 5", nil), ("٥", nil),
        ] as [(String, Int?)])
    func `says how long to wait, in digits alone`(value: String, time: Int?) {
        var reader = EventReader()
        #expect(reader.append(Array("retry: \(value)\n".utf8)) == (time.map { [.retry($0)] } ?? []))
    }

    @Test func `goes on with the id of the one before it`() {
        var reader = EventReader(id: "7")
        #expect(reader.append(Array("data: a\n\n".utf8)) == [.id("7"), .event(ServerEvent(data: "a", id: "7"))])
        #expect(reader.append(Array("id\n\n".utf8)) == [.id("")])
    }

    @Test(
        arguments: [
            ([0x67, 0xFC, 0xDF], "g\u{FFFD}\u{FFFD}"), ([0xE2, 0x82], "\u{FFFD}"),
            ([0xED, 0xA0, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}"),
            ([0xF0, 0x9F, 0x98, 0x61], "\u{FFFD}a"),
        ] as [([UInt8], String)])
    func `has U+FFFD where it is no UTF-8`(bytes: [UInt8], text: String) {
        #expect(events(parts(Array("data: ".utf8) + bytes + [10, 10], by: 1)) == [ServerEvent(data: text)])
    }

    @Test func `is given up where an event grows without end`() {
        var reader = EventReader()
        let line = Array("data: ".utf8) + [UInt8](repeating: 97, count: 1 << 20) + [10]
        var given: [EventReader.Part] = []
        for _ in 0..<20 { given += reader.append(line) }
        #expect(given == [.tooLong])
        #expect(reader.append(Array("\n\ndata: a\n\n".utf8)) == [])
    }
}
