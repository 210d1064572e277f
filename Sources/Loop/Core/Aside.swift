// Aside.swift: work that would keep connections waiting.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package enum Aside {
    /// Does this on a thread of the system's pool, and comes back with what it made.
    package static func run<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
        // A task of the loop prefers the loop for everything, so both must be said: another executor, and not here.
        await withTaskExecutorPreference(globalConcurrentExecutor) { await perform(body) }
    }

    @concurrent
    private static func perform<Value: Sendable>(_ body: @Sendable () -> Value) async -> Value { body() }
}
