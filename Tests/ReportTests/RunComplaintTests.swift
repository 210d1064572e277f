// RunComplaintTests.swift: what is wrong with a run as a whole.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainReport
import QuintainRunner
import Testing

@Suite struct `Complaints about a run` {
    private func report(
        _ verdicts: [(CaseResult.Verdict, hasConnected: Bool)], of client: String = "curl", version: String = "curl 7",
        from first: Int = 0
    ) -> CheckReport {
        var report = CheckReport(program: "quintain 0")
        report.cases = verdicts.enumerated().map { index, one in
            var result = CaseResult(
                client: client, version: version, scenario: "\(first + index).scenario", title: "", verdict: one.0)
            result.hasConnected = one.hasConnected
            return ReportedCase(result)
        }
        return report
    }

    /// A case alone that fails says so itself.
    @Test(
        arguments: [
            (2, .fail, true), (1, .fail, false), (1, .knownFailure, true), (2, .knownFailure, true),
            (10, .pass, false),
            (10, .notApplicable, false),
        ] as [(Int, CaseResult.Verdict, Bool)])
    func `name a client that never connects`(count: Int, verdict: CaseResult.Verdict, isNamed: Bool) {
        var run = report(Array(repeating: (verdict, false), count: count))
        run.complaints += run.clientsThatNeverConnect()
        let sentence = "curl opened no connection in \(count == 1 ? "its only case" : "any of its \(count) cases"): "
        #expect(run.complaints.contains { $0.hasPrefix(sentence) } == isNamed, "\(run.complaints)")
        #expect(run.isAsExpected == (!isNamed && verdict != .fail))
    }

    @Test func `are one test in each run, however many there are`() {
        var one = report([(.pass, true)])
        one.complaints = ["shard 2/3 is missing", "the run was given up"]
        let test =
            #"name="complaints" time="0.000"><failure message="shard 2/3 is missing">shard 2/3 is missing&#10;the run was"#
        #expect(one.junit.contains(test), "\(one.junit)")
        #expect(one.junit.contains(#"<testsuites tests="2" failures="1""#), "\(one.junit)")
    }

    @Test func `name the first case that does not apply`() {
        let run = report([(.pass, true), (.notApplicable, true), (.notApplicable, true)])
        #expect(run.notApplicable == "2 cases do not apply, the first is 1.scenario for curl; --verbose says why")
        #expect(report([(.pass, true)]).notApplicable == nil)
    }

    @Test func `count of a client that never connects only the cases that were played`() {
        var run = report(Array(repeating: (.knownFailure, false), count: 1) + [(.notApplicable, true)])
        run.complaints += run.clientsThatNeverConnect()
        #expect(run.complaints.first?.hasPrefix("curl opened no connection in its only case: ") == true)
        run = report(Array(repeating: (.knownFailure, false), count: 20) + [(.pass, true)])
        run.complaints += run.clientsThatNeverConnect()
        #expect(run.complaints.isEmpty)
    }

    @Test func `name both versions of a client of which parts of two runs are merged`() {
        func merged(_ versions: [String], client: String = "curl") -> CheckReport {
            var whole = CheckReport(program: "quintain 0")
            for (index, version) in versions.enumerated() {
                _ = whole.add(
                    report([(.pass, true)], of: index == 0 ? "curl" : client, version: version, from: index))
            }
            whole.close()
            return whole
        }
        let stale = merged(["curl 8", "curl 7"])
        #expect(
            stale.complaints == [
                "curl has 2 versions: curl 7, curl 8; a part may be left over from an earlier run, and runs of several "
                    + "commands each need a '--name' of their own"
            ])
        #expect(!stale.isAsExpected)
        #expect(merged(["curl 7", "curl 7"]).isAsExpected)
        #expect(merged(["curl 8", "wget 1"], client: "wget").isAsExpected)
        // The words of a plain command, from two machines.
        #expect(merged(["/tmp/a1/run.sh {{url}}", "/tmp/b2/run.sh {{url}}"]).isAsExpected)
        #expect(!merged(["/tmp/a1/run.sh {{url}}", "/tmp/b2/run.sh -v {{url}}"]).isAsExpected)
        // A driver that did not greet has told no version.
        #expect(merged(["curl 8", ""]).isAsExpected)
        // What was merged once may be merged again.
        var again = CheckReport(program: "quintain 0")
        _ = again.add(stale)
        again.close()
        #expect(again.complaints == stale.complaints)
    }
}
