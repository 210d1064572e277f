// OlderPlays.swift: plays of XCTest, whose failures need a place that the compiler has written.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainTestIssues

/// Makes a play, runs the body, then verifies the play, for XCTest:
/// `try await withPlay(await Play(of: "…"), failing: XCTFail) { play in … }`.
///
/// It fails at this line, also for a text that is wrong: then the body does not run. An error of the body is thrown on.
public func withPlay(
    _ play: @autoclosure () async throws -> Play, failing fail: (String, StaticString, UInt) -> Void,
    file: StaticString = #filePath, line: UInt = #line, fileID: String = #fileID, column: Int = #column,
    _ body: (Play) async throws -> Void
) async throws {
    let here = TestPlace(fileID: fileID, filePath: "\(file)", line: Int(line), column: column)
    let made = await OlderTest.made(at: here, failing: { fail($0, file, line) }) { try await play() }
    try await made?.whole(failing: { fail($0, file, line) }, at: here, body)
}
