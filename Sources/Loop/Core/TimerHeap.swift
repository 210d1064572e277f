// TimerHeap.swift: timers by their deadlines, in a binary heap whose entries know their index.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// A timer that fires once. Used on the loop's thread only.
package final class TimerToken {
    /// Looked at in each turn, so it is not watched for overlapping access.
    package fileprivate(set) var deadline = Moment(nanoseconds: 0)
    /// Timers of the same moment fire in the order in which they were set.
    fileprivate var sequence: UInt64 = 0
    fileprivate var index = -1
    let action: () -> Void
    private unowned let loop: EventLoop

    init(loop: EventLoop, action: @escaping () -> Void) {
        self.loop = loop
        self.action = action
    }

    package var isScheduled: Bool { index >= 0 }

    /// Does nothing if the timer has fired or was cancelled before.
    package func cancel() {
        loop.assertOnLoop()
        loop.timers.remove(self)
    }

    fileprivate func precedes(_ other: TimerToken) -> Bool {
        (deadline.nanoseconds, sequence) < (other.deadline.nanoseconds, other.sequence)
    }
}

struct TimerHeap {
    private var tokens: [TimerToken] = []
    /// The number of timers that were set so far.
    private(set) var sequence: UInt64 = 0

    var isEmpty: Bool { tokens.isEmpty }
    var nextDeadline: Moment? { tokens.first?.deadline }

    /// A token that is already in the heap moves.
    mutating func insert(_ token: TimerToken, at deadline: Moment) {
        remove(token)
        token.deadline = deadline
        token.sequence = sequence
        sequence += 1
        token.index = tokens.count
        tokens.append(token)
        rise(from: token.index)
    }

    mutating func remove(_ token: TimerToken) {
        let hole = token.index
        guard hole >= 0 else { return }
        token.index = -1
        let last = tokens.removeLast()
        guard last !== token else { return }
        place(last, at: hole)
        rise(from: hole)
        sink(from: last.index)
    }

    /// The next timer that is due and was set before this sequence number. A later one with an earlier deadline blocks
    /// the rest.
    mutating func popDue(at now: Moment, setBefore sequence: UInt64 = .max) -> TimerToken? {
        guard let first = tokens.first, first.deadline <= now, first.sequence < sequence else { return nil }
        remove(first)
        return first
    }

    private mutating func place(_ token: TimerToken, at index: Int) {
        tokens[index] = token
        token.index = index
    }

    private mutating func rise(from start: Int) {
        let token = tokens[start]
        var index = start
        while index > 0 {
            let parent = (index - 1) / 2
            guard token.precedes(tokens[parent]) else { break }
            place(tokens[parent], at: index)
            index = parent
        }
        place(token, at: index)
    }

    private mutating func sink(from start: Int) {
        let token = tokens[start]
        var index = start
        while true {
            var child = 2 * index + 1
            guard child < tokens.count else { break }
            if child + 1 < tokens.count, tokens[child + 1].precedes(tokens[child]) { child += 1 }
            guard tokens[child].precedes(token) else { break }
            place(tokens[child], at: index)
            index = child
        }
        place(token, at: index)
    }
}
