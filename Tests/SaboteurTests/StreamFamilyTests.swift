// StreamFamilyTests.swift: what the families of a sweep notice over HTTP/2.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainRunner
import QuintainScenario
import QuintainSweep
import Testing

@testable import QuintainSaboteur

@Suite struct `Families of variants over HTTP/2` {
    /// Plays scenarios about other matters, which notice nothing when they are unchanged. Two families vary GOAWAY. A
    /// reply is split between its frames, so `framing` notices what `split` notices.
    @Test(
        arguments: [
            ("takes-padding-for-data", ["framing"]), ("takes-the-first-frame-for-the-head", ["framing"]),
            ("tells-trailers-as-data", ["framing"]), ("tells-interim-as-response", ["interim"]),
            ("undoes-no-gzip", ["coding"]),
            ("takes-a-cut-body-for-whole", ["cut"]), ("takes-a-reset-for-the-end", ["cut"]),
            ("ignores-resets", ["cut"]), ("tells-what-did-not-come", ["cut"]),
            ("repeats-what-goaway-names", ["cut"]),
            ("stays-behind-goaway", ["connection", "cut"]), ("drops-all-at-goaway", ["connection", "cut"]),
            ("stops-at-an-empty-read", ["cut", "framing", "split"]),
        ])
    func `notice a client that errs`(mutant: String, noticing: [String]) async throws {
        try await OnLoop.run {
            let names = ["connections/reused", "framing/content-length", "uploads/post"]
            let scenarios = try Stage.scenariosOverTwo().filter { scenario in
                names.contains { scenario.file == "\($0).scenario" }
            }
            let erring = try #require(Mutant.named(mutant))
            let sweeping = try await Sweeping(scenarios, Stage.client(erring, try Stage.program()))
            #expect(sweeping.subjects.count == names.count, "\(mutant) is noticed as it is")
            var found: [String] = []
            for family in Family.all where await sweeping.isCaught(by: family, workers: 32) {
                found.append(family.name)
            }
            #expect(found.sorted() == noticing)
        }
    }

    @Test(arguments: [
        "connections/reused", "framing/content-length", "redirects/absolute", "uploads/post", "uploads/put",
    ])
    func `are passed by a client that is right, those that strike`(name: String) async throws {
        try await OnLoop.run {
            let scenarios = try Stage.scenariosOverTwo().filter { $0.file == "\(name).scenario" }.prefix(1)
            let sweeping = try await Sweeping(Array(scenarios), ClientUnderTest(name: "reference", seat: .inside))
            #expect(sweeping.subjects.count == 1)
            for family in [Family.connection, .split, .stall, .cut] {
                let caught = await sweeping.caught(by: family)
                #expect(caught == [:], "\(family.name)")
            }
        }
    }
}
