// ScenarioSurvey.swift: what a scenario asks of a client, gathered from its lines.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainScenario

/// All lines of a scenario in the order of the file, blocks opened, and what follows from them.
package struct ScenarioSurvey {
    package private(set) var lines: [Line] = []
    package private(set) var loads: [Load] = []
    /// More than one is ordered, be it by one line in several rounds.
    private(set) var ordersSeveral = false
    /// The milliseconds that the scenario's own waits and time limits take, at most, counted with their rounds.
    private(set) var ownTime = 0
    private(set) var longestWithin = 0

    package init(_ scenario: Scenario) {
        if let load = scenario.impliedLoad { add(load, rounds: 1) }
        visit(scenario.nodes, rounds: 1)
    }

    private mutating func visit(_ nodes: [Node], rounds: Int) {
        for node in nodes {
            switch node {
            case .line(let line): visit(line, rounds)
            case .repeated(let block):
                let (product, isTooMuch) = rounds.multipliedReportingOverflow(by: block.rounds.upperBound)
                visit(block.nodes, rounds: isTooMuch ? .max : product)
            case .either(let block): for branch in block.branches { visit(branch.nodes, rounds: rounds) }
            case .anyOrder(let block): for part in block.parts { visit(part.nodes, rounds: rounds) }
            }
        }
    }

    private mutating func visit(_ line: Line, _ rounds: Int) {
        lines.append(line)
        longestWithin = max(longestWithin, line.within)
        switch line.deed {
        case .act(.wait(let time)), .act(.at(_, .wait(let time))), .act(.quiet(let time)): ask(for: time, rounds)
        case .order(.load(let load)): add(load, rounds: rounds)
        case .send, .act, .order, .receive, .callback, .await, .binding: break
        }
    }

    private mutating func add(_ load: Load, rounds: Int) {
        loads.append(load)
        ordersSeveral = ordersSeveral || loads.count > 1 || rounds > 1
        ask(for: max(load.timeout ?? 0, load.total ?? 0), 1)
    }

    private mutating func ask(for time: Int, _ rounds: Int) {
        let (product, isTooMuch) = time.multipliedReportingOverflow(by: rounds)
        ownTime = isTooMuch ? Self.longest : min(Self.longest, ownTime + min(Self.longest, product))
    }

    /// The milliseconds that a run may take beyond the limit of every run.
    package var time: Int { min(Self.longest, ownTime + longestWithin) }

    /// One case is never waited for longer than an hour.
    private static let longest = 3_600_000
}
