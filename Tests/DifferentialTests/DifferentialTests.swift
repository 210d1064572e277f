// DifferentialTests.swift: random scenarios, clients that keep them or err once, and the verdict that must follow.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A scenario is drawn from a grammar (`Grammar`), and for each line what a client has to do. A client does that, cut
/// and delayed at random (`Client`), or makes one mistake of a named family (`Mistakes`). The expected verdict follows
/// from the mistake alone, and never from the player. `QUINTAIN_ROUNDS` is the number of rounds, and `QUINTAIN_SEED`
/// the seed of the first one: a difference names the seed of its round.
@Suite struct `The verdict` {
    private static let environment = ProcessInfo.processInfo.environment
    private static let rounds = environment["QUINTAIN_ROUNDS"].flatMap { Int($0) } ?? 2_000
    private static let seed = environment["QUINTAIN_SEED"].flatMap { UInt64($0) } ?? 1

    @Test func `depends on the client's mistake alone`() {
        var rows: [Row: Int] = [:]
        var families: [String: Int] = [:]
        var differences: [Round] = []
        for index in 0..<Self.rounds {
            let round = Round.play(Self.seed &+ UInt64(index))
            for row in round.rows { rows[row, default: 0] += 1 }
            families[round.family?.rawValue ?? "none", default: 0] += 1
            if round.difference != nil { differences.append(round) }
        }
        print("seed \(Self.seed), \(Self.rounds) rounds, \(differences.count) differences")
        print(families.sorted { $0.key < $1.key }.map { "  \($0.key) \($0.value)" }.joined(separator: "\n"))
        print(rows.sorted { $0.key < $1.key }.map { "  \($0.key) \($0.value)" }.joined(separator: "\n"))
        // Differences of one kind are printed once, and counted.
        var kinds: [String: [Round]] = [:]
        for round in differences {
            let first = round.difference?.split(separator: "\n").first ?? ""
            let kind = "\(round.family?.rawValue ?? "no mistake"): \(first)"
            kinds[kind.replacing(#/[0-9]+/#) { _ in "N" }, default: []].append(round)
        }
        for (kind, rounds) in kinds.sorted(by: { $0.value.count > $1.value.count }) {
            print("  \(rounds.count) times \(kind), as with seed \(rounds[0].seed)")
        }
        for rounds in kinds.sorted(by: { $0.value.count > $1.value.count }).map(\.value).prefix(Self.toldAtMost) {
            // The shortest one is the easiest to read.
            let round = rounds.min { $0.difference!.utf8.count < $1.difference!.utf8.count }!
            Issue.record("seed \(round.seed): \(round.difference ?? "")")
        }
        let count = differences.count
        #expect(count == 0, "of \(Self.rounds) rounds")
        // In fewer rounds, a rare row may be missing by chance.
        guard Self.rounds >= 20_000 else { return }
        let missing = Tables.all.filter { rows[$0] == nil && Tables.reason($0) == nil }
        #expect(missing.map(\.description) == [], "rows that never occur")
        #expect(Tables.all.count > 200)
        #expect(
            Family.allCases.filter { families[$0.rawValue] == nil } == [],
            "families that never occur")
    }

    /// A word that was drawn is in a table, or is misspelt.
    @Test func `is sought with words that the language has`() {
        let known = Set(Tables.all)
        let drawn = (0..<UInt64(300)).reduce(into: Set<Row>()) { $0.formUnion(Draft.program($1).rows) }
        #expect(drawn.filter { !known.contains($0) && $0.table != "transform arguments" } == [])
    }

    private static let toldAtMost = 12
}
