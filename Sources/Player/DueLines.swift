// DueLines.swift: the lines at which a play stands, for its observers.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario

extension Player {
    /// The lines that have to happen before the play goes on, from top to bottom: those that the client has to do, the
    /// line of ours that takes its time, or the block whose next round or branch the client chooses.
    package var dueLines: [Int] {
        guard phase == .playing else { return [] }
        var lines = Set(course.items.filter(\.holdsUpOurs).map(\.first.line.place.line))
        switch wait {
        case .time(_, let placed)?, .quiet(_, _, let placed)?, .go(let placed)?, .connection(_, let placed, _)?,
            .load(_, let placed, _)?:
            lines.insert(placed.line.place.line)
        case .batch?, .window?: break
        case nil:
            if lines.isEmpty, case .choice(_, let line) = course.stop { lines.insert(line) }
        }
        return Array(lines.sorted().prefix(Self.dueAtMost))
    }

    /// The server sends nothing for a time that the file gives, `! wait`.
    package var isPausing: Bool {
        if case .time? = wait { return phase == .playing }
        return false
    }

    /// The next line waits for silence of the client.
    package var isListening: Bool {
        guard phase == .playing else { return false }
        if case .quiet? = wait { return true }
        return course.dueChoice != nil && course.silentBranch != nil
    }

    private static let dueAtMost = 16
}
