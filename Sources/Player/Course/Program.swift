// Program.swift: a scenario's lines and blocks as one row of steps with jumps.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
package import QuintainScenario
import QuintainWords

/// A scenario laid out flat, so that "what comes next" is an index.
package struct Program: Sendable {
    enum Op: Sendable {
        /// A line, and the counter of the innermost block around it.
        case line(Line, slot: Int?)
        case choice(Choice)
        case jump(Int)
        /// A block in any order begins: nothing of it has happened.
        case beginParts(slot: Int)
        /// Which of its parts comes next.
        case parts(Parts)
        /// `over` is the place below the block, if it may be played not at all.
        case beginRepeat(slot: Int, over: Int?, line: Int)
        case endRound(slot: Int, rounds: ClosedRange<Int>, begin: Int, line: Int)
        case end
    }

    struct Choice: Sendable {
        struct Branch: Sendable {
            var label: String
            var line: Int
            var ops: Range<Int>
        }

        var line: Int
        var branches: [Branch]
        /// What follows `end`.
        var after: Int
    }

    /// A block in any order. One slot says which parts have begun, bit by bit, and the next how many lines of ours had
    /// been done when the block was reached.
    struct Parts: Sendable {
        var line: Int
        var slot: Int
        /// Where the `parts` op stands.
        var head: Int
        var parts: [Choice.Branch]
        /// What follows `end`.
        var after: Int

        /// Those that have not begun, by the bits of the first slot.
        func left(_ begun: Int) -> [Int] { parts.indices.filter { begun & 1 << $0 == 0 } }
    }

    private(set) var ops: [Op] = []
    private(set) var partBlocks: [Parts] = []
    private(set) var slots = 0
    /// Whether some line says `{{request.body}}`: bodies are kept only then.
    private(set) var quotesBodies = false
    /// The kinds of callback that some line names.
    private(set) var callbacks: Set<CallbackKind> = []
    private(set) var lanes: Set<Lane> = []

    /// Whether a callback of this kind needs a line. A file that names no callback at all speaks of the wire alone.
    func asksFor(_ kind: CallbackKind) -> Bool {
        callbacks.contains(kind) || kind.isAlwaysCounted && !callbacks.isEmpty
    }

    package init(_ scenario: Scenario) {
        lay(scenario.nodes, slot: nil)
        ops.append(.end)
    }

    /// The lines that stand there, without what is between them.
    func lines(in places: Range<Int>) -> some Sequence<Line> {
        ops[places].lazy.compactMap { if case .line(let line, _) = $0 { line } else { nil } }
    }

    private mutating func lay(_ nodes: [Node], slot: Int?) {
        for node in nodes {
            switch node {
            case .line(let line):
                ops.append(.line(line, slot: slot))
                lanes.insert(line.lane)
                if line.deed.quotesBody { quotesBodies = true }
                if case .callback(let callback) = line.deed { callbacks.insert(callback.kind) }
            case .repeated(let block): lay(block)
            case .either(let block): lay(block, slot: slot)
            case .anyOrder(let block): lay(block, slot: slot)
            }
        }
    }

    private mutating func lay(_ block: Repeat) {
        guard block.rounds.upperBound > 0 else { return }
        let slot = slots
        slots += 1
        let head = ops.count
        ops.append(.end)
        lay(block.nodes, slot: slot)
        // Rounds of nothing would be counted all the same.
        guard ops.count > head + 1 else {
            ops.removeLast()
            return
        }
        ops.append(.endRound(slot: slot, rounds: block.rounds, begin: head + 1, line: block.place.line))
        let over = block.rounds.lowerBound == 0 ? ops.count : nil
        ops[head] = .beginRepeat(slot: slot, over: over, line: block.place.line)
    }

    private mutating func lay(_ block: Either, slot: Int?) {
        let head = ops.count
        ops.append(.end)
        var branches: [Choice.Branch] = []
        var jumps: [Int] = []
        for branch in block.branches {
            let entry = ops.count
            lay(branch.nodes, slot: slot)
            jumps.append(ops.count)
            ops.append(.end)
            let label = branch.label ?? (branches.isEmpty ? "either" : "or")
            branches.append(.init(label: label, line: branch.place.line, ops: entry..<ops.count))
        }
        let after = ops.count
        for jump in jumps { ops[jump] = .jump(after) }
        ops[head] = .choice(Choice(line: block.place.line, branches: branches, after: after))
    }

    private mutating func lay(_ block: AnyOrder, slot: Int?) {
        let own = slots
        slots += 2
        ops.append(.beginParts(slot: own))
        let head = ops.count
        ops.append(.end)
        var parts: [Choice.Branch] = []
        for part in block.parts {
            let entry = ops.count
            lay(part.nodes, slot: slot)
            ops.append(.jump(head))
            parts.append(.init(label: part.label ?? "", line: part.place.line, ops: entry..<ops.count))
        }
        let laid = Parts(line: block.place.line, slot: own, head: head, parts: parts, after: ops.count)
        ops[head] = .parts(laid)
        partBlocks.append(laid)
    }
}

extension Deed {
    fileprivate var quotesBody: Bool {
        switch self {
        case .send(let part): part.quotesBody
        case .callback(let callback): callback.templates.contains(where: \.quotesBody)
        case .act, .order, .receive, .await, .binding: false
        }
    }
}

extension SendLine {
    /// Whether it says `{{request.body}}`.
    var quotesBody: Bool { template?.quotesBody ?? false }
}

extension Callback {
    /// What must come.
    fileprivate var templates: [Template] { subject + fields.map(\.value) + header.map(\.value) }
}

extension Template {
    fileprivate var quotesBody: Bool { values.contains { $0.all.contains { $0.function == .requestBody } } }
}
