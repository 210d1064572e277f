// Sweeping.swift: the variants of a bundled scenario, played to the reference client, honest or erring.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainApplicability
import QuintainFixtures
import QuintainLoop
import QuintainRunner
import QuintainSaboteur
import QuintainScenario
import QuintainSweep
import QuintainTranscript
import Testing

/// One run that a client passes unchanged, and its variants.
@OnLoop
struct Sweeping {
    let client: ClientUnderTest
    let subjects: [Subject]

    /// Plays the runs unchanged for a baseline; runs that do not pass are left out.
    init(_ scenarios: [Scenario], _ client: ClientUnderTest) async throws {
        self.client = client
        let plain = scenarios.compactMap { Self.read($0.ownText.map(\.text), of: $0) }
        let results = await Stage.play(
            plain.map { Case($0.scenario, client: client, way: .delegate) }, workers: 32, keepsPlays: true)
        subjects = plain.enumerated().compactMap { place, subject in
            guard let result = results[place], result.catcher == nil, let play = result.play else { return nil }
            var subject = subject
            let starts = subject.exchanges.flatMap(\.replies).map(\.start)
            subject.baseline = Baseline(play.transcript.first, starts: Set(starts))
            return subject
        }
    }

    /// The variants of a family; each must be read without a fault.
    func variants(_ family: Family) -> [(subject: Subject, change: Change, scenario: Scenario)] {
        subjects.flatMap { subject in
            family.changes(of: subject).all.compactMap { change in
                let variant = Variant(subject, family, change)
                var faults: [Diagnostic] = []
                let scenario = variant.scenario(of: subject.scenario) { text in
                    let reading = Self.reading(text, of: subject.scenario)
                    faults = reading.diagnostics.filter { $0.severity == .error }
                    return reading
                }
                let text = String(decoding: variant.text, as: UTF8.self)
                #expect(faults.isEmpty && scenario != nil, "\(variant.label): \(faults.map(\.message))\n\(text)")
                return scenario.map { (subject, change, $0) }
            }
        }
    }

    /// Names and catchers of the variants at which the client is caught.
    func caught(by family: Family) async -> [String: String] {
        let scenarios = variants(family).map(\.scenario)
        let results = await play(scenarios, workers: 32)
        var caught: [String: String] = [:]
        for (place, scenario) in scenarios.enumerated() {
            caught[scenario.name] = results[place].map(\.catcher) ?? "not played"
        }
        return caught
    }

    /// Whether the client is caught at one of the variants, each time that it is played. On a busy machine an impatient
    /// client may be caught anywhere once.
    ///
    /// - Parameter workers: how many clients play at once: few leave each other
    /// time; many suit variants that mostly wait.
    func isCaught(by family: Family, workers: Int = unhurried) async -> Bool {
        let scenarios = variants(family).map(\.scenario)
        let results = await play(scenarios, workers: workers)
        let caught = scenarios.indices.filter { results[$0]?.catcher != nil }.prefix(Self.suspects)
        for index in caught {
            let again = await play(Array(repeating: scenarios[index], count: Self.times), workers: 1)
            if again.values.allSatisfy({ $0.catcher != nil }) { return true }
        }
        return false
    }

    private func play(_ scenarios: [Scenario], workers: Int) async -> [Int: CaseResult] {
        await Stage.play(
            scenarios.map { Case($0, client: client, way: .delegate) }, workers: workers, keepsPlays: false)
    }

    /// How many clients can play at once without slowing each other.
    static let unhurried = 2
    /// How many variants are played again, and how often.
    private static let suspects = 8
    private static let times = 4

    private static func read(_ lines: [String], of scenario: Scenario) -> Subject? {
        let reading = reading(Array((lines.joined(separator: "\n") + "\n").utf8), of: scenario)
        #expect(reading.scenarios.count == 1, "\(scenario.name): \(reading.diagnostics.map(\.message))")
        guard var plain = reading.scenarios.first else { return nil }
        plain.row = scenario.row
        return Subject(plain, lines: lines)
    }

    private static func reading(_ text: [UInt8], of scenario: Scenario) -> Reading {
        let folder = "\(Stage.root)/fixtures"
        return FixtureFile.read(text, as: "\(folder)/\(scenario.file)", root: folder, name: scenario.file).reading
    }
}
