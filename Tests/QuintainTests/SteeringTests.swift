// SteeringTests.swift: decisions that the scenario makes in place of the client, which nothing tests.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation
@testable import Quintain
import QuintainWords
import Synchronization
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite struct `A decision of the scenario in place of the client` {
    private static let refusal = "> GET /old\n< 302\n< Location: /new\n* redirect 302 /new -> no"
    private static let login = """
        > GET /vault
        < 401
        < WWW-Authenticate: Basic realm="vault"
        * challenge Basic realm="vault" -> use alice:secret
        > GET /vault
        > Authorization: {{basic alice:secret}}
        < 200
        """

    @Test func `is a warning at the line that verifies, which names both ways out`() async throws {
        var line = 0
        let told = try await warnings {
            let play = try await Play(of: Self.refusal)
            _ = try await play.session().data(from: play.url("/old"))
            line = #line + 1
            try await play.verify()
        }
        let warning = try #require(told.first)
        #expect(told.count == 1 && warning.line == line, "\(told)")
        #expect(warning.text.contains("the scenario has decided 'no' at 'redirect' in place of the client, "))
        #expect(warning.text.contains("play.session(forwardingTo: mine)"))
        #expect(warning.text.contains("play.session(scenarioDecides: true)"))
    }

    @Test func `is a warning of withPlay, and of a verdict as a value`() async throws {
        let line = #line + 2
        let told = try await warnings {
            try await withPlay(of: Self.login) { play in _ = try await play.session().data(from: play.url("/vault")) }
            let play = try await Play(of: Self.login)
            _ = try await play.session().data(from: play.url("/vault"))
            #expect(await play.mismatch() == nil)
        }
        #expect(told.map(\.line) == [line, line + 3], "\(told)")
        #expect(told.allSatisfy { $0.text.contains("has decided 'use' at 'challenge' in place") }, "\(told)")
    }

    @Test func `is a warning of a session that reports everything, and of a class that inherits its delegate`()
        async throws
    {
        final class Inheriting: RecordingDelegate, @unchecked Sendable {}
        let told = try await warnings {
            let play = try await Play(of: Self.refusal + "\n* response 302\n* finish")
            play.recordingSession().dataTask(with: play.url("/old")).resume()
            try await play.verify()
            let other = try await Play(of: Self.refusal)
            let session = URLSession(
                configuration: .ephemeral, delegate: Inheriting(other, hears: .questions), delegateQueue: nil)
            _ = try await session.data(from: other.url("/old"))
            try await other.verify()
        }
        #expect(told.count == 2, "\(told)")
    }

    @Test func `is a warning of a body that the scenario has chosen`() async throws {
        let told = try await warnings {
            let play = try await Play(
                of: """
                    client POST /up
                    * need-body -> body "hello"
                    > POST /up
                    >
                    > hello
                    < 201
                    * response 201
                    * finish
                    """)
            var request = URLRequest(url: play.url("/up"))
            request.httpMethod = "POST"
            play.recordingSession().uploadTask(withStreamedRequest: request).resume()
            try await play.verify()
        }
        #expect(told.count == 1 && told[0].text.contains("has decided 'body' at 'need-body'"), "\(told)")
    }

    #if canImport(FoundationNetworking)
        @Test func `is a warning where a delegate was given to the call, which nobody asks`() async throws {
            let told = try await warnings {
                let play = try await Play(of: Self.login)
                let wrong = Decisive("guess")
                _ = try await play.session().data(from: play.url("/vault"), delegate: wrong)
                try await play.verify()
            }
            #expect(told.count == 1, "\(told)")
        }
    #endif

    @Test func `is none where a delegate of the test's own decides`() async throws {
        let told = try await warnings {
            let play = try await Play(of: Self.refusal)
            _ = try await play.session(forwardingTo: Decisive()).data(from: play.url("/old"))
            try await play.verify()
            let login = try await Play(of: Self.login)
            _ = try await login.session(forwardingTo: Decisive()).data(from: login.url("/vault"))
            try await login.verify()
        }
        #expect(told.isEmpty, "\(told)")
    }

    @Test func `is no warning where the scenario is meant to decide, or decides as the client would`() async throws {
        let told = try await warnings {
            let play = try await Play(of: Self.refusal)
            _ = try await play.session(scenarioDecides: true).data(from: play.url("/old"))
            try await play.verify()
            let recorded = try await Play(of: Self.refusal + "\n* response 302\n* finish")
            recorded.recordingSession(scenarioDecides: true).dataTask(with: recorded.url("/old")).resume()
            try await recorded.verify()
            let followed = try await Play(
                of: "> GET /old\n< 302\n< Location: /new\n* redirect 302 /new\n> GET /new\n< 200")
            _ = try await followed.session().data(from: followed.url("/old"))
            try await followed.verify()
        }
        #expect(told.isEmpty, "\(told)")
    }

    @Test func `is told by the failure alone where the play fails`() async throws {
        let told = try await warnings {
            let play = try await Play(of: Self.refusal + "\n> GET /more\n< 200")
            _ = try await play.session().data(from: play.url("/old"))
            #expect(await play.mismatch() != nil)
        }
        #expect(told.isEmpty, "\(told)")
    }

    @Test(arguments: [(DecisionWord.trust, false), (.use, true), (.cancel, true), (.no, true)])
    func `to trust the authority of the tests is no decision of a client`(word: DecisionWord, warns: Bool) {
        var client = Stage.Client()
        client.decidedForIt = [.init(kind: .challenge, word: word)]
        #expect((client.steering != nil) == warns)
        client.scenarioDecides = true
        #expect(client.steering == nil)
    }
}

/// The warnings that the tests of a body get, in place of this test.
private func warnings(of body: () async throws -> Void) async throws -> [(line: Int, text: String)] {
    let told = Mutex<[(line: Int, text: String)]>([])
    try await withKnownIssue(isIntermittent: true) {
        try await body()
    } matching: { issue in
        guard issue.severity == .warning else { return false }
        let text = issue.comments.map { "\($0)" }.joined()
        told.withLock { $0.append((issue.sourceLocation?.line ?? 0, text)) }
        return true
    }
    return told.withLock { $0 }
}

/// Follows no redirect, and logs in as alice.
private final class Decisive: NSObject, URLSessionTaskDelegate {
    let password: String

    init(_ password: String = "secret") { self.password = password }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        completionHandler(.useCredential, URLCredential(user: "alice", password: password, persistence: .none))
    }
}
