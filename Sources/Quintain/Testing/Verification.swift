// Verification.swift: the verdict of a play as the failure of a test.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

#if canImport(Testing)
    import Testing
#endif

extension Play {
    /// Waits until the client is at rest, closes everything, and throws if it did anything otherwise than it is written:
    /// on the wire, in its callbacks, or in their order as URLSession promises it.
    ///
    /// In Swift Testing the failure stands at this line, and the transcript is attached to it. In XCTest
    /// ``verify(failing:file:line:)`` does so.
    ///
    /// - Throws: ``Mismatch``; in Swift Testing, where it has been recorded by then, what a failed `#require` throws.
    public func verify(
        fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
    ) async throws {
        try await ending().fail(as: scenario.name, fileID, filePath, line, column)
    }

    /// The same for XCTest, whose failures need to be told where they are: `await play.verify(failing: XCTFail)`.
    public func verify(
        failing fail: (String, StaticString, UInt) -> Void, file: StaticString = #filePath, line: UInt = #line
    ) async {
        if let mismatch = await ending().mismatch { fail(mismatch.description, file, line) }
    }
}

/// Plays a scenario while the body runs, then verifies it, also where the body throws.
///
/// ```swift
/// try await withPlay(of: "> GET /\n< 404") { play in
///     await #expect(throws: NotFound.self) { try await Client(play.session()).load(play.url) }
/// }
/// ```
public func withPlay<Value>(
    _ scenario: Scenario, for client: Play.Client = .urlSession, patience: Duration = .seconds(5),
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column,
    _ body: (Play) async throws -> Value
) async throws -> Value {
    let play = try await Play(
        scenario, for: client, patience: patience, fileID: fileID, filePath: filePath, line: line, column: column)
    let value: Value
    do {
        value = try await body(play)
    } catch {
        // What the client made of it is the smaller half of what is to be told.
        try await play.ending(waits: false).fail(as: scenario.name, fileID, filePath, line, column)
        throw error
    }
    try await play.verify(fileID: fileID, filePath: filePath, line: line, column: column)
    return value
}

/// The same with the text of a scenario.
public func withPlay<Value>(
    of text: String, for client: Play.Client = .urlSession, patience: Duration = .seconds(5),
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column,
    _ body: (Play) async throws -> Value
) async throws -> Value {
    try await withPlay(
        Scenario(text), for: client, patience: patience, fileID: fileID, filePath: filePath, line: line, column: column,
        body)
}

extension Ending {
    /// Throws if anything was wrong, and records it where a test of Swift Testing runs.
    fileprivate func fail(
        as name: String, _ fileID: String, _ filePath: String, _ line: Int, _ column: Int
    ) throws {
        #if canImport(Testing)
            if Test.current != nil {
                let here = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
                return try record(as: name, at: here)
            }
        #endif
        if let mismatch { throw mismatch.at("\(fileID):\(line)") }
    }
}

#if canImport(Testing)
    extension Ending {
        /// Tells the test what was wrong, and attaches the transcript.
        func record(as name: String, at here: SourceLocation) throws {
            if mismatch != nil || !warnings.isEmpty {
                Attachment.record(transcript, named: Self.fileName(name), sourceLocation: here)
            }
            #if compiler(>=6.3)
                for warning in warnings {
                    Issue.record("\(warning)", severity: .warning, sourceLocation: here)
                }
            #endif
            guard let mismatch else { return }
            // As `#require` fails: recorded once, here, and not again where it is thrown to.
            let `all is as it is written` = false
            try #require(`all is as it is written`, "\(mismatch.description)", sourceLocation: here)
        }

        private static func fileName(_ name: String) -> String {
            String(name.map { $0 == "/" || $0 == "#" ? "-" : $0 }) + ".transcript.txt"
        }
    }
#endif
