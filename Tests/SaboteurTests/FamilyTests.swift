// FamilyTests.swift: what the families of a sweep notice, and that a client that is right passes their variants.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainScenario
import QuintainSweep
import Testing

@testable import QuintainSaboteur

@Suite struct `Families of variants` {
    /// In a scenario of another matter, which notices nothing unchanged.
    @Test(
        arguments: [
            ("leaves-chunks-in", Family.framing), ("tells-trailers-as-data", .framing),
            ("passes-over-lower-case", .dressing), ("tells-interim-as-response", .interim),
            ("undoes-no-gzip", .coding),
        ])
    func `notice a client that errs, one family alone`(mutant: String, family: Family) async throws {
        try await OnLoop.run {
            let scenarios = try Stage.scenarios().filter { $0.name == "metadata/types.scenario#charset" }
            let erring = try #require(Mutant.named(mutant))
            let sweeping = try await Sweeping(scenarios, Stage.client(erring, try Stage.program()))
            #expect(sweeping.subjects.count == 1, "\(mutant) is noticed as it is")
            for other in [Family.framing, .dressing, .interim, .coding] {
                let caught = await sweeping.caught(by: other)
                #expect(caught.isEmpty == (other.name != family.name), "\(mutant), \(other.name): \(caught)")
            }
        }
    }

    @Test func `are passed by a client that is right, over either version`() async throws {
        try await OnLoop.run {
            let names = [
                "authentication/counting", "caching/validated", "codings/own-choice", "connections/reused",
                "cookies/order", "framing/trailers", "metadata/errors-are-responses", "ranges/resumed-by-date",
                "redirects/chain", "uploads/post",
            ]
            for scenarios in [try Stage.scenarios(), try Stage.scenariosOverTwo()] {
                let plain = scenarios.filter { scenario in names.contains { scenario.file == "\($0).scenario" } }
                let sweeping = try await Sweeping(plain, Stage.client(nil, try Stage.program()))
                #expect(sweeping.subjects.count == plain.count)
                for family in [Family.framing, .dressing, .interim, .coding] {
                    #expect(!sweeping.variants(family).isEmpty)
                    let caught = await sweeping.caught(by: family)
                    #expect(caught == [:], "\(family.name)")
                }
            }
        }
    }
}
