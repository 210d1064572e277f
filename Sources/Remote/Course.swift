// Course.swift: a play while it runs: its holds, and what has come.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation
import QuintainTestIssues

extension Play {
    /// Waits until the play stands at a `! hold`, because every line above it has happened: for so many seconds, or else as
    /// long as the patience of the play. ``go(within:)`` continues it.
    ///
    /// - Throws: ``Mismatch`` if it does not come there; in Swift Testing, where it has been recorded by then, what a failed
    ///   `#require` throws.
    public func held(
        within seconds: Double? = nil, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
        column: Int = #column
    ) async throws {
        let seconds = seconds ?? patience.seconds
        let until = Date(timeIntervalSinceNow: seconds)
        var standing: Run.Standing
        repeat {
            standing = try await run.standing()
            if standing.state == "held" { return }
            try await Task.sleep(nanoseconds: Self.turn)
        } while standing.state == "running" && Date() < until
        let reason =
            standing.state == "running"
            ? "did not come to a '! hold' in \(seconds) seconds" : "has ended without coming to a '! hold'"
        let mismatch = Mismatch(findings: [], description: "the play of \(name) \(reason)\n\n" + (try await text()))
        try TestVerdict(name, mismatch).fail(
            at: TestPlace(fileID: fileID, filePath: filePath, line: line, column: column))
    }

    /// Ends a `! hold`, once the play has come to it: for which so many seconds are allowed, or else the patience of the play.
    public func go(within seconds: Double? = nil) async throws {
        let until = Date(timeIntervalSinceNow: seconds ?? patience.seconds)
        while true {
            do {
                _ = try await run.ask("POST", "/go")
                return
            } catch let error as ServerError where error.slug == "not-held" && Date() < until {
                try await Task.sleep(nanoseconds: Self.turn)
            }
        }
    }

    private static let turn: UInt64 = 10_000_000

    /// The expected and the actual lines so far, side by side.
    public func text() async throws -> String { try await run.text() }

    /// All that happened so far, in the notation of scenarios.
    public func transcript() async throws -> String {
        String(decoding: try await run.ask("GET", "/transcript?format=text"), as: UTF8.self)
    }
}
