// SweepPlan.swift: the runs, clients and families that `quintain sweep` plays.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainApplicability
import QuintainFixtures
import QuintainLoop
import QuintainPlayer
import QuintainReport
import QuintainRunner
import QuintainScenario
import QuintainSessions
import QuintainSweep
import QuintainTranscript

/// The runs, clients and families that the command line asks for.
struct SweepPlan {
    /// A run that is to be varied, and the file in which its variants are read.
    struct Run {
        let source: ScenarioSource
        let scenario: Scenario
        let lines: [String]
    }

    let clients: [ClientUnderTest]
    /// Those among them that come with the program.
    let bundled: [BundledClient]
    let known: [String: KnownFailures]
    let families: [Family]
    let runs: [Run]
    /// The path of each file, by the name that its scenarios have.
    let files: [String: FixturePath]
    let budget: Int
    let seed: UInt64
    let shard: Shard?
    let exit: WantedExit?
    let failsFrom: Severity
    let masked: MaskedFields
    let workers: Int?
    let deadlines: Deadlines
    let authority: TestAuthority?

    /// Nil if files are wrong; their faults have been printed.
    @OnLoop
    init?(_ arguments: Arguments) throws(WrongUse) {
        budget = try arguments.count("--budget", atMost: 1_000_000) ?? 3_000
        seed = UInt64(try arguments.count("--seed", atMost: .max) ?? 1)
        workers = try arguments.count("--jobs", atMost: 256)
        var deadlines = Deadlines()
        deadlines.patience = try arguments.patience()
        self.deadlines = deadlines
        authority = try TestAuthority.bundledForServing()
        families = try Self.families(arguments.values("--family"))
        shard = try CheckPlan.shard(arguments)
        bundled = try CheckPlan.bundledClients(arguments)
        clients = try CheckPlan.clients(bundled, arguments).map { client in
            // Variants are played in one way of loading, unless others are asked for.
            var client = client
            if arguments.values("--way").isEmpty { client.ways = Array(client.ways.prefix(1)) }
            return client
        }
        exit = try WantedExit.asked(by: arguments, of: clients)
        failsFrom = try arguments.failsFrom()
        masked = try arguments.masked()
        guard !arguments.words.isEmpty else {
            throw WrongUse("which scenarios?", help: "name files, folders or bundled groups: quintain sweep redirects")
        }
        let versions = try arguments.choice("--over", VersionsWord.self)?.versions ?? .one
        guard let runs = try Self.runs(arguments.words, over: versions) else { return nil }
        self.runs = runs
        files = Dictionary(runs.map { ($0.source.name, $0.source.file) }) { $1 }
        guard let known = try CheckPlan.known(bundled, clients, of: files, arguments) else { return nil }
        self.known = known
    }

    /// The result of a variant, as '--fail-on' and '--exit' have it judged.
    func judged(_ result: CaseResult, of variant: Scenario) -> CaseResult {
        result.failing(from: failsFrom).failing(unless: exit?.judges(variant: variant) == true ? exit : nil, variant)
    }

    private static func families(_ names: [String]) throws(WrongUse) -> [Family] {
        guard !names.isEmpty else { return Family.all }
        for name in names where Family.named(name) == nil {
            throw WrongUse(
                "there is no family '\(name)'", help: "there are: \(Family.all.map(\.name).joined(separator: ", "))")
        }
        return Family.all.filter { names.contains($0.name) }
    }

    @OnLoop
    private static func runs(_ words: [String], over versions: HTTPVersions) throws(WrongUse) -> [Run]? {
        var runs: [Run] = []
        var leftOut = 0
        var isGood = true
        for source in try ScenarioSource.named(words) {
            let file = try WrongUse.telling { () throws(LoopError) in try source.read() }
            if file.reading.hasErrors {
                Diagnostics.show(file.reading.diagnostics, of: source.path, source: file.source)
                isGood = false
            }
            let (scenarios, areAboutOne) = source.runs(of: file, over: versions)
            if areAboutOne { leftOut += 1 }
            runs += scenarios.map { Run(source: source, scenario: $0, lines: $0.ownText.map(\.text)) }
        }
        guard isGood else { return nil }
        ScenarioSource.complain(of: leftOut, "sweep")
        if runs.isEmpty { throw try ScenarioSource.nothing(in: words) }
        return runs
    }
}

extension SweepPlan.Run {
    /// The run as a text of its own, under its own name; nil: its text alone cannot be read as one run.
    var flat: Scenario? { read(lines) }

    /// The files that a text names, such as bodies, by their paths from the file's folder.
    func filesBeside(_ text: [UInt8]) -> [String: [UInt8]] {
        let folder = FixtureFile.folder(of: source.path)
        var files: [String: [UInt8]] = [:]
        _ = ScenarioReader.read(text, file: source.name) { name in
            // The run was read, so all files that it names lie within its root.
            guard let bytes = try? Files.read("\(folder)/\(name)", limit: FixtureFile.sizeLimit) else {
                return .failure(.missing)
            }
            files[name] = bytes
            return .success(bytes)
        }
        return files
    }

    func read(_ lines: [String]) -> Scenario? {
        let reading = source.read(Array((lines.joined(separator: "\n") + "\n").utf8))
        guard reading.scenarios.count == 1, var flat = reading.scenarios.first else { return nil }
        flat.row = scenario.row
        return flat
    }
}
