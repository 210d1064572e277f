// TestTask.swift: whether a test was cancelled or skipped, and wants no verdict.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

#if canImport(XCTest)
    import XCTest
#endif

/// The task in which a play was made. `Test.cancel()` cancels that of its test, and throws.
package struct TestTask: Sendable {
    private let identity: Int?

    /// The task that runs.
    package init() { identity = Self.current }

    /// Whether this task runs, and was cancelled. A task that the test has made for its client, and cancels, is another
    /// one.
    package var isCancelled: Bool { Task.isCancelled && identity == Self.current }

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
