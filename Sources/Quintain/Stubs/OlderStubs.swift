// OlderStubs.swift: stubs of XCTest, whose failures need a place that the compiler has written.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainTestIssues

/// Makes stubs, runs the body, then verifies the stubs, for XCTest:
/// `try await withStubs(await Stubs(of: "…"), failing: XCTFail) { stubs in … }`.
///
/// It fails at this line, also for a text that is wrong: then the body does not run. An error of the body is thrown on.
public func withStubs(
    _ stubs: @autoclosure () async throws -> Stubs, failing fail: (String, StaticString, UInt) -> Void,
    file: StaticString = #filePath, line: UInt = #line, fileID: String = #fileID, column: Int = #column,
    _ body: (Stubs) async throws -> Void
) async throws {
    let here = TestPlace(fileID: fileID, filePath: "\(file)", line: Int(line), column: column)
    let made = await OlderTest.made(at: here, failing: { fail($0, file, line) }) { try await stubs() }
    try await made?.serve(failing: { fail($0, file, line) }, at: here, body)
}
