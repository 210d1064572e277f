// ScenarioFile.swift: `FILE#CASE` on a command line.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainFixtures
import QuintainLoop
import QuintainScenario
import QuintainSides
import QuintainWords

enum ScenarioFile {
    /// The runs that the word names. Nil if the file is wrong; its faults have been printed.
    @OnLoop
    static func load(_ typed: String, style: Style) async throws(WrongUse) -> [Scenario]? {
        let (word, variant) = Files.exists(typed) ? (typed, nil) : ScenarioSource.parted(typed)
        let parts = word.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let path = parts[0]
        let file: FixtureFile
        do throws(LoopError) {
            if Files.isFolder(path) {
                throw LoopError(
                    "is-a-folder", "'\(path)' is a folder, not a scenario", help: "name one file in it")
            }
            file = try FixtureFile.read(path, root: FixtureFile.folder(of: path), name: path)
        } catch {
            throw WrongUse(error.message, help: error.help)
        }
        let reading = file.reading
        Diagnostics.show(reading.diagnostics, source: file.source)
        if reading.hasErrors { return nil }
        if reading.routes != nil {
            throw WrongUse("\(path) is a file of routes, which is not played", help: "quintain serve \(path)")
        }
        var scenarios = reading.scenarios
        if parts.count == 2 {
            let rows = scenarios.compactMap(\.row)
            scenarios = scenarios.filter { $0.row == parts[1] }
            if scenarios.isEmpty {
                throw WrongUse(
                    "\(path) has no case '\(parts[1])'",
                    help: NearestWord.suggestion(for: parts[1], among: rows)
                        ?? (rows.isEmpty ? "it has no table of cases" : "it has: \(rows.joined(separator: ", "))"))
            }
        }
        guard let variant else { return scenarios }
        let source = ScenarioSource(path: path, root: FixtureFile.folder(of: path), name: path)
        var variants: [Scenario] = []
        for run in scenarios { variants.append(try await NamedVariant.scenario(variant, of: run, in: source)) }
        return variants
    }
}
