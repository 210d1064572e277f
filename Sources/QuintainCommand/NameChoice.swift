// NameChoice.swift: cases chosen by patterns of their names.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainApplicability
import QuintainRunner
import QuintainScenario
import QuintainWords

/// The choice of `--filter redirects/* --filter *#row`: one of the patterns matches the case's name.
struct NameChoice {
    private let patterns: [NamePattern]

    /// Each pattern must match a case: one that matches none was hardly meant so, whatever the others match.
    init(_ arguments: Arguments, of all: [Case]) throws(WrongUse) {
        patterns = arguments.values("--filter").map(NamePattern.init)
        for pattern in patterns where !all.contains(where: { Self.matches(pattern, $0) }) {
            throw WrongUse("no case has the name '\(pattern.text)'", help: Self.help(for: pattern.text, among: all))
        }
    }

    func takes(_ one: Case) -> Bool {
        patterns.isEmpty || patterns.contains { Self.matches($0, one) }
    }

    private static func matches(_ pattern: NamePattern, _ one: Case) -> Bool {
        pattern.matches(scenario: one.scenario.name, way: one.way.name, place: one.place)
    }

    private static func help(for pattern: String, among all: [Case]) -> String {
        let names = Set(all.map { $0.scenario.name.replacing(".scenario", with: "") }).sorted()
        return NearestWord.suggestion(for: pattern, among: names) ?? "'--list' in place of the filters prints the names"
    }
}
