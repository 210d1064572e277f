// StubsVerification.swift: requests that no stub has answered, as the failure of a test.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainTestIssues

#if canImport(Testing)
    import Testing
#endif

extension Stubs {
    /// Thrown by ``Stubs/verify(fileID:filePath:line:column:)``: the requests that no stub has answered, and the stubs
    /// whose turn has not come.
    public struct Unanswered: Error, Sendable, CustomStringConvertible {
        public let requests: [Request]
        /// The stubs that ask for the same as others, and have not answered, by their lines: `NotesTests.swift:14`.
        public let unused: [String]
        /// Each request, and the nearest stub; each stub that has not answered.
        public let description: String

        /// nil: all is well.
        init?(_ requests: [Request], _ unused: [UnusedAnswers]) {
            let text = StubsFault.text(unanswered: requests.map { ("\($0)", $0.refusal) }, unused: unused)
            guard let text else { return nil }
            (self.requests, self.unused, description) = (requests, unused.flatMap(\.stubs), text)
        }

        /// - Parameter error: what the test has thrown by itself.
        fileprivate func at(_ place: TestPlace, beside error: (any Error)?) -> Unanswered {
            let own = error.map { "\nthe test's own error: \($0)" } ?? ""
            return Unanswered(requests, unused, "\(place.fileID):\(place.line): \(description)\(own)")
        }

        private init(_ requests: [Request], _ unused: [String], _ description: String) {
            (self.requests, self.unused, self.description) = (requests, unused, description)
        }
    }

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

    func tell(failing fail: (String) -> Void, at here: TestPlace) async {
        guard let fault = await judged else { return }
        Slip.tell(fault.description, failing: fail, at: here)
    }

    /// - Parameter error: the error that the test has thrown itself. Where the fault is recorded, the caller throws it.
    fileprivate func fail(at here: TestPlace, beside error: (any Error)? = nil) async throws {
        guard let fault = await judged else { return }
        #if canImport(Testing)
            if Test.current != nil {
                if error != nil {
                    Issue.record("\(fault.description)", sourceLocation: here.location)
                    return
                }
                return try StubsFault.require(fault.description, isOfRequests: !fault.requests.isEmpty, at: here)
            }
        #endif
        let thrown = fault.at(here, beside: error)
        Slip.thrown(fault.description, as: thrown.description, by: "verify()", at: here)
        throw thrown
    }
}

/// Answers by the routes of a text while the body runs, then fails if a request has come that no stub has answered,
/// also where the body throws, unless it cancels or skips the test.
///
/// ```swift
/// try await withStubs(of: "> GET /notes/{{path id}}\n< 200\n<\n< note {{path.id}}") { stubs in
///     let note = try await Notes(stubs.url, session: stubs.session()).note(7)
///     #expect(note == "note 7")
/// }
/// ```
@discardableResult
public func withStubs<Value>(
    of text: String, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column,
    _ body: (Stubs) async throws -> Value
) async throws -> Value {
    let here = TestPlace(fileID: fileID, filePath: filePath, line: line, column: column)
    let stubs = try await Stubs(of: text, fileID: fileID, filePath: filePath, line: line, column: column)
    return try await stubs.serve(at: here, body)
}

/// The same without a stub: what comes is answered by code, ``Stubs/answer(fileID:filePath:line:column:by:)``.
@discardableResult
public func withStubs<Value>(
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column,
    _ body: (Stubs) async throws -> Value
) async throws -> Value {
    let here = TestPlace(fileID: fileID, filePath: filePath, line: line, column: column)
    let stubs = try await Stubs(fileID: fileID, filePath: filePath, line: line, column: column)
    return try await stubs.serve(at: here, body)
}

/// The same with a file: `Stubs/notes.routes`, beside the test's own.
@discardableResult
public func withStubs<Value>(
    file: String, besides source: StaticString = #filePath, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line, column: Int = #column, _ body: (Stubs) async throws -> Value
) async throws -> Value {
    let here = TestPlace(fileID: fileID, filePath: filePath, line: line, column: column)
    let stubs = try await Stubs(
        file: file, besides: source, fileID: fileID, filePath: filePath, line: line, column: column)
    return try await stubs.serve(at: here, body)
}

/// The same with all files of a folder: `Stubs`, beside the test's own file.
@discardableResult
public func withStubs<Value>(
    in folder: String, besides source: StaticString = #filePath, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line, column: Int = #column, _ body: (Stubs) async throws -> Value
) async throws -> Value {
    let here = TestPlace(fileID: fileID, filePath: filePath, line: line, column: column)
    let stubs = try await Stubs(
        in: folder, besides: source, fileID: fileID, filePath: filePath, line: line, column: column)
    return try await stubs.serve(at: here, body)
}

extension Stubs {
    fileprivate func serve<Value>(at here: TestPlace, _ body: (Stubs) async throws -> Value) async throws -> Value {
        defer { close() }
        let value: Value
        do {
            value = try await body(self)
        } catch  where TestTask.isLeft(by: error) {
            throw error
        } catch {
            try await fail(at: here, beside: error)
            throw error
        }
        try await fail(at: here)
        return value
    }
}
