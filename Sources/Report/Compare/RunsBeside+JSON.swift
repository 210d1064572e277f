// RunsBeside+JSON.swift: two runs beside each other, as JSON.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainNotation
import QuintainRunner

extension RunsBeside {
    /// The JSON, version 1; `docs/reports.md` is its contract.
    package var json: JSONText {
        let counts = Change.allCases.filter { count($0) > 0 }.map { ($0.rawValue, JSONText.number(count($0))) }
        return .object([
            ("comparison", 1), ("worse", .bool(isWorse)), ("old", old.origin), ("new", new.origin),
            ("counts", .object(counts)), ("complaints", .list(complaints.map { .text($0) })),
            ("differences", .list(differences.map { $0.json(isWorse: isWorse($0)) })),
        ])
    }
}

extension RunsBeside.Difference {
    fileprivate func json(isWorse: Bool) -> JSONText {
        let result = one.result
        var members: [(String, JSONText)] = [
            ("change", .text(change.rawValue)), ("client", .text(result.client)), ("scenario", .text(result.scenario)),
        ]
        if !result.way.isEmpty { members.append(("way", .text(result.way))) }
        for (name, one) in [("before", before), ("after", after)] {
            if let one { members.append((name, one.end)) }
        }
        if isWorse { members.append(("worse", true)) }
        return .object(members)
    }
}

extension ReportedCase {
    /// The verdict, and the rules by which the case failed.
    fileprivate var end: JSONText {
        let rules = result.failures.sorted().map { JSONText.text($0) }
        let failed: [(String, JSONText)] = rules.isEmpty ? [] : [("rules", .list(rules))]
        return .object([("verdict", .text(result.verdict.rawValue))] + failed)
    }
}

extension CheckReport {
    /// The program, date, systems and number of cases of a run, which tell it from others.
    var origin: JSONText {
        var members: [(String, JSONText)] = [("program", .text(program))]
        if let date { members.append(("date", .text(date))) }
        if !systems.isEmpty { members.append(("systems", .list(systems.map(\.json)))) }
        return .object(members + [("cases", .number(cases.count))])
    }
}
