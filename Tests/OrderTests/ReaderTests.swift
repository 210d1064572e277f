// ReaderTests.swift: recorded traces, well-formed and hostile.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import Testing

@testable import QuintainOrder

@Suite struct `The trace reader` {
    /// All events of a file that is read in pieces of this size.
    private static func read(_ bytes: [UInt8], pieces: Int = .max) throws(TraceFault) -> [TraceEvent] {
        var reader = TraceReader(.urlsessionData)
        var events: [TraceEvent] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let piece = Array(rest.prefix(pieces))
            rest = rest.dropFirst(pieces)
            let fault = piece.withUnsafeBufferPointer { bytes -> TraceFault? in
                do throws(TraceFault) {
                    try reader.take(bytes) { events.append($0) }
                    return nil
                } catch {
                    return error
                }
            }
            if let fault { throw fault }
        }
        try reader.finish { events.append($0) }
        return events
    }

    private static let file = """
        {"callback": "didReceiveResponse", "status": 200, "mime": "text/html; charset=utf-8"}
        \t{ "task" : 7 , "callback":"didReceiveData","bytes":123456}\r

        {"callback": "didComplete", "error": null, "task": "7", "when": 1.25}
        {"callback": "didComplete", "error": {"code": -999}, "task": "\\u0037"}
        {"call\\u0062ack": "willSendRequest", "redirectResponse": {}}
        {"callback":"reply","decision":"use"}
        """

    @Test(arguments: [1, 2, 3, 7, 64, .max]) func `gives the same however the file is cut`(pieces: Int) throws {
        let events = try Self.read(Array(Self.file.utf8), pieces: pieces)
        #expect(
            events.map(\.callback) == [
                .didReceiveResponse, .didReceiveData, .didComplete, .didCompleteWithError,
                .willSendRequestAfterRedirect,
                .reply,
            ])
        #expect(events.map(\.place) == [1, 2, 4, 5, 6, 7])
        #expect(events.map(\.task) == [nil, "7", "7", "7", nil, nil])
        #expect(events[0].fields.status == 200 && events[0].fields.mime == .other)
        #expect(events[5].fields.decision == .credential)
    }

    @Test(arguments: [
        ("{\"callback\":\"didRece", 1), ("{\"callback\":\"reply\"", 1), (" {", 1),
        ("{\"callback\":\"reply\"}", 2), ("", 1),
    ]) func `of a prefix lets the last record break off`(end: String, events: Int) throws {
        var reader = TraceReader(.urlsessionData)
        var count = 0
        try Self.take("{\"callback\":\"didReceiveData\"}\n" + end, &reader) { _ in count += 1 }
        try reader.finish(isPrefix: true) { _ in count += 1 }
        #expect(count == events)
    }

    @Test(arguments: ["{\"callback\":\"didRece\n", "nonsense", "{\"callback\":\"nonsense\"}"])
    func `of a prefix takes nothing else for a record`(text: String) {
        #expect(throws: TraceFault.self) {
            var reader = TraceReader(.urlsessionData)
            try Self.take(text, &reader) { _ in }
            try reader.finish(isPrefix: true) { _ in }
        }
    }

    /// A willSendRequest may not say whether it is a redirect; guards that depend on that are then left out.
    @Test func `does not take a redirect that is not told for none`() throws {
        var judgement = Judgement(.nsurlconnectionData)
        var findings: [TraceFinding] = []
        for line in ["willSendRequest", "reply\",\"request\":null,\"x\":\"", "didReceiveResponse"] {
            let bytes = Array("{\"callback\":\"\(line)\"}".utf8)
            let event = try #require(try TraceReader.event(bytes, line: 1, .nsurlconnectionData))
            findings += try judgement.happened(event)
        }
        #expect(findings.isEmpty)
    }

    private static func take(
        _ text: String, _ reader: inout TraceReader, _ body: (TraceEvent) -> Void
    ) throws(TraceFault) {
        let fault = Array(text.utf8).withUnsafeBufferPointer { bytes -> TraceFault? in
            do throws(TraceFault) {
                try reader.take(bytes) { body($0) }
                return nil
            } catch {
                return error
            }
        }
        if let fault { throw fault }
    }

    @Test(arguments: [
        ("NSURLAuthenticationMethodServerTrust", TraceEvent.Authority.session), ("server-trust", .session),
        ("NTLM", .session), ("Negotiate", .session), ("ClientCertificate", .session),
        ("NSURLAuthenticationMethodHTTPBasic", .task), ("Digest", .task), ("Form", .task),
    ]) func `knows who is asked by which method`(method: String, asks: TraceEvent.Authority) throws {
        let line = "{\"callback\":\"didReceiveChallenge\",\"method\":\"\(method)\"}"
        #expect(try Self.read(Array(line.utf8)).first?.fields.asks == asks)
    }

    @Test func `bounds what hostile files can cost`() throws {
        func fault(_ bytes: [UInt8], pieces: Int = .max) -> String? {
            do throws(TraceFault) {
                _ = try Self.read(bytes, pieces: pieces)
                return nil
            } catch {
                return "\(error.line): \(error.message)"
            }
        }
        let long = [UInt8](repeating: UInt8(ascii: " "), count: TraceReader.longestLine + 1)
        #expect(fault(long) == "1: a line is longer than 1 MiB")
        #expect(fault(long, pieces: 5000) == "1: a line is longer than 1 MiB")
        #expect(fault(Array("\n\n".utf8) + long + [10]) == "3: a line is longer than 1 MiB")
        let deep = Array("{\"callback\":\"reply\",\"x\":".utf8) + [UInt8](repeating: UInt8(ascii: "["), count: 500_000)
        #expect(fault(deep) == "1: no JSON: nested too deeply, at byte 56")
        #expect(
            fault(Array("{\"callback\":\"".utf8) + [0xFF, 0xFE, UInt8(ascii: "\""), UInt8(ascii: "}")])?.contains(
                "not UTF-8") == true)
        #expect(fault([0, 0, 0]) == "1: no JSON: no value begins like this, at byte 0")
        let name = String(repeating: "n", count: 201)
        #expect(
            fault(Array("{\"callback\":\"reply\",\"task\":\"\(name)\"}".utf8))
                == "1: a task's name is longer than 200 bytes")
        let odd = "{\"callback\":\"\(String(repeating: "\u{1F600}", count: 1000))\"}"
        #expect((fault(Array(odd.utf8)) ?? "").utf8.count < 700)
    }

    @Test func `bounds the number of tasks, and the findings at the end`() throws {
        var judgement = Judgement(.urlsessionData)
        for number in 0..<Judgement.mostTasks {
            _ = try judgement.happened(TraceEvent(.didSendBodyData, task: "\(number)"))
        }
        #expect(throws: Judgement.TooManyTasks(limit: Judgement.mostTasks)) {
            _ = try judgement.happened(TraceEvent(.didSendBodyData, task: "one more"))
        }
        #expect(judgement.finished(isPrefix: false).count == 20)
    }
}
