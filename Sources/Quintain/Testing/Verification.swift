// Verification.swift: the verdict of a play as the failure of a test.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainTestIssues

extension Play {
    /// Waits until the client is at rest, closes everything, and throws if the client differed from the scenario on the
    /// wire or in its callbacks, or from the order of callbacks that URLSession promises.
    ///
    /// In Swift Testing the failure stands at this line, and the transcript is attached to it. In XCTest
    /// ``verify(failing:file:line:fileID:column:)`` does so.
    ///
    /// - Throws: ``Mismatch``; in Swift Testing, where it has been recorded by then, what a failed `#require` throws.
    public func verify(
        fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
    ) async throws {
        let here = TestPlace(fileID: fileID, filePath: filePath, line: line, column: column)
        try await firstEnding(at: here).verdict(of: scenario.name).fail(at: here)
    }

    /// The same for XCTest, whose failures need a place: `await play.verify(failing: XCTFail)`.
    ///
    /// In a test of Swift Testing, which does not see `XCTFail`, the failure is recorded as well.
    public func verify(
        failing fail: (String, StaticString, UInt) -> Void, file: StaticString = #filePath, line: UInt = #line,
        fileID: String = #fileID, column: Int = #column
    ) async {
        let here = TestPlace(fileID: fileID, filePath: "\(file)", line: Int(line), column: column)
        await firstEnding(at: here).verdict(of: scenario.name).tell(failing: { fail($0, file, line) }, at: here)
    }
}

extension Play {
    /// Waits until the play stands at a `! hold`, because every line above it has happened: as long as the patience of
    /// the play. ``go(fileID:filePath:line:column:)`` continues it.
    ///
    /// - Throws: if the play does not come there, a ``Mismatch`` without findings; in Swift Testing, where the failure has
    ///   been recorded at this line by then, what a failed `#require` throws.
    public func held(
        fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
    ) async throws {
        let stage = self.stage
        let reason = try await OnLoop.run { await stage.comeToHold() ? nil : stage.standing }
        guard let reason else { return }
        let mismatch = Mismatch(
            findings: [], description: "the play of \(scenario.name) did not come to a '! hold': \(reason)")
        try TestVerdict(scenario.name, mismatch).fail(
            at: TestPlace(fileID: fileID, filePath: filePath, line: line, column: column))
    }
}

/// Plays a scenario while the body runs, then verifies it, also where the body throws, unless it cancels or skips the
/// test.
///
/// ```swift
/// try await withPlay(of: "> GET /\n< 404") { play in
///     await #expect(throws: NotFound.self) { try await Client(play.session()).load(play.url) }
/// }
/// ```
@discardableResult
public func withPlay<Value>(
    _ scenario: Scenario, for client: Play.Client = .urlSession, patience: Duration? = nil,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column,
    _ body: (Play) async throws -> Value
) async throws -> Value {
    let play = try await Play(
        scenario, for: client, patience: patience, fileID: fileID, filePath: filePath, line: line, column: column)
    let here = TestPlace(fileID: fileID, filePath: filePath, line: line, column: column)
    return try await play.whole(at: here, body)
}

/// The same with the text of a scenario.
@discardableResult
public func withPlay<Value>(
    of text: String, for client: Play.Client = .urlSession, patience: Duration? = nil,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column,
    _ body: (Play) async throws -> Value
) async throws -> Value {
    let here = TestPlace(fileID: fileID, filePath: filePath, line: line, column: column)
    return try await withPlay(
        Slip.made(at: here) { try Scenario(text, at: here) }, for: client, patience: patience, fileID: fileID,
        filePath: filePath, line: line, column: column, body)
}

/// The same with a file: `Scenarios/first.scenario`, beside the test's own; `codings.scenario#two` for a row of its table.
@discardableResult
public func withPlay<Value>(
    file: String, besides source: StaticString = #filePath, for client: Play.Client = .urlSession,
    patience: Duration? = nil, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column, _ body: (Play) async throws -> Value
) async throws -> Value {
    let here = TestPlace(fileID: fileID, filePath: filePath, line: line, column: column)
    return try await withPlay(
        Slip.made(at: here) { try Scenario(file: file, besides: source) }, for: client, patience: patience,
        fileID: fileID, filePath: filePath, line: line, column: column, body)
}

/// The same with one of the scenarios that come with Quintain: `redirects/followed`, `codings/chunked#two`.
@discardableResult
public func withPlay<Value>(
    bundled name: String, for client: Play.Client = .urlSession, patience: Duration? = nil,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column,
    _ body: (Play) async throws -> Value
) async throws -> Value {
    let here = TestPlace(fileID: fileID, filePath: filePath, line: line, column: column)
    return try await withPlay(
        Slip.made(at: here) { try Scenario(bundled: name) }, for: client, patience: patience, fileID: fileID,
        filePath: filePath, line: line, column: column, body)
}
