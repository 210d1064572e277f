// OlderStubs.swift: stubs of XCTest, whose failures need a place that the compiler has written.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainTestIssues

/// Answers by the routes of a text while the body runs, then verifies, for XCTest:
/// `try await withStubs(of: "…", failing: XCTFail) { stubs in … }`.
///
/// It fails at this line, also for a text that is wrong: then the body does not run. An error of the body is thrown on.
public func withStubs(
    of text: String, at server: Server = .current, failing fail: (String, StaticString, UInt) -> Void,
    file: StaticString = #filePath, line: UInt = #line, fileID: String = #fileID, column: Int = #column,
    _ body: (Stubs) async throws -> Void
) async throws {
    let here = TestPlace(fileID: fileID, filePath: "\(file)", line: Int(line), column: column)
    try await run(body, failing: { fail($0, file, line) }, at: here) {
        try await Stubs(
            of: text, at: server, fileID: fileID, filePath: here.filePath, line: here.line, column: column)
    }
}

/// The same with a file beside the test: `Stubs/notes.routes`.
public func withStubs(
    file: String, at server: Server = .current, failing fail: (String, StaticString, UInt) -> Void,
    test: StaticString = #filePath, line: UInt = #line, fileID: String = #fileID, column: Int = #column,
    _ body: (Stubs) async throws -> Void
) async throws {
    let here = TestPlace(fileID: fileID, filePath: "\(test)", line: Int(line), column: column)
    try await run(body, failing: { fail($0, test, line) }, at: here) {
        try await Stubs(
            file: file, at: server, test: here.filePath, fileID: fileID, line: here.line, column: column)
    }
}

/// The same with all files `….routes` of a folder beside the test.
public func withStubs(
    in folder: String, at server: Server = .current, failing fail: (String, StaticString, UInt) -> Void,
    test: StaticString = #filePath, line: UInt = #line, fileID: String = #fileID, column: Int = #column,
    _ body: (Stubs) async throws -> Void
) async throws {
    let here = TestPlace(fileID: fileID, filePath: "\(test)", line: Int(line), column: column)
    try await run(body, failing: { fail($0, test, line) }, at: here) {
        try await Stubs(
            in: folder, at: server, test: here.filePath, fileID: fileID, line: here.line, column: column)
    }
}

private func run(
    _ body: (Stubs) async throws -> Void, failing fail: (String) -> Void, at here: TestPlace,
    _ make: () async throws -> Stubs
) async throws {
    guard let stubs = await OlderTest.made(at: here, failing: fail, make) else { return }
    try await stubs.serve(failing: fail, at: here, body)
}
