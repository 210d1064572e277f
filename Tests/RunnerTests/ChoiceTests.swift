// ChoiceTests.swift: bundled scenarios that leave a client a choice, played to clients that choose.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation
import QuintainFixtures
import QuintainRunner
import QuintainScenario
import Testing

/// Where an RFC leaves a choice, each way passes, and what is done on it must be right.
@Suite struct `A bundled scenario that leaves a choice` {
    private static let fixtures = String(#filePath.dropLast("Tests/RunnerTests/ChoiceTests.swift".count)) + "fixtures"

    private func play(_ name: String, _ deed: String) async throws -> CaseResult {
        let halves = name.split(separator: "#").map(String.init)
        let path = "\(Self.fixtures)/\(halves[0]).scenario"
        let scenarios = try FixtureFile.read(path, root: Self.fixtures, name: name).reading.scenarios
        let scenario = try #require(scenarios.first { halves.count == 1 || $0.row == halves[1] })
        var deadlines = Running.quick
        deadlines.patience = 300
        let client = ClientUnderTest(name: "choosing", words: Running.driver("choosing.py") + [deed])
        return try #require(try await Running.play([Case(scenario, client: client)], deadlines: deadlines).first)
    }

    @Test(arguments: [
        // RFC 5861 section 3
        ("caching/stale-while-asking", "uses its copy"), ("caching/stale-while-asking", "uses its copy behind"),
        ("caching/stale-while-asking", "waits for the answer"),
        // RFC 7616 section 3.3 has every challenge say qop.
        ("authentication/no-protection#none", "hands the 401 on"),
        ("connections/stale", "sends it again"), ("authentication/url-credentials", "answers"),
        // RFC 9110 section 9.2.2: a GET may be sent again.
        ("framing/odd-statuses#two", "refuses the reply"), ("framing/odd-statuses#four", "refuses two replies"),
        ("framing/lone-cr#two", "refuses two replies"),
        ("framing/blank-before-the-fields#a-tab", "refuses two replies"),
        ("framing/not-chunked-at-last", "refuses two replies"),
        // No RFC has a client wait for the challenge.
        ("authentication/proxy", "knows"),
        // No RFC has a client ask its app about a URL that it cannot load.
        ("redirects/another-scheme", "asks nobody"), ("redirects/another-scheme-refused", "asks nobody"),
    ])
    func `passes who takes one of its ways`(name: String, deed: String) async throws {
        let result = try await play(name, deed)
        #expect(result.verdict == .pass, "\(result.story)")
    }

    @Test(arguments: [
        // RFC 9110 section 9.2.2: a client can repeat a GET.
        ("connections/stale", "gives up"),
        // RFC 9110 section 4.2.4
        ("authentication/url-credentials", "hands the 401 on"), ("authentication/url-credentials", "refuses the URL"),
    ])
    func `notes who does without what no RFC demands`(name: String, deed: String) async throws {
        let result = try await play(name, deed)
        #expect(result.verdict == .noted && result.findings.map(\.rule) == ["wrong-branch"], "\(result.story)")
    }

    @Test(arguments: [
        // RFC 9110 section 9.2.2: a failed automatic retry should not be retried.
        ("framing/odd-statuses#two", "refuses three replies", "unexpected-request"),
        ("framing/lone-cr#two", "refuses three replies", "unexpected-request"),
        // RFC 9110 sections 2.4 and 15: it may be recovered, and should count as an error of the server.
        ("framing/odd-statuses#sign", "reads numbers", "wrong-branch"),
    ])
    func `warns of what should not be`(name: String, deed: String, rule: String) async throws {
        let result = try await play(name, deed)
        #expect(result.verdict == .warning && result.findings.map(\.rule) == [rule], "\(result.story)")
    }

    @Test(arguments: [
        ("caching/stale-while-asking", "tells nothing", "never-came"),
        ("caching/stale-while-asking", "tells another body", "wrong-value"),
        ("authentication/no-protection#none", "answers wrongly", "wrong-field"),
        ("connections/stale", "says nothing", "never-came"), ("connections/stale", "tells another body", "wrong-value"),
        ("authentication/url-credentials", "answers wrongly", "wrong-field"),
    ])
    func `fails who errs on the way that it has taken`(name: String, deed: String, rule: String) async throws {
        let result = try await play(name, deed)
        #expect(result.verdict == .fail && result.findings.map(\.rule) == [rule], "\(result.story)")
    }
}
