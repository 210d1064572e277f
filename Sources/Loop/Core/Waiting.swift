// Waiting.swift: tasks of one loop that wait for each other.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// A value that is not there yet. One task waits for it; the first value counts, and later ones are ignored.
@OnLoop
package final class Promise<Value: Sendable> {
    package private(set) var value: Value?
    private var waiter: LoopContinuation<Value>?

    package init() {}

    package func bring(_ value: Value) {
        guard self.value == nil else { return }
        self.value = value
        waiter?.resume(returning: value)
        waiter = nil
    }

    package func wait() async -> Value {
        if let value { return value }
        precondition(waiter == nil, "a promise has one waiter")
        return await suspend { waiter = $0 }
    }
}

/// An event that happens again and again. Tasks wait for its next time.
@OnLoop
package final class Bell {
    private var waiters: [LoopContinuation<Void>] = []

    package init() {}

    package func ring() {
        guard !waiters.isEmpty else { return }
        let waiting = waiters
        waiters = []
        for waiter in waiting { waiter.resume() }
    }

    package func wait() async {
        await suspend { (waiter: LoopContinuation<Void>) in waiters.append(waiter) }
    }

    /// The same, until this moment at most; false: it has come first, and all bytes that had arrived by then were read.
    package func wait(before moment: Moment) async -> Bool {
        var hasPassed = false
        let timer = EventLoop.shared.schedule(at: moment) { [self] in
            hasPassed = true
            ring()
        }
        await wait()
        timer.cancel()
        return !hasPassed
    }
}
