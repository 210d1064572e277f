// TestTask.swift: whether a test was cancelled or skipped, and wants no verdict.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

#if canImport(Testing)
    import Testing
#endif
#if canImport(XCTest)
    import XCTest
#endif

/// The task in which a play was made. `Test.cancel()` cancels that of its test, and throws.
package struct TestTask: Sendable {
    private let identity: Int?
    private let made = ContinuousClock.now

    /// The task that runs.
    package init() { identity = Self.current }

    /// Whether this task runs, and was cancelled. A task that the test has made for its client, and cancels, is another
    /// one.
    package var isCancelled: Bool { Task.isCancelled && identity == Self.current }

    /// Whether this task was cancelled because the time limit of its test is over. No library tells that from
    /// `Test.cancel()`, but a test that cancels itself has hardly waited so long.
    package var isOverdue: Bool {
        #if canImport(Testing)
            isCancelled && Self.isOver(Test.current?.timeLimit, after: made.duration(to: .now))
        #else
            false
        #endif
    }

    /// What the test has done before it made its play counts as well, and is not known.
    package static func isOver(_ limit: Duration?, after time: Duration) -> Bool {
        limit.map { time >= $0 / 2 } ?? false
    }

    private static var current: Int? { withUnsafeCurrentTask { $0?.hashValue } }

    /// Whether a test throws this error to say that it was cancelled or skipped. A client under test may throw
    /// `CancellationError` as well.
    package static func isLeft(by error: any Error) -> Bool {
        #if canImport(XCTest)
            if error is XCTSkip { return true }
        #endif
        // The type is no public one.
        return String(reflecting: type(of: error)) == "Testing.SkipInfo"
    }
}
