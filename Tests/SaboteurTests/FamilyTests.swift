// FamilyTests.swift: what the families of a sweep notice, and that a right client passes their variants.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainScenario
import QuintainSweep
import Testing

@testable import QuintainSaboteur

@Suite struct `Families of variants` {
    /// Each family has a client that only this family notices.
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
        try await expect(mutant, noticedBy: noticing)
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

/// A pause of 20 ms differs from one of a millisecond in time alone, and a busy loop makes one look like the other.
@Suite struct `The family of pauses` {
    @Test func `notices a client that gives up in one, and no other family does`() async throws {
        try await OnLoop.run { await Self.quiet() }
        try await expect("gives-up-in-a-pause", noticedBy: ["stall"])
    }

    /// Waits until the tests that began at the same time have ended: until a sleep of a millisecond took no longer a
    /// thousand times in a row. On a machine that is always busy it goes on all the same.
    @OnLoop
    private static func quiet() async {
        let late = Moment.now.advanced(milliseconds: 300_000)
        var inTime = 0
        while inTime < 1_000, .now < late {
            let due = Moment.now.advanced(milliseconds: 1)
            await EventLoop.shared.sleep(until: due)
            inTime = Moment.now < due.advanced(milliseconds: 4) ? inTime + 1 : 0
        }
    }
}

/// Plays scenarios about other matters, which notice nothing when they are unchanged.
private func expect(_ mutant: String, noticedBy families: [String]) async throws {
    try await OnLoop.run {
        let names = ["connections/reused.scenario", "metadata/types.scenario#charset"]
        let scenarios = try Stage.scenarios().filter { names.contains($0.name) }
        let erring = try #require(Mutant.named(mutant))
        let sweeping = try await Sweeping(scenarios, Stage.client(erring, try Stage.program()))
        #expect(sweeping.subjects.count == names.count, "\(mutant) is noticed as it is")
        var found: [String] = []
        for family in Family.all where await sweeping.isCaught(by: family) { found.append(family.name) }
        #expect(found.sorted() == families)
    }
}
