// JudgedStubs.swift: requests that no stub has answered, as the failure of a test.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

#if canImport(Testing)
    import Testing
#endif

/// Thrown by `verify()` of stubs: the requests that no stub has answered, and the stubs whose turn has not come.
public struct UnansweredRequests: Error, Sendable, CustomStringConvertible {
    public let requests: [RequestOfStubs]
    /// The stubs that ask for the same as others, and have not answered, by their lines: `notes.routes:4`.
    public let unused: [String]
    /// Each request, and the nearest stub; each stub that has not answered.
    public let description: String

    /// nil: all is well.
    ///
    /// - Parameter requests: all that came; those that are answered count for nothing.
    package init?(among requests: [RequestOfStubs], _ unused: [UnusedAnswers]) {
        let requests = requests.filter(\.isUnanswered)
        let text = StubsFault.text(unanswered: requests.map { ("\($0)", $0.refusal) }, unused: unused)
        guard let text else { return nil }
        (self.requests, self.unused, description) = (requests, unused.flatMap(\.stubs), text)
    }

    /// - Parameter error: what the test has thrown by itself.
    fileprivate init(_ fault: UnansweredRequests, at place: TestPlace, beside error: (any Error)?) {
        let own = error.map { "\nthe test's own error: \($0)" } ?? ""
        (requests, unused) = (fault.requests, fault.unused)
        description = "\(place.fileID):\(place.line): \(fault.description)\(own)"
    }
}

/// Stubs, in this process or at a server elsewhere.
package protocol JudgedStubs: AnyObject, Sendable {
    /// What is wrong by now, for a test that asks for it; nil: all is well.
    func fault() async throws -> UnansweredRequests?

    /// Takes them away.
    func end() async
}

extension JudgedStubs {
    /// - Parameter error: the error that the test has thrown itself. Where the fault is recorded, the caller throws it.
    package func fail(at here: TestPlace, beside error: (any Error)? = nil) async throws {
        guard let fault = try await fault() else { return }
        #if canImport(Testing)
            if Test.current != nil {
                if error != nil {
                    Issue.record("\(fault.description)", sourceLocation: here.location)
                    return
                }
                return try StubsFault.require(fault.description, isOfRequests: !fault.requests.isEmpty, at: here)
            }
        #endif
        let thrown = UnansweredRequests(fault, at: here, beside: error)
        Slip.thrown(fault.description, as: thrown.description, by: "verify()", at: here)
        throw thrown
    }

    package func tell(failing fail: (String) -> Void, at here: TestPlace) async {
        let told: String?
        do {
            told = try await fault()?.description
        } catch {
            told = "\(error)"
        }
        if let told { Slip.tell(told, failing: fail, at: here) }
    }

    /// Runs the body, and fails if a request has come that no stub has answered, also where the body throws.
    package func serve<Value>(at here: TestPlace, _ body: (Self) async throws -> Value) async throws -> Value {
        do {
            let value = try await judged(at: here, body)
            await end()
            return value
        } catch {
            await end()
            throw error
        }
    }

    private func judged<Value>(at here: TestPlace, _ body: (Self) async throws -> Value) async throws -> Value {
        let value: Value
        do {
            value = try await body(self)
        } catch {
            if !TestTask.isLeft(by: error) { try await fail(at: here, beside: error) }
            throw error
        }
        try await fail(at: here)
        return value
    }

    /// The same for XCTest, which is told by its own function. An error of the body is thrown on.
    package func serve(
        failing fail: (String) -> Void, at here: TestPlace, _ body: (Self) async throws -> Void
    ) async throws {
        do {
            try await body(self)
        } catch {
            if !TestTask.isLeft(by: error) { await tell(failing: fail, at: here) }
            await end()
            throw error
        }
        await tell(failing: fail, at: here)
        await end()
    }
}
