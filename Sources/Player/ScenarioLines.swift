// ScenarioLines.swift: the lines of a scenario as findings and transcripts have them.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario
import QuintainTranscript

extension Scenario {
    /// The text of a line as the file has it.
    func sourceLine(_ placed: PlacedLine) -> String {
        let index = placed.line.place.line - 1
        return placed.line.text ?? (source.indices.contains(index) ? source[index] : "")
    }

    /// The text of a line without its mark.
    func text(of placed: PlacedLine) -> String {
        String(sourceLine(placed).drop { $0 != " " }.drop { $0 == " " })
    }

    /// The line, and of a block that is repeated its round.
    func quoted(_ placed: PlacedLine) -> QuotedLine {
        let line = QuotedLine(placed.line.place.line, sourceLine(placed))
        guard let count = placed.count, let block = block(around: placed) else { return line }
        return QuotedLine(line.number, line.text, round: count, of: block.isOpen ? nil : block.rounds.upperBound)
    }

    /// The lines with which branches begin, each text once, as many as are told.
    func quoted(each heads: [PlacedLine]) -> [QuotedLine] {
        var seen: Set<String> = []
        return heads.filter { seen.insert(sourceLine($0)).inserted }.prefix(Self.headsTold).map(quoted)
    }

    static let headsTold = 8

    /// The line of this number, as the file has it.
    func quoted(line number: Int) -> QuotedLine {
        QuotedLine(number, source.indices.contains(number - 1) ? source[number - 1] : "")
    }

    /// The innermost `repeat` around a line.
    func block(around placed: PlacedLine) -> Repeat? { Self.innermost(ofLine: placed.line.place.line, in: nodes) }

    private static func innermost(ofLine number: Int, in nodes: [Node], within block: Repeat? = nil) -> Repeat? {
        for node in nodes {
            let found: Repeat?
            switch node {
            case .line(let line): found = line.place.line == number ? block : nil
            case .repeated(let inner): found = innermost(ofLine: number, in: inner.nodes, within: inner)
            case .either(let inner):
                found = inner.branches.lazy.compactMap { innermost(ofLine: number, in: $0.nodes, within: block) }.first
            case .anyOrder(let inner):
                found = inner.parts.lazy.compactMap { innermost(ofLine: number, in: $0.nodes, within: block) }.first
            }
            if let found { return found }
        }
        return nil
    }

    /// Whether the line stands in an `any-order` block.
    func isInAnyOrder(_ placed: PlacedLine) -> Bool { Self.isInAnyOrder(placed.line.place.line, nodes, false) }

    private static func isInAnyOrder(_ number: Int, _ nodes: [Node], _ isWithin: Bool) -> Bool {
        nodes.contains { node in
            switch node {
            case .line(let line): isWithin && line.place.line == number
            case .repeated(let block): isInAnyOrder(number, block.nodes, isWithin)
            case .either(let block): block.branches.contains { isInAnyOrder(number, $0.nodes, isWithin) }
            case .anyOrder(let block): block.parts.contains { isInAnyOrder(number, $0.nodes, true) }
            }
        }
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
