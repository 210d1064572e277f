// AnswerTests.swift: delegates of a test's own that answer a question never, or twice.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation
import Quintain
import Synchronization
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite struct `A delegate that is asked` {
    @Test(arguments: [true, false], ["", "\n* redirect 302 /new -> no"])
    func `has to answer, in every session and whether a line asks or not`(hearsAll: Bool, line: String) async throws {
        let text = "> GET /old\n< 302\n< Location: /new\(line)"
        let play = try await Play(of: text, patience: .milliseconds(300))
        let delegate = Mute()
        let session =
            hearsAll ? play.recordingSession(forwardingTo: delegate) : play.session(forwardingTo: delegate)
        session.dataTask(with: play.url("/old")).resume()
        let mismatch = try #require(await play.mismatch())
        #expect(mismatch.findings.map(\.rule) == ["wrong-decision"], "\(mismatch)")
        #expect(mismatch.findings.first?.line == (line.isEmpty ? 3 : 4))
        #expect(mismatch.findings.first?.sentence.hasPrefix("the delegate has not answered 'redirect 302 ") == true)
        session.invalidateAndCancel()

        let right = try await Play(of: text)
        _ = try await right.session(forwardingTo: Deciding { _ in nil }).data(from: right.url("/old"))
        try await right.verify()
    }

    @Test func `that answers a second time has the method, and is not asked for it`() async throws {
        let play = try await Play(of: Redirect.questions)
        _ = try await play.session(forwardingTo: Deciding(times: 2) { $0 }).data(from: play.url("/old"))
        let mismatch = try #require(await play.mismatch())
        #expect(mismatch.findings.map(\.rule) == ["wrong-decision"])
        #expect(!mismatch.description.contains("without a method"), "\(mismatch)")
    }

    @Test func `that never answers is waited for as long as the patience of the play`() async throws {
        let play = try await Play(of: "within 60s\n" + Redirect.questions, patience: .milliseconds(400))
        play.session(forwardingTo: Mute()).dataTask(with: play.url("/old")) { _, _, _ in }.resume()
        let mismatch = try #require(await play.mismatch())
        #expect(mismatch.findings.map(\.rule) == ["wrong-decision"], "\(mismatch)")
        #expect(mismatch.findings.first?.sentence.hasPrefix("the delegate has not answered 'redirect 302 ") == true)
        #expect(mismatch.findings.first?.follows.contains { $0.contains("> GET /new") } == true)
    }

    @Test func `that does not answer is to blame for the lines that follow`() async throws {
        // What follows the question is overdue before the answer is.
        let text = Redirect.followed.replacingOccurrences(of: "> GET /new", with: "within 300ms\n> GET /new")
        let play = try await Play(of: text, patience: .milliseconds(300))
        let asked = AsyncStream<Void>.makeStream()
        let session = play.recordingSession(forwardingTo: Mute { asked.continuation.yield() })
        session.dataTask(with: play.request).resume()
        for await _ in asked.stream { break }
        let mismatch = try #require(await play.mismatch())
        #expect(mismatch.findings.map(\.rule) == ["wrong-decision"], "\(mismatch)")
        #expect(mismatch.findings.first?.follows.isEmpty == false)
        #expect(!mismatch.description.contains("no delegate was told"))
        session.invalidateAndCancel()
    }

    @Test func `has to answer a challenge and a response, too`() async throws {
        let vault = try await Play(
            of: "> GET /vault\n< 401\n< WWW-Authenticate: Basic realm=\"vault\"\n* challenge Basic -> cancel",
            patience: .milliseconds(300))
        let asked = vault.session(forwardingTo: Mute())
        asked.dataTask(with: vault.url("/vault")).resume()
        #expect(
            await vault.mismatch()?.findings.first?.sentence.hasPrefix("the delegate has not answered 'cha") == true)
        asked.invalidateAndCancel()

        // URLSession on Linux goes on without an answer.
        let play = try await Play(
            of: "> GET /\n< 200\n<\n< hi\n* response 200\n* data \"hi\"\n* finish", patience: .milliseconds(300))
        let session = play.recordingSession(forwardingTo: MuteAtResponse())
        session.dataTask(with: play.url).resume()
        let mismatch = try #require(await play.mismatch())
        #expect(mismatch.findings.first?.rule == "wrong-decision" && mismatch.findings.first?.line == 5, "\(mismatch)")
        session.invalidateAndCancel()
    }

    @Test func `that cancels the load need not answer, in a session of questions either`() async throws {
        let play = try await Play(of: "> GET /old\n< 302\n< Location: /new\n* redirect 302 /new -> cancel")
        play.session(forwardingTo: Silent()).dataTask(with: play.url("/old")).resume()
        try await play.verify()
        #expect(await play.transcript().contains("# -> cancel"))
    }

    @Test(arguments: [true, false])
    func `may not answer twice, which would end the process without the play`(hearsAll: Bool) async throws {
        let play = try await Play(of: "> GET /old\n< 302\n< Location: /new")
        let answered = AsyncStream<Void>.makeStream()
        let delegate = Deciding(times: 2, answered: { answered.continuation.yield() }) { _ in nil }
        let session =
            hearsAll ? play.recordingSession(forwardingTo: delegate) : play.session(forwardingTo: delegate)
        session.dataTask(with: play.url("/old")).resume()
        // The lines are done with the reply, and a verdict would not wait for the delegate.
        for await _ in answered.stream { break }
        let mismatch = try #require(await play.mismatch())
        #expect(mismatch.findings.map(\.rule) == ["wrong-decision"], "\(mismatch)")
        #expect(mismatch.description.contains("the delegate answers 'redirect' a second time"))
    }

    @Test func `decides by its first answer`() async throws {
        let answers = Mutex(0)
        let play = try await Play(of: Redirect.followed)
        let both = Deciding(times: 2) { request in
            answers.withLock { answers in
                answers += 1
                return answers == 1 ? request : nil
            }
        }
        play.recordingSession(forwardingTo: both).dataTask(with: play.request).resume()
        let wrong = try #require(await play.mismatch()?.findings.first)
        #expect(wrong.line == 4 && wrong.sentence.contains("a second time, 'no' behind 'default'"))
        #expect(await play.transcript().contains("# -> default"))
    }
}

/// Answers no redirect, and no challenge.
final class Mute: NSObject, URLSessionDataDelegate {
    private let isAsked: @Sendable () -> Void

    init(_ isAsked: @escaping @Sendable () -> Void = {}) { self.isAsked = isAsked }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) { isAsked() }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {}
}

/// Answers no response.
private final class MuteAtResponse: NSObject, URLSessionDataDelegate {
    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {}
}
