// OrderCount.swift: how many orders a file gives to its client, those of all rounds counted.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation

enum OrderCount {
    /// The first block or line with which the client has more orders than there may be.
    static func tooMany(_ nodes: [Node]) -> Place? {
        var place: Place?
        _ = count(nodes, &place)
        return place
    }

    /// The number of orders; above the limit it stays one more than that, so that no product is too large for a number.
    private static func count(_ nodes: [Node], _ tooMany: inout Place?) -> Int {
        var sum = 0
        for node in nodes {
            let place: Place
            switch node {
            case .line(let line):
                guard case .order = line.deed else { continue }
                (sum, place) = (sum + 1, line.place)
            case .repeated(let block):
                (sum, place) = (sum + count(block.nodes, &tooMany) * block.rounds.upperBound, block.place)
            case .either(let block):
                (sum, place) = (sum + (block.branches.map { count($0.nodes, &tooMany) }.max() ?? 0), block.place)
            case .anyOrder(let block):
                (sum, place) = (block.parts.reduce(sum) { $0 + count($1.nodes, &tooMany) }, block.place)
            }
            guard sum > FileLimits.orders else { continue }
            tooMany = tooMany ?? place
            sum = FileLimits.orders + 1
        }
        return sum
    }
}
