// FamilyTests.swift: what the families of a sweep notice, and that a client that is right passes their variants.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainScenario
import QuintainSweep
import Testing

@testable import QuintainSaboteur

@Suite struct `Families of variants` {
    /// In scenarios of other matters, which notice nothing unchanged. Each family but stall has a client that it alone
    /// notices. A stall differs from a split in time alone: that client would have to tell 20 ms from 1 ms, which on a busy
    /// machine last equally long.
    @Test(
        arguments: [
            ("leaves-chunks-in", ["framing"]), ("tells-trailers-as-data", ["framing"]),
            ("takes-the-first-length", ["framing"]), ("takes-length-over-chunks", ["framing"]),
            ("passes-over-lower-case", ["dressing"]), ("tells-the-first-field-only", ["dressing"]),
            ("tells-interim-as-response", ["interim"]), ("undoes-no-gzip", ["coding"]),
            ("undoes-one-coding-only", ["coding"]), ("takes-cut-gzip-for-whole", ["coding"]),
            ("keeps-what-is-to-be-closed", ["connection"]),
            ("reads-a-head-twice-at-most", ["split"]),
            ("takes-a-cut-body-for-whole", ["cut"]), ("tells-what-did-not-come", ["cut"]),
            ("stops-at-an-empty-read", ["cut", "framing", "split", "stall"]),
        ])
    func `notice a client that errs, they alone of all`(mutant: String, noticing: [String]) async throws {
        try await OnLoop.run {
            let names = ["connections/reused.scenario", "metadata/types.scenario#charset"]
            let scenarios = try Stage.scenarios().filter { names.contains($0.name) }
            let erring = try #require(Mutant.named(mutant))
            let sweeping = try await Sweeping(scenarios, Stage.client(erring, try Stage.program()))
            #expect(sweeping.subjects.count == names.count, "\(mutant) is noticed as it is")
            var found: [String] = []
            for family in Family.all where await sweeping.isCaught(by: family) { found.append(family.name) }
            #expect(found.sorted() == noticing)
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
