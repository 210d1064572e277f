// RequestRecord.swift: requests in the transcript, byte for byte and when they came.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario
import QuintainTranscript
import QuintainWire

extension Record {
    /// Records a head as it came: the request line, each field, and the empty line where a body is announced. Returns
    /// the number of the first event; the others follow it.
    @discardableResult
    func writeHead(
        _ head: RequestHead, _ number: ConnectionNumber, _ lane: Lane? = nil, _ lines: HeadLines = .none
    ) -> Int {
        let text = head.text
        if !head.emptyLine.isEmpty { write(.received(.raw, Payload(head.emptyLine)), connection: number) }
        write(.received(.start, Payload(Array(text.start))), connection: number, lane: lane, line: lines.start)
        let first = transcript.count
        if let line = lines.start { tookRequest(text.start, line, event: first) }
        for (index, field) in text.fields.enumerated() {
            write(
                .received(.field, Payload(Array(field))), connection: number, lane: lane, line: lines.field(index))
        }
        if head.announcesBody {
            write(.received(.headEnd, Payload(Array(text.end))), connection: number, lane: lane, line: lines.end)
        }
        return first
    }

    /// A line takes a request, and the lane follows the file again: records the head with its lines, which are done. The
    /// bare mark that ends the head has no check of its own. Returns the number of the first event.
    func took(
        _ head: RequestHead, _ event: Int?, _ item: Item, _ expected: ExpectedRequest, on number: ConnectionNumber
    ) -> Int {
        let lines = HeadLines(head, item, expected)
        if let event { nameHead(head, from: event, item.lane, lines) }
        let first = event ?? writeHead(head, number, item.lane, lines)
        for placed in item.lines where placed.line.isOfHead { finish(placed) }
        findBack(item.lane)
        return first
    }

    /// Names the lines of a head that was recorded when it came, before its lines were known.
    private func nameHead(_ head: RequestHead, from event: Int, _ lane: Lane, _ lines: HeadLines) {
        for index in -1..<head.fields.count + (head.announcesBody ? 1 : 0) {
            let line = index < 0 ? lines.start : index < head.fields.count ? lines.field(index) : lines.end
            name(event + 1 + index, lane: lane, line: line)
        }
        if let line = lines.start { tookRequest(head.text.start, line, event: event) }
    }

    /// The line that took a request with this start, on a connection that fits, how many such requests have come, and the
    /// fields of the one it took: the first that is like the head, or else the first. nil: none has.
    func lineThatTook(
        _ head: RequestHead, where fits: (ConnectionNumber?) -> Bool
    ) -> (line: Int, count: Int, difference: HeadDifference)? {
        let (start, events) = (Array(head.text.start), transcript.first)
        let places = takers[start.hashValue, default: []].filter { place in
            guard case .received(.start, let payload) = events[place].happening, payload.kept == start,
                payload.count == start.count
            else { return false }
            return fits(events[place].connection)
        }
        let taken = places.lazy.map { place in
            (place, HeadDifference(of: head, from: Self.fields(in: events[(place + 1)...])))
        }
        guard let (place, difference) = taken.first(where: { $0.1.isNone }) ?? taken.first,
            let line = events[place].line?.number
        else { return nil }
        return (line, takings[line, default: 0], difference)
    }

    /// The lines of the fields with which the events begin.
    private static func fields(in events: ArraySlice<Event>) -> [Payload] {
        events.lazy.map { event -> Payload? in
            guard case .received(.field, let payload) = event.happening else { return nil }
            return payload
        }.prefix { $0 != nil }.compactMap(\.self)
    }

    /// The line that last took a request whose start begins so, on a connection that fits, and how many such requests
    /// had come by then. nil: none has.
    func lastThatTook(_ start: String, where fits: (ConnectionNumber?) -> Bool) -> (line: Int, count: Int)? {
        let last = transcript.events.lastIndex { event in
            guard event.line != nil, case .received(.start, let payload) = event.happening else { return false }
            return payload.kept.starts(with: start.utf8) && fits(event.connection)
        }
        guard let last, let line = transcript.events[last].line?.number else { return nil }
        return (
            line, transcript.events[...last].count { $0.line?.number == line && $0.happening.isRequestStart }
        )
    }

    /// Records bytes that no line has taken, or that a line takes later. Returns the number of their event.
    @discardableResult
    func writeArrival(
        _ arrived: Arrived, _ number: ConnectionNumber, _ lane: Lane? = nil, _ item: Item? = nil
    ) -> Int {
        guard arrived.part == .trailer else { return writeArrival(arrived.bytes[...], arrived.part, number, lane) }
        var lines = arrived.bytes.split(separator: 10, omittingEmptySubsequences: false).map { $0 + [10] }
        lines.removeLast()
        for line in lines.dropLast() {
            let name = String(decoding: line.prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self).lowercased()
            let expected = item?.trailers.first { $0.name.lowercased() == name }
            write(
                .received(.trailer, Payload(Array(line))), connection: number, lane: lane,
                line: expected.flatMap { item?.lines[$0.line].reference })
        }
        return writeArrival(lines.last ?? [], .chunk, number, lane)
    }

    @discardableResult
    func writeArrival(
        _ bytes: ArraySlice<UInt8>, _ part: Part, _ number: ConnectionNumber, _ lane: Lane? = nil
    ) -> Int {
        writeBytes(bytes, part, Payload(Array(bytes)), connection: number, lane: lane)
    }
}

/// The lines that the parts of a head are recorded with.
struct HeadLines {
    var start: LineReference?
    fileprivate var fields: [LineReference?] = []
    var end: LineReference?

    static let none = HeadLines()

    func field(_ index: Int) -> LineReference? { index < fields.count ? fields[index] : nil }

    private init() {}

    /// Pairs each field with the line that names it.
    init(_ head: RequestHead, _ item: Item, _ expected: ExpectedRequest) {
        start = item.first.reference
        var used: [String: Int] = [:]
        fields = head.fields.map { field in
            let name = field.name.lowercased()
            let lines = expected.fields.filter { $0.name.lowercased() == name && !$0.value.isAbsent }
            let nth = used[name, default: 0]
            used[name] = nth + 1
            return nth < lines.count ? item.lines[lines[nth].line].reference : nil
        }
        end = item.lines.first { if case .receive(.headEnd) = $0.line.deed { true } else { false } }?.reference
    }
}

extension RequestHead {
    /// Without a body, the empty line at the end of a head needs no event.
    fileprivate var announcesBody: Bool {
        fields.contains { $0.isNamed("Content-Length") || $0.isNamed("Transfer-Encoding") }
    }
}

extension Line {
    /// The line is compared with the head of a request, or with its connection.
    fileprivate var isOfHead: Bool {
        switch deed {
        case .receive(.body), .receive(.raw(_, .body)), .receive(.trailer): false
        default: true
        }
    }
}

extension Happening {
    fileprivate var isRequestStart: Bool { if case .received(.start, _) = self { true } else { false } }
}
