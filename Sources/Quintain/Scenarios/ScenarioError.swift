// ScenarioError.swift: a scenario that cannot be found or read.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// A scenario is not there, or is written wrongly: the place, what is wrong, and what to write instead.
public struct ScenarioError: Error, Sendable, CustomStringConvertible {
    public let description: String

    init(_ description: String) {
        self.description = description.last == "\n" ? String(description.dropLast()) : description
    }

    /// The same of a text that stands in a test: a test that throws is shown at its beginning, which may be far away.
    init(_ error: ScenarioError, in text: String, at place: TestPlace) {
        let sentence = Whereabouts.sentence(of: text, near: place) ?? "scenario is played at \(place.brief)"
        description = "\(error.description)\n\(sentence)"
    }
}
