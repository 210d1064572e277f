// TagChoice.swift: scenarios chosen by the words of their `tags` lines.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainScenario
import QuintainWords

/// The choice of `--tag slow --tag !faults`: a scenario needs at least one of the wanted tags, and none of the
/// unwanted.
struct TagChoice {
    private var wanted: Set<String> = []
    private var unwanted: Set<String> = []

    init(_ arguments: Arguments, of scenarios: [Scenario]) throws(WrongUse) {
        let known = Set(scenarios.flatMap(\.tags))
        for value in arguments.values("--tag") {
            let isUnwanted = value.hasPrefix("!")
            let tag = isUnwanted ? String(value.dropFirst()) : value
            guard known.contains(tag) else {
                throw WrongUse(
                    "no scenario has the tag '\(tag)'",
                    help: known.isEmpty
                        ? "a line 'tags \(tag.isEmpty ? "slow" : tag)' gives it one"
                        : NearestWord.suggestionOrList(for: tag, among: known.sorted()))
            }
            if isUnwanted { unwanted.insert(tag) } else { wanted.insert(tag) }
        }
    }

    func takes(_ scenario: Scenario) -> Bool {
        (wanted.isEmpty || !wanted.isDisjoint(with: scenario.tags)) && unwanted.isDisjoint(with: scenario.tags)
    }
}
