// RunsBesideTests.swift: the differences between two runs.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainReport
import QuintainRunner
import QuintainTranscript
import Testing

@Suite struct `Two runs beside each other` {
    private func one(
        _ scenario: String, _ verdict: CaseResult.Verdict, client: String = "curl", rules: [String] = []
    ) -> ReportedCase {
        ReportedCase(
            CaseResult(
                client: client, scenario: scenario, verdict: verdict,
                findings: rules.map { .init(rule: $0, severity: .failure, sentence: "it\u{1B} broke", line: 7) }))
    }

    private func report(_ cases: [ReportedCase], complaints: [String] = []) -> CheckReport {
        var report = CheckReport(program: "quintain 0")
        (report.cases, report.complaints) = (cases, complaints)
        return report
    }

    @Test(arguments: [
        (CaseResult.Verdict.pass, CaseResult.Verdict.fail, "broken"), (.noted, .crashed, "broken"),
        (.knownFailure, .fail, ""), (.notApplicable, .hung, "broken"), (.fail, .pass, "mended"),
        (.crashed, .warning, "mended"), (.knownFailure, .pass, "mended"), (.fail, .knownFailure, ""),
        (.fail, .notApplicable, "changed"), (.pass, .warning, "changed"), (.pass, .knownFailure, "changed"),
        (.pass, .notApplicable, "changed"), (.pass, .pass, ""), (.fail, .fail, ""), (.crashed, .crashed, ""),
        (.fail, .crashed, "broken"), (.fail, .hung, "broken"), (.driverFault, .hung, "differs"),
        (.crashed, .fail, "differs"), (.notPlayed, .fail, "broken"), (.fail, .notPlayed, "changed"),
        (.notPlayed, .notPlayed, ""), (.knownFailure, .crashed, "broken"),
    ])
    func `say what became of a case`(before: CaseResult.Verdict, after: CaseResult.Verdict, change: String) {
        let runs = RunsBeside(report([one("a", before)]), report([one("a", after)]))
        #expect(runs.differences.map(\.change.rawValue) == (change.isEmpty ? [] : [change]))
        #expect(runs.isWorse == (change == "broken"))
        #expect(runs.differences.first?.before?.result.verdict == (change.isEmpty ? nil : before))
    }

    /// It breaks the rule of a client that does not ask again: 'never-came'.
    @Test(
        arguments: [
            (CaseResult.Verdict.fail, CaseResult.Verdict.fail, RunsBeside.Change.broken),
            (.knownFailure, .knownFailure, .differs), (.fail, .knownFailure, nil),
        ] as [(CaseResult.Verdict, CaseResult.Verdict, RunsBeside.Change?)])
    func `tell of a client that opens no connection any more`(
        before: CaseResult.Verdict, after: CaseResult.Verdict, change: RunsBeside.Change?
    ) throws {
        var lost = one("a", after)
        lost.result.hasConnected = false
        let (old, new) = (report([one("a", before)]), report([try #require(ReportedCase(lost.json))]))
        #expect(RunsBeside(old, new).differences.map(\.change) == (change.map { [$0] } ?? []))
        if change != nil {
            let gate = RunsBeside(old, new, allowsNewFaults: false)
            #expect(RunsBeside(new, old).differences.isEmpty)
            #expect(gate.isWorse && gate.differences[0].line().contains(" without a connection"))
        }
        #expect(RunsBeside(new, new).differences.isEmpty)
    }

    /// No RFC forbids what is noted, and a client may have promised it: credentials that stay with their origin.
    @Test(arguments: [
        (CaseResult.Verdict.pass, CaseResult.Verdict.noted, true), (.pass, .warning, true), (.noted, .warning, true),
        (.warning, .noted, false), (.noted, .pass, false), (.noted, .noted, false), (.fail, .noted, false),
        (.notApplicable, .noted, false),
    ])
    func `are worse under --strict where a case passes less cleanly`(
        before: CaseResult.Verdict, after: CaseResult.Verdict, isWorse: Bool
    ) {
        let (old, new) = (report([one("a", before)]), report([one("a", after)]))
        #expect(RunsBeside(old, new, isStrict: true).isWorse == isWorse)
        #expect(!RunsBeside(old, new).isWorse)
    }

    @Test(
        arguments: [
            (["a"], ["a", "b"], "fail [a] → fail [a, b]"), (["a"], ["b"], "fail [a] → fail [b]"),
            (["a", "b"], ["a"], "fail [a, b] → fail [a]"), (["a"], ["a"], nil),
        ] as [([String], [String], String?)])
    func `tell of other rules by which a case fails as it did, and are no worse`(
        before: [String], after: [String], change: String?
    ) {
        let runs = RunsBeside(
            report([one("a", .fail, rules: before)]), report([one("a", .fail, rules: after)]), isStrict: true)
        let finding = "line 7: it\u{FFFD} broke [\(after.last ?? "")]"
        #expect(runs.differences.map { $0.line() } == (change.map { ["differs  curl  a  \($0)  \(finding)"] } ?? []))
        #expect(!runs.isWorse)
    }

    @Test func `have no difference where a case fails as it did and only its known failures changed`() {
        var (known, fails) = (one("a", .knownFailure, rules: ["x"]), one("a", .fail, rules: ["x"]))
        let crash = (one("b", .knownFailure, rules: ["crashed"]), one("b", .crashed))
        let runs = RunsBeside(report([known, crash.0]), report([fails, crash.1]), isStrict: true)
        #expect(runs.differences.isEmpty && !runs.isWorse && runs.summary() == "2 cases: 2 as before")
        fails.result.findings[0].about = "finish"
        known.result.findings[0].about = "response"
        let broken = RunsBeside(report([known]), report([fails]))
        #expect(broken.differences.map(\.change) == [.broken] && broken.isWorse && broken.remarks.isEmpty)
        var lost = one("a", .fail, rules: ["x"])
        lost.result.hasConnected = false
        #expect(RunsBeside(report([one("a", .knownFailure, rules: ["x"])]), report([lost])).isWorse)
    }

    @Test func `fail by a rule that the known failures do not name, and not by one that races`() {
        let known = one("a", .knownFailure, rules: ["a"])
        let worse = RunsBeside(report([known]), report([one("a", .fail, rules: ["a", "b"])]))
        #expect(worse.differences.map(\.change) == [.broken] && worse.isWorse)
        var (racing, passed) = (one("a", .knownFailure, rules: ["b"]), one("a", .pass))
        (racing.result.mayBreak, passed.result.mayBreak) = (["b"], ["b"])
        for (old, new) in [(racing, passed), (passed, racing)] {
            #expect(RunsBeside(report([old]), report([new])).differences.isEmpty)
        }
        #expect(RunsBeside(report([racing]), report([one("a", .pass)])).differences.map(\.change) == [.mended])
    }

    /// The file of the change has a question mark of its own, or the client breaks something else.
    @Test(arguments: [("b", "b"), ("b:x", "b"), ("b:x#2", "b:x"), ("a", "*")])
    func `are worse for a failure that was not known to race`(rule: String, known: String) throws {
        func racing(_ verdict: CaseResult.Verdict, _ rules: [String], _ mayBreak: String) -> CheckReport {
            var one = one("a", verdict, rules: rules)
            one.result.mayBreak = [mayBreak]
            return report([ReportedCase(one.json)!])
        }
        let (passed, raced) = (racing(.pass, [], known), racing(.knownFailure, [rule], known))
        let (others, crashed) = (racing(.knownFailure, ["c"], "c"), racing(.knownFailure, ["crashed"], "crashed"))
        for (old, new) in [(passed, raced), (raced, passed), (raced, raced)] {
            #expect(RunsBeside(old, new, allowsNewKnown: false, allowsNewFaults: false).differences.isEmpty)
        }
        for new in [others, crashed] where known != "*" || new.cases[0].result.failures == ["crashed"] {
            let before = RunsBeside(passed, new, allowsNewKnown: false)
            #expect(before.differences.map(\.change) == [.changed] && before.isWorse)
            let beside = RunsBeside(raced, new, allowsNewFaults: false)
            #expect(beside.differences.map(\.change) == [.differs] && beside.isWorse)
        }
    }

    /// A client that refused what it must not take, but late, and that takes it now, breaks the same rule.
    @Test func `say that a known failure breaks another rule now, or the same one otherwise`() throws {
        var (late, taken) = (one("a", .knownFailure, rules: ["x"]), one("a", .knownFailure, rules: ["x"]))
        late.result.findings[0].about = "response"
        taken.result.findings[0].about = "finish"
        let read = try #require(ReportedCase(taken.json))
        #expect(read.result.failures == ["x:finish"])
        let runs = RunsBeside(report([late]), report([read]))
        #expect(runs.differences.map(\.change) == [.differs] && !runs.isWorse)
        let line = runs.differences.first?.line() ?? ""
        #expect(line.contains("known failure [x:response] → known failure [x:finish]"), "\(line)")
        #expect(RunsBeside(report([late]), report([read]), allowsNewFaults: false).isWorse)
        #expect(RunsBeside(report([late]), report([late]), allowsNewFaults: false).differences.isEmpty)
    }

    /// A line of the known failures must not cover a fault of today where nobody agreed to it.
    @Test func `are worse for a failure that is newly known, where none may be`() {
        let known = one("a", .knownFailure, rules: ["b"])
        for (old, isWorse) in [
            ([one("a", .pass)], true), ([one("a", .warning)], true), ([one("b", .pass)], true), ([known], false),
            ([one("a", .fail, rules: ["b"])], false),
        ] {
            let new = report([known, one("b", .pass), one("c", .pass)])
            #expect(!RunsBeside(report(old + [one("c", .pass)]), new).isWorse)
            #expect(RunsBeside(report(old + [one("c", .pass)]), new, allowsNewKnown: false).isWorse == isWorse)
        }
    }

    /// Where two things race, chance decides which rule is broken, so this has to be asked for.
    @Test(arguments: [
        (["a"], ["a", "b"], true), (["a"], ["b"], true), (["a", "b"], ["a"], false), (["a"], ["a"], false),
    ])
    func `are worse for another rule by which a case fails, where none may be`(
        before: [String], after: [String], isWorse: Bool
    ) {
        let (old, new) = (report([one("a", .fail, rules: before)]), report([one("a", .fail, rules: after)]))
        #expect(!RunsBeside(old, new, isStrict: true, allowsNewKnown: false).isWorse)
        #expect(RunsBeside(old, new, allowsNewFaults: false).isWorse == isWorse)
        #expect(!RunsBeside(report([one("a", .crashed)]), new, allowsNewFaults: false).isWorse)
    }

    @Test func `say by which options they were judged, and are worse under --strict without one`() throws {
        func judged(_ options: [String]) throws -> CheckReport {
            var one = report([one("a", .pass)])
            one.options = options
            return try CheckReport(reading: Array(one.json.description.utf8))
        }
        let (strict, mild) = (try judged(["--exit 0", "--fail-on warning"]), try judged(["--fail-on warning"]))
        let lost = "the old run was judged with '--exit 0', and the new one is not"
        #expect(RunsBeside(strict, mild).remarks == [lost] && !RunsBeside(strict, mild).isWorse)
        let worse = RunsBeside(strict, mild, isStrict: true)
        #expect(worse.complaints == [lost] && worse.isWorse && worse.remarks.isEmpty)
        let stricter = RunsBeside(mild, strict, isStrict: true)
        #expect(
            !stricter.isWorse && stricter.remarks.isEmpty && RunsBeside(strict, strict, isStrict: true).remarks.isEmpty)
    }

    @Test func `count several that differ`() {
        let (old, new) = (["a"], ["b"])
        let runs = RunsBeside(
            report([one("a", .fail, rules: old), one("b", .fail, rules: old)]),
            report([one("a", .fail, rules: new), one("b", .fail, rules: new)]))
        #expect(runs.summary() == "2 cases: 2 differ")
    }

    @Test func `tell of the rule that broke now and had not, wherever it stands`() {
        let runs = RunsBeside(
            report([one("a", .fail, rules: ["known"])]), report([one("a", .fail, rules: ["known", "fresh"])]))
        #expect(runs.differences.first?.line().hasSuffix("[fresh]") == true)
    }

    @Test func `find what is new and gone, by client and name`() {
        let runs = RunsBeside(
            report([one("a", .pass), one("b", .fail), one("c", .pass)]),
            report([one("c", .pass), one("a", .pass, client: "wget"), one("d", .fail)]))
        #expect(
            runs.differences.map { $0.line() } == [
                "new      wget  a  pass", "broken   curl  d  fail", "gone     curl  a  was pass",
                "gone     curl  b  was fail",
            ])
        #expect(runs.summary() == "3 cases: 1 broken, 1 new, 2 gone, 1 as before")
        #expect(runs.isWorse && runs.remarks.isEmpty)
        let fewer = (report([one("a", .pass), one("b", .pass)]), report([one("a", .pass)]))
        #expect(!RunsBeside(fewer.0, fewer.1).isWorse && RunsBeside(fewer.0, fewer.1, isStrict: true).isWorse)
        #expect(!RunsBeside(fewer.1, fewer.0, isStrict: true).isWorse)
        let idle = (report([one("a", .pass)]), report([one("a", .notApplicable)]))
        #expect(!RunsBeside(idle.0, idle.1).isWorse && RunsBeside(idle.0, idle.1, isStrict: true).isWorse)
        #expect(!RunsBeside(idle.1, idle.1, isStrict: true).isWorse)
    }

    @Test func `are worse by a callback that nobody observes any more, where that is asked for`() {
        var result = one("a", .pass).result
        result.unobserved = 2
        let (seen, unseen) = (report([one("a", .pass)]), report([ReportedCase(result)]))
        let runs = RunsBeside(seen, unseen, isStrict: true)
        #expect(runs.isWorse && !RunsBeside(seen, unseen).isWorse)
        #expect(
            runs.differences.map { $0.line() }
                == ["changed  curl  a  pass → pass  2 lines not checked any more"])
        #expect(!RunsBeside(unseen, seen, isStrict: true).isWorse)
        var failing = one("a", .fail, rules: ["too-soon"]).result
        let failed = report([ReportedCase(failing)])
        failing.unobserved = 1
        #expect(
            RunsBeside(failed, report([ReportedCase(failing)])).differences.map { $0.line() }
                == ["changed  curl  a  fail → fail  1 line not checked any more"])
        let (before, after) = (report([one("b", .pass)]), report([one("b", .pass), ReportedCase(result)]))
        #expect(!RunsBeside(before, after, isStrict: true).isWorse)
    }

    @Test func `fold what says the same`() {
        let names = (1...9).map { "a\($0)" }
        let old = report(names.map { one($0, .pass) } + [one("b", .pass)])
        let new = report(names.map { one($0, .fail, rules: ["too-soon"]) } + [one("b", .fail, rules: ["never-came"])])
        let lines = RunsBeside(old, new).lines(isVerbose: false)
        #expect(lines.count == 7, "\(lines)")
        #expect(lines[5].hasPrefix("broken   curl  b  pass → fail"), "\(lines)")
        #expect(lines[6].hasPrefix("broken   curl  in 4 more cases (--verbose lists them)  pass → fail"), "\(lines)")
        #expect(RunsBeside(old, new).lines(isVerbose: true).count >= 10)
    }

    @Test func `that are the same have no difference`() {
        let runs = RunsBeside(report([one("a", .fail)]), report([one("a", .fail)]))
        #expect(runs.differences.isEmpty && !runs.isWorse && runs.summary() == "1 case: 1 as before")
        #expect(RunsBeside(report([]), report([])).summary() == "0 cases: 0 as before")
    }

    @Test func `tell what broke, and what a terminal would obey`() {
        let runs = RunsBeside(report([one("a", .pass)]), report([one("a", .fail, rules: ["too-soon"])]))
        #expect(
            runs.differences.map { $0.line() }
                == ["broken   curl  a  pass → fail  line 7: it\u{FFFD} broke [too-soon]"])
    }

    /// A line of known failures that matches no case fails a run as well.
    @Test func `are worse by a complaint that was not there`() {
        let cases = [one("a", .pass)]
        let (old, new) = (report(cases, complaints: ["one"]), report(cases, complaints: ["one", "two"]))
        #expect(RunsBeside(old, new).complaints == ["two"] && RunsBeside(old, new).isWorse)
        // Two runs that judged nothing say nothing of a change.
        var dead = report([one("a", .fail), one("b", .fail)])
        for index in dead.cases.indices { dead.cases[index].result.hasConnected = false }
        dead.complaints = dead.clientsThatNeverConnect()
        #expect(RunsBeside(dead, dead).complaints == dead.complaints && RunsBeside(dead, dead).isWorse)
        #expect(!RunsBeside(new, old).isWorse)
    }

    @Test func `say why much may be gone`() {
        var (whole, part) = (report([one("a", .pass), one("b", .pass)]), report([one("a", .pass)]))
        part.isGivenUp = true
        #expect(
            RunsBeside(whole, part).remarks
                == ["the new run was given up: cases that it did not come to are gone"])
        whole.cases = [one("a", .pass, client: "wget")]
        part.isGivenUp = false
        #expect(
            RunsBeside(part, whole).remarks == ["the runs have no case in common"])
        #expect(RunsBeside(part, whole).isWorse)
    }

    /// As where a filter, or a part of a small run, leaves nothing.
    @Test func `are worse where the new one was given up, even if the old one was as well`() {
        var (whole, part) = (report([one("a", .pass)]), report([one("a", .pass)], complaints: ["given up"]))
        part.isGivenUp = true
        #expect(RunsBeside(part, part).isWorse && RunsBeside(part, part).complaints.isEmpty)
        #expect(!RunsBeside(part, whole).isWorse)
        whole.complaints = part.complaints
        #expect(!RunsBeside(whole, whole).isWorse)
    }

    @Test func `are worse where one of them has no case`() {
        let (none, some) = (report([]), report([one("a", .pass)]))
        for (old, new) in [(some, none), (none, some), (none, none)] { #expect(RunsBeside(old, new).isWorse) }
        #expect(!RunsBeside(some, some).isWorse)
    }

    @Test func `are told as JSON`() throws {
        var new = report([one("a", .fail, rules: ["too-soon"])])
        new.date = "2026-11-22T09:08:14Z"
        let json = RunsBeside(report([one("a", .pass), one("b", .pass)]), new).json
        #expect(json["comparison"]?.number == 1 && json["worse"]?.bool == true)
        #expect(json["new"]?["date"]?.text == "2026-11-22T09:08:14Z" && json["old"]?["cases"]?.number == 2)
        #expect(json["counts"]?["broken"]?.number == 1 && json["counts"]?["gone"]?.number == 1)
        let differences = try #require(json["differences"]?.list)
        #expect(differences.map { $0["change"]?.text } == ["broken", "gone"])
        #expect(differences[0]["before"]?["verdict"]?.text == "pass")
        #expect(differences[0]["after"]?["rules"]?.list?.map(\.text) == ["too-soon"])
        #expect(differences[1]["after"] == nil && differences[1]["scenario"]?.text == "b")
    }

    @Test func `are told as Markdown, in which what clients and files say is no markup`() {
        var broken = one("x|y.scenario@handler", .fail)
        broken.result.findings = [
            .init(
                rule: "wrong-field", severity: .failure,
                sentence: "A is \"<img>|@all [a](b)\", and no `> GET /a|b<c`", line: 7)
        ]
        broken.sides = ["✗ > GET /", "~~~~~~~"]
        let runs = RunsBeside(
            report([one("x|y.scenario@handler", .pass), one("gone", .pass), one("d", .fail, rules: ["a_b"])]),
            report([broken, one("d", .fail, rules: ["b"])], complaints: ["known:2: '*x*' names no case"]))
        let text = runs.markdown
        #expect(text.hasPrefix("### Quintain: 1 broken, 1 differs, 1 gone\n\n- known:2: '\\*x\\*' names no case\n"))
        #expect(
            text.contains(
                #"| broken | curl | `x\|y.scenario@handler` | pass | fail | line 7: A is "\<img\>\|\@all \[a\](b)", and no `> GET /a\|b<c` \[wrong-field\] |"#
            ), "\(text)")
        #expect(text.contains(#"| differs | curl | `d` | fail \[a\_b\] | fail \[b\] |"#), "\(text)")
        #expect(
            text.contains("<details><summary>1 gone</summary>")
                && text.contains("| gone | curl | `gone` | pass |  |  |"))
        #expect(text.contains("\n~~~~~~~~text\n") && text.contains("\n  ~~~~~~~\n~~~~~~~~\n"))
        let same = RunsBeside(report([one("a", .pass)]), report([one("a", .pass)]))
        #expect(same.markdown == "### Quintain: 1 as before\n")
    }
}
