// OlderTest.swift: a part of a test of XCTest, whose failures stand at the line of its call.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package enum OlderTest {
    /// Makes what the body plays with, runs the body, and has it judged behind that, whatever the body throws. What cannot be
    /// made is a failure: then the body does not run.
    ///
    /// - Parameter judge: gets the error of the body, which is thrown on.
    package static func run<Subject>(
        at here: TestPlace, failing fail: (String) -> Void, _ make: () async throws -> Subject,
        _ body: (Subject) async throws -> Void, _ judge: (Subject, (any Error)?) async -> Void
    ) async throws {
        let subject: Subject
        do {
            subject = try await Slip.$isTold.withValue(true) { try await make() }
        } catch {
            return Slip.tell("\(error)", failing: fail, at: here)
        }
        do {
            try await body(subject)
        } catch {
            await judge(subject, error)
            throw error
        }
        await judge(subject, nil)
    }
}
