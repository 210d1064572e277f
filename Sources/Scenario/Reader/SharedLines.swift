// SharedLines.swift: lines that the runs of a table have in common.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation

/// Gives each run the line that an earlier run has already, where both are the same: a line is kept once a row only
/// where the row's cells have changed it.
final class SharedLines {
    /// The last line that was read, by its number in the file.
    private var last: [Int: Line] = [:]

    func one(for line: Line) -> Line {
        if let known = last[line.place.line], known.isSame(as: line) { return known }
        last[line.place.line] = line
        return line
    }
}

extension Line {
    fileprivate func isSame(as other: Line) -> Bool {
        place == other.place && last == other.last && lane == other.lane && level == other.level
            && within == other.within
            && deed == other.deed
    }
}
