// SweptCausesTests.swift: which failures of variants are one.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainReport
import QuintainRunner
import QuintainTranscript
import Testing

@Suite struct `Failures of variants` {
    private typealias Variant = (result: CaseResult, kinds: [SweptCauses.Kind], size: Int)

    /// - Parameter changes: `coding deflate-cut`, or two of them.
    private func variant(_ changes: [String], _ rules: [String], size: Int = 100, client: String = "curl") -> Variant {
        let kinds = changes.map { change in
            let words = change.split(separator: " ", maxSplits: 1).map(String.init)
            return SweptCauses.Kind(family: words[0], place: words[1])
        }
        let findings = rules.map { CaseResult.Finding(rule: $0, severity: .failure, sentence: "it broke") }
        let result = CaseResult(
            client: client, scenario: "a@\(changes.joined(separator: "+"))", verdict: rules.isEmpty ? .pass : .fail,
            findings: findings)
        return (result, kinds, size)
    }

    private func told(_ variants: [Variant]) -> [String] {
        SweptCauses(variants).all.map { "\($0.kind.words): \($0.variants), \($0.example)" }
    }

    @Test func `are one with the same change and the same rules, of which the smallest is told`() {
        #expect(
            told([
                variant(["cut in a field"], ["too-soon"], size: 200), variant(["cut in the body"], ["too-soon"]),
                variant(["cut in a field"], []), variant(["cut in a field"], ["too-soon"], size: 90),
                variant(["cut in a field"], ["never-came"]), variant(["cut in a field"], ["too-soon"], client: "wget"),
            ]) == [
                "cut in a field: [0, 3], 3", "cut in the body: [1], 1", "cut in a field: [4], 4",
                "cut in a field: [5], 5",
            ])
    }

    @Test func `of two changes have the cause of the one that fails alone, however much shows of it`() {
        #expect(
            told([
                variant(["coding a cut deflate"], ["never-came", "too-soon"], size: 300),
                variant(["framing chunks-of-7", "coding a cut deflate"], ["too-soon"]),
                variant(["framing chunks", "coding a cut deflate"], ["never-came", "too-soon"]),
                variant(["coding a cut deflate", "connection idle"], ["never-came"]),
                variant(["framing chunks", "coding a cut deflate"], ["wrong-body"]),
            ]) == ["coding a cut deflate: [0, 1, 2, 3], 0", "coding a cut deflate: [4], 4"])
    }

    @Test func `that no change has alone are of the one that more of them share`() {
        #expect(
            told([
                variant(["framing chunks", "interim a 103"], ["too-soon"]),
                variant(["framing length", "split in a field"], ["too-soon"]),
                variant(["framing length", "interim a 103"], ["too-soon"]),
            ]) == ["interim a 103: [0, 2], 0", "split in a field: [1], 1"])
    }

    @Test func `say how many more there are`() throws {
        let cut = variant(["cut in a field"], ["too-soon"])
        let causes = SweptCauses([cut, cut, cut])
        #expect(
            try #require(causes.cause(of: 2)).more()
                == "  in 2 more variants with this change, cut in a field (--verbose prints them)")
        #expect(try #require(SweptCauses([cut]).all.first).more() == nil)
    }
}
