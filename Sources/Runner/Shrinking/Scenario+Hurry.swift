// Scenario+Hurry.swift: a scenario whose lines are waited for less long.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainScenario

extension Scenario {
    /// A scenario in which no line of the client's is waited for longer than so many milliseconds.
    func hurried(to most: Int) -> Scenario {
        var scenario = self
        scenario.nodes = nodes.map { node in
            node.mapLines { line in
                guard line.within > most else { return line }
                return Line(
                    place: line.place, last: line.last, lane: line.lane, level: line.level, within: most,
                    deed: line.deed, text: line.text)
            }
        }
        return scenario
    }
}
