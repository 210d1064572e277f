// Shrunk.swift: the smallest scenario that was found, as a file.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainScenario
import QuintainShrink

/// The result of making a scenario smaller.
package struct Shrunk: Sendable {
    /// The file, laid out as `quintain format` does.
    package let bytes: [UInt8]
    /// The lines of the run's text as a file of its own, and of the small one, without the comment about the shrinking.
    package let linesBefore: Int
    package let linesAfter: Int
    package let plays: Int
    /// All steps were tried; false: the time was over before.
    package let isMinimal: Bool
    /// The number of plays at the end in which the scenario failed so, and of all plays then.
    package let confirmed: (failing: Int, plays: Int)

    init(
        _ shrinker: Shrinker, of run: Scenario, plays: Int, confirmed: (failing: Int, plays: Int), _ symptom: Symptom,
        client: String, read: ([UInt8]) -> Reading
    ) {
        linesBefore = Draft(of: run).count
        linesAfter = shrinker.draft.count
        self.plays = plays
        self.confirmed = confirmed
        isMinimal = shrinker.isOver
        var lines = shrinker.draft.lines
        let title = lines.first?.hasPrefix("#") == true ? 1 : 0
        let place = symptom.line.flatMap { shrinker.draft.line(from: $0) }.map { $0 > title ? $0 + 1 : $0 }
        lines.insert("# Shrunk from \(run.name): \(client) \(symptom.words(at: place))", at: title)
        let text = Array(lines.map { $0 + "\n" }.joined().utf8)
        bytes = ScenarioFormatter.format(text, read(text)) ?? text
    }

    /// `52 lines became 9, in 214 plays`
    package var sentence: String {
        let lines = linesBefore == 1 ? "1 line" : "\(linesBefore) lines"
        var sentence = "\(lines) became \(linesAfter), in \(plays) plays"
        if !isMinimal { sentence += "; the time was over before all steps were tried" }
        if confirmed.failing < confirmed.plays {
            sentence += "; it fails so in \(confirmed.failing) of \(confirmed.plays) plays"
        }
        return sentence
    }
}
