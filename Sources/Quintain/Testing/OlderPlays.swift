// OlderPlays.swift: plays of XCTest, whose failures need a place that the compiler has written.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainTestIssues

/// Plays the text of a scenario while the body runs, then verifies it, for XCTest:
/// `try await withPlay(of: "…", failing: XCTFail) { play in … }`.
///
/// It fails at this line, also for a text that is wrong: then the body does not run. An error of the body is thrown on.
public func withPlay(
    of text: String, for client: Play.Client = .urlSession, patience: Duration? = nil,
    failing fail: (String, StaticString, UInt) -> Void, file: StaticString = #filePath, line: UInt = #line,
    fileID: String = #fileID, column: Int = #column, _ body: (Play) async throws -> Void
) async throws {
    let here = TestPlace(fileID: fileID, filePath: "\(file)", line: Int(line), column: column)
    try await run(body, failing: { fail($0, file, line) }, at: here) {
        try await Play(
            of: text, for: client, patience: patience, fileID: fileID, filePath: here.filePath, line: here.line,
            column: column)
    }
}

/// The same with a scenario that was read before.
public func withPlay(
    _ scenario: Scenario, for client: Play.Client = .urlSession, patience: Duration? = nil,
    failing fail: (String, StaticString, UInt) -> Void, file: StaticString = #filePath, line: UInt = #line,
    fileID: String = #fileID, column: Int = #column, _ body: (Play) async throws -> Void
) async throws {
    let here = TestPlace(fileID: fileID, filePath: "\(file)", line: Int(line), column: column)
    try await run(body, failing: { fail($0, file, line) }, at: here) {
        try await Play(
            scenario, for: client, patience: patience, fileID: fileID, filePath: here.filePath, line: here.line,
            column: column)
    }
}

/// The same with a file: `Scenarios/first.scenario`, beside the test's own; `codings.scenario#two` for a row of its table.
public func withPlay(
    file: String, for client: Play.Client = .urlSession, patience: Duration? = nil,
    failing fail: (String, StaticString, UInt) -> Void, besides source: StaticString = #filePath, line: UInt = #line,
    fileID: String = #fileID, column: Int = #column, _ body: (Play) async throws -> Void
) async throws {
    let here = TestPlace(fileID: fileID, filePath: "\(source)", line: Int(line), column: column)
    try await run(body, failing: { fail($0, source, line) }, at: here) {
        try await Play(
            file: file, besides: source, for: client, patience: patience, fileID: fileID, filePath: here.filePath,
            line: here.line, column: column)
    }
}

private func run(
    _ body: (Play) async throws -> Void, failing fail: (String) -> Void, at here: TestPlace,
    _ make: () async throws -> Play
) async throws {
    guard let play = await OlderTest.made(at: here, failing: fail, make) else { return }
    try await play.whole(failing: fail, at: here) { play in try await play.follow(at: here) { try await body(play) } }
}
