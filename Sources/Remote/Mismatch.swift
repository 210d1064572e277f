// Mismatch.swift: the error of a client that differed from its scenario.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

public import Foundation
import QuintainTestIssues

#if canImport(Testing)
    import Testing
#endif

/// The client did not do what the scenario says.
public struct Mismatch: Error, Hashable, Sendable, CustomStringConvertible {
    /// The expected and the actual lines side by side, and the breaches.
    public let description: String
}

extension Mismatch: LocalizedError {
    public var errorDescription: String? { description }
}

extension Mismatch {
    /// Throws, and records the mismatch of a play at this place where a test of Swift Testing runs.
    func fail(as name: String, at here: TestPlace) throws {
        #if canImport(Testing)
            if Test.current != nil {
                // `#require` records the failure once, here, and it is not recorded again where its error is caught.
                let `all is as it is written` = false
                return try #require(`all is as it is written`, "\(description)", sourceLocation: here.location)
            }
            // Nobody may wait for this task, or catch its error. XCTest, which knows its test always, does not see this.
            Issue.record(
                "\(description)\nno test is known in this task, such as a detached one: call 'verify()' in the test's own",
                sourceLocation: here.location)
        #endif
        ProcessEnd.failed(name, at: here)
        throw Mismatch(description: "\(here.fileID):\(here.line): \(description)")
    }
}
