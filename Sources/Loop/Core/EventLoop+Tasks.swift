// EventLoop+Tasks.swift: the only ways to start a task, and the actor of the shared loop.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// Isolation to the shared loop's thread, proven by the compiler: `@OnLoop final class Session`.
@globalActor
package actor OnLoop {
    package static let shared = OnLoop()

    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        EventLoop.shared.asUnownedSerialExecutor()
    }

    /// Starts a task that is isolated to the shared loop and never leaves its thread. From any thread.
    @discardableResult
    package static func spawn(_ body: @escaping @OnLoop () async -> Void) -> Task<Void, Never> {
        Task(executorPreference: EventLoop.shared, operation: body)
    }

    /// Runs `body` on the shared loop and returns its result. From any task.
    package static func run<Value: Sendable>(
        _ body: @escaping @OnLoop () async throws -> Value
    ) async throws -> Value {
        try await Task(executorPreference: EventLoop.shared) { try await body() }.value
    }

    /// Runs `body` on the shared loop while the calling thread waits: for a program's `main`.
    package nonisolated static func runBlocking<Value: Sendable>(
        _ body: @escaping @OnLoop () async -> Value
    ) -> Value {
        EventLoop.shared.runBlocking { await body() }
    }
}

extension EventLoop {
    /// Starts a task that never leaves the loop's thread. From any thread.
    ///
    /// A bare `Task { }` inside an actor of this loop inherits the isolation but not the executor preference: each
    /// of its resumes would travel through the global pool, a hundred times slower.
    @discardableResult
    package func spawn(
        _ body: sending @escaping @isolated(any) () async -> Void
    ) -> Task<Void, Never> {
        Task(executorPreference: self, operation: body)
    }

    /// Runs `body` on the loop and returns its result. From any task.
    package func run<Value: Sendable>(
        _ body: sending @escaping @isolated(any) () async throws -> Value
    ) async throws -> Value {
        try await Task(executorPreference: self, operation: body).value
    }

    /// Runs `body` on the loop while the calling thread waits: for a program's `main`, never on a loop.
    package func runBlocking<Value: Sendable>(
        _ body: sending @escaping @isolated(any) () async -> Value
    ) -> Value {
        precondition(!isCurrent, "a loop cannot wait for itself")
        let latch = Latch<Value>()
        Task(executorPreference: self) { latch.bring(await body()) }
        return latch.wait()
    }
}
