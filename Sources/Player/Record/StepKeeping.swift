// StepKeeping.swift: what becomes of each line is kept, and what happens is written down.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario
import QuintainTranscript

extension Player {
    mutating func append(_ placed: PlacedLine, _ state: Step.State) {
        if speaksOfTLS { self.state(of: placed.line.lane).standIn.read(placed.line.deed) }
        steps.append(Step(line: placed.line.place.line, state: state, doneAt: state == .done ? now : nil))
    }

    mutating func finish(_ placed: PlacedLine) {
        guard isDue(placed.step) else { return }
        steps.set(placed.step, .done, at: now)
    }

    mutating func mark(_ placed: PlacedLine, _ state: Step.State) {
        if case .broken? = steps[number: placed.step]?.state { return }
        steps.set(placed.step, state, at: now)
    }

    func isDue(_ step: Int) -> Bool { steps[number: step]?.state == .due }

    /// Writes the event down.
    mutating func record(
        _ happening: Happening, connection: ConnectionNumber? = nil, lane: Lane? = nil, line: LineReference? = nil
    ) {
        transcript.append(at: now, connection: connection, lane: lane?.name, line: line, happening)
    }
}

extension Window.Stop {
    /// More of the same reply may come directly.
    var leavesRepliesOpen: Bool {
        switch self {
        case .ours, .pause: true
        case .choice, .end, .full: false
        }
    }
}

extension Severity {
    /// How much a line under this level counts when it is broken.
    init(_ level: Level) {
        switch level {
        case .must: self = .failure
        case .should: self = .warning
        case .may, .convention: self = .noted
        }
    }
}
