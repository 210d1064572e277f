// Mismatch.swift: the error of a client that differed from its scenario.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

public import Foundation
import QuintainTestIssues

#if canImport(Testing)
    import Testing
#endif

/// The client did not do what the scenario says.
public struct Mismatch: Error, Hashable, Sendable, CustomStringConvertible {
    /// The lines of the scenario that were not kept. Consequences of a finding are in its ``Finding/follows``.
    public let findings: [Finding]
    /// The expected and the actual lines side by side, and the breaches.
    public let description: String
}

extension Mismatch: LocalizedError {
    public var errorDescription: String? { description }
}

/// One line that was not kept.
public struct Finding: Hashable, Sendable {
    /// What `quintain explain` says more about: `never-came`.
    public let rule: String
    /// False if the line stands below a `level` that makes it a warning.
    public let isFailure: Bool
    /// The line of the scenario that was broken, counted from one. nil: none can be named.
    public let line: Int?
    /// What was expected and what came.
    public let sentence: String
    /// Consequences that are no mistakes of their own, such as lines that then could not happen: a sentence each.
    public let follows: [String]

    init(_ breach: Run.Breach, linesAbove: Int) {
        rule = breach.rule
        isFailure = breach.severity == "failure"
        line = breach.line.map { $0 - linesAbove }
        sentence = breach.text
        follows = (breach.follows ?? []).map { more in
            (more.line.map { "line \($0): " } ?? "") + "\(more.text) [\(more.rule)]"
        }
    }
}

extension Mismatch {
    /// Throws, and records the mismatch of a play at this place where a test of Swift Testing runs.
    ///
    /// - Parameter error: the error that the test has thrown itself. Where the mismatch is recorded, the caller throws that
    ///   error.
    func fail(as name: String, at here: TestPlace, beside error: (any Error)? = nil) throws {
        #if canImport(Testing)
            if Test.current != nil {
                if error != nil {
                    Issue.record("\(description)", sourceLocation: here.location)
                    return
                }
                // `#require` records the failure once, here, and it is not recorded again where its error is caught.
                let `all is as it is written` = false
                return try #require(`all is as it is written`, "\(description)", sourceLocation: here.location)
            }
            recordOfNoTest(at: here)
        #endif
        ProcessEnd.failed(name, at: here, description)
        let own = error.map { "\nthe test's own error: \($0)" } ?? ""
        throw Mismatch(findings: findings, description: "\(here.fileID):\(here.line): \(description)\(own)")
    }

    /// Tells XCTest by its own function. A test of Swift Testing does not see that, and gets an issue.
    func tell(failing fail: (String) -> Void, at here: TestPlace) {
        fail(description)
        #if canImport(Testing)
            guard Test.current == nil else {
                Issue.record("\(description)", sourceLocation: here.location)
                return
            }
            recordOfNoTest(at: here)
        #endif
    }

    #if canImport(Testing)
        /// Nobody may wait for this task, or catch its error. XCTest, which knows its test always, does not see this.
        private func recordOfNoTest(at here: TestPlace) {
            Issue.record(
                "\(description)\nno test is known in this task, such as a detached one: call 'verify()' in the test's own",
                sourceLocation: here.location)
        }
    #endif
}
