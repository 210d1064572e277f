// CallersPlace.swift: plays of helper functions, which fail where the test calls the helper.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainTestIssues

#if canImport(Testing)
    public import Testing

    extension Play {
        /// Plays the text of a scenario for the test that calls a helper function: the text is looked for in the test's
        /// source.
        public init(
            of text: String, row: String? = nil, at server: Server = .current, patience: Duration? = nil,
            deadline: Int? = nil, sourceLocation: SourceLocation
        ) async throws {
            let here = TestPlace(sourceLocation)
            try await self.init(
                of: text, row: row, at: server, patience: patience, deadline: deadline, fileID: here.fileID,
                filePath: here.filePath, line: here.line, column: here.column)
        }

        /// Verifies the play as ``verify(fileID:filePath:line:column:)`` does, and fails at the line of a helper's caller.
        public func verify(sourceLocation: SourceLocation) async throws {
            let here = TestPlace(sourceLocation)
            try await verify(fileID: here.fileID, filePath: here.filePath, line: here.line, column: here.column)
        }
    }

    /// Plays the text of a scenario for the test that calls a helper function, and fails at its line.
    @discardableResult
    public func withPlay<Value>(
        of text: String, at server: Server = .current, patience: Duration? = nil, deadline: Int? = nil,
        sourceLocation: SourceLocation, _ body: (Play) async throws -> Value
    ) async throws -> Value {
        let here = TestPlace(sourceLocation)
        return try await withPlay(
            of: text, at: server, patience: patience, deadline: deadline, fileID: here.fileID, filePath: here.filePath,
            line: here.line, column: here.column, body)
    }
#endif
