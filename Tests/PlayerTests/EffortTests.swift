// EffortTests.swift: how much is compared for one input.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import Testing

@testable import QuintainPlayer

@Suite struct `The comparing of one input` {
    private static let branches = (0..<200).map { branch in
        "> POST /a\n>\n> {{regex \"(a*b?){200}\(branch)\"}}\n< 200\n"
    }.joined(separator: "or\n")

    @Test func `ends with as many steps as are for all branches together, and it is said`() throws {
        let play = try Rehearsal("# t\neither\n\(Self.branches)end\n")
        play.send("POST /a\n\n" + String(repeating: "a", count: 20_000))
        #expect(play.player.values.effort.left > -(2 << 25))
        #expect(play.slugs == [.wrongBody])
        #expect(play.sentences[0].contains("there are too many ways to read it"), "\(play.sentences)")
        #expect(play.story.contains("not all lines were compared: there are too many ways to read it"))
    }

    @Test func `begins anew with the next one`() throws {
        let play = try Rehearsal("# t\neither\n\(Self.branches)end\n> POST /b\n>\n> {{json [{{has}} 1]}}\n< 204\n")
        let connection = play.connect()
        play.send("POST /a\n\n" + String(repeating: "a", count: 20_000), on: connection)
        play.send("POST /b\n\n[2,1]", on: connection)
        #expect(play.slugs == [.wrongBody])
        #expect(!play.player.workedLong)
    }
}
