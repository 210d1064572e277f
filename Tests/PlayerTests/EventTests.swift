// EventTests.swift: events as values, paced by the lines between them.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainPlayer
import Testing

@Suite struct `An event` {
    /// The body of a reply with these lines.
    private func body(_ lines: String, request: String = "GET /") throws -> String {
        let play = try Rehearsal("# t\n> GET /\n< 200\n<\n\(lines)")
        play.send(request)
        return play.text().split(separator: "\r\n\r\n", maxSplits: 1).dropFirst().joined()
    }

    @Test(arguments: [
        (#"id=7 data="x" retry=500"#, "id: 7\ndata: x\nretry: 500\n\n"),
        (#"type=add data="a\nb\r\nc\rd""#, "event: add\ndata: a\ndata: b\ndata: c\ndata: d\n\n"),
        (#"data="" id="""#, "data:\nid:\n\n"), (#"comment="one\ntwo""#, ": one\n: two\n\n"),
        (#"data=" x" data=y"#, "data:  x\ndata: y\n\n"), (#"data={{hex "610a62"}}"#, "data: a\ndata: b\n\n"),
        (#"data="{{now}}""#, "data: {{now}}\n\n"), (#"data="a "{{hex "62"}}"#, "data: a b\n\n"),
        (#"id={{hex "37"}}"#, "id: 7\n\n"), (#"id={{hex "3700"}}"#, "id: \n\n"),
    ])
    func `is written as the standard has it`(parts: String, text: String) throws {
        #expect(try body("< {{event \(parts)}}\n") == text)
    }

    @Test func `brings its own line ends, and text beside it those of the file`() throws {
        let lines = "< data: a\n<\n< {{event data=b}}\n< {{event data=c}}\n< data: d\n<\n<\n"
        #expect(try body(lines) == "data: a\n\ndata: b\n\ndata: c\n\ndata: d\n\n")
    }

    @Test func `leaves to the millisecond when the line above has waited`() throws {
        let play = try Rehearsal(
            "# t\n> GET /\n< 200\n< Transfer-Encoding: chunked\n<\nrepeat 1000\n! wait 3ms\n< {{event id={{count}}}}\nend\n"
        )
        play.send("GET /")
        for count in 1...1_000 {
            play.pass(milliseconds: 2)
            #expect(!play.text().contains("id: \(count)\n"))
            play.pass(milliseconds: 1)
            #expect(play.text().hasSuffix("id: \(count)\n\n\r\n\(count == 1_000 ? "0\r\n\r\n" : "")"))
        }
        #expect(play.end().verdict == .pass)
    }
}
