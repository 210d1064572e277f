// Thrown.swift: errors of texts that are wrong, as a test without Swift Testing gets them.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainTestIssues
import Testing

/// The error of what cannot be played, which else is an issue at once.
func thrown<Failure: Error>(
    _ type: Failure.Type, sourceLocation: SourceLocation = #_sourceLocation,
    _ body: @Sendable () async throws -> some Any
) async -> Failure? {
    await Slip.$isTold.withValue(true) {
        await #expect(throws: type, sourceLocation: sourceLocation) { _ = try await body() }
    }
}
