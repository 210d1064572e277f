// Aside.swift: runs work on other threads that would delay the connections.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package enum Aside {
    /// Runs `body` on a worker thread, off the loop, and returns its result.
    package static func run<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
        // A task of the loop prefers the loop's executor, so another executor has to be named as well as another
        // isolation.
        await withTaskExecutorPreference(Workers.shared) { await perform(body) }
    }

    @concurrent
    private static func perform<Value: Sendable>(_ body: @Sendable () -> Value) async -> Value { body() }
}

/// Threads that end when there is no work left.
///
/// The system's own pool opens descriptors when its first work comes, and ends the process where none is left.
private final class Workers: TaskExecutor {
    static let shared = Workers()

    private struct Load {
        var jobs: [UnownedJob] = []
        var threads = 0
    }

    private let load = Locked(Load())
    private let most = max(2, Processors.count)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let needsThread = load.withLock { load in
            load.jobs.append(job)
            guard load.threads < most else { return false }
            load.threads += 1
            return true
        }
        if needsThread { startThread(named: "quintain-aside") { [self] in work() } }
    }

    private func work() {
        while let job = next() { job.runSynchronously(on: asUnownedTaskExecutor()) }
    }

    /// The next job; nil: the thread ends.
    private func next() -> UnownedJob? {
        load.withLock { load in
            if load.jobs.isEmpty { load.threads -= 1 }
            return load.jobs.isEmpty ? nil : load.jobs.removeFirst()
        }
    }
}
