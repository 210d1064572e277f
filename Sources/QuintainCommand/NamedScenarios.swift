// NamedScenarios.swift: the scenarios that the words of `quintain check` name.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainFixtures
import QuintainLoop
import QuintainNotation
import QuintainRunner
import QuintainScenario
import QuintainWords

/// The runs of files, folders and groups, each once, by names relative to their folder.
struct NamedScenarios {
    private(set) var scenarios: [Scenario] = []
    /// The path of each file, by the name that its scenarios have.
    private(set) var files: [String: FixturePath] = [:]
    /// The digest of the files; nil: none is asked for.
    private(set) var digest: PlanDigest?
    /// The places of variants, by their names.
    private var places: [String: String] = [:]
    private var seen: Set<String> = []

    /// Nil if files are wrong; their faults have been printed.
    @OnLoop
    init?(
        _ words: [String], over versions: HTTPVersions, of clients: [ClientUnderTest], digesting: Bool
    ) async throws(WrongUse) {
        digest = digesting ? PlanDigest() : nil
        var (leftOut, isGood) = (0, true)
        for source in try ScenarioSource.named(words) {
            let file = try read(source)
            if file.reading.hasErrors { isGood = false }
            let runs = source.runs(of: file, over: versions)
            if runs.areAboutOne { leftOut += 1 }
            if runs.scenarios.isEmpty, let row = source.row {
                throw Self.noRow(row, of: source, file, versions.leaveOutUsual && runs.areAboutOne)
            }
            for run in runs.scenarios { try await add(run, of: source, clients) }
        }
        guard isGood else { return nil }
        if scenarios.isEmpty { throw try ScenarioSource.nothing(in: words) }
        ScenarioSource.complain(of: leftOut, "check")
    }

    /// The cases of all of them.
    func cases(of clients: [ClientUnderTest]) -> [Case] {
        Case.all(scenarios, clients: clients).map { one in
            var one = one
            one.place = places[one.scenario.name]
            return one
        }
    }

    /// Reads a file, and prints what is wrong with it.
    private mutating func read(_ source: ScenarioSource) throws(WrongUse) -> FixtureFile {
        let file = try WrongUse.telling { () throws(LoopError) in try source.read() }
        digest?.add(file)
        files[source.name] = source.file
        Diagnostics.show(file.reading.diagnostics, of: source.path, source: file.source)
        return file
    }

    /// Adds a run, or the variant of it that is named.
    @OnLoop
    private mutating func add(
        _ run: Scenario, of source: ScenarioSource, _ clients: [ClientUnderTest]
    ) async throws(WrongUse) {
        var scenario = run
        if let variant = source.variant {
            let (derived, place) = try await NamedVariant.scenario(
                variant, of: run, in: source, playedBy: NamedVariant.player(among: clients))
            scenario = derived
            places[scenario.name] = place
        }
        if seen.insert(scenario.name).inserted { scenarios.append(scenario) }
    }

    /// - Parameter isAboutOne: only runs over HTTP/2 are asked for, and the file has none.
    private static func noRow(
        _ row: String, of source: ScenarioSource, _ file: FixtureFile, _ isAboutOne: Bool
    ) -> WrongUse {
        if isAboutOne {
            return WrongUse(
                "'\(source.name)' is about HTTP/1.1, and not played over HTTP/2", help: "leave '--over' out")
        }
        let rows = file.reading.scenarios.choices
        return WrongUse(
            "'\(source.name)' has no row '\(row)'",
            help: rows.isEmpty
                ? "it has no table: leave the row out" : NearestWord.suggestionOrList(for: row, among: rows))
    }
}
