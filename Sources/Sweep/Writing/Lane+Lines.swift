// Lane+Lines.swift: lines of a lane, as files have them.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainScenario

extension Lane {
    /// A `<` line; without a text the bare mark.
    func sends(_ text: String = "") -> String { text.isEmpty ? "<\(name)" : "<\(name) \(text)" }

    func acts(_ text: String) -> String { "!\(name) \(text)" }

    /// A `*?` line: the client may report it, or not.
    func mayTell(_ text: String) -> String { "*\(name)? \(text)" }
}
