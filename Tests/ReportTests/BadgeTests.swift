// BadgeTests.swift: a run as a small picture.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainReport
import QuintainRunner
import Testing

@Suite struct `Badges` {
    private func report(_ verdicts: [CaseResult.Verdict]) -> CheckReport {
        var report = CheckReport(program: "quintain 0")
        report.cases = verdicts.enumerated().map { number, verdict in
            ReportedCase(CaseResult(client: "curl", scenario: "\(number)", verdict: verdict))
        }
        return report
    }

    private static let colours = ["#1a6e3a", "#7f5200", "#ad1f1a"]

    @Test(arguments: [
        ([CaseResult.Verdict.pass, .noted, .warning], "3 of 3, 1 warning", "#1a6e3a"),
        ([.warning, .warning, .fail], "2 of 3, 2 warnings", "#ad1f1a"),
        ([.pass, .notApplicable, .notApplicable], "1 of 1", "#1a6e3a"), ([.pass, .knownFailure], "1 of 2", "#7f5200"),
        ([.pass, .knownFailure, .fail], "1 of 3", "#ad1f1a"), ([.crashed, .hung], "0 of 2", "#ad1f1a"),
        ([], "no cases", "#ad1f1a"),
        ([.notApplicable], "no cases", "#ad1f1a"),
    ])
    func `say how many of the cases that apply passed`(verdicts: [CaseResult.Verdict], text: String, colour: String) {
        let badge = report(verdicts).badge
        #expect(badge.contains(">\(text)</text>") && badge.contains(">quintain</text>"))
        #expect(badge.ranges(of: "fill=\"\(colour)\"").count == 1)
        #expect(Self.colours.count { badge.contains($0) } == 1)
    }

    @Test func `are red if the run itself is not in order`() {
        var report = report([.pass])
        report.complaints = ["known.txt:1: it passes"]
        #expect(report.badge.contains("#ad1f1a") && report.badge.contains(">failed</text>"))
    }

    @Test func `tell the cases where they are not in order either`() {
        var report = report([.pass, .fail])
        report.complaints = ["known.txt:1: it passes"]
        #expect(report.badge.contains("#ad1f1a") && report.badge.contains(">1 of 2</text>"))
    }

    /// The length of each text is set, so it fits its field in any font.
    @Test func `are as wide as their texts`() {
        let badge = report(Array(repeating: .pass, count: 412) + Array(repeating: .knownFailure, count: 3)).badge
        #expect(
            badge == """
                <svg xmlns="http://www.w3.org/2000/svg" width="133" height="20" viewBox="0 0 133 20" role="img">
                <title>quintain: 412 pass, 3 known failure</title>
                <rect fill="#7f5200" width="133" height="20" rx="4"/>
                <rect fill="#2b3137" width="59" height="20" rx="4"/>
                <rect fill="#2b3137" x="55" width="4" height="20"/>
                <g fill="#fff" font-family="Verdana, 'DejaVu Sans', Geneva, sans-serif" font-size="11">
                <text x="7" y="14" textLength="45">quintain</text>
                <text x="66" y="14" textLength="60">412 of 415</text>
                </g>
                </svg>

                """)
    }
}
