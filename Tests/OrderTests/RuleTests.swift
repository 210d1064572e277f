// RuleTests.swift: each rule has a trace that keeps it and one that breaks it alone.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import Testing

@testable import QuintainOrder

@Suite struct `The rules` {
    @Test(arguments: Rule.allCases) func `are each kept by an example`(rule: Rule) throws {
        let entry = rule.entry
        let findings = try Traces.findings(entry.keeps)
        // The examples of doubtful rules keep them without doubt.
        #expect(findings.isEmpty, "\(entry.keeps.letters): \(findings.map(\.sentence))")
    }

    @Test(arguments: Rule.allCases) func `are each broken by an example that breaks nothing else`(rule: Rule) throws {
        let entry = rule.entry
        guard let breaks = entry.breaks else {
            #expect(entry.weight == .permission)
            return
        }
        let findings = try Traces.findings(breaks)
        #expect(findings.map(\.rule) == [rule], "\(breaks.letters): \(findings.map(\.sentence))")
        #expect(findings.first?.weight == (entry.weight == .failure ? .failure : .warning))
    }
}
