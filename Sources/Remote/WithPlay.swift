// WithPlay.swift: plays around a body, after which they are verified.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainTestIssues

/// Plays the text of a scenario while the body runs, then verifies it, also where the body throws, unless it cancels or skips
/// the test.
///
/// ```swift
/// try await withPlay(of: "> GET /notes/1\n< 404") { play in
///     let note = try await Notes(play.url).note(1)
///     #expect(note == nil)
/// }
/// ```
@discardableResult
public func withPlay<Value>(
    of text: String, at server: Server = .current, patience: Duration? = nil, deadline: Int? = nil,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column,
    _ body: (Play) async throws -> Value
) async throws -> Value {
    let play = try await Play(
        of: text, at: server, patience: patience, deadline: deadline, fileID: fileID, filePath: filePath, line: line,
        column: column)
    return try await play.whole(
        at: TestPlace(fileID: fileID, filePath: filePath, line: line, column: column), body)
}

/// The same with a file beside the test: `Scenarios/first.scenario`; `codings.scenario#two` for a row of its table.
@discardableResult
public func withPlay<Value>(
    file name: String, at server: Server = .current, patience: Duration? = nil, deadline: Int? = nil,
    test: String = #filePath, fileID: String = #fileID, line: Int = #line, column: Int = #column,
    _ body: (Play) async throws -> Value
) async throws -> Value {
    let play = try await Play(
        file: name, at: server, patience: patience, deadline: deadline, test: test, fileID: fileID, line: line,
        column: column)
    return try await play.whole(at: TestPlace(fileID: fileID, filePath: test, line: line, column: column), body)
}

/// The same with a fixture of the server: `redirects/followed`, `codings/chunked#two`.
@discardableResult
public func withPlay<Value>(
    bundled name: String, at server: Server = .current, patience: Duration? = nil, deadline: Int? = nil,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column,
    _ body: (Play) async throws -> Value
) async throws -> Value {
    let play = try await Play(
        bundled: name, at: server, patience: patience, deadline: deadline, fileID: fileID, filePath: filePath,
        line: line, column: column)
    return try await play.whole(
        at: TestPlace(fileID: fileID, filePath: filePath, line: line, column: column), body)
}

/// Makes a play, runs the body, then verifies the play, for XCTest:
/// `try await withPlay(await Play(of: "…"), failing: XCTFail) { play in … }`.
///
/// It fails at this line, also for a text that is wrong or a server that is not there: then the body does not run. An error of
/// the body is thrown on.
public func withPlay(
    _ play: @autoclosure () async throws -> Play, failing fail: (String, StaticString, UInt) -> Void,
    file: StaticString = #filePath, line: UInt = #line, fileID: String = #fileID, column: Int = #column,
    _ body: (Play) async throws -> Void
) async throws {
    let here = TestPlace(fileID: fileID, filePath: "\(file)", line: Int(line), column: column)
    let made = await OlderTest.made(at: here, failing: { fail($0, file, line) }) { try await play() }
    try await made?.whole(failing: { fail($0, file, line) }, at: here, body)
}
