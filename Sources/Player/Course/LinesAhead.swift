// LinesAhead.swift: lines that have not happened yet, as far as they can be told.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainScenario

extension Course {
    /// Lines of theirs that have not happened, in reach or below, as far as they can be told from here. Those
    /// below have no step yet.
    func linesAhead() -> [PlacedLine] {
        var lines = items.compactMap { $0.state == .due ? $0.first : nil }
        var cursor = Cursor(self.cursor)
        while lines.count < Self.linesAheadAtMost, let (line, count) = cursor.nextLine() {
            lines.append(PlacedLine(line: line, step: -1, count: count))
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

    private static let linesAheadAtMost = 4096
}
