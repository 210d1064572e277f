// LoopContinuation.swift: a checked continuation in debug builds, an unsafe one in release builds.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

#if DEBUG
    typealias LoopContinuation<Value> = CheckedContinuation<Value, Never>

    @inline(always)
    func suspend<Value>(
        isolation: isolated (any Actor)? = #isolation,
        _ body: (LoopContinuation<Value>) -> Void
    ) async -> sending Value {
        // Any other task goes through the loop's queue at each await, also between its last check and the wait, so that
        // an event in between would be lost.
        withUnsafeCurrentTask { task in
            precondition(task?.unownedTaskExecutor != nil, "only tasks that a loop has started can wait on it")
        }
        return await withCheckedContinuation(body)
    }
#else
    typealias LoopContinuation<Value> = UnsafeContinuation<Value, Never>

    @inline(always)
    func suspend<Value>(
        isolation: isolated (any Actor)? = #isolation,
        _ body: (LoopContinuation<Value>) -> Void
    ) async -> sending Value {
        await withUnsafeContinuation(body)
    }
#endif
