// TranscriptFormTests.swift: bounds and forms of what happened.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainTalk
import QuintainTranscript
import Testing
import QuintainScenario
import QuintainWords

@Suite struct `The forms of a transcript` {
    @Test func `bytes of a body that come with nothing between are one event`() {
        var transcript = Transcript()
        transcript.appendBytes(.body, Payload([1]), at: 1, connection: 1, lane: nil, line: nil)
        transcript.appendBytes(.body, Payload([2]), at: 2, connection: 1, lane: nil, line: nil)
        transcript.appendBytes(.body, Payload([3]), at: 3, connection: 2, lane: nil, line: nil)
        transcript.append(at: 4, .noted(.remark("x")))
        transcript.appendBytes(.body, Payload([4]), at: 5, connection: 2, lane: nil, line: nil)
        let bodies = transcript.events.compactMap { event -> [UInt8]? in
            if case .received(.body, let payload) = event.happening { payload.kept } else { nil }
        }
        #expect(bodies == [[1, 2], [3], [4]])
    }

    @Test func `payloads keep their beginning and their length`() {
        var payload = Payload([UInt8](repeating: 1, count: 4000))
        payload.append(Payload([UInt8](repeating: 2, count: 4000)))
        #expect(payload.count == 8000)
        #expect(payload.kept.count == Payload.keepAtMost)
        #expect(payload.kept.last == 2)
        #expect(!payload.isWhole)
        payload.append(Payload([3]))
        #expect(payload.kept.last == 2)
    }

    @Test func `many long payloads are shortened, none is left out`() {
        var transcript = Transcript()
        for _ in 1...10_000 { transcript.append(at: 0, .sent(.body, Payload([UInt8](repeating: 1, count: 5000)))) }
        let payloads = transcript.events.compactMap { event -> Payload? in
            if case .sent(_, let payload) = event.happening { payload } else { nil }
        }
        #expect(payloads.count == 10_000)
        #expect(payloads.allSatisfy { $0.count == 5000 })
        #expect(payloads[0].kept.count == Payload.keepAtMost)
        #expect(payloads.reduce(0) { $0 + $1.kept.count } < 20 << 20)
    }

    @Test(arguments: [1, 4, 5, 6, 7, 8])
    func `the line of an event may be named later`(number: Int) {
        var transcript = Transcript(keepFirst: 3, keepLast: 2)
        for _ in 1...6 { transcript.append(at: 0, .noted(.remark("x"))) }
        transcript.nameLine(LineReference(number: 9, step: 0), of: number)
        let named = transcript.events.filter { $0.line?.number == 9 }.map(\.number)
        #expect(named == ([1, 5, 6].contains(number) ? [number] : []))
    }

    @Test func `a stretch of the known stream stays one as long as it goes on`() {
        var payload = Payload(pattern: 100, count: 50)
        payload.append(Payload(pattern: 150, count: 50))
        #expect(payload.pattern == 100)
        #expect(payload.kept == PatternBytes.array(100, from: 100))
        payload.append(Payload(pattern: 300, count: 50))
        #expect(payload.pattern == nil)
        #expect(payload.count == 150)
    }

    // MARK: Forms

    private func event(_ happening: Happening, lane: String? = nil) -> Event {
        Event(
            number: 7, time: 1_234_567, connection: 2, lane: lane, line: LineReference(number: 3, step: 9),
            happening: happening)
    }

    @Test(
        arguments: [
            (.connectionOpened(origin: "main", peer: "p"), "# connection 2 to main, from p"),
            (.connectionClosed(by: .client, how: .reset), "# connection 2 reset by the client"),
            (.received(.start, Payload("GET /a HTTP/1.1\r\n")), "> GET /a"),
            (.received(.start, Payload("GET /a HTTP/1.0\r\n")), "> GET /a HTTP/1.0"),
            (.received(.field, Payload("A: b \r\n")), "> A: b{{\" \"}}"),
            (.received(.headEnd, Payload("\r\n")), ">"),
            (.sent(.body, Payload("one")), "< one"),
            (.sent(.body, Payload([0, 255])), "< {{hex \"00ff\"}}"),
            (.sent(.body, Payload(pattern: 5, count: 100)), "< {{bytes 100 from=5}}"),
            (.sent(.raw, Payload("HTTP/1.1 20x\r\n")), "< {{raw \"HTTP/1.1 20x\\r\\n\"}}"),
            (.acted("wait 200ms"), "! wait 200ms"),
            (.awaited("await close"), "! await close"),
            (.ordered(.cancel, "client GET /a"), "client GET /a"),
            (
                .reported(ToldCallback(ReportedCallback(.redirect, subject: ["302", "/x"], question: 4))),
                "* redirect 302 /x"
            ),
            (.answered(.plain(.byDefault), question: 4), "# -> default"),
            (.branched("asks again"), "# asks again"),
            (.broken(Breach(.wrongBranch("no"), severity: .warning)), "# warning: no"),
            (.noted(.remark("so")), "# so"),
            (.requestEnded(bodyLength: 1), "# the request is whole, 1 body byte"),
        ] as [(Happening, String)])
    func `an event is printed in the notation`(happening: Happening, line: String) {
        #expect(EventPrinter.lines(of: event(happening)) == [line])
    }

    @Test func `what was added and what is not shown are said in comments`() {
        let added = EventPrinter.lines(of: event(.sent(.added, Payload("Content-Length: 3\r\n"))))
        #expect(added == ["# added:", "< Content-Length: 3"])
        let long = EventPrinter.lines(of: event(.sent(.body, Payload([UInt8](repeating: 97, count: 5000)))))
        #expect(long.last == "# and 904 bytes more")
    }

    @Test func `a lane stands behind the mark`() {
        #expect(
            EventPrinter.lines(of: event(.sent(.start, Payload("HTTP/1.1 200 \r\n")), lane: "b")) == [
                "<b HTTP/1.1 200{{\" \"}}"
            ])
        #expect(
            EventPrinter.lines(of: event(.reported(ToldCallback(ReportedCallback(.finish))), lane: "b")) == [
                "*b finish"
            ])
    }

    @Test(
        arguments: [
            (.noted(.remark("a \"b\"")), #""event":"note","connection":2,"line":3,"text":"a \"b\""}"#),
            (
                .received(.body, Payload("hi")),
                #""event":"received","connection":2,"line":3,"part":"body","bytes":2,"text":"hi"}"#
            ),
            (
                .received(.body, Payload([0xFF])),
                #""event":"received","connection":2,"line":3,"part":"body","bytes":1,"hex":"ff"}"#
            ),
            (
                .sent(.body, Payload(pattern: 4, count: 99)),
                #""event":"sent","connection":2,"line":3,"part":"body","bytes":99,"from":4}"#
            ),
            (
                .reported(ToldCallback(ReportedCallback(.finish))),
                #""event":"callback","connection":2,"line":3,"text":"finish"}"#
            ),
            (
                .answered(.plain(.byDefault), question: 4),
                #""event":"answer","connection":2,"line":3,"text":"default","question":4}"#
            ),
            (
                .broken(Breach(.wrongBranch("x"), severity: .failure)),
                #""event":"broken","connection":2,"line":3,"severity":"failure","text":"x"}"#
            ),
            (
                .connectionClosed(by: .server, how: .fin),
                #""event":"closed","connection":2,"line":3,"by":"server","how":"fin"}"#
            ),
        ] as [(Happening, String)])
    func `an event is one line of JSON`(happening: Happening, members: String) {
        #expect(TranscriptLines.object(of: event(happening)).description == #"{"n":7,"us":1234,"# + members)
    }
}

extension Payload {
    init(_ text: String) { self.init(Array(text.utf8)) }
}
