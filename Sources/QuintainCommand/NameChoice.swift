// NameChoice.swift: cases chosen by patterns of their names.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainApplicability
import QuintainRunner
import QuintainScenario
import QuintainSides
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
        let count = pattern.contains("*") ? 0 : all.count { $0.scenario.name.contains(pattern) }
        if count > 0 { return "'--filter \"*\(pattern)*\"' names \(Summary.count(count, "case"))" }
        let names = Set(all.map { $0.scenario.name.replacing(".scenario", with: "") }).sorted()
        if let meant = nearest(to: pattern, among: names) { return "did you mean '\(meant)'?" }
        return "'--list' in place of the filters prints the names"
    }

    /// The pattern with what it probably means in the place of what stands between its stars: a name, a file or a folder.
    private static func nearest(to pattern: String, among names: [String]) -> String? {
        let isStar: (Character) -> Bool = { $0 == "*" }
        let word = pattern.drop(while: isStar).reversed().drop(while: isStar).reversed()
        guard !word.contains(where: isStar) else { return nil }
        let typed = String(word)
        let parts = names.flatMap { NamePattern.file(of: $0).split(separator: "/").map(String.init) }
        let meant =
            NearestWord.nearest(to: typed, among: names) ?? NearestWord.nearest(to: typed, among: Set(parts).sorted())
        return meant.map { pattern.replacing(typed, with: $0) }
    }
}
