// BlownUpTests.swift: failures of clients, hidden among noise, that must come out small.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainApplicability
import QuintainFixtures
import QuintainLoop
import QuintainRunner
import QuintainScenario
import QuintainSessions
import Testing

/// Each file in BlownUp has a line `# Client: …` with the client that fails in it: the reference client with an error,
/// or the name of a bundled driver.
@Suite struct `Failures that were blown up` {
    private static let root = String(#filePath.dropLast("/Tests/ShrinkTests/BlownUpTests.swift".count))
    private static let folder = "\(root)/Tests/ShrinkTests/BlownUp"

    struct Outcome: Sendable {
        let name: String
        let before: Int
        let end: Shrinking.End
        /// How many lines were left after each batch of plays.
        let steps: [Int]
        /// The result of the small scenario, if each line of a candidate may take four times as long.
        let again: Shrinking.End
    }

    @Test func `become less than 15 lines each, and fail as before`() async throws {
        let outcomes = try await OnLoop.run { try await Self.shrinkAll() }
        #expect(outcomes.count >= 20)
        for outcome in outcomes {
            guard case .shrunk(let shrunk) = outcome.end else {
                Issue.record("\(outcome.name): \(outcome.end)")
                continue
            }
            let text = String(decoding: shrunk.bytes, as: UTF8.self)
            #expect(outcome.before > 25 && shrunk.linesAfter < 15, "\(outcome.name): \(shrunk.sentence)\n\(text)")
            #expect(shrunk.isMinimal && shrunk.confirmed.failing == shrunk.confirmed.plays, "\(outcome.name)\n\(text)")
            let reading = ScenarioReader.read(shrunk.bytes, file: outcome.name) { _ in .failure(.missing) }
            #expect(reading.diagnostics.isEmpty, "\(outcome.name): \(reading.diagnostics.map(\.message))\n\(text)")
            #expect(ScenarioFormatter.format(shrunk.bytes, reading) == shrunk.bytes, "\(outcome.name)\n\(text)")
            #expect(!outcome.steps.isEmpty && outcome.steps == outcome.steps.sorted(by: >), "\(outcome.name)")
            guard case .shrunk(let again) = outcome.again else {
                Issue.record("\(outcome.name), once more: \(outcome.again)\n\(text)")
                continue
            }
            let less = String(decoding: again.bytes, as: UTF8.self)
            #expect(
                again.isMinimal && Self.body(less) == Self.body(text),
                "\(outcome.name) is not minimal\n\(text)\n\(less)")
        }
    }

    /// A shrink mostly waits for lines that never come, so several run side by side.
    @OnLoop
    private static func shrinkAll() async throws -> [Outcome] {
        let names = try FixtureFolder.files(in: folder)
        var outcomes: [Outcome] = []
        var next = 0
        var cases: [Case] = []
        for name in names { cases.append(try one(name)) }
        let tasks = (0..<atOnce).map { _ in
            OnLoop.spawn {
                while next < cases.count {
                    let index = next
                    next += 1
                    let one = cases[index]
                    let first = shrinking(one, hurryingTo: 100)
                    var steps: [Int] = []
                    first.onStep = { lines, _ in steps.append(lines) }
                    let end = await first.run()
                    var again = end
                    if case .shrunk(let shrunk) = end, let small = read(shrunk.bytes, as: one).scenarios.first {
                        var smaller = one
                        smaller.scenario = small
                        again = await shrinking(smaller, hurryingTo: 400).run()
                    }
                    outcomes.append(
                        Outcome(
                            name: names[index], before: one.scenario.source.count, end: end, steps: steps, again: again)
                    )
                }
            }
        }
        for task in tasks { await task.value }
        return outcomes
    }

    @OnLoop
    private static func shrinking(_ one: Case, hurryingTo hurry: Int) -> Shrinking {
        var deadlines = Deadlines()
        deadlines.afterLoads = 100
        return Shrinking(
            one, workers: 8, deadlines: deadlines, authority: TestAuthority(folder: "\(root)/certs"),
            until: .now.advanced(milliseconds: limit), hurryingTo: hurry
        ) { text in
            read(text, as: one)
        }
    }

    private static func read(_ text: [UInt8], as one: Case) -> Reading {
        ScenarioReader.read(text, file: one.scenario.file) { _ in .failure(.missing) }
    }

    /// The text without the comment that says what it was shrunk from.
    private static func body(_ text: String) -> [Substring] {
        text.split(separator: "\n").filter { !$0.hasPrefix("# Shrunk from ") }
    }

    /// In milliseconds; a busy machine takes long.
    private static let limit: Int64 = 600_000

    /// The first run of the file, with its client.
    @OnLoop
    private static func one(_ name: String) throws -> Case {
        let file = try FixtureFile.read("\(folder)/\(name)", root: folder, name: name)
        let scenario = try #require(file.reading.scenarios.first)
        let mark = "# Client: "
        let line = try #require(scenario.source.first { $0.hasPrefix(mark) }, "\(name) names no client")
        let words = line.dropFirst(mark.count).split(separator: " ").map(String.init)
        guard words.count == 1 else {
            return Case(
                scenario, client: ClientUnderTest(name: "reference", words: [try program()] + words.dropFirst()))
        }
        let driver = "\(root)/drivers/\(words[0])/driver.py"
        return Case(scenario, client: ClientUnderTest(name: words[0], words: ["python3", driver]))
    }

    /// Beside the tests, or where the package is built.
    @OnLoop
    private static func program() throws -> String {
        let tests = try Files.realPath(Executable.path)
        let places = [tests[..<tests.lastIndex(of: "/")!] + "/quintain-mutant", "\(root)/.build/debug/quintain-mutant"]
        return try #require(places.first { Files.exists($0) })
    }

    private static let atOnce = 20
}
