// SweptCausesTests.swift: which failures of variants are one.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainReport
import QuintainRunner
import QuintainTranscript
import Testing

@Suite struct `Failures of variants` {
    private typealias Variant = (result: CaseResult, kind: SweptCauses.Kind)

    private func variant(_ place: String, _ rules: [String], client: String = "curl") -> Variant {
        let findings = rules.map { CaseResult.Finding(rule: $0, severity: .failure, sentence: "it broke") }
        let result = CaseResult(
            client: client, scenario: "a@cut:17", verdict: rules.isEmpty ? .pass : .fail, findings: findings)
        return (result, SweptCauses.Kind(family: "cut", place: place))
    }

    @Test func `are one with the same change and the same rules`() {
        let causes = SweptCauses([
            variant("in a field", ["too-soon"]), variant("in the body", ["too-soon"]), variant("in a field", []),
            variant("in a field", ["too-soon"]), variant("in a field", ["never-came"]),
            variant("in a field", ["too-soon"], client: "wget"),
        ])
        #expect(causes.all.map(\.variants) == [[0, 3], [1], [4], [5]])
    }

    @Test func `say how many more there are`() throws {
        let cut = variant("in a field", ["too-soon"])
        #expect(
            try #require(SweptCauses([cut, cut, cut]).all.first).more()
                == "  in 2 more variants with this change, cut in a field (--verbose prints them)")
        #expect(try #require(SweptCauses([cut]).all.first).more() == nil)
    }
}
