// EffortTests.swift: how much is compared for one input.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import Testing

@testable import QuintainPlayer

@Suite struct `The comparing of one input` {
    private static let branches = (0..<200).map { branch in
        "> POST /{{/(a*b?){200}\(branch)/}}\n< 200\n"
    }.joined(separator: "or\n")

    @Test func `ends with as many steps as are for all branches together, and it is said`() throws {
        let play = try Rehearsal("# t\neither\n\(Self.branches)end\n")
        // Its head alone: the end of the request would be another input.
        play.send("POST /" + String(repeating: "a", count: 15_000) + "\nContent-Length: 1")
        #expect(play.player.values.effort.left > -(2 << 25))
        #expect(play.player.workedLong)
        let outcome = play.end()
        #expect(outcome.verdict == .unable && outcome.breaches.isEmpty, "\(outcome.breaches)")
        #expect(outcome.limit?.hasSuffix("there are too many ways to read it") == true)
    }

    /// Another branch may fit all the same.
    @Test(arguments: [("aab{{any}}", Verdict.unable), ("aaa{{any}}", .pass)])
    func `that is given up is no mistake of the client`(branch: String, verdict: Verdict) throws {
        let line = String(repeating: "{{/(?s).*/}}", count: 400)
        let play = try Rehearsal(
            "# t\neither\n> POST /\n>\n> \(line)b\n< 200\nor\n> POST /\n>\n> \(branch)\n< 200\nend\n")
        play.send("POST /\n\n" + String(repeating: "a", count: 1_000))
        let outcome = play.end()
        #expect(outcome.verdict == verdict && outcome.breaches.isEmpty, "\(outcome.breaches)")
    }

    @Test func `begins anew with the next one`() throws {
        let play = try Rehearsal("# t\neither\n\(Self.branches)end\n")
        let connection = play.send("POST /" + String(repeating: "a", count: 15_000) + "\nContent-Length: 1")
        #expect(play.player.workedLong)
        play.bytes("x", on: connection)
        #expect(!play.player.workedLong)
    }
}
