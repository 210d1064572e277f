// BodyPlaceTests.swift: the line at which a body is wrong, and the marks of its lines.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainPlayer
import QuintainScenario
import QuintainTranscript
import Testing

@Suite struct `The line of a wrong body` {
    /// The marks of the body's lines: `+` done, `x` broken, `-` never reached.
    private func marks(_ outcome: Outcome, from line: Int, count: Int) -> String {
        (line..<line + count).map { number in
            switch outcome.steps.first(where: { $0.line == number })?.state {
            case .done: "+"
            case .broken: "x"
            case .notReached: "-"
            case .skipped: "s"
            default: "?"
            }
        }.joined()
    }

    @Test(
        arguments: [1, 3, .max],
        [
            ("> one\n> two\n> three\n> four", "one\ntwo\nthree\nfour", "++++"),
            ("> one\n> two\n> three\n> four", "one\ntwo\ntree\nfour", "++x-"),
            ("> one\n> two\n> three\n> four", "0ne\ntwo\nthree\nfour", "x---"),
            ("> one\n> two\n> three\n> four", "one\ntwo\nthree\nfive", "+++x"),
            // A line that is longer than written is the one that differs.
            ("> one\n> two\n> three", "one\ntwo more\nthree", "+x-"),
            ("> one\n> two\n> three", "one\r\ntwo\r\nthree", "x--"),
            // The missing line, even if only the line end above it is missing.
            ("> one\n> two\n> three", "one\ntwo", "++x"), ("> one\n> two\n> three", "one\ntwo\n", "++x"),
            ("> one\n> two\n> three", "one\ntw", "+x-"), ("> one\n> two\n> three", "", "x--"),
            // Surplus bytes count at the last line.
            ("> one\n> two", "one\ntwo\nthree", "+x"), ("> one\n>", "one\n\n", "+x"),
            // Lines that need only match.
            ("> a={{any}}\n> two\n> three", "a=5\ntwo\nthree", "+++"),
            ("> a={{any}}\n> two\n> three", "a=5\ntwo\ntree", "++x"),
            ("> a={{any}}\n> two\n> three", "a=5\nto\nthree", "+x-"),
            ("> a={{any}}\n> two\n> three", "b=5\ntwo\nthree", "x--"),
            ("> a={{any}}\n> two\n> three", "a=5", "+x-"), ("> a={{any}}\n> two", "", "x-"),
            ("> one\n> {{/t.o/}}\n> three", "one\ntoo\nthree", "+++"),
            ("> one\n> {{/t.o/}}\n> three", "one\ntwa\nthree", "+x-"),
            ("> one\n> {{any}}\n> {{/t.*e/}}", "one\nor\ntwo", "++x"),
            // There, too, a line that is longer than written is the one that differs.
            ("> one\n> two\n> a={{any}}\n> four", "one\ntwo more\na=5\nfour", "+x--"),
            ("> one\n> two\n> a={{any}}\n> four", "one\r\ntwo\r\na=5\r\nfour", "x---"),
            ("> one\n> a={{any}}", "one more\na=5", "x-"), ("> a={{any}}\n> two", "a=5\ntwo\n", "+x"),
            ("> {{/t.o/}}\n> two", "too more\ntwo", "x-"),
        ])
    func `the first line that differs is broken, those above it are done, and those below never reached`(
        cut: Int, expected: (lines: String, body: String, marks: String)
    ) throws {
        let play = try Rehearsal("# t\nclient POST /\n> POST /\n>\n\(expected.lines)\n< 200\n")
        let connection = play.send("POST /\nContent-Length: \(expected.body.utf8.count)")
        var rest = Array(expected.body.utf8)[...]
        while !rest.isEmpty {
            play.bytes(Array(rest.prefix(cut)), on: connection)
            rest = rest.dropFirst(cut)
        }
        play.close(connection)
        let outcome = play.end()
        #expect(marks(outcome, from: 5, count: expected.marks.count) == expected.marks)
        let broken = expected.marks.firstIndex(of: "x").map {
            5 + expected.marks.distance(from: expected.marks.startIndex, to: $0)
        }
        #expect(outcome.breaches.map { $0.line?.number } == (broken.map { [$0] } ?? []))
        #expect(marks(outcome, from: 3, count: 2) == "++", "the head came whole")
    }

    @Test(arguments: [("", "x--"), ("one", "+x-"), ("one\nt", "+x-"), ("one\ntwo\nth", "++x")])
    func `a request that breaks off is broken in the line where it stood`(came: String, marks expected: String) throws {
        let play = try Rehearsal("# t\nclient POST /\n> POST /\n>\n> one\n> two\n> three\n< 200\n")
        let connection = play.send("POST /\nContent-Length: 13")
        play.bytes(came, on: connection)
        play.close(connection)
        let outcome = play.end()
        let marks = marks(outcome, from: 5, count: 3)
        #expect(marks.prefix { $0 != "s" && $0 != "-" } == expected.prefix { $0 != "-" }, "\(marks)")
        #expect(self.marks(outcome, from: 3, count: 2) == "++", "the head came whole")
    }

    @Test(arguments: [
        ("> a={{any}}\n> two", "a=1\nto\n", #"the body differs at byte 5: "o\n" came, not "wo""#),
        ("> a={{any}}\n> two", "b=1\ntwo", #"the body does not fit: "b=1" came, not a={{any}}"#),
        (
            "> one\n> a={{any}}\n> two", "one\nb=1\ntwo",
            #"the body does not fit from byte 4 on: "b=1" came, not a={{any}}"#
        ),
        (
            "> a={{any}}\n> two\n> three", "a=1\ntwo more\nthree",
            #"the body differs at byte 7: " more\nthree" came, not "\n""#
        ),
        (
            "> a\n> two\n> {{any}}", "a\r\ntwo\r\n",
            #"the body differs at byte 1: "\r\ntwo\r\n" came, not "\n"; the lines of a body end in LF: CRLF is written in a string, '\r\n'"#
        ),
    ])
    func `the byte that differs is told, with what came and what was due`(
        lines: String, body: String, sentence: String
    ) throws {
        let play = try Rehearsal("# t\nclient POST /\n> POST /\n>\n\(lines)\n< 200\n")
        play.send("POST /\nContent-Length: \(body.utf8.count)\n\n\(body)")
        #expect(play.sentences == [sentence])
    }
}
