// WrongBranchTests.swift: branches that break a line when they are taken.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainPlayer
import QuintainScenario
import QuintainWords
import QuintainTranscript
import Testing

@Suite struct `A branch that says ! wrong` {
    private static let scenario = """
        # An order is not sent twice
        client POST /order
        > POST /order
        ! reset
        either  gives up
        * fail connection-lost
        or  asks again
        ! wrong "the order may have been placed twice"
        > POST /order
        < 200
        * response 200
        * finish
        end
        """

    @Test func `is chosen by the line below, and broken by that`() throws {
        let rehearsal = try Rehearsal(Self.scenario, observing: .all)
        rehearsal.send("POST /order")
        rehearsal.send("POST /order")
        #expect(rehearsal.text(on: 2).hasPrefix("HTTP/1.1 200"))
        rehearsal.report(.response, "200")
        rehearsal.report(.finish)
        #expect(rehearsal.end().verdict == .fail)
        #expect(rehearsal.sentences == ["the order may have been placed twice"])
        #expect(rehearsal.slugs == [.wrongBranch])
        #expect(rehearsal.brokenLines == [8])
    }

    @Test func `breaks nothing while another one is taken`() throws {
        let rehearsal = try Rehearsal(Self.scenario, observing: .all)
        rehearsal.send("POST /order")
        rehearsal.report(.fail, "connection-lost")
        #expect(rehearsal.end().verdict == .pass)
    }

    @Test func `is told apart by the wire where no callback is seen`() throws {
        let rehearsal = try Rehearsal(Self.scenario)
        rehearsal.send("POST /order")
        rehearsal.send("POST /order")
        #expect(rehearsal.end().verdict == .fail)
        #expect(rehearsal.brokenLines == [8])

        let other = try Rehearsal(Self.scenario)
        other.send("POST /order")
        #expect(other.end().verdict == .pass)
    }
}
