// ScenarioSource+Versions.swift: the runs of a file over each version of HTTP.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainFixtures
import QuintainScenario

extension ScenarioSource {
    /// The runs that the source names, over these versions. A file that leaves its version open has further runs over
    /// HTTP/2; `areAboutOne`: the file has no run over HTTP/2.
    func runs(of file: FixtureFile, over versions: HTTPVersions) -> (scenarios: [Scenario], areAboutOne: Bool) {
        var runs = versions.contains(.one) ? file.reading.scenarios : []
        var areAboutOne = false
        if versions.contains(.two), file.reading.routes == nil, !file.reading.hasErrors {
            let others = file.runsOverTwo(as: path, root: root, name: name)
            // A file that sets its version itself is played as it is written.
            let overTwo = (others ?? file.reading.scenarios).filter(\.speaksTwo)
            areAboutOne = overTwo.isEmpty
            runs += overTwo
        }
        var seen: Set<String> = []
        let chosen = Set(row.map(file.reading.scenarios.chosen)?.map(\.name) ?? [])
        let named = runs.filter {
            (chosen.contains($0.name) || isNamed($0, over: versions)) && seen.insert($0.name).inserted
        }
        return (named, areAboutOne)
    }

    /// Whether the source names this run. Where all runs are over HTTP/2, a row need not say so: `chain#307` is
    /// `chain#307,h2`.
    private func isNamed(_ run: Scenario, over versions: HTTPVersions) -> Bool {
        guard let row, run.row != row else { return true }
        return versions.leaveOutUsual && run.row == "\(row),h2"
    }

    /// Complains of the number of files that have no run over HTTP/2.
    static func complain(of leftOut: Int, _ command: String) {
        guard leftOut > 0 else { return }
        let files = leftOut == 1 ? "1 file is" : "\(leftOut) files are"
        Output.complain("quintain \(command): \(files) about HTTP/1.1, and not played over HTTP/2")
    }
}

extension Scenario {
    /// Whether one of its origins speaks HTTP/2.
    fileprivate var speaksTwo: Bool { demands.contains(.http2) }
}

extension HTTPVersions {
    /// Nothing is played over HTTP/1.1, of which all files have runs, and of which lists of known failures are.
    var leaveOutUsual: Bool { self == .two }
}
