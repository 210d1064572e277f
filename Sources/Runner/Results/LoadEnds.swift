// LoadEnds.swift: how the loads of a play have to end, by the lines that it came to.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainApplicability
import QuintainNotation
package import QuintainPlayer
package import QuintainScenario
package import QuintainWords

/// What a plain command has to report by its status, load by load, since no callback of its is observed.
package struct LoadEnds: Sendable {
    /// Of each load in the order of its beginning the ends, `finish` and `fail`, that stand in its lines.
    private var loads: [Set<CallbackKind>] = []
    private var current: [Lane: Int] = [:]

    /// nil: some lines are unknown, as where branches differ in nothing else.
    package init?(_ outcome: Outcome, _ scenario: Scenario) {
        let lines = Dictionary(ScenarioSurvey(scenario).lines.map { ($0.place.line, $0) }) { first, _ in first }
        var unobserved = 0
        for step in outcome.steps {
            guard let line = lines[step.line] else { continue }
            switch line.deed {
            case .order(.load), .order(.resume): begin(in: line.lane)
            // Where no line orders the first load, its request does.
            case .receive(.start) where loads.isEmpty: begin(in: line.lane)
            case .callback(let callback) where step.state == .unobserved:
                unobserved += 1
                if callback.kind == .finish || callback.kind == .fail { end(callback.kind, in: line.lane) }
            default: continue
            }
        }
        guard unobserved == outcome.unobserved else { return nil }
    }

    private mutating func begin(in lane: Lane) {
        current[lane] = loads.count
        loads.append([])
    }

    private mutating func end(_ kind: CallbackKind, in lane: Lane) {
        guard let load = current[lane] else { return }
        loads[load].insert(kind)
    }

    /// The ends of the load with this number, counted from zero.
    package subscript(load: Int) -> Set<CallbackKind> { loads.indices.contains(load) ? loads[load] : [] }
}
