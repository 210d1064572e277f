// Node+Lines.swift: the lines in blocks and outside of them.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainNotation

extension Node {
    /// Where the line stands, or the first one of the block.
    package var place: Place {
        switch self {
        case .line(let line): line.place
        case .repeated(let block): block.place
        case .either(let block): block.place
        case .anyOrder(let block): block.place
        }
    }

    /// Goes through the lines, in blocks and outside of them.
    package func forEachLine(_ body: (Line) -> Void) {
        switch self {
        case .line(let line): body(line)
        case .repeated(let block): for node in block.nodes { node.forEachLine(body) }
        case .either(let block): for node in block.branches.flatMap(\.nodes) { node.forEachLine(body) }
        case .anyOrder(let block): for node in block.parts.flatMap(\.nodes) { node.forEachLine(body) }
        }
    }

    /// The same nodes with other lines.
    package func mapLines(_ change: (Line) -> Line) -> Node {
        switch self {
        case .line(let line): return .line(change(line))
        case .repeated(var block):
            block.nodes = block.nodes.map { $0.mapLines(change) }
            return .repeated(block)
        case .either(var block):
            for index in block.branches.indices {
                block.branches[index].nodes = block.branches[index].nodes.map { $0.mapLines(change) }
            }
            return .either(block)
        case .anyOrder(var block):
            for index in block.parts.indices {
                block.parts[index].nodes = block.parts[index].nodes.map { $0.mapLines(change) }
            }
            return .anyOrder(block)
        }
    }
}

extension Scenario {
    /// The number of the first line that is played.
    package var firstLine: Int? { nodes.first?.place.line }

    /// The last line of each value that goes on below its first, by the number of that one.
    package var lastLines: [Int: Int] {
        var last: [Int: Int] = [:]
        for node in nodes {
            node.forEachLine { line in if line.last > line.place.line { last[line.place.line] = line.last } }
        }
        return last
    }
}
