// Aside.swift: work that would keep connections waiting.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package enum Aside {
    /// Runs `body` on a thread of the system's pool, and returns its result.
    package static func run<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
        // A task of the loop prefers the loop's executor, so another executor has to be named as well as another
        // isolation.
        await withTaskExecutorPreference(globalConcurrentExecutor) { await perform(body) }
    }

    @concurrent
    private static func perform<Value: Sendable>(_ body: @Sendable () -> Value) async -> Value { body() }
}
