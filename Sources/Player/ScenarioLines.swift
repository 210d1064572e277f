// ScenarioLines.swift: the lines of a scenario as a player's sentences have them.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario

extension Scenario {
    /// The text of a line as the file has it.
    func sourceLine(_ placed: PlacedLine) -> String {
        let index = placed.line.place.line - 1
        return source.indices.contains(index) ? source[index] : ""
    }

    /// The text of a line without its mark.
    func text(of placed: PlacedLine) -> String {
        String(sourceLine(placed).drop { $0 != " " }.drop { $0 == " " })
    }

    /// How often a line is played at most, by the `repeat` blocks around it.
    func rounds(ofLine number: Int) -> Int? { Self.rounds(ofLine: number, in: nodes) }

    private static func rounds(ofLine number: Int, in nodes: [Node]) -> Int? {
        for node in nodes {
            let inner: [[Node]]
            var rounds = 1
            switch node {
            case .line(let line):
                if line.place.line == number { return 1 }
                continue
            case .repeated(let block):
                rounds = block.rounds.upperBound
                inner = [block.nodes]
            case .either(let block): inner = block.branches.map(\.nodes)
            case .anyOrder(let block): inner = block.parts.map(\.nodes)
            }
            if let found = inner.lazy.compactMap({ Self.rounds(ofLine: number, in: $0) }).first {
                return found.multipliedReportingOverflow(by: rounds).partialValue
            }
        }
        return nil
    }
}
