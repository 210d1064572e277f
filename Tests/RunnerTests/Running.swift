// Running.swift: cases with drivers that are written for one test.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainApplicability
import QuintainLoop
import QuintainRunner
import QuintainScenario
import QuintainSessions
import Testing

/// Plays scenarios with a driver, and gives their results.
enum Running {
    static let honestWords = driver("honest.py")
    static let honest = ClientUnderTest(name: "honest", words: honestWords)
    /// The reference client, in this process.
    static let inside = ClientUnderTest(name: "reference", seat: .inside)

    /// A shell script that reads and writes lines.
    static func script(_ text: String, name: String = "script") -> ClientUnderTest {
        ClientUnderTest(name: name, words: ["sh", "-c", text])
    }

    /// A script that greets, and does what the text says once it is told to load.
    static func greeted(_ text: String) -> ClientUnderTest {
        script("echo '\(greeting)'; read case; read load; \(text)")
    }

    static let greeting = """
        {"driver": 1, "name": "script", "version": "1", "callbacks": \
        {"response": ["default"], "data": [], "finish": [], "fail": []}, "again": true}
        """

    static func scenario(_ text: String) throws -> Scenario {
        let reading = ScenarioReader.read(Array(text.utf8), file: "test.scenario") { _ in .failure(.missing) }
        let errors = reading.diagnostics.filter { $0.severity == .error }
        try #require(errors.isEmpty, "\(errors.map(\.message))")
        return try #require(reading.scenarios.first)
    }

    static func play(
        _ text: String, _ client: ClientUnderTest, way: Way = .asWritten, deadlines: Deadlines = quick
    ) async throws -> CaseResult {
        let results = try await play([Case(scenario(text), client: client, way: way)], deadlines: deadlines)
        return try #require(results.first)
    }

    /// The results by case.
    static func play(
        _ cases: [Case], workers: Int = 1, deadlines: Deadlines = quick, keepsPlays: Bool = false
    ) async throws -> [CaseResult] {
        try await OnLoop.run {
            var results: [Int: CaseResult] = [:]
            await Runner.run(
                cases: cases, workers: workers, deadlines: deadlines, authority: authority, keepsPlays: keepsPlays
            ) { index, result in
                results[index] = result
            }
            return cases.indices.compactMap { results[$0] }
        }
    }

    /// How the client's processes ended after their cases.
    static func badExits(_ cases: [Case], workers: Int = 1, leaving: Int = 30_000) async throws -> [String] {
        var deadlines = quick
        deadlines.leaving = leaving
        let patient = deadlines
        return try await OnLoop.run {
            await Runner.run(cases: cases, workers: workers, deadlines: patient, authority: authority) { _, _ in }
                .map(\.sentence)
        }
    }

    /// For clients that answer at once: nothing in these tests takes that long.
    static let quick: Deadlines = {
        var deadlines = Deadlines()
        deadlines.patience = 30_000
        deadlines.grace = 200
        return deadlines
    }()

    /// For clients that hang.
    static func deadlines(greeting: Int = 30_000, ended: Int = 30_000, whole: Int = 60_000) -> Deadlines {
        var deadlines = quick
        deadlines.greeting = greeting
        deadlines.ended = ended
        deadlines.whole = whole
        return deadlines
    }

    /// The authority in `certs/`.
    static let authority = TestAuthority(
        folder: String(#filePath.dropLast("Tests/RunnerTests/Running.swift".count)) + "certs")

    /// The words that start a driver of the folder `Drivers`.
    static func driver(_ file: String) -> [String] { ["python3", drivers + file] }

    private static let drivers = String(#filePath.dropLast("Running.swift".count)) + "Drivers/"

    static let plain = """
        # A plain load
        > GET /a
        < 200
        < Content-Type: text/plain
        <
        < hello
        * response 200 text/plain
        * data "hello"
        * finish
        """
}

extension CaseResult {
    /// The verdict with its explanation.
    var story: String {
        ([verdict.rawValue] + [reason].compactMap { $0 } + findings.map { "\($0.rule) \($0.line ?? 0): \($0.sentence)" })
            .joined(separator: " | ")
    }
}
