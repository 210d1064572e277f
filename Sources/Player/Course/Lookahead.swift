// Lookahead.swift: what of a reply is still to come, read ahead in the program.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainReply
import QuintainScenario

extension Program {
    /// The kinds of line with which the lane's reply goes on from `pc`, on whichever way the play takes;
    /// empty: it is over.
    func continuation(from pc: Int, counters: [Int], lane: Lane) -> Continuation {
        var found: Continuation = []
        search(from: pc, counters: counters, lane: lane) { kind in
            found.insert(kind)
            return false
        }
        return found
    }

    /// Whether the lane's reply has a raw line anywhere from `pc` on.
    func hasRawLine(from pc: Int, counters: [Int], lane: Lane) -> Bool {
        var found = false
        search(from: pc, counters: counters, lane: lane) { kind in
            if kind == .raw { found = true }
            return !found
        }
        return found
    }

    /// Visits each line of the lane's reply that can be reached; `visit` says whether to go on past it.
    private func search(from start: Int, counters: [Int], lane: Lane, visit: (Continuation) -> Bool) {
        var seen: Set<Int> = []
        var open = [start]
        var entered: Set<Int> = []
        while let pc = open.popLast() {
            guard seen.insert(pc).inserted else { continue }
            switch ops[pc] {
            case .end: break
            case .jump(let target): open.append(target)
            case .choice(let choice): open += choice.branches.map(\.ops.lowerBound)
            case .beginParts: open.append(pc + 1)
            case .parts(let block): open += block.parts.map(\.ops.lowerBound) + [block.after]
            case .beginRepeat(let slot, let over, _):
                entered.insert(slot)
                open += [pc + 1] + (over.map { [$0] } ?? [])
            case .endRound(let slot, let rounds, let begin, _):
                let mayLeave = entered.contains(slot) || counters[slot] >= rounds.lowerBound
                let mayRepeat = entered.contains(slot) ? rounds.upperBound > 1 : counters[slot] < rounds.upperBound
                if mayLeave { open.append(pc + 1) }
                if mayRepeat { open.append(begin) }
            case .line(let line, _):
                guard line.lane == lane else {
                    open.append(pc + 1)
                    continue
                }
                switch line.deed {
                case .send(let part):
                    guard let kind = Continuation(part) else { continue }
                    if visit(kind) { open.append(pc + 1) }
                case .act(.trailers): if visit(.trailer) { open.append(pc + 1) }
                case .act, .order, .receive, .callback, .await, .binding: open.append(pc + 1)
                }
            }
        }
    }
}

/// The lines ahead one by one, as far as no choice lies between.
struct Walker {
    enum Step {
        case line(Line, count: Int?)
        /// From here on the client decides; the program counter stands before the choice.
        case fork
        case end
    }

    let program: Program
    private(set) var pc: Int
    private(set) var counters: [Int]
    /// The lines of a block come as often as its rounds; else once more at most, whatever rounds are left.
    private let countsRounds: Bool
    /// The ends of blocks that were gone back from.
    private var repeated: Set<Int> = []

    init(_ program: Program, from pc: Int, counters: [Int], countsRounds: Bool = true) {
        self.countsRounds = countsRounds
        self.program = program
        self.pc = pc
        self.counters = counters
    }

    mutating func next() -> Step {
        while true {
            switch program.ops[pc] {
            case .end: return .end
            case .jump(let target): pc = target
            case .choice: return .fork
            case .beginParts(let slot):
                counters[slot] = 0
                pc += 1
            case .parts(let block):
                let left = block.left(counters)
                guard left.count < 2 else { return .fork }
                pc = left.first.map { block.parts[$0].ops.lowerBound } ?? block.after
                if let last = left.first { counters[block.slot] |= 1 << last }
            case .beginRepeat(_, _?, _): return .fork
            case .beginRepeat(let slot, nil, _):
                counters[slot] = 1
                pc += 1
            case .endRound(let slot, let rounds, let begin, _):
                if counters[slot] < rounds.lowerBound {
                    guard countsRounds || repeated.insert(pc).inserted else {
                        counters[slot] = rounds.lowerBound
                        continue
                    }
                    counters[slot] += 1
                    pc = begin
                } else if counters[slot] >= rounds.upperBound {
                    pc += 1
                } else {
                    return .fork
                }
            case .line(let line, let slot):
                pc += 1
                return .line(line, count: slot.map { counters[$0] })
            }
        }
    }
}
