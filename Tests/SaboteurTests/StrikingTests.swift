// StrikingTests.swift: what the families notice that strike at connections and at bytes of replies.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainRunner
import QuintainScenario
import QuintainSweep
import Testing

@testable import QuintainSaboteur

@Suite(.serialized) struct `Families that strike` {
    private static let families = [Family.connection, .split, .stall, .cut]

    /// Scenarios of other matters: unchanged, they notice nothing.
    @Test(arguments: [
        ("takes-a-cut-body-for-whole", ["cut"]),
        ("stops-at-an-empty-read", ["cut", "split", "stall"]),
        ("keeps-what-is-to-be-closed", ["connection"]),
    ])
    func `notice a client that errs, they alone`(mutant: String, noticing: [String]) async throws {
        try await OnLoop.run {
            let names = ["framing/content-length.scenario", "connections/reused.scenario"]
            let scenarios = try Stage.scenarios().filter { names.contains($0.name) }
            let erring = try #require(Mutant.named(mutant))
            let sweeping = try await Sweeping(scenarios, Stage.client(erring, try Stage.program()))
            #expect(sweeping.subjects.count == names.count, "\(mutant) is noticed as it is")
            var found: [String] = []
            for family in Self.families {
                if await !sweeping.caught(by: family).isEmpty { found.append(family.name) }
            }
            #expect(found.sorted() == noticing)
        }
    }

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
