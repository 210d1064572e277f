// LateLeaving.swift: acts directly below a block that may be left: no input of the client leaves it there.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation

extension Advice {
    /// Warns of an act directly below a block that the client leaves by what it does next: nothing that it does fits an
    /// act, so the block is left when the client has done nothing for its whole time, and a client that goes on at once
    /// is accused of being too soon.
    mutating func warnOfLateLeaving(_ scenario: Scenario) {
        var requests: [Int] = []
        Self.requestLines(scenario.nodes, into: &requests)
        warnOfLateLeaving(scenario.nodes, lastRequest: requests.max() ?? 0)
    }

    private mutating func warnOfLateLeaving(_ nodes: [Node], lastRequest: Int) {
        for (index, node) in nodes.enumerated() {
            switch node {
            case .line: continue
            case .repeated(let block): warnOfLateLeaving(block.nodes, lastRequest: lastRequest)
            case .either(let block):
                for branch in block.branches { warnOfLateLeaving(branch.nodes, lastRequest: lastRequest) }
            case .anyOrder(let block):
                for part in block.parts { warnOfLateLeaving(part.nodes, lastRequest: lastRequest) }
            }
            guard let leaving = node.leaving, case .line(let line)? = nodes[(index + 1)...].first(where: \.leaves),
                case .act(let act) = line.deed, act.isSilent, line.place.line < lastRequest
            else { continue }
            faults.add(
                .leftLate, line.place,
                "nothing that the client does leaves the block above this act: what it does next is too soon",
                help: leaving)
        }
    }

    private static func requestLines(_ nodes: [Node], into lines: inout [Int]) {
        for node in nodes {
            switch node {
            case .line(let line): if case .receive(.start) = line.deed { lines.append(line.place.line) }
            case .repeated(let block): requestLines(block.nodes, into: &lines)
            case .either(let block): for branch in block.branches { requestLines(branch.nodes, into: &lines) }
            case .anyOrder(let block): for part in block.parts { requestLines(part.nodes, into: &lines) }
            }
        }
    }
}

extension Node {
    /// What to write instead of an act directly below this block; nil: no input has to leave it.
    fileprivate var leaving: String? {
        switch self {
        case .repeated(let block) where block.isOpen && !block.isInAnyOrder:
            "put it into the round, above 'end', or let the number of rounds be fixed: "
                + "'repeat \(block.rounds.upperBound)'; '! quiet 500ms' below 'end' is a silence that ends the rounds"
        case .either(let block)
        where block.branches.contains { $0.nodes.isEmpty } && block.branches.contains { !$0.nodes.isEmpty }:
            "put it into each branch that it is meant for; '! quiet 500ms' in the empty branch is a silence that chooses it"
        case .line, .repeated, .either, .anyOrder: nil
        }
    }

    /// It decides whether the block above is left: a line about the connection is part of the request below it.
    fileprivate var leaves: Bool {
        if case .line(let line) = self, case .binding = line.deed { false } else { true }
    }
}

extension Act {
    /// The client does not notice the act, and so need not wait for it.
    fileprivate var isSilent: Bool {
        switch self {
        case .wait, .rate, .segment, .hold, .read, .flush: true
        default: false
        }
    }
}
