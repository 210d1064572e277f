// TranscriptTests.swift: numbering, and what is kept of a long run.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainScenario
import QuintainTalk
import QuintainWire
import QuintainWords
import QuintainTranscript
import Testing

@Suite struct `A transcript` {
    private func filled(_ count: Int, first: Int = 4, last: Int = 3) -> Transcript {
        var transcript = Transcript(keepFirst: first, keepLast: last)
        for number in 0..<count { transcript.append(at: Int64(number), .noted(.remark("\(number + 1)"))) }
        return transcript
    }

    @Test func `numbers events from one, in the order in which they came`() {
        let transcript = filled(3)
        #expect(transcript.events.map(\.number) == [1, 2, 3])
        #expect(transcript.events.map(\.time) == [0, 1, 2])
        #expect(transcript.count == 3)
    }

    @Test(arguments: [
        (0, [Int](), 0),
        (4, [1, 2, 3, 4], 0),
        (5, [1, 2, 3, 4, 5], 0),
        (7, [1, 2, 3, 4, 5, 6, 7], 0),
        (8, [1, 2, 3, 4, 5, 6, 7, 8], 1),
        (9, [1, 2, 3, 4, 5, 7, 8, 9], 2),
        (12, [1, 2, 3, 4, 5, 10, 11, 12], 5),
    ])
    func `keeps the beginning and the end, and counts what is between`(count: Int, kept: [Int], leftOut: Int) {
        let transcript = filled(count)
        #expect(transcript.events.map(\.number) == kept)
        let expected: [Happening] = kept.map {
            $0 == 5 && leftOut > 0 ? .leftOut(to: 4 + leftOut) : .noted(.remark("\($0)"))
        }
        #expect(transcript.events.map(\.happening) == expected)
        #expect(transcript.leftOut == leftOut)
        #expect(transcript.count == count)
    }

    @Test(arguments: [
        (0, [1, 2, 3, 4, 5, 7, 8, 9]), (2, [3, 4, 5, 7, 8, 9]), (4, [5, 7, 8, 9]), (5, [6, 7, 8, 9]), (6, [7, 8, 9]),
        (8, [9]), (9, []),
    ])
    func `gives what came after a number`(number: Int, kept: [Int]) {
        #expect(filled(9).events(after: number).map(\.number) == kept)
    }

    @Test func `can be read in pieces, and says once what is not kept`() {
        var told = 0
        var numbers: [Int] = []
        while case let events = filled(20).events(after: told, atMost: 3), let last = events.last {
            numbers += events.map(\.number)
            told = last.lastNumber
        }
        #expect(numbers == [1, 2, 3, 4, 5, 18, 19, 20])
    }

    /// What a client, its driver or a file may make as long as it likes.
    private static let long: [Happening] = {
        let text = String(repeating: "é", count: 10_000)
        let names = (1...1_000).map { ("field-\($0)", "0123456789") }
        return [
            .acted(text), .awaited(text), .ordered(.cancel, text), .branched(text), .noted(.remark(text)),
            .tls(by: .client, .message(text)),
            .reported(ToldCallback(ReportedCallback(.response, subject: [text], fields: ["type": text]))),
            .reported(ToldCallback(ReportedCallback(.response, fields: Dictionary(uniqueKeysWithValues: names)))),
            .reported(ToldCallback(ReportedCallback(.data, bytes: Array(text.utf8)))),
            .answered(.to(Array(text.utf8)), question: 1),
            .answered(.body(Array(text.utf8), header: [("X", Array(text.utf8))]), question: 1),
            .frame(by: .client, FrameReport(.settings, names.map { Field($0, $1) })),
        ]
    }()

    @Test(arguments: long) func `keeps nothing without end`(happening: Happening) {
        var transcript = Transcript(keepFirst: 20_000, keepLast: 3)
        for _ in 0..<10_000 { transcript.append(at: 0, happening) }
        let sizes = transcript.events.map(\.happening.keptBytes)
        #expect(sizes[0] <= 4096 + 3)
        #expect(sizes.reduce(0, +) < 20 << 20)
        #expect(sizes.reduce(0, +) < 16 << 20 || sizes[sizes.count - 1] <= 256 + 3)
        // What is counted is what is there.
        let printed = EventPrinter.lines(of: transcript.events[0]).joined()
        #expect(printed.utf8.count < 2 * 4096)
    }

    @Test func `makes one event of body bytes that come with nothing between`() {
        var transcript = Transcript()
        let line = LineReference(number: 4, step: 2)
        transcript.appendBytes(.body, Payload(Array("ab".utf8)), at: 1, connection: 1, lane: nil, line: line)
        transcript.appendBytes(.body, Payload(Array("cd".utf8)), at: 2, connection: 1, lane: nil, line: line)
        #expect(transcript.events.map(\.happening) == [.received(.body, Payload(Array("abcd".utf8)))])
    }

    @Test func `keeps body bytes apart that belong to two connections or two lines`() {
        var transcript = Transcript()
        let body = Payload(Array("ab".utf8))
        transcript.appendBytes(.body, body, at: 1, connection: 1, lane: nil, line: LineReference(number: 4, step: 2))
        transcript.appendBytes(.body, body, at: 1, connection: 2, lane: nil, line: LineReference(number: 4, step: 2))
        transcript.appendBytes(.body, body, at: 1, connection: 2, lane: nil, line: LineReference(number: 5, step: 3))
        transcript.append(at: 2, connection: 2, .noted(.remark("between")))
        transcript.appendBytes(.body, body, at: 3, connection: 2, lane: nil, line: LineReference(number: 5, step: 3))
        #expect(transcript.count == 5)
    }

    @Test func `severities are in order`() {
        #expect([Severity.failure, .noted, .warning].sorted() == [.noted, .warning, .failure])
    }
}
