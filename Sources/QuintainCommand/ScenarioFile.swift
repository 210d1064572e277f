// ScenarioFile.swift: reads `FILE#CASE@VARIANT` of a command line.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainAdvice
import QuintainFixtures
import QuintainLoop
import QuintainRunner
import QuintainScenario
import QuintainSides
import QuintainWords

enum ScenarioFile {
    /// The runs that the word names. Nil if the file is wrong; its faults have been printed.
    ///
    /// - Parameter client: plays them as they are, where variants of them are named.
    @OnLoop
    static func load(
        _ typed: String, style: Style, playedBy client: ClientUnderTest
    ) async throws(WrongUse) -> [Scenario]? {
        let source = try ScenarioSource.one(typed)
        let file = try WrongUse.telling { () throws(LoopError) in try source.read() }
        let reading = file.reading
        Diagnostics.show(reading.advised, of: source.path, source: file.source)
        if reading.hasErrors { return nil }
        if reading.routes != nil {
            throw WrongUse(
                "\(source.name) is a file of routes, which is not played", help: "quintain serve \(source.path)")
        }
        var scenarios = reading.scenarios
        if let row = source.row {
            let rows = scenarios.choices
            scenarios = scenarios.chosen(by: row)
            if scenarios.isEmpty {
                throw WrongUse(
                    "\(source.name) has no case '\(row)'",
                    help: NearestWord.suggestion(for: row, among: rows)
                        ?? (rows.isEmpty ? "it has no table of cases" : "it has: \(rows.joined(separator: ", "))"))
            }
        }
        guard let variant = source.variant else { return scenarios }
        var variants: [Scenario] = []
        for run in scenarios {
            let derived = try await NamedVariant.scenario(variant, of: run, in: source, playedBy: client)
            variants.append(derived.scenario)
        }
        return variants
    }
}
