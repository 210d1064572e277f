// StubsVerification.swift: requests that no stub has answered, as the failure of a test.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

public import QuintainTestIssues

extension Stubs {
    /// Thrown by ``Stubs/verify(fileID:filePath:line:column:)``: the requests that no stub has answered, and the stubs
    /// whose turn has not come.
    public typealias Unanswered = UnansweredRequests

    /// Throws if a request has come by now that no stub has answered, or that is no HTTP, or if stubs that answer in turn
    /// have not all answered. It may be called again.
    ///
    /// - Throws: ``Unanswered``; in Swift Testing, where it has been recorded by then, what a failed `#require` throws.
    public func verify(
        fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
    ) async throws {
        try await fail(at: TestPlace(fileID: fileID, filePath: filePath, line: line, column: column))
    }

    /// The same for XCTest, whose failures need a place: `await stubs.verify(failing: XCTFail)`.
    public func verify(
        failing fail: (String, StaticString, UInt) -> Void, file: StaticString = #filePath, line: UInt = #line,
        fileID: String = #fileID, column: Int = #column
    ) async {
        let here = TestPlace(fileID: fileID, filePath: "\(file)", line: Int(line), column: column)
        await tell(failing: { fail($0, file, line) }, at: here)
    }
}

/// Answers by the routes of a text while the body runs, then fails if a request has come that no stub has answered, also where
/// the body throws, unless it cancels or skips the test.
///
/// ```swift
/// try await withStubs(of: "> GET /notes/{{path id}}\n< 200\n<\n< note {{path.id}}") { stubs in
///     let note = try await Notes(stubs.url).note(7)
///     #expect(note == "note 7")
/// }
/// ```
@discardableResult
public func withStubs<Value>(
    of text: String, at server: Server = .current, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line, column: Int = #column, _ body: (Stubs) async throws -> Value
) async throws -> Value {
    let here = TestPlace(fileID: fileID, filePath: filePath, line: line, column: column)
    let stubs = try await Stubs(
        of: text, at: server, fileID: fileID, filePath: filePath, line: line, column: column)
    return try await stubs.serve(at: here, body)
}

/// The same with a file beside the test: `Stubs/notes.routes`.
@discardableResult
public func withStubs<Value>(
    file: String, at server: Server = .current, test: String = #filePath, fileID: String = #fileID, line: Int = #line,
    column: Int = #column, _ body: (Stubs) async throws -> Value
) async throws -> Value {
    let here = TestPlace(fileID: fileID, filePath: test, line: line, column: column)
    let stubs = try await Stubs(file: file, at: server, test: test, fileID: fileID, line: line, column: column)
    return try await stubs.serve(at: here, body)
}

/// The same with all files `….routes` of a folder beside the test.
@discardableResult
public func withStubs<Value>(
    in folder: String, at server: Server = .current, test: String = #filePath, fileID: String = #fileID,
    line: Int = #line, column: Int = #column, _ body: (Stubs) async throws -> Value
) async throws -> Value {
    let here = TestPlace(fileID: fileID, filePath: test, line: line, column: column)
    let stubs = try await Stubs(in: folder, at: server, test: test, fileID: fileID, line: line, column: column)
    return try await stubs.serve(at: here, body)
}
