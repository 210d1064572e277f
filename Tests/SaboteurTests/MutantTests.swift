// MutantTests.swift: every error that the reference client can be given is noticed.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainOrder
import QuintainRunner
import QuintainScenario
import Testing

@testable import QuintainSaboteur

@Suite struct `Mutants` {
    @Test func `have names of their own, and are many`() {
        #expect(Set(Mutant.all.map(\.name)).count == Mutant.all.count)
        #expect(Mutant.all.count >= 60)
        for mutant in Mutant.all {
            #expect(mutant.name.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "-" }, "\(mutant.name)")
            #expect(!mutant.wrong.isEmpty && !mutant.citation.isEmpty && !mutant.groups.isEmpty, "\(mutant.name)")
            #expect(!mutant.wrong.contains("|") && !mutant.wrong.hasSuffix("."), "\(mutant.name)")
            let words = mutant.citation.split(separator: " ")
            if let place = words.firstIndex(of: "rule") {
                #expect(Rule(rawValue: String(words[place + 1])) != nil, "\(mutant.name) breaks no rule")
            }
        }
    }

    /// `make mutants` writes it.
    @Test func `stand in docs-mutants, all of them and no others`() throws {
        let rows = try MutantTable.read().rows
        #expect(rows.map(\.mutant) == Mutant.all.map(\.name))
        for row in rows {
            guard let mutant = Mutant.named(row.mutant) else { continue }
            #expect(row == MutantTable.Row(mutant, scenario: row.scenario, catcher: row.catcher))
        }
    }

    @Test func `are each noticed where the table says, and only they`() async throws {
        try await OnLoop.run {
            let rows = try MutantTable.read().rows
            let scenarios = Dictionary(try Stage.scenarios().map { ($0.name, $0) }) { one, _ in one }
            let program = try Stage.program()
            let (honest, names) = (Stage.client(nil, program), Set(rows.map { "\($0.scenario)@\($0.way)" }))
            var cases: [Case] = []
            for row in rows {
                let scenario = try #require(scenarios[row.scenario], "\(row.scenario) is not there: make mutants")
                let mutant = try #require(Mutant.named(row.mutant))
                cases.append(Case(scenario, client: Stage.client(mutant, program), way: Stage.way(row.way)))
            }
            let results = await Stage.play(cases, workers: 64)
            // On a busy machine a line may come too soon that would otherwise never come: any finding counts.
            for (index, row) in rows.enumerated() {
                let result = try #require(results[index])
                #expect(result.catcher != nil, "\(row.mutant) in \(row.scenario): \(result.verdict), make mutants")
                #expect(result.isFailure == !row.catcher.hasSuffix(")"), "\(row.mutant): \(result.verdict)")
            }
            // Played alone: scenarios about time would notice how busy the erring clients keep the loop.
            let plain = names.sorted().map { name in
                let halves = name.split(separator: "@").map(String.init)
                return Case(scenarios[halves[0]]!, client: honest, way: Stage.way(halves[1]))
            }
            let right = await Stage.playRight(plain, workers: 8)
            for (index, one) in plain.enumerated() {
                #expect(try #require(right[index]).catcher == nil, "\(one.scenario.name) without a mutant")
            }
        }
    }
}
