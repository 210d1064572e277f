// BreakingOffTests.swift: a play that is broken off leaves no client hanging.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainPlayer
import QuintainReply
import Testing

@Suite struct `A play that is broken off` {
    @Test func `answers the request that is open, and closes`() throws {
        let rehearsal = try Rehearsal("# A page\n> GET /\n! await fin\n< 200\n")
        rehearsal.send("GET /")
        rehearsal.pass(milliseconds: 5_000)
        #expect(rehearsal.text().hasPrefix("HTTP/1.1 500"))
        #expect(rehearsal.acts == [.close])
    }

    @Test(arguments: ["< 200\n< Content-Length: 100\n<\n< half\n", "! stall\n", "< 200\n"])
    func `closes where the client waits for more`(reply: String) throws {
        let rehearsal = try Rehearsal("# A page\n> GET /\n\(reply)! await fin\n")
        rehearsal.send("GET /")
        rehearsal.pass(milliseconds: 5_000)
        #expect(rehearsal.acts.last == .close)
        #expect(rehearsal.end().verdict == .fail)
    }
}
