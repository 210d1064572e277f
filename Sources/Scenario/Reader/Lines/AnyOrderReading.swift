// AnyOrderReading.swift: blocks whose parts may come in any order.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation

extension ScenarioBuilder {
    var isInAnyOrder: Bool { if case .anyOrder = blocks.innermost.kind { true } else { false } }

    /// The text between `repeat` and `any-order`.
    static func roundsInAnyOrder(_ rest: Text) -> (rounds: Text, isInAnyOrder: Bool) {
        guard let word = Scanner.split(rest, at: Byte.space, strings: false, values: false).last,
            word.equals("any-order")
        else { return (rest, false) }
        return (rest.upTo(word.start).trimmed, true)
    }

    /// Rounds in any order are a fixed number of parts.
    mutating func checked(roundsInAnyOrder rounds: ClosedRange<Int>, _ text: Text) -> ClosedRange<Int> {
        let most = min(rounds.upperBound, FileLimits.partsInAnyOrder)
        if rounds.count > 1 || most < rounds.upperBound {
            faults.add(
                .badNumber, text.place, "rounds in any order are a fixed number, at most \(FileLimits.partsInAnyOrder)",
                help: "write 'repeat \(most) any-order'; routes answer any number of requests at once")
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
        speech.endMessages()
        blocks.begin(.anyOrder, line.whole.place, label: label(rest, inner))
    }

    mutating func nextPart(_ rest: Text, _ line: SourceLine, _ inner: [Text]) {
        guard !blocks.areSkipped else { return }
        guard isInAnyOrder else {
            faults.add(
                .badNesting, line.whole.place, "'and' stands in no 'any-order'",
                help: "write 'any-order' above what is said first; the branches of 'either' stand behind 'or'")
            return
        }
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
        guard blocks.innermost.branches.isEmpty else { return }
        faults.add(
            .badNesting, blocks.innermost.place, "this 'any-order' has no 'and'",
            help: "take 'any-order' and 'end' away, or write 'and'; 'repeat 3 any-order' plays one part three times")
    }

    /// Checks that the part begins with a request, because the request that comes tells which part it is.
    mutating func checkPart() {
        let block = blocks.innermost
        let word = if case .repeated = block.kind { "repeat … any-order" } else { "any-order" }
        var place = block.branchPlace
        if let first = block.nodes.first(where: { !$0.isBinding }) {
            if case .line(let line) = first, case .receive(.start) = line.deed { return }
            place = first.place
        }
        guard !faults.hasErrors else { return }
        faults.add(
            .badNesting, place, "a part of '\(word)' begins with a request, which tells which part it is",
            help: "put what comes before all parts above '\(word)'")
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
