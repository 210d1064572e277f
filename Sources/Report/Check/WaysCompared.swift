// WaysCompared.swift: one scenario, several ways: do they give equal answers?
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainRunner

extension CheckReport {
    /// Where a client's ways of loading the same differ, a sentence each: `urlsession: redirects/x.scenario: fail as
    /// delegate, pass as handler and async`. What does not apply to a way is not compared.
    package var differingWays: [String] {
        var groups: [String: [ReportedCase]] = [:]
        var order: [String] = []
        for one in cases where !one.result.way.isEmpty && one.result.verdict != .notApplicable {
            let key = "\(one.result.client): \(one.result.scenario)"
            if groups[key] == nil { order.append(key) }
            groups[key, default: []].append(one)
        }
        return order.compactMap { key in
            let ways = groups[key] ?? []
            guard Set(ways.map(\.result.verdict)).count > 1 else { return nil }
            let parts = CaseResult.Verdict.allCases.compactMap { verdict -> String? in
                let names = ways.filter { $0.result.verdict == verdict }.map(\.result.way)
                return names.isEmpty ? nil : "\(verdict.words) as \(Self.list(names))"
            }
            return "\(key): \(parts.joined(separator: ", "))"
        }
    }

    private static func list(_ names: [String]) -> String {
        names.count < 2 ? names.joined() : names.dropLast().joined(separator: ", ") + " and " + names.last!
    }
}
