// MutantHunt.swift: which scenario notices which mutant: `make mutants`.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainRunner
import QuintainScenario
import Testing

@testable import QuintainSaboteur

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// `QUINTAIN_MUTANTS=all` plays everything until each mutant is caught, and writes docs/mutants.md;
/// `QUINTAIN_MUTANTS=NAME,…` does so for these.
@Suite(.enabled(if: MutantHunt.wanted != nil), .serialized) struct `The hunt for mutants` {
    @Test func `catches each`() async throws {
        let names = try #require(MutantHunt.wanted)
        let escaped = try await OnLoop.run { try await MutantHunt.run(names) }
        #expect(escaped.isEmpty, "nothing notices \(escaped.joined(separator: ", "))")
    }
}

@OnLoop
enum MutantHunt {
    nonisolated static var wanted: [String]? {
        getenv("QUINTAIN_MUTANTS").map {
            String(cString: $0).split(separator: ",").map(String.init)
        }
    }

    @OnLoop
    private final class Bag {
        var next = 0
        /// By mutant.
        var rows: [String: MutantTable.Row] = [:]
    }

    /// Gives the names of the mutants that were not caught.
    static func run(_ names: [String]) async throws -> [String] {
        let scenarios = try Stage.scenarios()
        let known = (try? MutantTable.read().rows) ?? []
        let hunted = Mutant.all.filter { names == ["all"] || names.contains($0.name) }
        let bag = Bag()
        for row in known where !hunted.contains(where: { $0.name == row.mutant }) {
            bag.rows[row.mutant] = Mutant.named(row.mutant).map {
                MutantTable.Row($0, scenario: row.scenario, catcher: row.catcher)
            }
        }
        let program = try Stage.program()
        // A hunt mostly waits for callbacks and requests that never come.
        let hunters = (0..<mutantsAtOnce).map { _ in
            OnLoop.spawn {
                while bag.next < hunted.count {
                    let mutant = hunted[bag.next]
                    bag.next += 1
                    let row = known.first { $0.mutant == mutant.name }
                    let caught = await hunt(mutant, Stage.client(mutant, program), scenarios, before: row?.scenario)
                    print("\(mutant.name): \(caught.map { "\($0.0), \($0.1)" } ?? "ESCAPED")")
                    fflush(nil)
                    bag.rows[mutant.name] = caught.map { MutantTable.Row(mutant, scenario: $0.0, catcher: $0.1) }
                }
            }
        }
        for hunter in hunters { await hunter.value }
        try MutantTable(Mutant.all.compactMap { bag.rows[$0.name] }).write()
        return hunted.map(\.name).filter { bag.rows[$0] == nil }
    }

    /// The scenario that has noticed it before; else group by group, beginning with those that the mutant is about.
    private static func hunt(
        _ mutant: Mutant, _ client: ClientUnderTest, _ scenarios: [Scenario], before: String?
    ) async -> (String, String)? {
        let way = Stage.way(mutant.way)
        var faint: CaseResult?
        if let scenario = scenarios.first(where: { $0.name == before }) {
            let result = await Stage.play([Case(scenario, client: client, way: way)], workers: 1)[0]
            if let result, let catcher = result.catcher {
                if result.isFailure { return (result.scenario, catcher) }
                faint = result
            }
        }
        let others = Set(scenarios.map(group)).subtracting(mutant.groups).sorted()
        let groups = mutant.groups + others
        for group in groups {
            let cases = scenarios.filter { Self.group($0) == group }.map { Case($0, client: client, way: way) }
            for start in stride(from: 0, to: cases.count, by: atOnce) {
                let some = Array(cases[start..<min(start + atOnce, cases.count)])
                let results = await Stage.play(some, workers: atOnce)
                // What is found beside others may come from how busy they keep the machine: it is to be found again.
                for index in some.indices where results[index]?.catcher != nil {
                    guard let again = await Stage.play([some[index]], workers: 1)[0], let catcher = again.catcher
                    else { continue }
                    if again.isFailure { return (again.scenario, catcher) }
                    faint = faint ?? again
                }
            }
            // A mutant that only a `should` line notices counts, if no better line notices it in this group.
            if let faint { return (faint.scenario, faint.catcher!) }
        }
        return nil
    }

    private static let atOnce = 12
    private static let mutantsAtOnce = 6

    private static func group(_ scenario: Scenario) -> String { String(scenario.name.prefix { $0 != "/" }) }
}
