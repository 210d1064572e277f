// LinesAhead.swift: lines that have not happened yet, as far as they are known.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario
import QuintainTranscript

extension Course {
    /// Lines of theirs that have not happened, in reach or below, as far as they are known from here. Lines below have
    /// no step yet.
    func linesAhead() -> [PlacedLine] {
        var lines = items.compactMap { $0.state == .due ? $0.first : nil }
        var cursor = Cursor(self.cursor)
        while lines.count < Self.linesAheadAtMost, let (line, count) = cursor.nextLine() {
            lines.append(PlacedLine(line: line, step: -1, count: count))
        }
        // Another round goes back up.
        var fork = cursor
        if case .fork(let ways, _) = fork.step() {
            for way in ways where way.pc < cursor.pc { lines += nextRound(of: way, cursor) }
        }
        // Behind a choice the branches stand one below the other.
        let begun = program.partBlocks.filter { ($0.head..<$0.after).contains(cursor.pc) }
        for (place, op) in zip(cursor.pc..., program.ops[cursor.pc...]) {
            let isOver = begun.contains { block in
                block.parts.contains { part in
                    let resume = cursor.counters[part.slot]
                    return part.branch.ops.contains(place) && !part.branch.ops.contains(cursor.pc)
                        && (resume == Program.Parts.Part.gone || place < resume)
                }
            }
            if isOver { continue }
            guard lines.count < Self.linesAheadAtMost else { break }
            guard case .line(let line, let slot) = op else { continue }
            lines.append(PlacedLine(line: line, step: -1, count: slot.map { max(1, cursor.counters[$0]) }))
        }
        for index in lines.indices { lines[index].step = -1 }
        return lines
    }

    /// The request lines that may be the next one, each on its way from here.
    var requestsAhead: [PlacedLine] {
        var lines = window.partsAhead
        var lanes: Set<Lane> = []
        for item in items where item.state == .due && item.isRequest && lanes.insert(item.lane).inserted {
            lines.append(item.first)
        }
        guard lanes.isEmpty else { return lines }
        program.explore(from: cursor.pc, counters: cursor.counters) { line in
            guard case .receive(let part) = line.deed, part.startsMessage else { return true }
            lines.append(PlacedLine(line: line, step: -1, count: nil))
            return false
        }
        return lines
    }

    private func nextRound(of way: ForkWay, _ cursor: Cursor) -> [PlacedLine] {
        program.ops[way.ops].prefix(Self.linesAheadAtMost).compactMap { op in
            guard case .line(let line, let slot) = op else { return nil }
            return PlacedLine(line: line, step: -1, count: slot.map { cursor.counters[$0] + 1 })
        }
    }

    /// The lane whose connection is closed or reset next, with no line of the client and no message of the server
    /// before that.
    var laneEndedUnasked: Lane? {
        guard holdUp == nil else { return nil }
        var cursor = Cursor(self.cursor)
        while let (line, _) = cursor.nextLine() {
            guard case .act(let act) = line.deed else { return nil }
            switch act {
            case .close, .reset: return line.lane
            case .wait, .hold, .rate, .segment: continue
            default: return nil
            }
        }
        return nil
    }

    // MARK: The way to a line

    /// The lines, ours and theirs, between here and a line of the file, on the way that demands least of a client.
    func lines(before number: Int) -> [PlacedLine] {
        let inReach = items.filter { $0.state == .due }.map(\.first)
        if let index = inReach.firstIndex(where: { $0.line.place.line == number }) { return Array(inReach[..<index]) }
        var lines = inReach
        guard let goal = program.place(ofLine: number) else { return lines }
        var cursor = Cursor(self.cursor, reading: .twice)
        while lines.count < Self.linesAheadAtMost {
            switch cursor.step() {
            case .moved: continue
            case .end: return lines
            case .line(let line, let count):
                guard line.place.line != number else { return lines }
                if !line.isWrong { lines.append(PlacedLine(line: line, step: -1, count: count)) }
                cursor.passLine()
            case .fork(let ways, _):
                guard let way = way(among: ways, to: goal) else { return lines }
                cursor.take(way)
            }
        }
        return lines
    }

    /// The way that contains the goal; if none does, the way that demands least of a client.
    func way(among ways: [ForkWay], to goal: Int) -> ForkWay? {
        ways.first { $0.ops.contains(goal) } ?? ways.min { Severity.isLess(price(of: $0), price(of: $1)) }
    }

    /// The severity of the worst line in a way that a client has to keep; nil: there is none.
    private func price(of way: ForkWay) -> Severity? {
        program.lines(in: way.ops).compactMap { line in
            switch line.deed {
            case .receive, .await, .act, .order: Severity(line.level)
            case .callback(let callback):
                demands(callback) ? Severity(line.level) : nil
            case .send, .binding: nil
            }
        }.max()
    }

    private static let linesAheadAtMost = 4096
}
