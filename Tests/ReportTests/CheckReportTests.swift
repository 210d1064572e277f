// CheckReportTests.swift: the report of a `check` run, in each form.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainReport
import QuintainRunner
import QuintainTranscript
import Testing

@Suite struct `Reports of check` {
    private func one(
        _ scenario: String, _ verdict: CaseResult.Verdict, way: String = "", reason: String? = nil, rule: String? = nil
    ) -> ReportedCase {
        var result = CaseResult(
            client: "curl", version: "7", scenario: scenario, way: way, title: "A <title> & \"more\"", verdict: verdict,
            reason: reason)
        result.milliseconds = 1_042
        if let rule {
            result.findings = [
                .init(rule: rule, severity: .failure, sentence: "it is \u{0}wrong", line: 3, citation: "RFC 9110")
            ]
            result.findings[0].follows = [
                .init(rule: "never-came", severity: .failure, sentence: "it never came", line: 4)
            ]
        }
        return ReportedCase(result)
    }

    private func report(_ cases: [ReportedCase]) -> CheckReport {
        var report = CheckReport(program: "quintain 0")
        report.cases = cases
        return report
    }

    private var some: CheckReport {
        report([
            one("a/b.scenario", .pass), one("a/c.scenario#x", .fail, way: "handler", rule: "U10"),
            one("d.scenario", .notApplicable, reason: "it has no cache"),
            one("e.scenario", .crashed, reason: "ended by signal 11"),
            one("f.scenario", .knownFailure, reason: "as ever", rule: "U8"),
        ])
    }

    @Test func `count the cases that do not apply by their reasons, the most frequent first`() {
        var report = CheckReport(program: "quintain 0")
        report.cases = [
            one("a", .notApplicable, reason: "no TLS"), one("b", .notApplicable, reason: "it has no cache"),
            one("c", .notApplicable, reason: "it has no cache"), one("d", .pass),
            one("e", .notApplicable, reason: "no cookies"),
        ]
        #expect(
            report.reasonsNotToApply.map { "\($0.count) \($0.reason)" } == [
                "2 it has no cache", "1 no TLS", "1 no cookies",
            ])
    }

    @Test func `read back what they wrote as JSON`() throws {
        let text = some.json.description
        let read = try CheckReport(reading: Array(text.utf8))
        #expect(read.json.description == text)
        #expect(!read.isAsExpected)
        #expect(read.tally[.fail] == 1)
    }

    @Test func `cite what a broken case tests, in each form`() throws {
        var (broken, idle) = (one("a", .fail, rule: "too-soon").result, one("b", .notApplicable, reason: "no").result)
        (broken.specs, idle.specs) = (["RFC 9110 section 15.4", "RFC 3986"], ["RFC 6265"])
        let made = report([ReportedCase(broken), ReportedCase(idle)])
        let read = try CheckReport(reading: Array(made.json.description.utf8))
        for report in [made, read] {
            #expect(CaseText.lines(of: report.cases[0]).contains("  see RFC 9110 section 15.4; RFC 3986"))
            #expect(report.junit.contains("see RFC 9110 section 15.4; RFC 3986"))
            #expect(report.cases[0].json["spec"]?.list?.compactMap(\.text) == broken.specs)
            #expect(CaseText.lines(of: report.cases[1]).allSatisfy { !$0.contains("RFC") })
        }
    }

    @Test func `cite nothing that demands how a driver tells something`() throws {
        var result = one("a", .fail, rule: "wrong-value").result
        result.specs = ["RFC 9110 section 15.4"]
        result.findings = [.init(rule: "wrong-value", severity: .failure, sentence: "realm was not reported", line: 3)]
        #expect(CaseText.lines(of: ReportedCase(result)).last == "  see RFC 9110 section 15.4")
        result.findings[0].ofDriver = "the driver left it out"
        let made = report([ReportedCase(result)])
        let read = try CheckReport(reading: Array(made.json.description.utf8))
        for report in [made, read] {
            #expect(
                CaseText.lines(of: report.cases[0]).suffix(2) == [
                    "  line 3: realm was not reported [wrong-value]", "    the driver left it out",
                ])
        }
        result.findings.append(result.findings[0])
        #expect(CaseText.lines(of: ReportedCase(result)).count { $0 == "    the driver left it out" } == 1)
        result.findings.append(.init(rule: "wrong-field", severity: .failure, sentence: "A is missing", line: 1))
        #expect(CaseText.lines(of: ReportedCase(result)).last == "  see RFC 9110 section 15.4")
    }

    /// What is noted in a case that fails does not count, and is not to be read as if it did.
    @Test func `tell what does not fail a case by its weight, and whole`() {
        var result = one("a", .fail, rule: "too-soon").result
        result.specs = ["RFC 9110"]
        result.findings += [
            .init(rule: "wrong-value", severity: .noted, sentence: "a is b", line: 5),
            .init(rule: "wrong-value", severity: .warning, sentence: "c is d", line: 6),
        ]
        let lines = CaseText.lines(of: ReportedCase(result))
        #expect(lines.contains("  noted: line 5: a is b [wrong-value]"), "\(lines)")
        #expect(lines.contains("  warning: line 6: c is d [wrong-value]"), "\(lines)")
        result.verdict = .warning
        result.findings.removeFirst()
        result.findings[1].follows = [.init(rule: "never-came", severity: .warning, sentence: "it never came")]
        #expect(
            CaseText.mild(ReportedCase(result)) == [
                "warning  curl  a  A <title> & \"more\"", "  noted: line 5: a is b [wrong-value]",
                "  line 6: c is d [wrong-value]", "  see RFC 9110",
            ])
    }

    @Test func `say when and where they were made, and of several shards all of it`() throws {
        let (here, there) = (
            ReportedSystem(name: "Linux", release: "6.1.0", architecture: "x86_64"),
            ReportedSystem(name: "Darwin", release: "24.1.0", architecture: "arm64")
        )
        var whole = report([])
        for (scenario, date, system) in [
            ("a", "2026-11-22T09:08:14Z", here), ("b", "2026-11-22T09:07:59Z", there),
            ("c", "2026-11-22T10:00:00Z", here),
        ] {
            var shard = report([one(scenario, .pass)])
            (shard.date, shard.systems) = (date, [system])
            #expect(whole.add(try CheckReport(reading: Array(shard.json.description.utf8))) == nil)
        }
        #expect(whole.date == "2026-11-22T09:07:59Z")
        #expect(whole.systems.map(\.sentence) == ["Linux 6.1.0, x86_64", "Darwin 24.1.0, arm64"])
        let json = whole.json
        #expect(json["date"]?.text == "2026-11-22T09:07:59Z")
        #expect(json["systems"]?.list?.map { $0["architecture"]?.text } == ["x86_64", "arm64"])
        #expect(report([]).json["date"] == nil && report([]).json["systems"] == nil)
    }

    @Test func `tell what follows from a finding below it`() throws {
        let one = one("a/c.scenario#x", .fail, rule: "U10")
        let lines = CaseText.lines(of: one)
        #expect(lines.contains("    so line 4: it never came [never-came]"), "\(lines)")
        #expect(lines.count { $0.hasSuffix("[never-came]") } == 1)
        #expect(some.junit.contains("so line 4: it never came"))
        let finding = try #require(one.json["findings"]?.list?.first)
        #expect(finding["follows"]?.list?.first?["rule"]?.text == "never-came")
    }

    @Test(arguments: [
        ("{", "it is no JSON"), ("{}", "it is no report of 'check'"), (#"{"report":2}"#, "version 2"),
        (#"{"report":1,"shards":["1/2","2"]}"#, #"it has the shard "2", and a shard is "I/N""#),
        (#"{"report":1,"cases":[{"client":"x"}]}"#, "case 1 lacks its client, scenario or verdict"),
        (#"{"report":1,"cases":[{"client":"x","scenario":"y","verdict":"well"}]}"#, "case 1 lacks"),
    ])
    func `that cannot be read say why`(text: String, words: String) {
        let error = #expect(throws: CheckReport.Unreadable.self) { try CheckReport(reading: Array(text.utf8)) }
        #expect(error?.sentence.contains(words) == true)
    }

    @Test func `of shards are put together, each case once`() {
        var whole = report([one("a.scenario", .pass)])
        #expect(whole.add(report([one("b.scenario", .pass)])) == nil)
        #expect(whole.cases.count == 2)
        #expect(whole.add(report([one("b.scenario", .fail)])) == "curl: b.scenario")
    }

    @Test func `that have a case twice are not put together`() {
        var whole = report([])
        #expect(whole.add(report([one("b.scenario", .pass), one("b.scenario", .fail)])) == "curl: b.scenario")
    }

    @Test func `lose no complaint when they are put together, but that of a shard that has come`() throws {
        var first = report([])
        first.shards = [Shard(1, of: 2)]
        first.complaints = ["known.txt:1: the file is missing"]
        first.close()
        #expect(first.complaints == ["known.txt:1: the file is missing", "shard 2/2 is missing"])
        var second = report([])
        second.shards = [Shard(2, of: 2)]
        var whole = report([])
        #expect(whole.add(first) == nil && whole.add(second) == nil)
        whole.close()
        #expect(whole.complaints == ["known.txt:1: the file is missing"])
    }

    @Test func `of shards of different runs are refused`() throws {
        var first = report([one("a.scenario", .pass)])
        (first.shards, first.plans) = ([Shard(1, of: 2)], ["5d1f"])
        var second = report([one("b.scenario", .pass)])
        second.shards = [Shard(2, of: 2)]
        for (plan, isOfAnother) in [("90aa", true), ("5d1f, run 7", true), ("5d1f", false)] {
            second.plans = [plan]
            var whole = report([])
            for part in [first, second] {
                #expect(whole.add(try CheckReport(reading: Array(part.json.description.utf8))) == nil)
            }
            #expect(whole.joinsUnnamedRuns == !plan.contains("run"))
            whole.close(others: isOfAnother ? ["'b.json'"] : [])
            #expect(
                whole.complaints
                    == (isOfAnother
                        ? ["these are shards of different runs; not of the run of the first: 'b.json'"] : []))
        }
    }

    @Test func `can be added up, however long their cases took`() throws {
        let long = #"{"client":"c","scenario":"%","verdict":"pass","milliseconds":9223372036854775807}"#
        let cases = ["a", "b"].map { long.replacing("%", with: $0) }.joined(separator: ",")
        let read = try CheckReport(reading: Array(#"{"report":1,"cases":[\#(cases)]}"#.utf8))
        #expect(read.junit.contains(#"tests="2""#))
    }

    @Test func `on a terminal keep to their lines`() {
        var one = one("a", .fail)
        one.result.title = "\r\u{1B}[Kpass"
        one.sides = ["\u{1B}[2J"]
        #expect(CaseText.whole(one) == ["fail  curl  a  \u{FFFD}\u{FFFD}[Kpass", "  \u{FFFD}[2J"])
    }

    @Test(arguments: [
        (CaseResult.Verdict.pass, true), (.noted, true), (.warning, true), (.knownFailure, true),
        (.notApplicable, true),
        (.fail, false), (.crashed, false), (.hung, false), (.driverFault, false),
    ])
    func `are as expected, or not, by their verdicts`(verdict: CaseResult.Verdict, isAsExpected: Bool) {
        #expect(report([one("a", verdict)]).isAsExpected == isAsExpected)
    }

    @Test func `are not as expected if the file of known failures is not`() {
        var one = report([one("a", .pass)])
        one.complaints = ["known.txt:1: it passes"]
        #expect(!one.isAsExpected)
        #expect(one.junit.contains(#"<failure message="known.txt:1: it passes">"#))
    }

    @Test func `are not as expected if nothing was judged`() {
        var idle = report([one("a", .notApplicable), one("b", .notApplicable)])
        idle.complainIfNothingWasJudged()
        #expect(idle.complaints == ["nothing was judged: no case applies to the client"])
        #expect(!idle.isAsExpected)
        var one = report([one("a", .notApplicable), one("b", .knownFailure)])
        one.complainIfNothingWasJudged()
        #expect(one.isAsExpected)
    }

    @Test func `are not as expected if nothing was judged for one of the clients`() {
        var narrow = one("a", .notApplicable)
        (narrow.result.client, narrow.result.reason) = ("narrow", "it has no cookies")
        var both = report([one("a", .pass), narrow])
        both.complainIfNothingWasJudged()
        #expect(
            both.complaints == ["nothing was judged for narrow: no case applies to it, as the first: it has no cookies"]
        )
        // A part of a run may be so, and the whole is told of when all parts are there.
        var part = report([one("a", .pass), narrow])
        part.shards = [Shard(1, of: 2)]
        part.close()
        #expect(part.complaints == ["shard 2/2 is missing"])
    }

    @Test func `are not as expected if there is no case`() {
        var none = report([])
        none.close()
        #expect(none.complaints == ["nothing was judged: there is no case"])
    }

    @Test func `for CI name each case once, whichever client it is of, and tell what warns`() {
        var doubtful = one("a/b.scenario", .warning)
        doubtful.result.findings = [.init(rule: "too-soon", severity: .warning, sentence: "it came too soon")]
        var other = one("a/b.scenario", .pass)
        other.result.client = "reference"
        let xml = report([doubtful, other]).junit
        #expect(xml.contains(#"<testcase classname="curl.a" name="a/b.scenario""#))
        #expect(xml.contains(#"<testcase classname="reference.a" name="a/b.scenario""#))
        #expect(xml.contains("<system-out>warning  curl  a/b.scenario"))
        #expect(xml.contains("it came too soon"))
    }

    @Test func `for CI are well-formed, and say what failed`() {
        let xml = some.junit
        #expect(xml.contains(#"<testsuites tests="5" failures="1" errors="1" skipped="2" time="5.210">"#))
        #expect(xml.contains(#"<testsuite name="curl" tests="5" failures="1" errors="1" skipped="2" time="5.210">"#))
        #expect(xml.contains(#"<testcase classname="curl.a" name="a/c.scenario#x@handler" time="1.042">"#))
        #expect(xml.contains("<failure message=\"it is \u{FFFD}wrong\" type=\"U10\">"))
        #expect(xml.contains("A &lt;title&gt; &amp; &quot;more&quot;"))
        #expect(xml.contains(#"<skipped message="known failure: as ever"/>"#))
        #expect(xml.contains(#"<error message="ended by signal 11" type="crashed">"#))
        #expect(xml.count { $0 == "<" } == xml.count { $0 == ">" })
    }

    @Test func `for CI name the file and the line of each test`() {
        var bad = one("a.scenario#x", .fail, rule: "U10")
        bad.result.findings[0].line = 7
        bad.file = "tests/\"a\".scenario"
        var bundled = bad
        bundled.file = nil
        var variant = bad
        variant.result.place = "cut:in-the-body"
        // Below it stands the line that never came because of it.
        var unwritten = bad
        unwritten.result.findings[0].line = nil
        // Nothing broke beside it, and it knows the line that was next.
        var astray = unwritten
        astray.result.findings[0].follows = []
        astray.result.findings[0].near = 5
        let read = ReportedCase(astray.json)
        #expect(read?.result.findings.first?.near == 5)
        let xml = report([bad, bundled, variant, unwritten, astray]).junit
        #expect(xml.contains(#".scenario" line="5" time="#), "\(xml)")
        let name = #"name="a.scenario#x""#
        #expect(xml.contains(#".scenario" line="4" time="#), "\(xml)")
        #expect(xml.contains(#"\#(name) file="tests/&quot;a&quot;.scenario" line="7" time="#), "\(xml)")
        #expect(xml.contains("\(name) time=") && xml.contains(#"\#(name) file="tests/&quot;a&quot;.scenario" time="#))
    }

    @Test func `count the lines that nobody has judged, and keep the count`() throws {
        var few = one("a", .pass)
        few.result.unobserved = 1
        #expect(report([one("b", .pass)]).unobserved == nil)
        #expect(report([few, one("b", .pass)]).unobserved == "1 line not checked")
        var many = one("b", .fail)
        many.result.unobserved = 20
        let read = try CheckReport(reading: Array(report([few, many]).json.description.utf8))
        #expect(read.unobserved == "21 lines not checked")
    }

    @Test func `on a terminal name line, rule and citation`() {
        #expect(
            CaseText.lines(of: one("a", .fail, rule: "U10")) == [
                "fail  curl  a  A <title> & \"more\"", "  line 3: it is \u{FFFD}wrong [U10]", "    RFC 9110",
                "    so line 4: it never came [never-came]",
            ])
    }
}
