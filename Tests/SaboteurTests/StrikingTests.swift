// StrikingTests.swift: a right client passes the families that strike at connections and at bytes of replies.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainRunner
import QuintainScenario
import QuintainSweep
import Testing

@Suite(.serialized) struct `Families that strike` {
    private static let families = [Family.connection, .split, .stall, .cut]

    @Test(arguments: [
        "connections/reused", "framing/trailers", "framing/until-close", "redirects/absolute", "uploads/post",
    ])
    func `are passed by a client that is right`(name: String) async throws {
        try await OnLoop.run {
            let scenarios = try Stage.scenarios().filter { $0.file == "\(name).scenario" }.prefix(1)
            let sweeping = try await Sweeping(Array(scenarios), ClientUnderTest(name: "reference", seat: .inside))
            #expect(sweeping.subjects.count == 1)
            for family in Self.families {
                let caught = await sweeping.caught(by: family)
                #expect(caught == [:], "\(family.name)")
            }
        }
    }
}
