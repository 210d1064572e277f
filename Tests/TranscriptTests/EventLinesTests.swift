// EventLinesTests.swift: events as JSON Lines.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainTalk
import QuintainTranscript
import Testing
import QuintainWords

@Suite struct `An event as a line of JSON` {
    private func json(
        _ happening: Happening, connection: ConnectionNumber? = nil, lane: String? = nil, line: Int? = nil
    ) -> String {
        let reference = line.map { LineReference(number: $0, step: 99) }
        return TranscriptLines.object(
            of: Event(
                number: 7, time: 1_234_999, connection: connection, lane: lane, line: reference, happening: happening)
        ).description
    }

    @Test func `begins with its number, its microseconds and its name`() {
        #expect(json(.noted(.remark("x"))) == #"{"n":7,"us":1234,"event":"note","text":"x"}"#)
    }

    @Test func `has a connection, a lane and a line only where there is one`() {
        #expect(
            json(.noted(.remark("x")), connection: 2, lane: "b", line: 9)
                == #"{"n":7,"us":1234,"event":"note","connection":2,"lane":"b","line":9,"text":"x"}"#)
        #expect(json(.noted(.remark("x")), lane: "") == json(.noted(.remark("x"))))
    }

    @Test func `gives text as text, and the rest as hex`() {
        #expect(
            json(.sent(.field, Payload(Array("A: é\r\n".utf8)))).hasSuffix(
                #""part":"field","bytes":7,"text":"A: é\r\n"}"#))
        #expect(json(.sent(.body, Payload([0xC3, 0x28]))).hasSuffix(#""part":"body","bytes":2,"hex":"c328"}"#))
        #expect(json(.sent(.body, Payload())).hasSuffix(#""part":"body","bytes":0,"text":""}"#))
    }

    @Test func `gives the place of the known stream instead of its bytes`() {
        #expect(json(.sent(.body, Payload(pattern: 8, count: 16))).hasSuffix(#""part":"body","bytes":16,"from":8}"#))
        #expect(json(.sent(.body, Payload(pattern: 8, count: 15))).contains(#""hex":"#))
    }

    @Test func `says how many bytes are kept, if not all are`() {
        let whole = Payload([UInt8](repeating: 120, count: Payload.keepAtMost))
        let cut = Payload([UInt8](repeating: 120, count: Payload.keepAtMost + 1))
        #expect(!json(.sent(.body, whole)).contains("kept"))
        #expect(json(.sent(.body, cut)).hasSuffix(#""kept":4096}"#))
        #expect(json(.sent(.body, cut)).contains(#""bytes":4097,"#))
    }

    @Test func `has the question only where something was asked`() {
        #expect(json(.reported(ToldCallback(ReportedCallback(.finish)))).hasSuffix(#""text":"finish"}"#))
        #expect(
            json(.reported(ToldCallback(ReportedCallback(.response, subject: ["200"], question: 4)))).hasSuffix(
                #""text":"response 200","question":4}"#))
    }

    @Test func `never spans two lines`() {
        for specimen in Specimen.all {
            #expect(!specimen.json.utf8.contains(10))
        }
        #expect(
            !json(.noted(.remark("one\ntwo\r\u{2028}\u{85}"))).unicodeScalars.contains {
                $0 == "\n" || $0 == "\r" || $0 == "\u{2028}"
            })
    }
}
