// TrialTests.swift: every client of every trial gets the verdict that the file expects.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation
import QuintainLoop
import QuintainPlayer
import Testing

/// A client of a file in the folder `Trials`.
struct TrialCase: Sendable, CustomTestStringConvertible {
    var trial: Trial
    var client: Trial.Client

    var testDescription: String { "\(trial.name): \(client.name)" }
}

enum Trials {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Trials")

    /// Each file, or its fault.
    static let all: [Result<Trial, TrialFault>] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(".trial") }.sorted().map { name in
            let text = (try? String(contentsOf: folder.appending(path: name), encoding: .utf8)) ?? ""
            return Result { () throws(TrialFault) in try TrialReader.read(text, name: name) }
        }
    }()

    static let cases = all.flatMap { result in
        (try? result.get()).map { trial in trial.clients.map { TrialCase(trial: trial, client: $0) } } ?? []
    }
}

@Suite(.timeLimit(.minutes(10))) struct `A client on trial` {
    @Test func `is written in a file that can be read`() {
        let faults = Trials.all.compactMap { result in
            if case .failure(let fault) = result { fault.description } else { nil }
        }
        #expect(faults == [])
        #expect(Trials.cases.contains { $0.client.verdict.verdict == .pass })
        #expect(Trials.cases.contains { $0.client.verdict.verdict == .fail })
    }

    @Test(arguments: Trials.cases)
    func `gets the verdict that is written`(tried: TrialCase) async throws {
        try await compare(tried, cutsHeads: false)
    }

    /// How bytes are cut must not change a verdict.
    @Test(arguments: Trials.cases)
    func `gets the same one if its heads come byte by byte`(tried: TrialCase) async throws {
        try await compare(tried, cutsHeads: true)
    }

    private func compare(_ tried: TrialCase, cutsHeads: Bool) async throws {
        let (came, story) = try await OnLoop.run {
            try await TrialRun.play(tried.trial, tried.client, cutsHeads: cutsHeads)
        }
        let expected = tried.client.verdict
        #expect(
            came.verdict == expected.verdict && came.findings == expected.findings,
            """
            \(tried.trial.name):\(expected.line): '\(tried.client.name)' must get \(expected.verdict.rawValue) \(expected.findings), \
            and got \(came.verdict.rawValue) \(came.findings)
            \(story)
            """)
    }
}
