// ScenarioError.swift: a scenario that cannot be found or read.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// A scenario is not there, or is written wrongly: the place, what is wrong, and what to write instead.
public struct ScenarioError: Error, Sendable, CustomStringConvertible {
    public let description: String

    init(_ description: String) {
        self.description = description.last == "\n" ? String(description.dropLast()) : description
    }
}
