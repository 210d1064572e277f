// MoreTimeTests.swift: what gives a client more time.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainSides
import QuintainTranscript
import Testing

@Suite struct `More time` {
    private static let line = QuotedLine(7, "> GET /b")

    @Test(
        arguments: [
            (.missing(.line(line, .within(5000), instead: .noConnection)), "30s"),
            (.notSent(.noConnection(line, .within(300))), "30s"),
            (.missing(.branch(block: 4, .within(5000), heads: [line], bodyEnded: false)), "30s"),
            (.missing(.part(block: 2, .within(45_000), heads: [line], more: 0)), "90s"),
            (.notSent(.noRoom(line, 1, within: 5000)), "30s"),
            (.missing(.line(line, .within(1000, ofDisorder: true), instead: nil)), nil),
            (.missing(.line(line, .before(.client), instead: .noConnection)), nil),
            (.missing(.line(line, .within(5000), instead: .waitsForReply(1))), nil),
            (.noSilence(100, within: 5000), nil),
        ] as [(Difference, String?)])
    func `is named where the time of a line was over`(difference: Difference, time: String?) {
        let help = time.map {
            "'--patience \($0)' gives a client more time for each line, and 'within \($0)' above line 7 for that one"
        }
        #expect(MoreTime.help(difference, line: 7) == help)
        #expect(
            MoreTime.help(difference, line: nil)
                == time.map { "'--patience \($0)' gives a client more time for each line" })
    }
}
