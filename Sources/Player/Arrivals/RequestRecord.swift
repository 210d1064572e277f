// RequestRecord.swift: requests in the transcript, byte for byte and when they came.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario
import QuintainTranscript
import QuintainWire

extension Player {
    /// Records a head as it came: the request line, each field, and the empty line where a body is announced. Returns
    /// the number of the first event; the others follow it.
    @discardableResult
    mutating func recordHead(_ head: RequestHead, _ number: ConnectionNumber, _ lane: Lane?, _ lines: HeadLines) -> Int
    {
        let text = head.text
        if !head.emptyLine.isEmpty { record.write(.received(.raw, Payload(head.emptyLine)), connection: number) }
        record.write(.received(.start, Payload(Array(text.start))), connection: number, lane: lane, line: lines.start)
        let first = record.transcript.count
        for (index, field) in text.fields.enumerated() {
            record.write(
                .received(.field, Payload(Array(field))), connection: number, lane: lane, line: lines.field(index))
        }
        if head.announcesBody {
            record.write(.received(.headEnd, Payload(Array(text.end))), connection: number, lane: lane, line: lines.end)
        }
        return first
    }

    /// Names the lines of a head that was recorded when it came, before its lines were known.
    mutating func nameHead(_ head: RequestHead, from event: Int, _ lane: Lane, _ lines: HeadLines) {
        for index in -1..<head.fields.count + (head.announcesBody ? 1 : 0) {
            let line = index < 0 ? lines.start : index < head.fields.count ? lines.field(index) : lines.end
            record.name(event + 1 + index, lane: lane, line: line)
        }
    }

    /// The line, such as `line 2, `> GET /a`, has taken one like it`, that first took a request with the same start to
    /// the same origin; only asked for the message about a request that no line takes.
    func lineThatTook(_ head: RequestHead, _ number: ConnectionNumber) -> String? {
        let start = Array(head.text.start)
        let first = record.transcript.events.first { event in
            guard event.line != nil, case .received(.start, let payload) = event.happening, payload.kept == start,
                payload.count == start.count
            else { return false }
            let origin = event.connection.flatMap { connections[$0]?.origin }
            return origin == nil || origin == connections[number]?.origin
        }
        guard let line = first?.line?.number, scenario.source.indices.contains(line - 1) else { return nil }
        let text = "line \(line), `\(scenario.source[line - 1])`, has taken one like it"
        guard let rounds = Self.rounds(ofLine: line, in: scenario.nodes), rounds > 1,
            record.transcript.events.count(where: { $0.line?.number == line && $0.happening.isRequestStart }) >= rounds
        else { return text }
        return text + " in each of its \(rounds) rounds, and has no more"
    }

    /// How often a line is played at most, by the `repeat` blocks around it.
    private static func rounds(ofLine number: Int, in nodes: [Node]) -> Int? {
        for node in nodes {
            let inner: [[Node]]
            var rounds = 1
            switch node {
            case .line(let line):
                if line.place.line == number { return 1 }
                continue
            case .repeated(let block):
                rounds = block.rounds.upperBound
                inner = [block.nodes]
            case .either(let block): inner = block.branches.map(\.nodes)
            case .anyOrder(let block): inner = block.parts.map(\.nodes)
            }
            if let found = inner.lazy.compactMap({ Self.rounds(ofLine: number, in: $0) }).first {
                return found.multipliedReportingOverflow(by: rounds).partialValue
            }
        }
        return nil
    }

    /// Records bytes that no line has taken, or that a line takes later. Returns the number of their event.
    @discardableResult
    mutating func recordArrival(
        _ arrived: Arrived, _ number: ConnectionNumber, _ lane: Lane?, _ item: Item? = nil
    ) -> Int {
        guard arrived.part == .trailer else { return recordArrival(arrived.bytes[...], arrived.part, number, lane) }
        var lines = arrived.bytes.split(separator: 10, omittingEmptySubsequences: false).map { $0 + [10] }
        lines.removeLast()
        for line in lines.dropLast() {
            let name = String(decoding: line.prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self).lowercased()
            let expected = item?.trailers.first { $0.name.lowercased() == name }
            record.write(
                .received(.trailer, Payload(Array(line))), connection: number, lane: lane,
                line: expected.flatMap { item?.lines[$0.line].reference })
        }
        return recordArrival(lines.last ?? [], .chunk, number, lane)
    }

    @discardableResult
    mutating func recordArrival(
        _ bytes: ArraySlice<UInt8>, _ part: Part, _ number: ConnectionNumber, _ lane: Lane?
    ) -> Int {
        record.writeBytes(part, Payload(Array(bytes)), connection: number, lane: lane)
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

extension Happening {
    fileprivate var isRequestStart: Bool { if case .received(.start, _) = self { true } else { false } }
}
