// Stage.swift: the reference client, honest or erring, in the bundled scenarios.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainApplicability
import QuintainFixtures
import QuintainLoop
import QuintainOrder
import QuintainRunner
import QuintainScenario
import QuintainSessions
import QuintainTranscript
import Testing
import QuintainWords

@testable import QuintainSaboteur

enum Stage {
    static let root = String(#filePath.dropLast("/Tests/SaboteurTests/Stage.swift".count))

    /// All bundled scenarios, in the order of their names.
    @OnLoop
    static func scenarios() throws -> [Scenario] {
        let folder = "\(root)/fixtures"
        return try FixtureFolder.files(in: folder).filter { $0.hasSuffix(".scenario") }.flatMap { name in
            try FixtureFile.read("\(folder)/\(name)", root: folder, name: name).reading.scenarios
        }
    }

    /// Those of their runs that can be played over HTTP/2.
    @OnLoop
    static func scenariosOverTwo() throws -> [Scenario] {
        let folder = "\(root)/fixtures"
        return try FixtureFolder.files(in: folder).filter { $0.hasSuffix(".scenario") }.flatMap { name in
            let path = "\(folder)/\(name)"
            return try FixtureFile.read(path, root: folder, name: name).runsOverTwo(as: path, root: folder, name: name)
                ?? []
        }
    }

    /// Beside the tests, or where the package is built.
    static func program() throws -> String {
        let tests = try Files.realPath(Executable.path)
        let places = [tests[..<tests.lastIndex(of: "/")!] + "/quintain-client", "\(root)/.build/debug/quintain-client"]
        return try #require(places.first { Files.exists($0) })
    }

    /// The client with this error, or without any.
    static func client(_ mutant: Mutant?, _ program: String) -> ClientUnderTest {
        guard let mutant else { return ClientUnderTest(name: "reference", words: [program]) }
        return ClientUnderTest(
            name: mutant.name, words: [program.replacing("quintain-client", with: "quintain-mutant"), mutant.name])
    }

    static func way(_ name: String) -> Way {
        switch name {
        case "handler": .handler
        case "delegate": .delegate
        default: APIStyle(rawValue: name).map { Way(name: name, style: $0) } ?? .delegate
        }
    }

    /// By the places of the cases.
    @OnLoop
    static func play(_ cases: [Case], workers: Int, keepsPlays: Bool = false) async -> [Int: CaseResult] {
        var deadlines = Deadlines()
        deadlines.grace = 200
        deadlines.whole = 20_000
        deadlines.ended = 2_000
        var results: [Int: CaseResult] = [:]
        await Runner.run(
            cases: cases, workers: workers, deadlines: deadlines, authority: TestAuthority(folder: "\(root)/certs"),
            keepsPlays: keepsPlays
        ) { index, result in
            results[index] = result
        }
        return results
    }

    /// The same of a client that is right: what is found of it beside others may come from how busy the machine is, and
    /// counts only if it is found again when the case is played alone.
    @OnLoop
    static func playRight(_ cases: [Case], workers: Int) async -> [Int: CaseResult] {
        var results = await play(cases, workers: workers)
        let suspects = cases.indices.filter { results[$0]?.catcher != nil }
        let again = await play(suspects.map { cases[$0] }, workers: 1)
        for (place, index) in suspects.enumerated() { results[index] = again[place] }
        return results
    }
}

extension CaseResult {
    /// Whether the verdict is one that ends a run badly.
    var isFailure: Bool { verdict == .fail || verdict == .hung || verdict == .crashed }

    /// The finding that noticed it, in one line; nil: none did.
    var catcher: String? {
        switch verdict {
        case .fail, .hung, .crashed:
            let broken = findings.filter { $0.severity == .failure }
            let line = broken.first { $0.line != nil }.map { "line \($0.line!): \($0.rule)" }
            let rule = broken.first { Rule(rawValue: $0.rule) != nil }.map { "contract: \($0.rule)" }
            let words = [line, rule].compactMap { $0 }
            return words.isEmpty ? broken.first?.rule ?? verdict.rawValue : words.joined(separator: ", ")
        case .warning, .noted:
            // A line of level `should` or below. Where documents conflict, contracts warn of an honest client, too.
            return findings.first { Rule(rawValue: $0.rule) == nil }.map { finding in
                let place = finding.line.map { "line \($0): " } ?? ""
                return "\(place)\(finding.rule) (\(finding.severity.rawValue))"
            }
        case .pass, .knownFailure, .notApplicable, .driverFault, .notPlayed: return nil
        }
    }
}
