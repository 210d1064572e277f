// FindingTests.swift: breaches of a case, in its lines and in its contract.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainContracts
import QuintainDriver
import QuintainExplanations
@testable import QuintainPlayer
@testable import QuintainRunner
import QuintainScenario
import QuintainTalk
import QuintainTranscript
import QuintainWords
import Testing

@Suite struct `A rule of the contract that a case breaks` {
    @Test func `is told with the event of the transcript that broke it`() async throws {
        let greeting = """
            {"driver": 1, "name": "hasty", "version": "1", "styles": ["urlsession"], "callbacks": \
            {"response": [], "data": [], "metrics": [], "finish": [], "fail": []}}
            """
        let client = Running.script(
            """
            echo '\(greeting)'; read case; read load
            echo '{"callback": "finish"}'; read end; echo '{"ended": 1}'
            """)
        let result = try await Running.play(Running.plain, client)
        let finding = try #require(result.findings.first { $0.rule == "U-Z-WITHOUT-R" })
        let events = try #require(result.play).transcript.events
        #expect(
            events.first { $0.number == finding.event }?.happening == .reported(ToldCallback(ReportedCallback(.finish)))
        )
    }

    @Test func `and a callback that no line takes are found by the line that was next`() async throws {
        let text = "# t\nclient GET /\n> GET /\n< 200\n<\n< x\n* response 200\n* finish\n"
        let result = try await Running.play(text, Running.inside)
        let finding = try #require(result.findings.first)
        #expect(finding.rule == "unexpected-callback" && finding.line == nil)
        #expect(finding.near == 8 && finding.nearestLine == 8, "\(result.findings)")
        #expect(finding.about == "data" && result.failures == ["unexpected-callback:data"])
    }

    /// A client that tells a response before it refuses it, and one that takes it, break the same rule at the same line.
    @Test(arguments: [(9, "response"), (1, "finish")])
    func `say what came of a load that had to fail`(length: Int, about: String) async throws {
        let text = "# t\nclient GET /\n> GET /\n< 200\n< Content-Length: \(length)\n<\n< x\n! close\n* fail {{any}}\n"
        let result = try await Running.play(text, Running.inside)
        #expect(result.failures == ["unexpected-callback:\(about)"], "\(result.story)")
        #expect(result.findings.first?.sentence.contains(": the client told a response, and had to fail; ") == true)
    }

    /// A response before its challenge, reported in event 5.
    private func found() -> [ContractWatch.Found] {
        var greeting = Greeting(name: "x", version: "1")
        for kind in CallbackKind.allCases { greeting.callbacks[kind] = [] }
        var watch = ContractWatch(style: .urlsession, greeting)
        watch.ordered(load: 1, .data)
        watch.event = 4
        watch.reported(ReportedCallback(.response, subject: ["401"]), load: 1)
        watch.event = 5
        watch.reported(ReportedCallback(.challenge, subject: ["Basic"], question: 1), load: 1)
        return watch.findings
    }

    @Test func `is told with its weight and where the rule is written`() throws {
        let finding = try #require(CaseResult.Finding.all([], found()).first)
        #expect(finding.rule == "U-R-BEFORE-A")
        #expect(finding.severity == .failure)
        #expect(finding.citation?.isEmpty == false)
        #expect(finding.event == 5)
    }

    @Test(arguments: [(5, Severity.failure, true), (5, .noted, true), (4, .failure, false)])
    func `and a line that the same callback breaks are one mistake`(event: Int, severity: Severity, isOne: Bool) {
        let strange = StrangeCallback(ToldCallback(ReportedCallback(.challenge, subject: ["Basic"])))
        var breach = Breach(
            .callback(strange), severity: severity, follows: [Breach(.missing(.bytes), severity: severity)])
        breach.event = event
        let all = CaseResult.Finding.all([breach], found())
        #expect(all.map(\.rule) == (isOne ? ["U-R-BEFORE-A"] : ["unexpected-callback", "U-R-BEFORE-A"]))
        #expect(all[0].follows.map(\.rule) == (isOne ? ["unexpected-callback", "never-came"] : ["never-came"]))
    }
}

@Suite struct `A verdict` {
    @Test(arguments: CaseResult.Verdict.allCases)
    func `has a row in the reference`(verdict: CaseResult.Verdict) {
        #expect(WordCatalogue.words.contains(verdict.rawValue))
    }
}
