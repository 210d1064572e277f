// OwnDelegateTests.swift: delegates of a test's own, behind those of a play.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation
@testable import Quintain
import QuintainTestIssues
import Synchronization
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite struct `A delegate behind it` {
    @Test func `decides`() async throws {
        let play = try await Play(of: Redirect.refused)
        let own = Refusing()
        play.recordingSession(forwardingTo: own).dataTask(with: play.request).resume()
        try await play.verify()
        #expect(own.heard.withLock { $0 } == ["redirect", "complete"])
    }

    @Test func `is told if the scenario would have decided otherwise`() async throws {
        let play = try await Play(of: Redirect.followed)
        play.recordingSession(forwardingTo: Refusing()).dataTask(with: play.request).resume()
        let mismatch = try #require(await play.mismatch())
        // What URLSession tells after a refusal follows from it, and is no mistake of its own.
        #expect(mismatch.findings.map(\.rule) == ["wrong-decision"], "\(mismatch)")
        let wrong = try #require(mismatch.findings.first)
        #expect(wrong.sentence == "at 'redirect' the delegate decides 'no', and not 'default'")
        #expect(wrong.line == 4)
        #expect(wrong.follows.contains { $0.contains("no line takes `response 302") })
        #expect(mismatch.description.contains("✗ * redirect 302 /new method=GET"))
        #expect(
            mismatch.description.contains(
                "\nmore: quintain explain wrong-decision\nfrom a package of your own: swift package "))
        let transcript = await play.transcript()
        #expect(transcript.contains("# -> no"))
    }

    @Test func `that lacks a method decides as URLSession does without it`() async throws {
        let play = try await Play(of: Redirect.refused)
        play.recordingSession(forwardingTo: Lacking()).dataTask(with: play.request).resume()
        #expect(await play.mismatch()?.findings.map(\.rule) == ["wrong-decision"])
    }

    @Test func `that is asked nothing but a session's end decides nothing else`() async throws {
        let play = try await Play(of: Redirect.refused)
        play.recordingSession(forwardingTo: OfSession()).dataTask(with: play.request).resume()
        #expect(await play.mismatch()?.findings.map(\.rule) == ["wrong-decision"])
    }

    @Test func `decides for data(from:), too`() async throws {
        let play = try await Play(of: "> GET /old\n< 302\n< Location: /new")
        let reply = try await play.session(forwardingTo: Refusing()).data(from: play.url("/old"))
        #expect((reply.1 as? HTTPURLResponse)?.statusCode == 302)
        try await play.verify()
    }

    #if canImport(FoundationNetworking)
        @Test func `of a task is asked in place of its session's, and may report as well`() async throws {
            let play = try await Play(of: Redirect.refused)
            let task = play.recordingSession().dataTask(with: play.request)
            task.delegate = RecordingDelegate(play, forwardingTo: Refusing(), hears: .questions)
            task.resume()
            try await play.verify()
            #expect(await play.transcript().contains("# -> no"))
        }
    #endif

    @Test func `that refuses breaks no rule of URLSession by what comes then`() async throws {
        // U9: the response of a redirect that was followed would be one too many.
        let play = try await Play(of: "level should\n" + Redirect.followed)
        play.recordingSession(forwardingTo: Refusing()).dataTask(with: play.request).resume()
        let rules = Set(await play.mismatch()?.findings.map(\.rule) ?? [])
        #expect(!rules.contains { $0.hasPrefix("U") }, "\(rules)")
    }

    @Test func `that follows what is to be refused is to blame for the request`() async throws {
        let play = try await Play(of: Redirect.refused)
        play.recordingSession(forwardingTo: Deciding { $0 }).dataTask(with: play.request).resume()
        let mismatch = try #require(await play.mismatch())
        #expect(mismatch.findings.map(\.rule) == ["wrong-decision"], "\(mismatch)")
        #expect(mismatch.findings.first?.follows.contains { $0.hasSuffix("[unexpected-request]") } == true)
        #expect(await play.unexpected == ["GET /new"])
    }

    @Test func `that goes elsewhere is to blame for where it goes`() async throws {
        let play = try await Play(of: Redirect.followed)
        let elsewhere = URLRequest(url: play.url("/elsewhere"))
        play.recordingSession(forwardingTo: Deciding { _ in elsewhere }).dataTask(with: play.request).resume()
        let wrong = try #require(await play.mismatch()?.findings.first)
        #expect(wrong.rule == "wrong-decision" && wrong.line == 4)
        #expect(wrong.sentence.hasSuffix("decides 'to \(elsewhere.url!.absoluteString)', and not 'default'"))
        #expect(wrong.follows.contains { $0.hasSuffix("[unexpected-request]") })
        #expect(await play.unexpected == ["GET /elsewhere"])
    }

    @Test func `that goes elsewhere than its line says has decided wrongly, whatever the request's line takes`()
        async throws
    {
        let lines =
            "> GET /old\n< 302\n< Location: /new\n* redirect 302 /new -> to /other\n> GET {{/\\/oth.*/}}\n< 200"
        for (path, isRight) in [("/other", true), ("/othr", false)] {
            let play = try await Play(of: lines)
            let url = play.url(path)
            _ = try await play.session(forwardingTo: Deciding { _ in URLRequest(url: url) }).data(
                from: play.url("/old"))
            let mismatch = await play.mismatch()
            #expect(mismatch?.findings.map(\.rule) == (isRight ? nil : ["wrong-decision"]), "\(path)")
        }
    }

    @Test func `that logs in where the scenario cancels is what is wrong`() async throws {
        let play = try await Play(
            of: """
                > GET /vault
                < 401
                < WWW-Authenticate: Basic realm="vault"
                * challenge Basic realm="vault" -> cancel
                * fail cancelled
                """)
        play.recordingSession(forwardingTo: KnowsPassword("secret")).dataTask(with: play.request).resume()
        let mismatch = try #require(await play.mismatch())
        let wrong = try #require(mismatch.findings.first)
        #expect(wrong.rule == "wrong-decision" && wrong.line == 4)
        #expect(wrong.sentence.hasSuffix("decides 'use alice:secret', and not 'cancel'"))
        // U18: nothing but the end may follow a cancelled challenge.
        #expect(mismatch.findings.map(\.rule) == ["wrong-decision"], "\(mismatch)")
        #expect(wrong.follows.contains { $0.hasSuffix("[unexpected-request]") })
        #expect(await play.unexpected == ["GET /vault"])
    }

    @Test func `that cancels the load decides so`() async throws {
        let play = try await Play(of: Self.cancelled)
        let canceling = Deciding(task: { $0.cancel() }, { _ in nil })
        play.recordingSession(forwardingTo: canceling).dataTask(with: play.request).resume()
        try await play.verify()
        #expect(await play.transcript().contains("# -> cancel"))
    }

    @Test func `that cancels the load and never answers decides so, too`() async throws {
        let play = try await Play(of: Self.cancelled)
        play.recordingSession(forwardingTo: Silent()).dataTask(with: play.request).resume()
        try await play.verify()
        #expect(await play.transcript().contains("# -> cancel"))
    }

    private static let cancelled =
        "> GET /old\n< 302\n< Location: /new\n* redirect 302 /new -> cancel\n* fail cancelled"

    @Test func `may take its time`() async throws {
        let play = try await Play(of: Redirect.followed)
        let slow = Deciding(after: .milliseconds(400)) { _ in nil }
        play.recordingSession(forwardingTo: slow).dataTask(with: play.request).resume()
        #expect(await play.mismatch()?.findings.first?.rule == "wrong-decision")
    }

    @Test(arguments: [true, false])
    func `decides as it likes in a file that speaks of the wire alone`(hearsAll: Bool) async throws {
        let play = try await Play(of: "> GET /old\n< 302\n< Location: /new")
        let delegate = RecordingDelegate(play, forwardingTo: Refusing(), hears: hearsAll ? .everything : .questions)
        let session = URLSession(configuration: .ephemeral, delegate: delegate, delegateQueue: nil)
        session.dataTask(with: play.url("/old")).resume()
        try await play.verify()
        session.finishTasksAndInvalidate()
    }

    @Test func `logs in as it likes in a file that speaks of the wire alone`() async throws {
        let play = try await Play(
            of: """
                > GET /vault
                < 401
                < WWW-Authenticate: Basic realm="vault"
                > GET /vault
                > Authorization: {{basic alice:secret}}
                < 200
                """)
        play.recordingSession(forwardingTo: KnowsPassword("secret")).dataTask(with: play.request).resume()
        try await play.verify()
    }

    private static let vault = """
        > GET /vault
        > Authorization: {{absent}}
        < 401
        < WWW-Authenticate: Basic realm="vault"
        <
        < who is there?
        * challenge Basic realm="vault" -> use alice:secret
        > GET /vault
        > Authorization: {{basic alice:secret}}
        < 200
        <
        < three dogs
        * response 200
        * data "three dogs"
        * finish
        """

    @Test func `answers a challenge, and what its system does wrong is not its fault`() async throws {
        let play = try await Play(of: Self.vault)
        play.recordingSession(forwardingTo: KnowsPassword("secret")).dataTask(with: play.request).resume()
        try await play.verify()
    }

    @Test func `that answers wrongly fails all the same`() async throws {
        let play = try await Play(of: Self.vault)
        play.recordingSession(forwardingTo: KnowsPassword("sesame")).dataTask(with: play.request).resume()
        let mismatch = try #require(await play.mismatch())
        let wrong = try #require(mismatch.findings.first)
        #expect(mismatch.findings.map(\.rule) == ["wrong-decision"])
        #expect(wrong.sentence.hasSuffix("decides 'use alice:sesame', and not 'use alice:secret'"))
        #expect(wrong.follows.contains { $0.hasSuffix("[wrong-field]") })
    }

    #if canImport(FoundationNetworking)
        @Test func `is held to every rule where nothing is tolerated`() async throws {
            let play = try await Play(of: Self.vault)
            let session = play.recordingSession(forwardingTo: KnowsPassword("secret"), tolerating: [])
            session.dataTask(with: play.request).resume()
            let mismatch = try #require(await play.mismatch())
            #expect(mismatch.findings.contains { $0.rule == "U-R-BEFORE-A" })
        }
    #endif

    #if canImport(FoundationNetworking)
        @Test func `that gives up behind a second 401 breaks no rule by the order in which its system tells of it`()
            async throws
        {
            let play = try await Play(
                of: """
                    > GET /vault
                    < 401
                    < WWW-Authenticate: Basic realm="vault"
                    > GET /vault
                    > Authorization: {{basic alice:sesame}}
                    < 401
                    < WWW-Authenticate: Basic realm="vault"
                    """)
            play.recordingSession(forwardingTo: KnowsPassword("sesame", tries: 1)).dataTask(with: play.request).resume()
            let ending = await play.firstEnding(at: TestPlace(#_sourceLocation))
            #expect(ending.mismatch == nil && ending.warnings == [])
        }
    #endif

    @Test func `may be one that inherits`() async throws {
        let play = try await Play(of: Redirect.followed)
        let counting = Counting(play)
        let session = URLSession(configuration: .ephemeral, delegate: counting, delegateQueue: nil)
        session.dataTask(with: play.request).resume()
        try await play.verify()
        #expect(counting.bytes.withLock { $0 } == 5)
        session.finishTasksAndInvalidate()
    }
}

/// Logs in as alice.
private final class KnowsPassword: NSObject, URLSessionDataDelegate {
    let password: String
    let tries: Int

    init(_ password: String, tries: Int = .max) { (self.password, self.tries) = (password, tries) }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        guard challenge.previousFailureCount < tries else {
            return completionHandler(.cancelAuthenticationChallenge, nil)
        }
        completionHandler(.useCredential, URLCredential(user: "alice", password: password, persistence: .none))
    }
}

/// Follows no redirect.
private final class Refusing: NSObject, URLSessionDataDelegate {
    let heard = Mutex<[String]>([])

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        heard.withLock { $0.append("redirect") }
        completionHandler(nil)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        heard.withLock { $0.append("complete") }
    }
}

/// Has no method for any question.
private final class Lacking: NSObject, URLSessionDataDelegate {}

/// Is no delegate of tasks.
private final class OfSession: NSObject, URLSessionDelegate {}

/// Answers a redirect with the request that the closure makes of the new one.
final class Deciding: NSObject, URLSessionDataDelegate {
    private let delay: DispatchTimeInterval?
    private let about: @Sendable (URLSessionTask) -> Void
    private let times: Int
    /// All answers are given.
    private let answered: @Sendable () -> Void
    private let answer: @Sendable (URLRequest) -> URLRequest?

    init(
        after delay: DispatchTimeInterval? = nil, task about: @escaping @Sendable (URLSessionTask) -> Void = { _ in },
        times: Int = 1, answered: @escaping @Sendable () -> Void = {},
        _ answer: @escaping @Sendable (URLRequest) -> URLRequest?
    ) {
        (self.delay, self.about, self.times, self.answered, self.answer) = (delay, about, times, answered, answer)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        about(task)
        guard let delay else {
            for _ in 0..<times { completionHandler(answer(request)) }
            return answered()
        }
        DispatchQueue.global().asyncAfter(deadline: .now() + delay) { [answer] in completionHandler(answer(request)) }
    }
}

/// Cancels at a redirect, and says nothing.
final class Silent: NSObject, URLSessionDataDelegate {
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        task.cancel()
    }
}

private final class Counting: RecordingDelegate, @unchecked Sendable {
    let bytes = Mutex(0)

    init(_ play: Play) { super.init(play) }

    override func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        bytes.withLock { $0 += data.count }
        super.urlSession(session, dataTask: dataTask, didReceive: data)
    }
}
