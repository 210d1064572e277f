// UnspokenVersions.swift: lines of a protocol that no origin of the file speaks.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation

extension ScenarioBuilder {
    /// Refuses lines that only HTTP/1.1 or HTTP/2 has, where no origin speaks it.
    mutating func refuseUnspoken(_ scenario: Scenario) {
        if let place = draft.firstOf[.http2], !scenario.origins.contains(where: { $0.versions.contains(.two) }) {
            faults.add(
                .versionMissing, place, "no origin of this file speaks HTTP/2",
                help: "add the line: origin main http http=2")
        }
        guard !scenario.spokenVersions.contains(.one) else { return }
        for node in scenario.nodes {
            node.forEachLine { line in
                guard let what = line.deed.ofHTTP1 else { return }
                faults.add(
                    .versionMissing, line.place, "\(what) is of HTTP/1.1, which no origin here speaks",
                    help: "say it without, or let an origin speak both: http=1.1,2")
            }
        }
    }
}

extension Scenario {
    /// The versions of HTTP over which the scenario's requests may come.
    package var spokenVersions: HTTPVersions {
        var asked: Set<String> = []
        for node in nodes {
            node.forEachLine { line in
                if case .receive(.start(_, .path(let origin, _), _)) = line.deed { asked.insert(origin) }
            }
        }
        let spoken = origins.filter { $0.role == .proxy || asked.isEmpty || asked.contains($0.name) }
        return spoken.reduce(into: []) { $0.formUnion($1.versions) }
    }
}
