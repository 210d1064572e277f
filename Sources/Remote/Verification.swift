// Verification.swift: the verdict of a play as the failure of a test.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

public import QuintainTestIssues

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
        try await TestVerdict(name, mismatch(at: here)).fail(at: here)
    }

    /// The same for XCTest, whose failures need a place: `await play.verify(failing: XCTFail)`.
    ///
    /// In a test of Swift Testing, which does not see `XCTFail`, the failure is recorded as well.
    public func verify(
        failing fail: (String, StaticString, UInt) -> Void, file: StaticString = #filePath, line: UInt = #line,
        fileID: String = #fileID, column: Int = #column
    ) async {
        let here = TestPlace(fileID: fileID, filePath: "\(file)", line: Int(line), column: column)
        let verdict: TestVerdict
        do {
            verdict = TestVerdict(name, try await mismatch(at: here))
        } catch {
            verdict = TestVerdict(name, Mismatch(findings: [], description: "\(error)"))
        }
        verdict.tell(failing: { fail($0, file, line) }, at: here)
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
        guard ticket.judge(at: here) != .closed else { return nil }
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
}

extension Play: JudgedPlay {
    package func verdict(waits: Bool, at here: TestPlace) async throws -> TestVerdict? {
        ticket.judge() ? TestVerdict(name, try await ending(waits: waits, at: here).mismatch) : nil
    }

    package func leave(at here: TestPlace) async {
        guard ticket.close() else { return }
        let standing = try? await run.standing()
        guard let mismatch = try? await run.end().mismatch, standing?.isBroken == true else { return }
        Slip.warn("the test was cancelled, and until then this was wrong: \(mismatch.description)", at: here)
    }
}
