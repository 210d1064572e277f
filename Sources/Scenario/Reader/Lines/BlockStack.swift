// BlockStack.swift: the blocks that are open, their contents so far, and what is in force within them.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation

/// A block, and each branch of it, begins with the settings and the phases that are in force where the block begins.
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
        var settings: SettingsInForce
        var label: String?
        var branchPlace: Place
        /// The phase of each voice where the block begins: each branch goes on from there.
        var speech = Speech()
        /// The phases at the end of the first branch with a message line: the lines below the block go on from there.
        var speechAfter: Speech?

        /// Each part so far is one callback.
        var isOfCallbacks: Bool {
            (branches.map(\.nodes) + (nodes.isEmpty ? [] : [nodes])).allSatisfy { $0.callback != nil }
        }
    }

    private(set) var open: [Block] = [
        Block(kind: .file, place: Place(line: 1), settings: .init(), label: nil, branchPlace: Place(line: 1))
    ]

    var settings = SettingsInForce()
    var speech = Speech()
    /// Blocks that are nested too deeply, and left out.
    private var skipped = 0

    /// The nodes of the file, once all blocks are closed.
    var nodes: [Node] { open[0].nodes }

    var depth: Int { open.count - 1 }

    /// A run of callbacks in any order has ended directly above the innermost block.
    var followsRun: Bool {
        guard depth > 0, case .line(let line)? = open[depth - 1].nodes.last, case .callback(let callback) = line.deed
        else { return false }
        return callback.occurrence == .anyOrder
    }

    var innermost: Block { open[open.count - 1] }

    /// Nothing stands in the innermost block yet.
    var isAtBegin: Bool { innermost.nodes.isEmpty && innermost.branches.isEmpty && innermost.label == nil }

    mutating func add(_ node: Node) {
        open[open.count - 1].nodes.append(node)
    }

    mutating func begin(_ kind: Kind, _ place: Place, label: String? = nil) {
        let block = Block(
            kind: kind, place: place, settings: settings, label: label, branchPlace: place, speech: speech)
        open.append(block)
    }

    /// Ends a branch of the innermost `either` or `any-order`, and begins the next one.
    mutating func nextBranch(_ place: Place, label: String?) {
        settings = innermost.settings
        endBranch()
        speech = innermost.speech
        open[open.count - 1].label = label
        open[open.count - 1].branchPlace = place
    }

    /// Closes the innermost block; false: none is open.
    mutating func end() -> Bool {
        guard depth > 0 else { return false }
        switch innermost.kind {
        case .either, .anyOrder: endBranch()
        case .file, .repeated: break
        }
        let block = open.removeLast()
        switch block.kind {
        case .file: break
        case .repeated(let rounds, let inAnyOrder):
            add(
                .repeated(Repeat(place: block.place, rounds: rounds, isInAnyOrder: inAnyOrder, nodes: block.nodes)))
            if inAnyOrder { speech.endMessages() }
        case .either:
            add(.either(Either(place: block.place, branches: block.branches)))
            speech = block.speechAfter ?? block.speech
        case .anyOrder where block.isOfCallbacks:
            for line in block.branches.compactMap(\.nodes.callback) { add(.line(line)) }
            speech = block.speech
            speech.interrupt(byOurs: false)
        case .anyOrder:
            add(.anyOrder(AnyOrder(place: block.place, parts: block.branches)))
            speech.endMessages()
        }
        settings = block.settings
        speech.forgetReplies()
        return true
    }

    // MARK: - Blocks that are none

    var areSkipped: Bool { skipped > 0 }

    /// Whether one more block may begin; one that is nested too deeply is skipped, and the first of them told of.
    mutating func mayNest(_ place: Place, _ faults: inout Faults) -> Bool {
        guard depth >= FileLimits.nesting else { return true }
        skipped += 1
        if skipped == 1 {
            faults.add(
                .tooDeep, place, "more than \(FileLimits.nesting) blocks within each other",
                help: "end a block before the next one begins, or split the file")
        }
        return false
    }

    /// false: no block is skipped that could end.
    mutating func endSkipped() -> Bool {
        defer { skipped = max(skipped - 1, 0) }
        return skipped > 0
    }

    private mutating func endBranch() {
        let last = open.count - 1
        if open[last].speechAfter == nil, speech.spoken > open[last].speech.spoken { open[last].speechAfter = speech }
        let branch = Either.Branch(place: open[last].branchPlace, label: open[last].label, nodes: open[last].nodes)
        open[last].branches.append(branch)
        open[last].nodes = []
    }
}

extension [Node] {
    /// The one callback that these are, as one of a run in any order.
    var callback: Line? {
        guard count == 1, case .line(let line) = self[0], case .callback(var callback) = line.deed,
            callback.occurrence == .once
        else { return nil }
        callback.occurrence = .anyOrder
        return line.with(.callback(callback))
    }
}
