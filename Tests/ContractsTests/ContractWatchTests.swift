// ContractWatchTests.swift: callbacks checked, as they come, against an API's contract.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainDriver
import QuintainScenario
import QuintainTalk
import Testing
import QuintainWords

@testable import QuintainContracts

@Suite struct `The watch over a contract` {
    /// The rules that these callbacks break: `challenge:Basic`, a question with `?`, its answer with `!`.
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
                watch.answered(ResolvedDecision(named: String(word.dropFirst())), load: 1, to: question!)
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
        return watch.findings.map(\.rule)
    }

    @Test(arguments: [
        ("response:200? !default data data finish", APIStyle.urlsession, LoadKind.data),
        ("response:200 data finish", .urlsession, .data),
        ("redirect:302? !default challenge:Basic? !use response:200? !default metrics finish", .urlsession, .handler),
        ("challenge:ServerTrust? !trust progress file finish", .urlsession, .download),
        ("response:200? !download progress file metrics finish", .urlsession, .data),
        ("response:200? !cancel fail:cancelled", .urlsession, .data),
        ("response:200? !default data cancel fail:cancelled", .urlsession, .data),
        (
            "canonical? !default redirect:302? !default response:200 data will-cache? !default finish",
            .nsurlconnection,
            .data
        ),
        ("progress file finish", .nsurlconnection, .download),
        (
            "challenge:Basic? !use response:200 decode:application/macbinary? !yes destination? !to created progress finish",
            .nsurldownload, .download
        ),
        // Each redirect ends one instance, and begins another.
        ("redirect:302? !default response:200 data finish", .urlprotocol, .data),
        ("redirect:302? !default redirect:302? !to", .urlprotocol, .data),
        ("challenge:Basic? !use response:200 data finish", .urlprotocol, .data),
        ("response:200 data finish", .nsurlconnection, .sync),
        // These callbacks were on their way when the runner said 'end'.
        ("redirect:302? !no end response:302 data finish", .nsurlconnection, .data),
        ("redirect:302? !no end response:302 finish", .urlsession, .data),
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
        ("response:200? data !default finish", .urlsession, .data, "Q"),
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
        let found = try #require(watch.findings.first)
        #expect(found.rule == "U-Z-WITHOUT-R")
        #expect(found.isFailure)
        #expect(found.citation?.isEmpty == false)
    }
}
