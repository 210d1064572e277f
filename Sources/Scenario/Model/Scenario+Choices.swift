// Scenario+Choices.swift: the names by which one run of a file is chosen.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

extension Collection<Scenario> {
    /// The names of a file's runs. Below `over 1.1, 2` the run over HTTP/1.1 is named as its file is, so among others
    /// it is chosen by its version.
    package var choices: [String] { compactMap { $0.row ?? (count > 1 ? Scenario.overOne : nil) } }

    /// The runs of this name, at most one.
    package func chosen(by name: String) -> [Scenario] {
        filter { $0.row == name || name == Scenario.overOne && $0.row == nil && count > 1 }
    }
}

extension Scenario {
    fileprivate static let overOne = "1.1"
}
