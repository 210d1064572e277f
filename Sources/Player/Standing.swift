// Standing.swift: where a play stands, for its observers.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
package import QuintainScenario
import QuintainTranscript
package import QuintainWords

extension Player {
    /// The lines that have to happen before the play goes on, from top to bottom: those that the client has to do, the
    /// line of ours that takes its time, or the block whose next round or branch the client chooses.
    package var dueLines: [Int] {
        guard phase == .playing else { return [] }
        var lines = Set(course.items.filter(\.holdsUpOurs).map(\.first.line.place.line))
        if let wait {
            if let placed = wait.placed { lines.insert(placed.line.place.line) }
        } else if lines.isEmpty, case .choice(_, let line) = course.stop {
            lines.insert(line)
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
        if wait?.silence != nil { return true }
        return course.dueChoice != nil && course.silentBranch != nil
    }

    /// The line of the `! hold` that waits for ``released(at:)``; nil: none does.
    package var isHeld: Int? {
        if case .go(let placed)? = wait { placed.line.place.line } else { nil }
    }

    /// The number of connections that are kept.
    package var connectionCount: Int { connections.count }

    /// The client has opened one.
    package var hasSeenConnections: Bool { connections.seen > 0 }

    /// The connection that the client closed most recently was one that it could still have used.
    package var leftForGood: Bool { connections.wasLeftForGood }

    package var isOver: Bool { phase == .over }

    /// Every line has happened, or the play was broken off: only the end of the client is still to come.
    package var isScriptEnded: Bool { phase == .scriptEnded || phase == .brokenOff || phase == .over }

    /// Nothing more has to happen for the verdict: the last line has, or something is wrong.
    package var isDecided: Bool { isScriptEnded || outcome.breaches.contains { $0.severity == .failure } }

    /// A line under `must` never came, so further input is no breach.
    package var isBrokenOff: Bool { phase == .brokenOff }

    /// The first callback that has to come next in this lane.
    package func nextCallback(in lane: Lane) -> CallbackKind? {
        for placed in course.linesAhead() where placed.line.lane == lane {
            guard case .callback(let line) = placed.line.deed, line.occurrence != .optional else { continue }
            return line.kind
        }
        return nil
    }

    /// Only callbacks can happen next: nothing more is expected on the wire until they have.
    package var awaitsCallbacksAlone: Bool { isHeldUp(by: \.isCallback) }

    /// Only lines `! await` can happen next, which no message of the client's comes with.
    package var awaitsActsAlone: Bool { isHeldUp(by: \.isAwait) }

    /// Only requests can happen next, behind a silence: the client is meant to pause before it asks.
    package var awaitsClientsPause: Bool { course.isBehindSilence && isHeldUp(by: \.isRequest) }

    private func isHeldUp(by kind: (Item) -> Bool) -> Bool {
        guard phase == .playing, wait == nil else { return false }
        let due = course.items.filter(\.holdsUpOurs)
        return !due.isEmpty && due.allSatisfy(kind)
    }

    private static let dueAtMost = 16
}
