// Advice.swift: what a file that can be played hardly means.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation

extension ScenarioBuilder {
    /// Names that are given and never used.
    mutating func warnOfUnusedNames() {
        for (name, given) in scope.captures.sorted(by: { $0.key < $1.key }) where !given.used {
            faults.add(
                .unusedCapture, given.place, "'\(name)' is captured and never used",
                help: "'{{any}}' takes anything and keeps nothing")
        }
    }

    mutating func lint(_ scenario: Scenario) {}
}
