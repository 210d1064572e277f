// OwnDelegateTests.swift: delegates of a test's own, behind those of a play.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation
@testable import Quintain
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
        #expect(wrong.sentence == "at 'redirect' the delegate decides 'refuse', and not 'follow'")
        #expect(wrong.line == 4)
        #expect(wrong.follows.contains { $0.contains("no line takes `response 302") })
        #expect(mismatch.description.contains("✗ * redirect 302 /new method=GET -> follow"))
        #expect(
            mismatch.description.contains(
                "\nmore: quintain explain wrong-decision\nfrom a package of your own: swift package "))
        let transcript = await play.transcript()
        #expect(transcript.contains("# -> refuse") && !transcript.contains("# -> follow"))
    }

    @Test func `that lacks a method decides as URLSession does without it, and the method is named`() async throws {
        let play = try await Play(of: Redirect.refused)
        play.recordingSession(forwardingTo: Lacking()).dataTask(with: play.request).resume()
        let mismatch = try #require(await play.mismatch())
        #expect(mismatch.findings.map(\.rule) == ["wrong-decision"], "\(mismatch)")
        let method = "urlSession(_:task:willPerformHTTPRedirection:newRequest:completionHandler:)"
        #expect(
            mismatch.description.contains(
                "\nwithout a method '\(method)', spelt so, a delegate decides 'follow' at 'redirect': "))
        // One that decides in no such way has it.
        let other = try await Play(of: Redirect.followed)
        other.recordingSession(forwardingTo: Refusing()).dataTask(with: other.request).resume()
        #expect(await other.mismatch()?.description.contains("without a method") == false)
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
        @Test func `of one call is not asked, and the play says whom to give it to`() async throws {
            let text = "> GET /old\n< 302\n< Location: /new"
            let play = try await Play(of: text)
            _ = try await play.session().data(from: play.url("/old"), delegate: Refusing())
            let mismatch = try #require(await play.mismatch())
            #expect(
                mismatch.description.contains("\nno line decides at 'redirect', so 'follow' was decided; "),
                "\(mismatch)")
            #expect(mismatch.description.contains("hand it to play.session(forwardingTo:)"))
            // Here the test's delegate was asked.
            let asked = try await Play(of: text)
            _ = try await asked.session(forwardingTo: Deciding { $0 }).data(from: asked.url("/old"))
            #expect(await asked.mismatch()?.description.contains("forwardingTo:") == false)
        }

        @Test func `of a task is asked in place of its session's, and may report as well`() async throws {
            let play = try await Play(of: Redirect.refused)
            let task = play.recordingSession().dataTask(with: play.request)
            task.delegate = RecordingDelegate(play, forwardingTo: Refusing(), hears: .questions)
            task.resume()
            try await play.verify()
            #expect(await play.transcript().contains("# -> refuse"))

            let unheard = try await Play(of: "within 1s\n" + Redirect.refused, patience: .seconds(1))
            let other = unheard.recordingSession().dataTask(with: unheard.request)
            other.delegate = Refusing()
            other.resume()
            let mismatch = try #require(await unheard.mismatch())
            #expect(mismatch.description.contains("write task.delegate = RecordingDelegate(play, "), "\(mismatch)")
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
        #expect(mismatch.findings.first?.follows.contains { $0.contains("no line takes GET /new") } == true)
    }

    @Test func `that goes elsewhere is to blame for where it goes`() async throws {
        let play = try await Play(of: Redirect.followed)
        let elsewhere = URLRequest(url: play.url("/elsewhere"))
        play.recordingSession(forwardingTo: Deciding { _ in elsewhere }).dataTask(with: play.request).resume()
        let wrong = try #require(await play.mismatch()?.findings.first)
        #expect(wrong.rule == "wrong-decision" && wrong.line == 4)
        #expect(wrong.sentence.hasSuffix("decides 'to \(elsewhere.url!.absoluteString)', and not 'follow'"))
        #expect(wrong.follows.contains { $0.contains("no line takes GET /elsewhere") })
    }

    @Test func `that goes elsewhere than its line says has decided wrongly, whatever the request's line takes`()
        async throws
    {
        let lines =
            "> GET /old\n< 302\n< Location: /new\n* redirect 302 /new -> to /other\n> GET {{like \"/oth*\"}}\n< 200"
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
        #expect(wrong.follows.contains { $0.contains("no line takes GET /vault") })
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
        @Test func `of a system that does wrong by itself is told so`() async throws {
            let scenario = try Scenario(
                """
                > GET /vault
                < 401
                < WWW-Authenticate: Digest realm="vault", nonce="n", qop="auth", algorithm=SHA-256
                * challenge Digest realm="vault" -> use alice:secret
                > GET /vault
                < 200
                * response 200
                * finish
                """)
            let digest = try await Play(scenario)
            digest.recordingSession().dataTask(with: digest.request).resume()
            let text = try #require(await digest.mismatch()?.description)
            #expect(
                text.contains("\nURLSession on Linux asks no delegate about Digest, so that the 401 is the response"))
            #expect(!text.contains("is let pass"), "no challenge follows: \(text)")

            // A session that reports questions alone hears of no response.
            let unasked = try await Play(scenario)
            _ = try await unasked.session().data(for: unasked.request)
            let alone = try #require(await unasked.mismatch()?.description)
            #expect(alone.contains("asks no delegate about Digest"))
            #expect(!alone.contains("no delegate of this play was asked"), "that is why: \(alone)")

            let cut = try await Play(
                of:
                    "> GET /\n< 200\n< Content-Length: 9\n<\n< cut\n! close\n* response 200\n* data\n* fail connection-lost"
            )
            cut.recordingSession().dataTask(with: cut.request).resume()
            let other = try #require(await cut.mismatch()?.description)
            #expect(other.contains("\nURLSession on Linux fails with URLError.unknown (-1), here 'other'"), "\(other)")
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
            let ending = await play.ending()
            #expect(ending.mismatch == nil && ending.warnings == [])
        }

        @Test(arguments: ["<\n< hello", "< Content-Length: 9\n<\n< hello\n! close"])
        func `that cancels at a response is told that its system goes on`(rest: String) async throws {
            let play = try await Play(of: "> GET /\n< 200\n\(rest)\n* response 200 -> cancel\n* fail cancelled")
            play.recordingSession(forwardingTo: CancelsAtResponse()).dataTask(with: play.request).resume()
            let text = try #require(await play.mismatch()?.description)
            #expect(text.contains("\nURLSession on Linux goes on with a load that its delegate cancels at "), "\(text)")
            let other = try await Play(of: "> GET /\n< 200\n* response 200 -> allow\n* fail cancelled")
            other.recordingSession().dataTask(with: other.request).resume()
            #expect(await other.mismatch()?.description.contains("URLSession on Linux") == false)
        }
    #endif

    @Test func `that inherits and does not call super is asked whether it does`() async throws {
        let play = try await Play(of: Redirect.questions, patience: .zero)
        let session = URLSession(
            configuration: .ephemeral, delegate: Deaf(play, hears: .questions), delegateQueue: nil)
        _ = try await session.data(from: play.url("/old"))
        let text = try #require(await play.mismatch()?.description)
        #expect(
            text.contains("\nno callback was recorded, and a delegate of this play is of a class that inherits"),
            "\(text)")
        #expect(!text.contains("no delegate of this play was asked"))
    }

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

/// Lets no response pass.
private final class CancelsAtResponse: NSObject, URLSessionDataDelegate {
    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        completionHandler(.cancel)
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
    private let answer: @Sendable (URLRequest) -> URLRequest?

    init(
        after delay: DispatchTimeInterval? = nil, task about: @escaping @Sendable (URLSessionTask) -> Void = { _ in },
        times: Int = 1, _ answer: @escaping @Sendable (URLRequest) -> URLRequest?
    ) {
        (self.delay, self.about, self.times, self.answer) = (delay, about, times, answer)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        about(task)
        guard let delay else { return (0..<times).forEach { _ in completionHandler(answer(request)) } }
        DispatchQueue.global().asyncAfter(deadline: .now() + delay) { [answer] in completionHandler(answer(request)) }
    }
}

/// Refuses redirects, and reports none.
private final class Deaf: RecordingDelegate, @unchecked Sendable {
    override func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
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
