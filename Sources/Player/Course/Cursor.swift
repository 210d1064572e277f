// Cursor.swift: a place in the program, and how ops move it: the only interpreter of ops.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainScenario

/// One way on from a fork.
struct ForkWay {
    var label: String
    /// The line of `either` or `or`, or of `end` for the way out of a block.
    var line: Int
    var pc: Int
    /// The counter that taking this way changes.
    var change: Program.Change?
    /// The ops of the branch itself, without what follows it.
    var ops: Range<Int>
    /// The branch begins with `never`: it takes only what fits it.
    var isWrong = false
    /// The way leaves an open block.
    var isExit = false
    /// For a part in any order: the number of lines of ours that were done when the block was reached or the part was
    /// left.
    var reach: Int?

    var isPart: Bool { reach != nil }

    static func exit(_ label: String, line: Int, pc: Int) -> ForkWay {
        ForkWay(label: label, line: line, pc: pc, ops: pc..<pc, isExit: true)
    }
}

extension Program {
    /// The change of a counter when the play goes on.
    enum Change {
        case count(slot: Int, Int)
        /// A block in any order begins.
        case begins(Parts)
        /// A part in any order goes on at this place.
        case leaves(slot: Int, resume: Int)
    }

    /// The line at a place, or the place at which the play goes on.
    enum Next {
        case line(Line, slot: Int?)
        /// There is one way on.
        case on(Int, Change?)
        /// Another round must come; `least` is the number of rounds that must.
        case round(begin: Int, slot: Int, least: Int)
        /// A choice of the client; where only one part in any order is left, there is one way.
        case fork([ForkWay], line: Int)
        case end
    }

    /// Reads the op at `pc`.
    ///
    /// - Parameter count: the counter in a slot; nil: unknown, so every way that is possible then is returned.
    func next(at pc: Int, count: (Int) -> Int?) -> Next {
        switch ops[pc] {
        case .end: return .end
        case .line(let line, let slot): return .line(line, slot: slot)
        case .jump(let target): return .on(target, nil)
        case .beginRepeat(let slot, nil, _): return .on(pc + 1, .count(slot: slot, 1))
        case .beginRepeat(let slot, let over?, let line):
            let round = ForkWay(
                label: "once", line: line, pc: pc + 1, change: .count(slot: slot, 1), ops: pc + 1..<over - 1)
            return .fork([round, .exit("not at all", line: line, pc: over)], line: line)
        case .endRound(let slot, let rounds, let begin, let line):
            let counted = count(slot)
            if let counted, counted < rounds.lowerBound {
                return .round(begin: begin, slot: slot, least: rounds.lowerBound)
            }
            guard counted ?? 1 < rounds.upperBound else { return .on(pc + 1, nil) }
            let again = ForkWay(
                label: "once more", line: line, pc: begin, change: .count(slot: slot, (counted ?? 1) + 1),
                ops: begin..<pc)
            return .fork([again, .exit("no more", line: line, pc: pc + 1)], line: line)
        case .beginParts(let block): return .on(pc + 1, .begins(block))
        case .parts(let block): return parts(of: block, count)
        case .leavePart(let slot, let head, nil): return .on(head, .count(slot: slot, Parts.Part.gone))
        case .leavePart(let slot, let head, let resume?):
            guard count(slot) == nil else { return .on(head, .leaves(slot: slot, resume: resume)) }
            return .fork([.exit("", line: 0, pc: head), .exit("", line: 0, pc: resume)], line: 0)
        case .choice(let choice):
            let ways = choice.branches.map {
                ForkWay(label: $0.label, line: $0.line, pc: $0.ops.lowerBound, ops: $0.ops, isWrong: $0.isWrong)
            }
            return .fork(ways, line: choice.line)
        }
    }

    private func parts(of block: Parts, _ count: (Int) -> Int?) -> Next {
        var ways = block.left { count($0) ?? 0 }.map { part, resume in
            let ops = (resume == 0 ? part.branch.ops.lowerBound : resume)..<part.branch.ops.upperBound
            return ForkWay(
                label: part.branch.label, line: part.branch.line, pc: ops.lowerBound,
                change: .count(slot: part.slot, Parts.Part.gone), ops: ops, reach: count(part.slot + 1) ?? 0)
        }
        let isKnown = block.parts.allSatisfy { count($0.slot) != nil }
        if !isKnown { ways.append(.exit("", line: block.line, pc: block.after)) }
        return ways.isEmpty ? .on(block.after, nil) : .fork(ways, line: block.line)
    }

    /// Visits each line that can be reached from `start`, whichever way the play takes, some of them twice; `visit`
    /// returns whether to go on past it.
    ///
    /// - Parameter counters: the counters at `start`; nil: any number of rounds may have been played.
    func explore(from start: Int, counters: [Int]? = nil, visit: (Line) -> Bool) {
        var seen: Set<Int> = []
        var open = [start]
        // How often a block that is entered on the way is played again, and which parts are left, is not known.
        var unknown = Set(partBlocks.flatMap { $0.parts.map(\.slot) })
        while let pc = open.popLast() {
            guard seen.insert(pc).inserted else { continue }
            switch next(at: pc, count: { unknown.contains($0) ? nil : counters?[$0] }) {
            case .end: break
            case .line(let line, _): if visit(line) { open.append(pc + 1) }
            case .round(let begin, let slot, _):
                // The ops behind the block are reached through another round, which may have the same lines again.
                unknown.insert(slot)
                seen.subtract(begin...pc)
                open.append(begin)
            case .on(let target, let change):
                if case .count(let slot, _)? = change { unknown.insert(slot) }
                open.append(target)
            case .fork(let ways, _):
                for way in ways {
                    if case .count(let slot, _)? = way.change { unknown.insert(slot) }
                    open.append(way.pc)
                }
            }
        }
    }
}

/// A place in a program, with what was counted on the way there.
struct Cursor {
    /// The result of reading one op.
    enum Step {
        /// A line stands here, until it is passed.
        case line(Line, count: Int?)
        case moved
        case fork([ForkWay], line: Int)
        case end
    }

    /// The rounds that a cursor reads.
    enum Rounds {
        /// Every round that must come.
        case each
        /// At most a second round, however many must come.
        case twice
    }

    let program: Program
    private(set) var pc: Int
    private(set) var counters: [Int]
    private let rounds: Rounds
    /// The ends of blocks from which the cursor has gone back once.
    private var repeated: Set<Int> = []

    /// Makes a cursor at the beginning.
    init(_ program: Program) {
        self.program = program
        pc = 0
        counters = Array(repeating: 0, count: program.slots)
        rounds = .each
    }

    /// Makes a cursor at the place of another, which stays where it is.
    init(_ other: Cursor, reading rounds: Rounds = .each) {
        program = other.program
        pc = other.pc
        counters = other.counters
        self.rounds = rounds
    }

    /// Reads one op.
    ///
    /// - Parameter oursDone: the number of lines of ours that are done by now.
    mutating func step(oursDone: Int = 0) -> Step {
        let counters = counters
        switch program.next(at: pc, count: { counters[$0] }) {
        case .end: return .end
        case .line(let line, let slot): return .line(line, count: slot.map { counters[$0] })
        case .fork(let ways, let line): return .fork(ways, line: line)
        case .on(let target, let change):
            pc = target
            if let change { apply(change, oursDone) }
        case .round(let begin, let slot, let least):
            if rounds == .twice, !repeated.insert(pc).inserted {
                self.counters[slot] = least
            } else {
                self.counters[slot] += 1
                pc = begin
            }
        }
        return .moved
    }

    mutating func passLine() { pc += 1 }

    mutating func take(_ way: ForkWay) {
        pc = way.pc
        skip(way)
    }

    /// Counts a way as taken, and stays.
    mutating func skip(_ way: ForkWay) {
        if let change = way.change { apply(change, 0) }
    }

    /// Goes behind branches or rounds without playing them.
    mutating func passOver(_ way: ForkWay) {
        // A block's way out is the place below it; a branch ends with a jump there.
        pc = way.ops.isEmpty ? way.pc : way.ops.upperBound
    }

    /// Goes behind a whole choice: each part in any order is skipped, too.
    mutating func passOver(_ ways: [ForkWay]) {
        for way in ways where way.isPart { skip(way) }
        if let last = ways.last, !last.isPart { passOver(last) }
    }

    /// The next line, if no choice lies before it; nil: the client decides, or no line is left.
    mutating func nextLine() -> (line: Line, count: Int?)? {
        while true {
            switch step() {
            case .moved: continue
            case .end: return nil
            case .fork(let ways, _):
                guard ways.count == 1 else { return nil }
                take(ways[0])
            case .line(let line, let count):
                passLine()
                return (line, count)
            }
        }
    }

    /// The next line in the order of the file: branches one below the other, and rounds as often as they must come.
    ///
    /// - Parameter ops: the number of ops that may still be read; no line is found without any.
    mutating func nextAsWritten(_ ops: inout Int) -> (line: Line, count: Int?)? {
        while ops > 0 {
            ops -= 1
            let counters = counters
            switch program.next(at: pc, count: { counters[$0] }) {
            case .end: return nil
            case .line(let line, let slot):
                pc += 1
                return (line, slot.map { counters[$0] })
            case .round(let begin, let slot, _):
                self.counters[slot] += 1
                pc = begin
            case .on(_, let change):
                if let change { apply(change, 0) }
                pc += 1
            case .fork(let ways, _):
                if let way = ways.first { skip(way) }
                pc += 1
            }
        }
        return nil
    }

    private mutating func apply(_ change: Program.Change, _ oursDone: Int) {
        switch change {
        case .count(let slot, let count): counters[slot] = count
        case .begins(let block):
            for part in block.parts {
                counters[part.slot] = 0
                counters[part.slot + 1] = oursDone
                counters[part.slot + 2] = part.round ?? 0
            }
        case .leaves(let slot, let resume):
            counters[slot] = resume
            counters[slot + 1] = oursDone
        }
    }
}
