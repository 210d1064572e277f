// Verification.swift: the verdict of a play as the failure of a test.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainTestIssues

extension Play {
    /// Waits until nothing more has to happen, ends the play, and throws a `Mismatch` unless the client did what the scenario
    /// says. In Swift Testing the failure stands at this line.
    ///
    /// The client may be another process, which nobody can await: its first connection is waited for as long as the patience
    /// of the play, and each line that is due then as long as a line may take. A play that is over, or has gone wrong, is not
    /// waited for.
    ///
    /// - Throws: ``Mismatch``; in Swift Testing, where it has been recorded by then, what a failed `#require` throws.
    public func verify(
        fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
    ) async throws {
        let here = TestPlace(fileID: fileID, filePath: filePath, line: line, column: column)
        try await mismatch(at: here)?.fail(as: name, at: here)
    }

    /// The same for XCTest, whose failures need a place: `await play.verify(failing: XCTFail)`.
    ///
    /// In a test of Swift Testing, which does not see `XCTFail`, the failure is recorded as well.
    public func verify(
        failing fail: (String, StaticString, UInt) -> Void, file: StaticString = #filePath, line: UInt = #line,
        fileID: String = #fileID, column: Int = #column
    ) async {
        let here = TestPlace(fileID: fileID, filePath: "\(file)", line: Int(line), column: column)
        guard ticket.judge(at: here) else { return }
        await tell(failing: { fail($0, file, line) }, at: here)
    }

    /// The verdict as a value. nil: everything happened as written. ``verify(fileID:filePath:line:column:)`` does the same and
    /// throws.
    public func mismatch(
        fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
    ) async throws -> Mismatch? {
        try await mismatch(at: TestPlace(fileID: fileID, filePath: filePath, line: line, column: column))
    }

    /// Ends a play without a verdict. A play that is dropped without a verdict or this call is an issue of the test.
    public func close() async throws {
        ticket.close()
        _ = try await run.ask("POST", "/end")
    }

    private func mismatch(at here: TestPlace) async throws -> Mismatch? {
        guard ticket.judge(at: here) else { return nil }
        return try await ending(at: here).mismatch
    }

    /// - Parameter waits: whether something more is to be expected of the client.
    private func ending(waits: Bool = true, at here: TestPlace) async throws -> Ending {
        defer { ticket.hasVerdict() }
        if waits { try await run.settle(patience) }
        let ending = try await run.end()
        if ending.mismatch == nil, let remark = ending.remark {
            Slip.warn("\(name): \(remark)", at: here)
        }
        return ending
    }

    // MARK: Around a body

    /// Runs the body, and verifies the play if the body has not done so.
    func whole<Value>(at here: TestPlace, _ body: (Play) async throws -> Value) async throws -> Value {
        let value: Value
        do {
            value = try await body(self)
        } catch  where TestTask.isLeft(by: error) {
            await leave(at: here)
            throw error
        } catch {
            // The client of a test that has failed does nothing more.
            if ticket.judge(), let ending = try? await ending(waits: false, at: here) {
                try ending.mismatch?.fail(as: name, at: here, beside: error)
            }
            throw error
        }
        if ticket.judge() { try await ending(at: here).mismatch?.fail(as: name, at: here) }
        return value
    }

    /// The same for XCTest.
    func whole(failing fail: (String) -> Void, at here: TestPlace, _ body: (Play) async throws -> Void) async throws {
        do {
            try await body(self)
        } catch  where TestTask.isLeft(by: error) {
            await leave(at: here)
            throw error
        } catch {
            if ticket.judge() { await tell(waits: false, failing: fail, at: here) }
            throw error
        }
        if ticket.judge() { await tell(failing: fail, at: here) }
    }

    /// Fails by this function, also where the server does not answer.
    private func tell(waits: Bool = true, failing fail: (String) -> Void, at here: TestPlace) async {
        do {
            try await ending(waits: waits, at: here).mismatch?.tell(failing: fail, at: here)
        } catch {
            Mismatch(findings: [], description: "\(error)").tell(failing: fail, at: here)
        }
    }

    /// Ends the play of a test that was cancelled or skipped, which has no verdict; what was wrong before is a warning.
    private func leave(at here: TestPlace) async {
        guard ticket.close() else { return }
        let standing = try? await run.standing()
        guard let mismatch = try? await run.end().mismatch, standing?.isBroken == true else { return }
        Slip.warn("the test was cancelled, and until then this was wrong: \(mismatch.description)", at: here)
    }
}
