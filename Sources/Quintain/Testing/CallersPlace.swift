// CallersPlace.swift: plays of helper functions, which fail where the test calls the helper.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainTestIssues

#if canImport(Testing)
    public import Testing

    extension Play {
        /// Plays the text of a scenario for the test that calls a helper function: the text is looked for in the test's
        /// source.
        ///
        /// ```swift
        /// func check(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        ///     let play = try await Play(of: text, sourceLocation: sourceLocation)
        ///     …
        ///     try await play.verify(sourceLocation: sourceLocation)
        /// }
        /// ```
        public convenience init(
            of text: String, row: String? = nil, for client: Client = .urlSession, patience: Duration? = nil,
            sourceLocation: SourceLocation
        ) async throws {
            let here = TestPlace(sourceLocation)
            try await self.init(
                of: text, row: row, for: client, patience: patience, fileID: here.fileID, filePath: here.filePath,
                line: here.line, column: here.column)
        }

        /// Plays a scenario for the test that calls a helper function.
        public convenience init(
            _ scenario: Scenario, for client: Client = .urlSession, patience: Duration? = nil,
            sourceLocation: SourceLocation
        ) async throws {
            let here = TestPlace(sourceLocation)
            try await self.init(
                scenario, for: client, patience: patience, fileID: here.fileID, filePath: here.filePath,
                line: here.line, column: here.column)
        }

        /// Verifies the play as ``verify(fileID:filePath:line:column:)`` does, and fails at the line of a helper's caller.
        public func verify(sourceLocation: SourceLocation) async throws {
            let here = TestPlace(sourceLocation)
            try await verify(fileID: here.fileID, filePath: here.filePath, line: here.line, column: here.column)
        }
    }

    /// Plays the text of a scenario for the test that calls a helper function, and fails at its line.
    ///
    /// ```swift
    /// func check(
    ///     _ text: String, sourceLocation: SourceLocation = #_sourceLocation, _ body: (Client) async throws -> Void
    /// ) async throws {
    ///     try await withPlay(of: text, sourceLocation: sourceLocation) { play in
    ///         try await body(Client(play.url, play.session()))
    ///     }
    /// }
    /// ```
    @discardableResult
    public func withPlay<Value>(
        of text: String, for client: Play.Client = .urlSession, patience: Duration? = nil,
        sourceLocation: SourceLocation, _ body: (Play) async throws -> Value
    ) async throws -> Value {
        let here = TestPlace(sourceLocation)
        return try await withPlay(
            of: text, for: client, patience: patience, fileID: here.fileID, filePath: here.filePath, line: here.line,
            column: here.column, body)
    }

    /// The same with a scenario that was read before.
    @discardableResult
    public func withPlay<Value>(
        _ scenario: Scenario, for client: Play.Client = .urlSession, patience: Duration? = nil,
        sourceLocation: SourceLocation, _ body: (Play) async throws -> Value
    ) async throws -> Value {
        let here = TestPlace(sourceLocation)
        return try await withPlay(
            scenario, for: client, patience: patience, fileID: here.fileID, filePath: here.filePath, line: here.line,
            column: here.column, body)
    }
#endif
