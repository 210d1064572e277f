// FindingTextTests.swift: findings in the text of a case.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainReport
import QuintainRunner
import QuintainTranscript
import Testing

@Suite struct `Findings in a row` {
    /// A client that tries twenty times errs twenty times, and a reader needs it once.
    @Test func `are told once where they are equal, and how often they came`() {
        var result = CaseResult(client: "curl", scenario: "a", title: "", verdict: .fail)
        let again = CaseResult.Finding(
            rule: "wrong-branch", severity: .failure, sentence: "CONNECT is repeated", line: 9)
        let other = CaseResult.Finding(rule: "wrong-branch", severity: .failure, sentence: "byte 3 differs", line: 9)
        let tries = (2...5).map { number -> CaseResult.Finding in
            var finding = CaseResult.Finding(
                rule: "unexpected-request", severity: .failure,
                sentence: "it came on connection \(number)")
            finding.about = "GET:/"
            return finding
        }
        result.findings = [again, again, other, again, again, again]
        result.findings[0].follows = tries
        let lines = CaseText.lines(of: ReportedCase(result))
        #expect(
            lines.filter { $0.hasPrefix("  ") && !$0.hasPrefix("  see") } == [
                "  line 9: CONNECT is repeated [wrong-branch], and once more",
                "    so it came on connection 2 [unexpected-request], and 3 times more",
                "  line 9: byte 3 differs [wrong-branch]",
                "  line 9: CONNECT is repeated [wrong-branch], and 2 times more",
            ], "\(lines)")
    }
}
