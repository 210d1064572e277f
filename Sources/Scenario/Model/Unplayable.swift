// Unplayable.swift: what this server cannot play yet.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package enum Unplayable {
    /// One sentence that says what is missing; nil: the scenario can be played.
    package static func sentence(for scenario: Scenario) -> String? {
        sentence(scenario.file, scenario.demands.subtracting([.tls]))
    }

    package static func sentence(for routes: RouteFile) -> String? {
        sentence(routes.file, routes.demands.subtracting([.tls]))
    }

    private static func sentence(_ file: String, _ demands: Set<Demand>) -> String? {
        guard !demands.isEmpty else { return nil }
        let needs = demands.map(name).sorted()
        let list = needs.count > 1 ? needs.dropLast().joined(separator: ", ") + " and " + needs.last! : needs[0]
        return "\(file) cannot be played by this version: it needs \(list)"
    }

    private static func name(_ demand: Demand) -> String {
        switch demand {
        case .tls: "TLS"
        case .http2: "HTTP/2"
        }
    }
}
