// BlockStack.swift: the blocks that are open, and their contents so far.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation

struct BlockStack {
    enum Kind {
        case file
        case repeated(ClosedRange<Int>, inAnyOrder: Bool)
        case either
        case anyOrder
    }

    struct Block {
        var kind: Kind
        var place: Place
        /// Its nodes so far; of an `either`, those of the open branch.
        var nodes: [Node] = []
        /// The branches that have ended.
        var branches: [Either.Branch] = []
        /// The settings in force where the block begins, and again behind it.
        var settings: SettingsInForce.Values
        var label: String?
        var branchPlace: Place
        /// The phase of each voice where the block begins: each branch goes on from there.
        var speech = Speech()
        /// The phases at the end of the first branch with a message line: the lines below the block go on from there.
        var speechAfter: Speech?
    }

    private(set) var open: [Block] = [
        Block(kind: .file, place: Place(line: 1), settings: .init(), label: nil, branchPlace: Place(line: 1))
    ]

    /// The nodes of the file, once all blocks are closed.
    var nodes: [Node] { open[0].nodes }

    var depth: Int { open.count - 1 }
    var innermost: Block { open[open.count - 1] }

    mutating func add(_ node: Node) {
        open[open.count - 1].nodes.append(node)
    }

    mutating func begin(
        _ kind: Kind, _ place: Place, _ settings: SettingsInForce.Values, _ speech: Speech, label: String? = nil
    ) {
        let block = Block(
            kind: kind, place: place, settings: settings, label: label, branchPlace: place, speech: speech)
        open.append(block)
    }

    /// Ends a branch of the innermost `either` and begins the next one.
    mutating func nextBranch(_ place: Place, label: String?, _ speech: inout Speech) {
        switch innermost.kind {
        case .either, .anyOrder: break
        case .file, .repeated: return
        }
        endBranch(speech)
        speech = innermost.speech
        open[open.count - 1].label = label
        open[open.count - 1].branchPlace = place
    }

    /// Closes the innermost block and returns the settings that were in force before it.
    mutating func end(_ speech: inout Speech) -> SettingsInForce.Values? {
        guard depth > 0 else { return nil }
        switch innermost.kind {
        case .either, .anyOrder: endBranch(speech)
        case .file, .repeated: break
        }
        let block = open.removeLast()
        switch block.kind {
        case .file: break
        case .repeated(let rounds, let inAnyOrder):
            add(
                .repeated(Repeat(place: block.place, rounds: rounds, isInAnyOrder: inAnyOrder, nodes: block.nodes)))
        case .either:
            add(.either(Either(place: block.place, branches: block.branches)))
            speech = block.speechAfter ?? block.speech
        case .anyOrder: add(.anyOrder(AnyOrder(place: block.place, parts: block.branches)))
        }
        return block.settings
    }

    private mutating func endBranch(_ speech: Speech) {
        let last = open.count - 1
        if open[last].speechAfter == nil, speech.spoken > open[last].speech.spoken { open[last].speechAfter = speech }
        let branch = Either.Branch(place: open[last].branchPlace, label: open[last].label, nodes: open[last].nodes)
        open[last].branches.append(branch)
        open[last].nodes = []
    }
}
