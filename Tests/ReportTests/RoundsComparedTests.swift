// RoundsComparedTests.swift: one report of many rounds.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainReport
import QuintainRunner
import Testing

@Suite struct `Rounds of a check` {
    private func one(_ scenario: String, _ verdict: CaseResult.Verdict) -> ReportedCase {
        ReportedCase(CaseResult(client: "curl", version: "7", scenario: scenario, title: "", verdict: verdict))
    }

    @Test func `say where they differ, and keep the worst`() {
        var rounds = RoundsCompared(count: 2)
        for verdict in [CaseResult.Verdict.pass, .fail, .pass] { rounds.add(one("a", verdict), of: 0) }
        for _ in 0..<3 { rounds.add(one("b", .pass), of: 1) }
        #expect(rounds.cases.map(\.result.verdict) == [.fail, .pass])
        #expect(rounds.complaints == ["curl: a: the verdicts of 3 rounds differ: 2 passed, 1 failed"])
    }

    /// The round that is kept is the first that failed, and another one may have connected.
    @Test(arguments: [true, false])
    func `know who connected in one of them`(connectsOnce: Bool) {
        var rounds = RoundsCompared(count: 2)
        for round in 0..<3 {
            for index in 0..<2 {
                var failed = one(index == 0 ? "a" : "b", .fail)
                failed.result.hasConnected = connectsOnce && round == 1
                rounds.add(failed, of: index)
            }
        }
        var run = CheckReport(program: "quintain 0")
        run.cases = rounds.cases
        run.complaints += run.clientsThatNeverConnect(except: rounds.connectedClients)
        #expect(run.complaints.isEmpty == connectsOnce, "\(run.complaints)")
    }

    @Test func `pass over what is known to waver`() {
        var rounds = RoundsCompared(count: 1)
        for verdict in [CaseResult.Verdict.pass, .warning] {
            var one = one("a", verdict)
            one.result.mayBreak = ["*"]
            rounds.add(one, of: 0)
        }
        #expect(rounds.complaints.isEmpty)
    }
}
