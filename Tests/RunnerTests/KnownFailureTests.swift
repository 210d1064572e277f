// KnownFailureTests.swift: files of known failures, strict about failures and about passes.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainRunner
import QuintainTranscript
import Testing

@Suite struct `Known failures` {
    private func read(_ text: String) -> KnownFailures { KnownFailures.read(text, file: "known.txt").known }

    private func result(
        _ scenario: String, _ verdict: CaseResult.Verdict, _ rules: [String] = [], way: String = ""
    ) -> CaseResult {
        let findings = rules.map { CaseResult.Finding(rule: $0, severity: .failure, sentence: "because") }
        return CaseResult(client: "c", scenario: scenario, way: way, verdict: verdict, findings: findings)
    }

    @Test func `are cases all of whose failures are known`() {
        var known = read("# why\n\na/b  U10  data before the response\na/b  too-soon  and it hurries\n")
        let one = known.judge(result("a/b.scenario", .fail, ["U10", "too-soon"]))
        #expect(one.verdict == .knownFailure)
        #expect(one.reason == "data before the response; and it hurries")
        #expect(known.complaints { _ in true } == [])
    }

    /// The rule that a client is known to break must not hide that it breaks it in a worse way.
    /// The lines of the file, with one blank between their columns.
    private func lines(of results: [CaseResult], keeping known: KnownFailures? = nil) -> [String] {
        KnownFailures.text(of: results, keeping: known).split(separator: "\n").map {
            $0.split(separator: " ").joined(separator: " ")
        }
    }

    @Test(arguments: [
        ("unexpected-callback", "response", true), ("unexpected-callback:response", "response", true),
        ("unexpected-callback:response", "finish", false), ("unexpected-callback:resp", "response", false),
        ("unexpected", "response", false), ("unexpected-callback:data", "data#2", true),
        ("unexpected-callback:data#2", "data#2", true), ("unexpected-callback:data#2", "data#22", false),
        ("unexpected-callback:data", "data:more", false), ("unexpected-callback:data#2", "data#2.3", true),
        ("unexpected-callback", "data#2", true), ("unexpected-callback:data", "data#1:before:finish", true),
        ("unexpected-callback:data:before:finish", "data#1:before:finish", true),
        ("unexpected-callback:data:before:fail", "data#1:before:finish", false),
    ])
    func `may name what the rule is about`(rule: String, about: String, isKnown: Bool) {
        var known = read("a/b \(rule) why")
        var one = result("a/b.scenario", .fail, ["unexpected-callback"])
        one.findings[0].about = about
        #expect(known.judge(one).verdict == (isKnown ? .knownFailure : .fail))
        #expect(known.complaints { _ in true }.isEmpty == isKnown)
        #expect(one.brokenRules == ["unexpected-callback"])
        #expect(lines(of: [one]).last == "a/b unexpected-callback:\(about) because")
    }

    /// Editors on Windows write it.
    @Test func `may begin with the mark of UTF-8`() {
        let known = read("\u{FEFF}a/b U10 one\na/c U8 two\n")
        #expect(known.entries.map(\.pattern.text) == ["a/b", "a/c"])
        #expect(read("\u{FEFF}# why\na/b U10 one\n").entries.map(\.line) == [2])
    }

    @Test func `are written as a file under which the run is as expected`() {
        let known = read(
            "a/old  U10  held before\na/gone  too-soon  passes now\na/elsewhere  U8  not played\na/race  late?  at times\n"
        )
        let results = [
            result("a/old.scenario", .fail, ["U10"]), result("a/gone.scenario", .pass),
            result("a/race.scenario", .pass), result("a/new.scenario#x", .fail, ["wrong-field", "too-soon"]),
            result("a/ways.scenario", .fail, ["U8"], way: "handler"), result("a/ways.scenario", .pass, way: "async"),
            result("a/both.scenario", .fail, ["U8"], way: "handler"),
            result("a/both.scenario", .fail, ["U8"], way: "async"),
            result("a/rounds.scenario", .fail, ["U8"]), result("a/rounds.scenario", .pass),
            result("with blank.scenario", .crashed), result("a/not.scenario", .notApplicable),
        ]
        let text = KnownFailures.text(of: results, keeping: known)
        #expect(
            lines(of: results, keeping: known) == [
                "# What c is known to fail, and why: PATTERN, RULE, reason.", "a/both U8 because",
                "a/elsewhere U8 not played", "a/new#x too-soon because", "a/new#x wrong-field because",
                "a/old U10 held before", "a/race late? at times", "a/rounds U8? because", "a/ways@handler U8 because",
                "with?blank crashed it is not known why",
            ])
        var (again, faults) = KnownFailures.read(text, file: "known.txt")
        #expect(faults.isEmpty)
        #expect(results.allSatisfy { !again.judge($0).isFailure })
        #expect(again.complaints { _ in true } == [])
    }

    /// A path may have what is another one in each round.
    @Test func `are written without what they are about where each round has another`() {
        func round(_ about: String?..., way: String = "") -> CaseResult {
            var one = result("a.scenario", .fail, about.map { _ in "never-came" }, way: way)
            for (index, about) in about.enumerated() { one.findings[index].about = about }
            if about.isEmpty { one.verdict = .pass }
            return one
        }
        #expect(lines(of: [round("GET:/a"), round("GET:/a")]).dropFirst() == ["a never-came:GET:/a because"])
        #expect(lines(of: [round("GET:/a"), round("GET:/b")]).dropFirst() == ["a never-came because"])
        #expect(lines(of: [round("GET:/a"), round()]).dropFirst() == ["a never-came:GET:/a? because"])
        #expect(lines(of: [round("GET:/a"), round(), round("GET:/b")]).dropFirst() == ["a never-came? because"])
        let (early, late) = (round("GET:/a:before:finish"), round("GET:/a:before:data"))
        #expect(lines(of: [early, late]).dropFirst() == ["a never-came:GET:/a because"])
        #expect(lines(of: [early, early]).dropFirst() == ["a never-came:GET:/a:before:finish because"])
        #expect(
            lines(of: [round("data", way: "x"), round("finish", way: "y")]).dropFirst() == [
                "a@x never-came:data because", "a@y never-came:finish because",
            ])
    }

    @Test func `say nothing more of a rule that is about nothing more`() {
        let rules = ["never-came:GET:/a", "never-came", "crashed", "U10", "crashed:x", "U10:x", "wrong-exit:3", "*"]
        let known = read(rules.map { "a \($0) why\n" }.joined())
        #expect(known.entries.map(\.saysTooMuch) == [false, false, false, false, true, true, true, false])
    }

    @Test func `are written so that a new one changes no other line`() {
        let one = result("a/one.scenario", .fail, ["U8"])
        let long = result(
            "a/of-a-name-that-takes-more-than-its-column.scenario", .fail, ["unexpected-callback:response"])
        let (before, after) = (
            KnownFailures.text(of: [one], keeping: nil), KnownFailures.text(of: [one, long], keeping: nil)
        )
        #expect(before.split(separator: "\n").allSatisfy(after.split(separator: "\n").contains), "\(after)")
        #expect(after.contains("-column unexpected-callback:response because\n"), "\(after)")
    }

    @Test func `of a run are those that name its cases`() {
        let known = read("a/*  U10  one\nb/c  U8  two\na/b#x  U8  three\na/b@cut:*  U8  a variant\n")
        #expect(known.about([result("a/b.scenario#y", .fail)]).entries.map(\.reason) == ["one"])
        #expect(known.about([result("b/c.scenario", .pass, way: "async")]).entries.map(\.reason) == ["two"])
        #expect(known.about([]).entries.isEmpty)
    }

    @Test func `name no port, which is another one in each run`() {
        var broken = result("a.scenario", .fail)
        let sentences = [
            "Host is \"127.0.0.1:43125\", not \"127.0.0.1:43126\"":
                "Host is \"127.0.0.1:PORT\", not \"127.0.0.1:PORT2\"",
            "Host is \"127.0.0.1:43125\", not \"b\"": "Host is \"127.0.0.1:PORT\", not \"b\"",
            "it went to http://[::1]:43125/a": "it went to http://[::1]:PORT/a",
            "at 12:30 in localhost:80 it said": "at 12:30 in localhost:80 it said",
        ]
        for (sentence, written) in sentences {
            broken.findings = [CaseResult.Finding(rule: "U8", severity: .failure, sentence: sentence)]
            #expect(lines(of: [broken]).last == "a U8 \(written)")
        }
    }

    @Test func `stand in lines that end with LF or CRLF`() {
        let (known, faults) = KnownFailures.read("# why\r\na/b U10 one\r\n\r\na/c\r\nd U8 two", file: "known.txt")
        #expect(known.entries.map(\.line) == [2, 5])
        #expect(known.entries.map(\.reason) == ["one", "two"])
        #expect(faults.map(\.place) == [Place(line: 4, column: 1, length: 3)])
    }

    @Test(arguments: [
        ("a/b , why", "a rule"), ("a/b ? why", "a rule"), ("a/b U10,? why", "a rule"), ("a/b , ", "a reason"),
    ])
    func `need a rule that is one`(line: String, missing: String) {
        let (known, faults) = KnownFailures.read(line, file: "known.txt")
        #expect(known.entries.isEmpty)
        #expect(faults.map(\.message) == ["'a/b' needs \(missing)"])
    }

    @Test(.timeLimit(.minutes(10))) func `are read in no more time than their number asks for`() {
        let lines = (0..<20_000).map { "a/\($0) U10 why\n" }.joined()
        #expect(read(lines).entries.count == 20_000)
    }

    @Test func `may break several rules for one reason`() {
        var known = read("a/b  U10,too-soon  data before the response\n")
        let one = known.judge(result("a/b.scenario", .fail, ["U10", "too-soon"]))
        #expect(one.verdict == .knownFailure)
        #expect(one.reason == "data before the response")
        _ = known.judge(result("a/b.scenario", .fail, ["U10"]))
        #expect(known.complaints { _ in true }.count == 1)
    }

    @Test func `may be left to chance`() {
        var known = read("a/b  U10,too-soon?  data before the response\n")
        #expect(known.judge(result("a/b.scenario", .fail, ["U10", "too-soon"])).verdict == .knownFailure)
        #expect(known.judge(result("a/b.scenario", .fail, ["U10"])).verdict == .knownFailure)
        #expect(known.complaints { _ in true } == [])
        #expect(known.judge(result("a/b.scenario", .fail, ["too-soon"])).verdict == .knownFailure)
        #expect(known.complaints { _ in true }.count == 1)
    }

    @Test func `left to chance may waver, be it with a warning`() {
        var known = read("a/b  U10?  it hurries now and then\na/c  U10  it hurries\n")
        #expect(known.judge(result("a/b.scenario", .pass)).wavers)
        let warned = known.judge(result("a/b.scenario", .warning))
        #expect(warned.wavers && warned.verdict == .warning)
        #expect(!known.judge(result("a/b.scenario", .fail, ["too-soon"])).wavers)
        #expect(!known.judge(result("a/c.scenario", .fail, ["U10"])).wavers)
    }

    @Test func `stay failures if anything else fails`() {
        var known = read("a/b U10 data before the response\n")
        #expect(known.judge(result("a/b.scenario", .fail, ["U10", "never-came"])).verdict == .fail)
    }

    @Test(arguments: [CaseResult.Verdict.crashed, .hung, .driverFault])
    func `may be crashes and their kin, whatever was found before`(verdict: CaseResult.Verdict) {
        var known = read("a/b \(verdict.rawValue) a trailer kills it\n")
        #expect(known.judge(result("a/b.scenario", verdict, ["never-came"])).verdict == .knownFailure)
        #expect(known.judge(result("a/b.scenario", .fail, ["never-came"])).verdict == .fail)
    }

    @Test func `may be of any rule, but not of none`() {
        var known = read("a/* * another one each time\n")
        #expect(known.judge(result("a/b.scenario", .fail, ["U10", "never-came"])).verdict == .knownFailure)
        #expect(known.complaints { _ in true } == [])
        #expect(known.judge(result("a/c.scenario", .pass)).verdict == .pass)
        #expect(
            known.complaints { _ in true }
                == ["known.txt:1: a/c.scenario did not break any rule, though it is known to; take the line out"])
    }

    @Test(arguments: [CaseResult.Verdict.crashed, .hung, .driverFault])
    func `of any rule are no crashes, nor their kin`(verdict: CaseResult.Verdict) {
        var known = read("a/* * another one each time\n")
        #expect(known.judge(result("a/b.scenario", verdict, ["U10"])).verdict == verdict)
        #expect(known.complaints { _ in true } == [], "what it would have broken is not known")
        var named = read("a/* *,\(verdict.rawValue)? another one each time\n")
        #expect(named.judge(result("a/b.scenario", verdict, ["U10"])).verdict == .knownFailure)
        let written = lines(of: [result("a/b.scenario", verdict)], keeping: known)
        #expect(written.contains { $0.hasPrefix("a/b \(verdict.rawValue) ") }, "\(written)")
    }

    @Test func `may be of a place that variants have in common`() {
        var known = read("a/*@cut:in-a-field too-soon a head that is cut is whole to it\n")
        var one = result("a/b.scenario@cut:17", .fail, ["too-soon"])
        one.place = "cut:in-a-field"
        #expect(known.judge(one).verdict == .knownFailure)
        one.place = "cut:in-the-body"
        #expect(known.judge(one).verdict == .fail)
        #expect(known.complaints(ofVariants: true) { _ in true } == [])
    }

    @Test func `that pass are told`() {
        var known = read("a/* U10 data before the response\n")
        _ = known.judge(result("a/b.scenario", .fail, ["U10"]))
        _ = known.judge(result("a/c.scenario", .pass))
        #expect(
            known.complaints { _ in true }
                == ["known.txt:1: a/c.scenario did not break 'U10', though it is known to; take the line out"])
    }

    @Test func `that do not apply are passed over`() {
        var known = read("a/* U10 data before the response\n")
        #expect(known.judge(result("a/b.scenario", .notApplicable)).verdict == .notApplicable)
        #expect(known.complaints { _ in true } == [])
    }

    @Test func `that name no case are told`() {
        let known = read("x/y U10 data before the response\n")
        #expect(known.complaints { _ in false } == ["known.txt:1: 'x/y' names no case; take the line out"])
    }

    @Test(arguments: [
        ("a/b", "'a/b' needs a rule and a reason"), ("a/b U10", "'a/b' needs a reason"),
        ("a/b U10  ", "'a/b' needs a reason"), ("a U1 x\na U1 y", "'a' and 'U1' stand in a line above already"),
    ])
    func `need a pattern, a rule and a reason`(text: String, message: String) {
        let faults = KnownFailures.read(text, file: "known.txt").faults
        #expect(faults.map(\.message) == [message])
        #expect(faults.first?.help.isEmpty == false)
    }
}

@Suite struct `Patterns of names` {
    @Test(arguments: [
        ("*", true), ("**", true), ("?*", true), ("*.scenario", true), ("*@*", true), ("*#*@?*", true), ("*@*:*", true),
        ("redirects/*", false), ("*#row", false), ("*@handler", false), ("*@cut:*", false), ("????", false),
    ])
    func `of any case have nothing but wildcards`(pattern: String, isOfAny: Bool) {
        #expect(NamePattern(pattern).isOfAny == isOfAny)
        let faults = KnownFailures.read("\(pattern) *? because", file: "known.txt").faults
        #expect(faults.map(\.message) == (isOfAny ? ["'\(pattern) *?' would let any case fail in any way"] : []))
    }

    @Test(arguments: [
        ("redirects/chain", "redirects/chain.scenario", "", true),
        ("redirects/chain.scenario", "redirects/chain.scenario", "", true),
        ("redirects/*", "redirects/chain.scenario#up", "handler", true),
        ("redirects/ch?in", "redirects/chain.scenario", "", true), ("*", "a/b.scenario", "", true),
        ("*/b", "a/b.scenario", "", true), ("redirects/chain", "redirects/chains.scenario", "", false),
        ("a/b#one", "a/b.scenario#one", "", true), ("a/b#one", "a/b.scenario#two", "", false),
        ("a/b#t*", "a/b.scenario#two", "", true), ("a/b#one", "a/b.scenario", "", false),
        ("a/b", "a/b.scenario#two", "", true), ("a/b@handler", "a/b.scenario#x", "handler", true),
        ("*@async", "a/b.scenario", "handler", false), ("a*b*c", "axxbyyc.scenario", "", true),
        ("a*b*c", "axxbyy.scenario", "", false), ("", "a.scenario", "", false),
        ("a/b@cut:17", "a/b.scenario@cut:17", "delegate", true), ("a/b@cut:*", "a/b.scenario#x@cut:17-rst", "", true),
        ("a/*@cut:1?@handler", "a/b.scenario@cut:17", "handler", true),
        ("a/b@cut:17@handler", "a/b.scenario@cut:17", "delegate", false), ("*", "a/b.scenario@cut:17", "", false),
        ("a/b@cut:*", "a/b.scenario", "", false), ("a/b@handler", "a/b.scenario@cut:17", "handler", false),
    ])
    func `name cases`(pattern: String, scenario: String, way: String, fits: Bool) {
        #expect(NamePattern(pattern).matches(scenario: scenario, way: way) == fits)
    }

    @Test(arguments: [
        ("a/*@cut:in-a-field", "a/b.scenario@cut:17", "cut:in-a-field", true),
        ("a/*@cut:in-a-*@handler", "a/b.scenario#x@cut:17-rst", "cut:in-a-field", true),
        ("a/b@cut:17", "a/b.scenario@cut:17", "cut:in-a-field", true),
        ("a/*@cut:in-a-field", "a/b.scenario@cut:17", "cut:in-a-trailer", false),
        ("a/*@cut:in-a-field", "a/b.scenario@split:17", "split:in-a-field", false),
        ("c/*@cut:in-a-field", "a/b.scenario@cut:17", "cut:in-a-field", false),
        (
            "a/*@connection:every-reply+cut:*", "a/b.scenario@connection:close+cut:17", "connection:every-reply+cut:x",
            true
        ),
    ])
    func `name variants by their places`(pattern: String, scenario: String, place: String, fits: Bool) {
        #expect(NamePattern(pattern).matches(scenario: scenario, way: "handler", place: place) == fits)
    }

    @Test func `tell the families of variants`() {
        #expect(NamePattern("a/*@connection:close+cut:in-a-*@handler").families == ["connection", "cut"])
        #expect(NamePattern("a/*@handler").families == [])
    }

    @Test func `are about scenarios, whatever variant they name`() {
        #expect(NamePattern("a/*@cut:in-a-feild").isAbout(scenario: "a/b.scenario#x", way: ""))
        #expect(!NamePattern("a/*@cut:17").isAbout(scenario: "c/b.scenario", way: ""))
    }

    @Test func `take no time that grows with stars`() {
        let pattern = NamePattern(String(repeating: "*a", count: 200) + "b")
        #expect(!pattern.matches(scenario: String(repeating: "a", count: 5_000), way: ""))
    }
}

@Suite struct `Shards` {
    @Test func `have every case once`() throws {
        let shards = try (1...3).map { try #require(Shard("\($0)/3")) }
        for ordinal in 0..<20 { #expect(shards.count { $0.has(ordinal) } == 1) }
    }

    @Test(arguments: ["", "1", "0/3", "4/3", "1/0", "a/b", "1/2/3", "1/2000", "-1/3"])
    func `are written I/N`(text: String) { #expect(Shard(text) == nil) }
}
