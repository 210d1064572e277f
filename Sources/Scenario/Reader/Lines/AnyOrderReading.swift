// AnyOrderReading.swift: blocks whose parts may come in any order.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation

extension ScenarioBuilder {
    var isInAnyOrder: Bool { if case .anyOrder = blocks.innermost.kind { true } else { false } }

    /// Rounds in any order are a fixed number of parts.
    private mutating func checked(roundsInAnyOrder rounds: ClosedRange<Int>, _ text: Text) -> ClosedRange<Int> {
        let most = min(rounds.upperBound, FileLimits.partsInAnyOrder)
        if rounds.count > 1 || most < rounds.upperBound {
            faults.add(
                .badNumber, text.place, "rounds in any order are a fixed number, at most \(FileLimits.partsInAnyOrder)",
                help: "write 'any-order \(most)'; routes answer any number of requests at once")
        }
        return most...most
    }

    /// Each round in any order keeps its own place, so the lines of all of them are bounded.
    mutating func checkSizeOfRounds() {
        guard case .repeated(let rounds, inAnyOrder: true) = blocks.innermost.kind else { return }
        let lines = blocks.innermost.nodes.reduce(0) { $0 + $1.linesInAnyOrder }
        guard lines * rounds.upperBound > FileLimits.linesInAnyOrder else { return }
        faults.add(
            .badNesting, blocks.innermost.place,
            "more than \(FileLimits.linesInAnyOrder) lines in all rounds in any order together",
            help: "write fewer rounds")
    }

    mutating func beginAnyOrder(_ rest: Text, _ line: SourceLine, _ inner: [Text]) {
        guard blocks.mayNest(line.whole.place, &reader.faults) else { return }
        defer { speech.endMessages() }
        if let rounds = Units.rounds(rest.string) {
            blocks.begin(
                .repeated(checked(roundsInAnyOrder: rounds, rest), inAnyOrder: true), line.whole.place)
            scope.rounds += 1
        } else {
            blocks.begin(.anyOrder, line.whole.place, label: label(rest, inner))
        }
    }

    mutating func nextPart(_ rest: Text, _ line: SourceLine, _ inner: [Text]) {
        checkPart()
        if blocks.innermost.branches.count + 1 == FileLimits.partsInAnyOrder {
            faults.add(
                .badNesting, line.whole.place, "more than \(FileLimits.partsInAnyOrder) parts in any order",
                help: "write one 'any-order' below another, or split the file")
        }
        blocks.nextBranch(line.whole.place, label: label(rest, inner))
        speech.endMessages()
    }

    /// Checks the last part, before the `end` of the block.
    mutating func checkLastPart() {
        checkPart()
        let block = blocks.innermost
        if let mixed = block.branches.first(where: { $0.nodes.callback != nil }), !block.isOfCallbacks {
            faults.add(
                .badNesting, mixed.place, "a part of 'any-order' is a '*' line, and another one is not",
                help: "write two blocks, one below the other")
        } else if block.isOfCallbacks, blocks.followsRun {
            faults.add(
                .badNesting, block.place,
                "two runs of '*' lines in any order, one directly below the other, are one run",
                help: "write them in one 'any-order'")
        }
        guard blocks.innermost.branches.isEmpty else { return }
        faults.add(
            .badNesting, blocks.innermost.place, "this 'any-order' has no 'or'",
            help: "take 'any-order' and 'end' away, or write 'or'; 'any-order 3' plays one part three times")
    }

    /// Checks that the part begins with a request, because the request that comes tells which part it is.
    mutating func checkPart() {
        let block = blocks.innermost
        if block.isOfCallbacks { return }
        var place = block.branchPlace
        if let first = block.nodes.first(where: { !$0.isBinding }) {
            if case .line(let line) = first, case .receive(.start) = line.deed { return }
            place = first.place
        }
        guard !faults.hasErrors else { return }
        faults.add(
            .badNesting, place, "a part of 'any-order' begins with a request, or all of them are one '*' line each",
            help: "put what comes before all parts above 'any-order'")
    }
}

extension Node {
    fileprivate var isBinding: Bool {
        if case .line(let line) = self, case .binding = line.deed { true } else { false }
    }

    /// The number of its lines, those of rounds in any order as often as there are rounds; above the limit it stays one
    /// more than that, so that no product is too large for a number.
    fileprivate var linesInAnyOrder: Int { min(countOfLines, FileLimits.linesInAnyOrder + 1) }

    private var countOfLines: Int {
        func sum(_ nodes: [Node]) -> Int { nodes.reduce(0) { $0 + $1.linesInAnyOrder } }
        return switch self {
        case .line: 1
        case .repeated(let block): sum(block.nodes) * (block.isInAnyOrder ? block.rounds.upperBound : 1)
        case .either(let block): block.branches.reduce(0) { $0 + sum($1.nodes) }
        case .anyOrder(let block): block.parts.reduce(0) { $0 + sum($1.nodes) }
        }
    }
}
