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

    @Test func `and callbacks fit into the words that hold sets of them`() {
        #expect(Rule.allCases.count <= 128)
        #expect(TracedCallback.allCases.count <= 64)
        for callback in TracedCallback.allCases { #expect(CallbackSet([callback]).members == [callback]) }
    }

    @Test func `are told once for each task, and a warning does not hide a failure`() throws {
        #expect(try Traces.verdict(.urlsessionData, "B s A s d d w w w R Z") == ["~U6@4", "~U2@5", "U3@8"])
        #expect(try Traces.verdict(.urlsessionData, "1:D 1:H 1:D 2:D 2:E 1:Z") == ["U10@1", "U12@3", "U10@4"])
    }
}
