// JudgedPlay.swift: a play around the body of a test, after which it is judged.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// A play, in this process or at a server elsewhere.
package protocol JudgedPlay: Sendable {
    /// The verdict behind a body. nil: the body has asked for it, or wants none.
    ///
    /// - Parameter waits: whether something more is to be expected of the client.
    func verdict(waits: Bool, at here: TestPlace) async throws -> TestVerdict?

    /// Ends the play of a test that was cancelled or skipped, which has no verdict; what was wrong before is a warning.
    func leave(at here: TestPlace) async
}

extension JudgedPlay {
    /// Runs the body, and verifies the play, also where the body throws.
    package func whole<Value>(at here: TestPlace, _ body: (Self) async throws -> Value) async throws -> Value {
        let value: Value
        do {
            value = try await body(self)
        } catch  where TestTask.isLeft(by: error) {
            await leave(at: here)
            throw error
        } catch {
            // The client of a test that has failed does nothing more.
            try (try? await verdict(waits: false, at: here))?.fail(at: here, beside: error)
            throw error
        }
        try await verdict(waits: true, at: here)?.fail(at: here)
        return value
    }

    /// The same for XCTest, which is told by its own function. An error of the body is thrown on.
    package func whole(
        failing fail: (String) -> Void, at here: TestPlace, _ body: (Self) async throws -> Void
    ) async throws {
        do {
            try await body(self)
        } catch  where TestTask.isLeft(by: error) {
            await leave(at: here)
            throw error
        } catch {
            await tell(waits: false, failing: fail, at: here)
            throw error
        }
        await tell(waits: true, failing: fail, at: here)
    }

    private func tell(waits: Bool, failing fail: (String) -> Void, at here: TestPlace) async {
        do {
            try await verdict(waits: waits, at: here)?.tell(failing: fail, at: here)
        } catch {
            Slip.tell("\(error)", failing: fail, at: here)
        }
    }
}
