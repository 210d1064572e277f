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
        .leftOut(3),
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

    @Test func `are no wider than what stands there, and cut nothing, where there is room`() {
        let long =
            Self.all + [
                .line(.failed, number: 10, expected: "> A: " + String(repeating: "x", count: 90), happened: "y")
            ]
        let lines = SideText(long, style: .plain, width: 10_000).lines
        #expect(lines.first == "  expected" + String(repeating: " ", count: 95 - 8) + " │ happened")
        #expect(lines.last == "✗ > A: " + String(repeating: "x", count: 90) + " │ y")
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
                "  * finish                    │",
            ])
    }
}
