// TrialTests.swift: the tasks of `driver-test`, played to drivers that err.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainFixtures
import QuintainLoop
import QuintainScenario
import Testing

@testable import QuintainRunner

@Suite struct `The tasks for a driver` {
    /// The results by the names of the tasks.
    private func results(_ modes: [String], patience: Int = 1_000) async throws -> [String: CaseResult] {
        let tasks = try Self.tasks
        let client = ClientUnderTest(name: "driver", words: Running.honestWords + modes)
        let cases = tasks.map { task in
            var one = Case(task, client: client)
            one.addsUnknownMembers = true
            return one
        }
        var deadlines = Running.quick
        deadlines.patience = patience
        let results = try await Running.play(cases, workers: 4, deadlines: deadlines)
        let named = zip(tasks, results).map { task, result in
            (String(task.name.dropFirst("driver/".count).dropLast(".scenario".count)), result.judgedAsTask(task))
        }
        return Dictionary(uniqueKeysWithValues: named)
    }

    private func failing(_ modes: [String], patience: Int = 1_000) async throws -> [String] {
        try await results(modes, patience: patience).filter(\.value.isFailure).keys.sorted()
    }

    @Test(arguments: [[], ["stubborn"], ["whole", "buffering"], ["tells"], ["silent"], ["wire"]])
    func `are passed by a driver that is right, whatever its client does`(modes: [String]) async throws {
        let results = try await results(modes, patience: 10_000)
        #expect(results.filter(\.value.isFailure).keys.sorted() == [])
        #expect(results.values.contains { $0.verdict == .pass })
    }

    @Test(arguments: [
        (["buffering"], ["cancels", "data-as-they-come", "loads-after-a-cancel"]),
        (["unfiled"], ["download", "download-resumed"]),
        (["forward"], ["follows-the-first", "redirects"]),
        (["sticky"], ["decides-for-one-load"]),
        (["plain"], ["digest"]),
        (["forgetful"], ["basic", "proxy-password", "realm-in-quotes"]),
        (
            ["mistaken"],
            [
                "anchor", "follows-elsewhere", "proxy", "proxy-over-tls", "proxy-password", "realm-in-quotes", "trust",
            ]
        ),
        (
            ["mute"],
            [
                "basic", "cancels-at-a-challenge", "challenge-unanswered", "digest", "proxy-password",
                "realm-in-quotes",
            ]
        ),
    ])
    func `are failed by a driver that errs, each by its own mistakes`(modes: [String], tasks: [String]) async throws {
        #expect(try await failing(modes) == tasks)
    }

    /// Each of these slips would make scenarios fail that the client passes.
    @Test func `show decisions that are ignored, and fields that are left out`() async throws {
        let results = try await results(["careless"])
        let failing = results.filter(\.value.isFailure)
        #expect(
            failing.keys.sorted() == [
                "basic", "cancels-at-a-response", "decides-for-one-load", "digest", "fails-cut", "fails-no-http",
                "fails-refused", "fails-reset", "fails-timed-out", "fails-untrusted", "follows-elsewhere",
                "follows-the-first", "proxy-password", "refuses", "response-fields", "response-values",
                "trusts-at-a-challenge",
            ])
        let leftOut =
            "the driver left it out; if its client never tells it, the driver reports null: "
            + "docs/driver-protocol.md#values-that-are-not-known"
        #expect(failing["response-values"]?.findings.first?.ofDriver == leftOut)
    }

    @Test func `show loads that have no end`() async throws {
        let results = try await results(["endless"])
        #expect(results["loads"]?.isFailure == true)
        #expect(
            results["ends-within-a-load"]?.reason
                == "the driver told no end of load 1, not even when the case ended; "
                + "every load ends with one 'finish' or 'fail': docs/driver-protocol.md#what-the-driver-says")
    }

    /// A driver that says so of each failure would be judged in no scenario that has one.
    @Test func `take no 'unable' for a failure`() async throws {
        var result = CaseResult(client: "x", scenario: "driver/fails-reset.scenario", verdict: .notApplicable)
        result.isUnable = true
        let task = try #require(try Self.tasks.first { $0.name.contains("fails-reset") })
        #expect(result.judgedAsTask(task).verdict == .fail)
        let other = try #require(try Self.tasks.first { $0.name.contains("digest") })
        #expect(result.judgedAsTask(other).verdict == .notApplicable)
    }

    @Test func `cite sections that the document has`() throws {
        let text = try String(decoding: Files.read(Self.root + DriverDocument.path), as: UTF8.self)
        let sections = text.split(separator: "\n").filter { $0.hasPrefix("#") }.map { line in
            line.lowercased().filter { $0.isLetter || $0 == " " }.split(separator: " ").joined(separator: "-")
        }
        for task in try Self.tasks {
            let cited = try #require(task.specs.first?.split(separator: "#").last, "\(task.name)")
            #expect(sections.contains(String(cited)), "\(task.name)")
        }
    }

    private static var tasks: [Scenario] {
        get throws {
            let folder = root + "fixtures"
            return try FixtureFolder.files(in: folder).filter { $0.hasPrefix("driver/") }.flatMap { name in
                try FixtureFile.read("\(folder)/\(name)", root: folder, name: name).reading.scenarios
            }
        }
    }

    private static let root = String(#filePath.dropLast("Tests/RunnerTests/TrialTests.swift".count))
}
