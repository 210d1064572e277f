// CallbackLines.swift: the lines that take a callback, in reach and further down.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario
import QuintainTranscript
import QuintainTalk
import QuintainWords

extension Inquiry {
    /// The line in reach that fits the callback best.
    func findLine(for callback: ReportedCallback) -> FoundLine? {
        course.find { window, item, index in
            guard case .callback(let expected) = item.kind, item.lane == callback.lane,
                expected.callback.kind == callback.kind, window.isNextForCallbacks(index)
            else { return nil }
            if expected.callback.kind.hasBytes, window.isOfLineAbove(index) { return nil }
            return fit(expected, item, callback)
        }
    }

    func fit(_ expected: ExpectedCallback, _ item: Item, _ callback: ReportedCallback) -> Fit? {
        if expected.callback.kind.hasBytes {
            return expected.fit(callback, item.state, values, scope(item.first))
        }
        let fits = fits(callback, expected.callback, item.first)
        switch item.state {
        case .due:
            if fits || callback.isPart(of: expected.callback, values, scope(item.first)) { return .whole }
            return expected.callback.occurrence == .optional ? nil : .wrongValue
        case .done: return fits && expected.takesMore ? .again : nil
        case .taken, .gone: return nil
        }
    }

    func fits(_ callback: ReportedCallback, _ line: Callback, _ placed: PlacedLine) -> Bool {
        var trial = values
        let (fit, wrongTime) = fit(callback, against: line, placed, &trial)
        return fit.wrong.isEmpty && wrongTime == nil
    }

    /// What differs between the callback and the line, its time included. Captured values go into `values`.
    func fit(
        _ callback: ReportedCallback, against line: Callback, _ placed: PlacedLine, _ values: inout Values
    ) -> (fit: CallbackFit, wrongTime: Difference?) {
        (CallbackFit(callback, against: line, &values, scope(placed)), wrongTime(line, placed))
    }

    /// A wrong `after=`, which counts from when the line above was done. Time in which no process ran makes no callback
    /// late.
    func wrongTime(_ line: Callback, _ placed: PlacedLine) -> Difference? {
        guard let after = line.after, placed.step >= 0 else { return nil }
        let since = record.lastDone(above: placed.step) ?? 0
        let waited = Int((clock.now - since) / 1_000_000)
        let isLate = waited - Int(clock.stoodStill / 1_000_000) > after.upperBound
        guard waited < after.lowerBound || isLate else { return nil }
        let isOwnLimit =
            !isLate && line.kind == .fail && line.subject.first?.literalText == FailKind.timedOut.rawValue
        return .time(waited, wanted: after, isOwnLimit: isOwnLimit)
    }

    func callbackLineAhead(_ callback: ReportedCallback) -> PlacedLine? {
        course.linesAhead().first { placed in
            guard case .callback(let line) = placed.line.deed, placed.line.lane == callback.lane,
                line.kind == callback.kind
            else { return false }
            return line.kind.hasBytes || fits(callback, line, placed)
        }
    }

    /// The line further down of which a report of progress is part. It is not too soon: a later report makes that line
    /// done.
    func lineAhead(ofPart callback: ReportedCallback) -> PlacedLine? {
        guard callback.amount != nil else { return nil }
        return course.linesAhead().first { placed in
            guard case .callback(let line) = placed.line.deed, placed.line.lane == callback.lane else { return false }
            return callback.isPart(of: line, values, scope(placed))
        }
    }

    /// The next line of the lane that takes a callback. While bytes are on their way, those below them are not in reach yet.
    func dueCallback(in lane: Lane) -> PlacedLine? {
        let due = course.items.first { $0.lane == lane && $0.isCallback && $0.state == .due }
        if let due { return due.first }
        guard phase == .playing, wait?.batch != nil else { return nil }
        return course.linesAhead().first { placed in
            if case .callback = placed.line.deed { placed.line.lane == lane } else { false }
        }
    }
}
