// OlderTest.swift: a part of a test of XCTest, whose failures stand at the line of its call.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package enum OlderTest {
    /// What a body plays with. What cannot be made is a failure, and nil: then the body does not run.
    package static func made<Subject>(
        at here: TestPlace, failing fail: (String) -> Void, _ make: () async throws -> Subject
    ) async -> Subject? {
        do {
            return try await Slip.$isTold.withValue(true) { try await make() }
        } catch {
            Slip.tell("\(error)", failing: fail, at: here)
            return nil
        }
    }
}
