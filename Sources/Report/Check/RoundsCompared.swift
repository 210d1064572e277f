// RoundsCompared.swift: compares the rounds of `--repeat`.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainRunner

/// Keeps one report of each case, the first that failed, else the first, and counts the verdicts of all rounds.
package struct RoundsCompared {
    private var kept: [ReportedCase?]
    private var tallies: [Tally]
    /// Those that have opened a connection, in whichever round.
    package private(set) var connectedClients: Set<String> = []

    package init(count: Int) {
        kept = Array(repeating: nil, count: count)
        tallies = Array(repeating: Tally(), count: count)
    }

    package mutating func add(_ one: ReportedCase, of index: Int) {
        tallies[index].add(one.result.verdict)
        if one.result.hasConnected, ![.notApplicable, .notPlayed].contains(one.result.verdict) {
            connectedClients.insert(one.result.client)
        }
        guard let before = kept[index] else {
            kept[index] = one
            return
        }
        if one.result.isFailure, !before.result.isFailure { kept[index] = one }
    }

    /// How many plays there were, in all rounds.
    package var played: Int { tallies.reduce(0) { $0 + $1.total } }

    /// In the order of the plan; cases that were not played are left out.
    package var cases: [ReportedCase] { kept.compactMap { $0 } }

    /// `redirects/x.scenario: the verdicts of 100 rounds differ: 99 pass, 1 fail`
    package var complaints: [String] {
        zip(kept, tallies).compactMap { one, tally in
            guard let one, !one.result.wavers, CaseResult.Verdict.allCases.count(where: { tally[$0] > 0 }) > 1 else {
                return nil
            }
            return "\(one.result.client): \(one.result.name): the verdicts of \(tally.total) rounds differ: "
                + CaseText.counts(tally)
        }
    }
}
