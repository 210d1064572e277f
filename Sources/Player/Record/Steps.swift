// Steps.swift: the state of each line that a run reached, bounded.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainTranscript

/// One line as the run reached it: a line in a block is one step for each round.
package struct Step: Sendable, Equatable {
    package enum State: Sendable, Equatable {
        case due
        case done
        case broken(Severity)
        /// The client has no such callback, or does not report any.
        case unobserved
        /// A `*?` line that gave way, or a line under `should` that never came.
        case skipped
        /// The play ended above this line.
        case notReached
    }

    package var line: Int
    package var state: State
    var doneAt: Int64?
}

/// The steps of a run, numbered from zero. Of a long run the first and the last steps are kept, and between them those
/// that are still due: the state of the others is not needed any more.
package struct Steps: Sendable {
    /// A step in the gap that is due, or was due when the gap reached it.
    private struct Open {
        var step: Step
        /// The last step in the gap above this one that was done: its number and time.
        var since: (number: Int, doneAt: Int64)?
    }

    private var first: [Step] = []
    private var last: [Step] = []
    /// The number of the first step in `last`.
    private var lastStart = 0
    private var open: [Int: Open] = [:]
    /// The last step in the gap that was done when the gap reached it.
    private var gapDone: (number: Int, doneAt: Int64)?
    private let keepFirst: Int
    private let keepLast: Int

    package init(keepFirst: Int = 20_000, keepLast: Int = 5_000) {
        self.keepFirst = keepFirst
        self.keepLast = keepLast
    }

    /// The number of steps that there have been.
    package var total: Int { lastStart + last.count }

    /// The number of steps that are not kept.
    package var leftOut: Int { total - count }

    mutating func append(_ step: Step) {
        if first.count < keepFirst {
            first.append(step)
            lastStart = first.count
            return
        }
        last.append(step)
        if last.count >= 2 * keepLast { forgetMiddle() }
    }

    private mutating func forgetMiddle() {
        for (offset, step) in last[..<keepLast].enumerated() {
            let number = lastStart + offset
            if step.state == .due { open[number] = Open(step: step, since: gapDone) }
            if let doneAt = step.doneAt { gapDone = (number, doneAt) }
        }
        last.removeFirst(keepLast)
        lastStart += keepLast
    }

    /// The step with this number, if it is kept.
    subscript(number number: Int) -> Step? {
        if number < 0 || number >= total { return nil }
        if number < first.count { return first[number] }
        return number >= lastStart ? last[number - lastStart] : open[number]?.step
    }

    mutating func set(_ number: Int, _ state: Step.State, at time: Int64?) {
        guard var step = self[number: number] else { return }
        step.state = state
        step.doneAt = time ?? step.doneAt
        if number < first.count {
            first[number] = step
        } else if number >= lastStart {
            last[number - lastStart] = step
        } else {
            open[number]?.step = step
            // Done steps in the gap are kept only as long as some step there is due.
            guard !open.values.contains(where: { $0.step.state == .due }) else { return }
            gapDone = latest(of: gapDone, openDone(above: lastStart))
            open = [:]
        }
    }

    /// The last step that was due when the gap reached it, and is done now: its number and time.
    private func openDone(above number: Int) -> (number: Int, doneAt: Int64)? {
        let done = open.compactMap { place, open in open.step.doneAt.map { (number: place, doneAt: $0) } }
        return done.filter { $0.number < number }.max { $0.number < $1.number }
    }

    private func latest(
        of one: (number: Int, doneAt: Int64)?, _ other: (number: Int, doneAt: Int64)?
    ) -> (number: Int, doneAt: Int64)? {
        [one, other].compactMap { $0 }.max { $0.number < $1.number }
    }

    /// The time at which the nearest done step above this one was done.
    func lastDone(above number: Int) -> Int64? {
        for place in stride(from: Swift.min(number, total) - 1, through: lastStart, by: -1) {
            if let doneAt = last[place - lastStart].doneAt { return doneAt }
        }
        if number > first.count {
            let gap = number >= lastStart ? gapDone : open[number]?.since
            if let latest = latest(of: gap, openDone(above: number)) { return latest.doneAt }
        }
        return first[..<Swift.min(number, first.count)].last { $0.doneAt != nil }?.doneAt
    }

    /// Steps that are due will not happen any more.
    mutating func giveUpDue() {
        for index in first.indices where first[index].state == .due { first[index].state = .notReached }
        for index in last.indices where last[index].state == .due { last[index].state = .notReached }
        for number in open.keys where open[number]?.step.state == .due { open[number]?.step.state = .notReached }
    }

    /// The numbers of the steps that are kept, in the order of the collection.
    package var numbers: [Int] { Array(first.indices) + open.keys.sorted() + Array(lastStart..<total) }
}

extension Steps: RandomAccessCollection {
    package var startIndex: Int { 0 }
    package var endIndex: Int { first.count + open.count + last.count }

    /// The steps that are kept, in the order in which they were reached.
    package subscript(position: Int) -> Step {
        if position < first.count { return first[position] }
        if position >= first.count + open.count { return last[position - first.count - open.count] }
        return open[open.keys.sorted()[position - first.count]]!.step
    }
}
