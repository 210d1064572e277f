// Aside.swift: work that would keep connections waiting.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

enum Aside {
    /// Does this on a thread of the system's pool, and comes back with what it made.
    static func run<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
        // Detached on purpose: it must not run on the loop that waits for it.
        await Task.detached { body() }.value
    }
}
