// FamilyTests.swift: what the families of a sweep notice, and that a client that is right passes their variants.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainScenario
import QuintainSweep
import Testing

@testable import QuintainSaboteur

@Suite struct `Families of variants` {
    /// Scenarios of other matters: unchanged, they notice nothing.
    @Test(
        arguments: [
            ("leaves-chunks-in", Family.framing, "metadata/types.scenario#charset"),
            ("tells-trailers-as-data", .framing, "redirects/chain.scenario"),
            ("passes-over-lower-case", .dressing, "redirects/chain.scenario"),
            ("tells-interim-as-response", .interim, "metadata/types.scenario#charset"),
            ("undoes-no-gzip", .coding, "metadata/types.scenario#charset"),
        ])
    func `notice a client that errs, one family alone`(mutant: String, family: Family, name: String) async throws {
        try await OnLoop.run {
            let scenarios = try Stage.scenarios().filter { $0.name == name }
            let erring = try #require(Mutant.named(mutant))
            let sweeping = try await Sweeping(scenarios, Stage.client(erring, try Stage.program()))
            #expect(sweeping.subjects.count == 1, "\(name) notices \(mutant) as it is")
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
