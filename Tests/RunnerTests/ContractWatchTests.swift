// ContractWatchTests.swift: callbacks held against what an API promises, as they come.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainDriver
import QuintainOrder
import QuintainScenario
import QuintainTalk
import QuintainTranscript
import Testing

@testable import QuintainPlayer
@testable import QuintainRunner

@Suite struct `The watch over a contract` {
    /// Which rules these callbacks break: `challenge:Basic`, a question with `?`, its answer with `!`.
    private func broken(
        _ words: String, _ style: APIStyle? = .urlsession, _ kind: LoadKind = .data,
        without missing: Set<CallbackKind> = []
    ) -> [String] {
        var greeting = Greeting(name: "x", version: "1")
        for kind in CallbackKind.allCases where !missing.contains(kind) { greeting.callbacks[kind] = [] }
        var watch = ContractWatch(style: style, greeting)
        watch.ordered(load: 1, kind)
        var question: CallbackKind?
        for (index, word) in words.split(separator: " ").map(String.init).enumerated() {
            if word.hasPrefix("!") {
                watch.answered(ResolvedDecision(String(word.dropFirst())), load: 1, to: question!)
            } else if word == "cancel" {
                watch.cancelled(load: 1)
            } else if word == "end" {
                watch.ending()
            } else {
                let parts = word.split(separator: ":").map { String($0.filter { $0 != "?" }) }
                let kind = CallbackKind(rawValue: parts[0])!
                if word.hasSuffix("?") { question = kind }
                watch.reported(
                    ReportedCallback(
                        kind, subject: Array(parts.dropFirst()), question: word.hasSuffix("?") ? index : nil), load: 1)
            }
        }
        watch.finished(isPrefix: false)
        return watch.findings.map(\.finding.rule.name)
    }

    @Test(arguments: [
        ("response:200? !allow data data finish", APIStyle.urlsession, LoadKind.data),
        ("response:200 data finish", .urlsession, .data),
        ("redirect:302? !follow challenge:Basic? !use response:200? !allow metrics finish", .urlsession, .handler),
        ("challenge:ServerTrust? !trust progress file finish", .urlsession, .download),
        ("response:200? !download progress file metrics finish", .urlsession, .data),
        ("response:200? !cancel fail:cancelled", .urlsession, .data),
        ("response:200? !allow data cancel fail:cancelled", .urlsession, .data),
        (
            "canonical? !follow redirect:302? !follow response:200 data will-cache? !store finish", .nsurlconnection,
            .data
        ),
        ("progress file finish", .nsurlconnection, .download),
        (
            "challenge:Basic? !use response:200 decode:application/macbinary? !yes destination? !to created progress finish",
            .nsurldownload, .download
        ),
        // Each redirect ends an instance, and another begins.
        ("redirect:302? !follow response:200 data finish", .urlprotocol, .data),
        ("redirect:302? !follow redirect:302? !to", .urlprotocol, .data),
        ("challenge:Basic? !use response:200 data finish", .urlprotocol, .data),
        ("response:200 data finish", .nsurlconnection, .sync),
        // What was on its way when the runner said 'end'.
        ("redirect:302? !refuse end response:302 data finish", .nsurlconnection, .data),
        ("redirect:302? !refuse end response:302 finish", .urlsession, .data),
        ("response:200 end fail:cancelled", .urlsession, .data),
        ("response:200 end data", .nsurlconnection, .data),
        ("challenge:Basic? challenge-cancelled !default fail:timed-out", .nsurlconnection, .data),
        ("challenge:Basic? challenge-cancelled !default fail:timed-out", .nsurldownload, .download),
        ("challenge:Basic? challenge-cancelled !default fail:timed-out", .urlprotocol, .data),
    ])
    func `lets pass what is in order`(words: String, style: APIStyle, kind: LoadKind) {
        #expect(broken(words, style, kind) == [])
    }

    @Test(arguments: [
        ("data response:200 finish", APIStyle.urlsession, LoadKind.data, "U10"),
        ("response:401 challenge:Basic? !use response:200 finish", .urlsession, .data, "U-R-BEFORE-A"),
        ("response:103 response:200 finish", .urlsession, .data, "U-1XX"),
        ("response:200 finish data", .urlsession, .data, "U-AFTER-Z"),
        ("response:200 finish finish", .urlsession, .data, "U-TWO-Z"),
        ("finish", .urlsession, .data, "U-Z-WITHOUT-R"),
        ("response:200? !download data finish", .urlsession, .data, "U11"),
        ("response:200? data !allow finish", .urlsession, .data, "Q"),
        ("finish finish", .urlsession, .handler, "U-ONE-X"),
        ("response:200 data finish decode:text/plain", .urlsession, .data, "no-such-callback"),
        ("response:200 data", .nsurlconnection, .data, "C9"),
    ])
    func `tells what is not`(words: String, style: APIStyle, kind: LoadKind, rule: String) {
        #expect(broken(words, style, kind).contains(rule), "\(broken(words, style, kind))")
    }

    @Test func `is kept only over clients that have a style and can tell enough`() {
        #expect(broken("data response:200 finish", nil) == [])
        #expect(broken("finish data", without: [.response]) == [])
    }

    @Test func `names the rule, and where it is written`() throws {
        var greeting = Greeting(name: "x", version: "1")
        for kind in CallbackKind.allCases { greeting.callbacks[kind] = [] }
        var watch = ContractWatch(style: .urlsession, greeting)
        watch.ordered(load: 1, .data)
        watch.reported(ReportedCallback(.finish), load: 1)
        let finding = CaseResult.Finding(try #require(watch.findings.first))
        #expect(finding.rule == "U-Z-WITHOUT-R")
        #expect(finding.severity.rawValue == "failure")
        #expect(finding.citation?.isEmpty == false)
    }

    @Test func `says at which event of the transcript a rule broke`() async throws {
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
        #expect(events.first { $0.number == finding.event }?.happening == .reported("finish", question: nil))
    }

    // MARK: One mistake

    /// A response before its challenge, told in the event 5.
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

    @Test(arguments: [(5, Severity.failure, true), (5, .noted, true), (4, .failure, false)])
    func `and a line that the same callback breaks are one mistake`(event: Int, severity: Severity, isOne: Bool) {
        let more = Breach(slug: .neverCame, severity: severity, sentence: "it never came")
        var breach = Breach(slug: .unexpectedCallback, severity: severity, sentence: "no line takes it", event: event)
        breach.follows = [more]
        let all = CaseResult.Finding.all([breach], found())
        #expect(all.map(\.rule) == (isOne ? ["U-R-BEFORE-A"] : ["unexpected-callback", "U-R-BEFORE-A"]))
        #expect(all[0].follows.map(\.rule) == (isOne ? ["unexpected-callback", "never-came"] : ["never-came"]))
    }
}
