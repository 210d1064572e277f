// Scenario+Hurry.swift: a scenario whose lines are waited for less long.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainScenario

extension Scenario {
    /// No line of theirs is waited for longer than so many milliseconds.
    func hurried(to most: Int) -> Scenario {
        var scenario = self
        scenario.nodes = nodes.map { $0.hurried(to: most) }
        return scenario
    }
}

extension Node {
    fileprivate func hurried(to most: Int) -> Node {
        switch self {
        case .line(let line):
            guard line.within > most else { return self }
            return .line(Line(place: line.place, lane: line.lane, level: line.level, within: most, deed: line.deed))
        case .repeated(var block):
            block.nodes = block.nodes.map { $0.hurried(to: most) }
            return .repeated(block)
        case .either(var block):
            for index in block.branches.indices {
                block.branches[index].nodes = block.branches[index].nodes.map { $0.hurried(to: most) }
            }
            return .either(block)
        case .anyOrder(var block):
            for index in block.parts.indices {
                block.parts[index].nodes = block.parts[index].nodes.map { $0.hurried(to: most) }
            }
            return .anyOrder(block)
        }
    }
}
