// SideRowTests.swift: rows of the two sides, as text and as JSON.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainSides
import QuintainTranscript
import Testing

@Suite struct `Rows of the two sides` {
    private static let all: [SideRow] = [
        .loose("# connection 1 to main"),
        .line(.done, number: 2, expected: "> POST /a", happened: "> POST /a"),
        .line(.failed, number: 3, expected: "> X: 1", happened: ""), .more("> Host: x"),
        .broken(.failure, "the method is POST, not GET"), .broken(.failure, "it never came", follows: true),
        .leftOut(3), .further(number: 4, expected: ">   \"a\": 1", happened: ""),
        .further(number: 5, expected: "> }}}", happened: "> }"),
        .line(.notReached, number: 9, expected: "* finish", happened: ""),
    ]

    @Test(arguments: all)
    func `are read back from JSON`(row: SideRow) { #expect(SideRow(row.json) == row) }

    @Test(arguments: ["{}", "[]", #"{"mark":"odd","line":1}"#, #"{"broken":"x","severity":"odd"}"#])
    func `that nobody knows are passed over`(text: String) throws {
        #expect(SideRow(try JSONText(parsing: text)) == nil)
    }

    @Test func `say what prints those that are cut`() {
        let lines = SideText(Self.all, style: .plain, width: 60, remedy: "--verbose").lines
        #expect(!lines.contains { $0.contains("--verbose") })
        let long = [SideRow.more(String(repeating: "x", count: 40))]
        let cut = SideText(long, style: .plain, width: 60, remedy: "--verbose").lines
        #expect(cut.last == "  … long lines are cut: --verbose")
        #expect(SideText(long, style: .plain, width: 60).lines.count == cut.count - 1)
    }

    @Test func `show a long line whole where something else happened`() {
        let came = "> Authorization: Digest username=\"alice\", realm=\"vault\", nc=00000001"
        let rows = [
            SideRow.line(.failed, number: 3, expected: "> Authorization: {{digest alice:secret nc=2}}", happened: came)
        ]
        let lines = SideText(rows, style: .plain, width: 61, remedy: "--verbose").lines
        #expect(
            lines.dropFirst() == [
                "✗ > Authorization: {{digest al │ > Authorization: Digest user",
                "      ice:secret nc=2}}        │     name=\"alice\", realm=\"vau",
                "                               │     lt\", nc=00000001",
            ], "\(lines)")
        // Eight rows are enough for anything that is read.
        let long = [
            SideRow.line(.doubtful, number: 3, expected: "> A: b", happened: String(repeating: "x", count: 999))
        ]
        let cut = SideText(long, style: .plain, width: 61, remedy: "--verbose").lines
        #expect(cut.count == 1 + 8 + 1 && cut.last == "  … long lines are cut: --verbose", "\(cut)")
        let asWritten = [
            SideRow.line(.done, number: 3, expected: "> A: b", happened: String(repeating: "x", count: 99))
        ]
        #expect(SideText(asWritten, style: .plain, width: 61).lines.count == 2)
    }

    @Test func `are no wider than what stands there, and cut nothing, where there is room`() {
        let long =
            Self.all + [
                .line(.failed, number: 10, expected: "> A: " + String(repeating: "x", count: 90), happened: "y")
            ]
        let lines = SideText(long, style: .plain, width: 10_000).lines
        #expect(lines.first == "  expected" + String(repeating: " ", count: 95 - 8) + " │ happened")
        #expect(lines.last == "✗ > A: " + String(repeating: "x", count: 90) + " │ y")
    }

    @Test func `show what came beside all lines of a value that it breaks`() {
        let came = "> {\"a\":1,\"b\":\"0123456789012345678901234567890123456789\",\"c\":2}"
        let value: [SideRow] = [
            .line(.failed, number: 4, expected: "> {{json {", happened: came),
            .further(number: 5, expected: ">   \"c\": 3", happened: ""),
            .further(number: 6, expected: ">   \"d\": 3", happened: ""),
            .further(number: 7, expected: "> }}}", happened: ""), .broken(.failure, "the body: c is 2, not 3"),
        ]
        let right = SideText(value, style: .plain, width: 61).lines.map { line in
            line.split(separator: "│", omittingEmptySubsequences: false).last.map { String($0.dropFirst()) }
        }
        #expect(
            right[1...4] == [
                "> {\"a\":1,\"b\":\"01234567890123", "    456789012345678901234567", "    89\",\"c\":2}", "",
            ])
        // What has no room in the lines of the value is cut.
        let short = SideText([value[0], value[3]], style: .plain, width: 61).lines
        #expect(short[2].hasSuffix("    45678901234567890123456…"), "\(short)")
    }

    @Test func `are laid beside each other`() {
        let lines = SideText(Self.all, style: .plain, width: 60).lines
        #expect(
            lines == [
                "  expected                    │ happened",
                "                              │ # connection 1 to main",
                "✓ > POST /a                   │ > POST /a",
                "✗ > X: 1                      │",
                "                              │ > Host: x",
                "  └─ the method is POST, not GET",
                "  └─ so it never came",
                "  … 3 lines are left out      │",
                "  >   \"a\": 1                  │",
                "  > }}}                       │ > }",
                "  * finish                    │",
            ])
    }

    /// One round of a `repeat`.
    private static func round(_ number: Int) -> [SideRow] {
        [
            .line(.done, number: 3, expected: "> GET /", happened: "> GET / HTTP/1.1"), .more("> Round: \(number)"),
            .loose("> Host: a"),
            .line(.done, number: 4, expected: "< 200", happened: "< HTTP/1.1 200 OK"),
            .loose("< Content-Length: 0"), .line(.unobserved, number: 5, expected: "* finish", happened: ""),
        ]
    }

    @Test func `are folded where long runs happened as written, far from what did not`() throws {
        let rounds = (1...40).flatMap(Self.round)
        let missing = [
            SideRow.line(.failed, number: 7, expected: "> GET /last", happened: ""),
            .broken(.failure, "it did not happen"),
        ]
        let lines = SideText(rounds + missing, style: .plain, width: 60).lines
        #expect(lines.count == 1 + 6 + 1 + 8 + 2)
        #expect(lines[7].contains("… 226 rows as written"))
        #expect(lines.suffix(2).first?.hasPrefix("✗ > GET /last") == true)
        #expect(SideText(rounds + missing, style: .plain, width: 60, isFull: true).lines.count == 1 + 240 + 2)
        // In the middle of a play, both sides of what is amiss are shown.
        let middle = SideText(rounds + missing + rounds, style: .plain, width: 60).lines
        #expect(middle.count == 1 + 6 + 1 + 8 + 2 + 8 + 1)
        #expect(middle.last?.contains("… 232 rows as written") == true)
    }

    @Test func `stay whole where they are few, and where all is as written`() {
        let missing = SideRow.broken(.failure, "it did not happen")
        let few = Array((1...40).flatMap(Self.round).prefix(6 + 20 + 8))
        #expect(SideText(few + [missing], style: .plain, width: 60).lines.count == 1 + few.count + 1)
        let all = (1...40).flatMap(Self.round)
        #expect(SideText(all, style: .plain, width: 60).lines.count == 1 + all.count)
    }

    @Test func `are not folded where a request came that is not written`() {
        let stranger = [SideRow.loose("> GET /odd HTTP/1.1")] + (1...30).map { SideRow.loose("> Field-\($0): x") }
        let rows = (1...40).flatMap(Self.round) + stranger + [.broken(.failure, "it is unexpected")]
        let lines = SideText(rows, style: .plain, width: 60).lines
        #expect(lines.count == 1 + 6 + 1 + 8 + 31 + 1)
    }

    @Test func `are not folded within what came for a line that was broken`() {
        let broken =
            [SideRow.line(.failed, number: 8, expected: "> x", happened: "> 0")] + (1...30).map { .more("> \($0)") }
        let lines = SideText((1...40).flatMap(Self.round) + broken, style: .plain, width: 60).lines
        #expect(lines.count == 1 + 6 + 1 + 8 + 31)
    }
}
