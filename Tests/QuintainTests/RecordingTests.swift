// RecordingTests.swift: delegates that report to a play what they hear.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation
import Quintain
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Scenarios with a redirect.
enum Redirect {
    static let followed = """
        > GET /old
        < 302
        < Location: /new
        * redirect 302 /new method=GET
        > GET /new
        < 200
        < Content-Type: text/plain
        <
        < hello
        * response 200 text/plain
        * data "hello"
        * finish
        """

    static let refused = """
        > GET /old
        < 302
        < Location: /new
        * redirect 302 /new -> no
        * response 302
        * finish
        """

    /// Speaks of questions alone.
    static let questions = "> GET /old\n< 302\n< Location: /new\n* redirect 302 /new\n> GET /new\n< 200"
}

@Suite struct `A recording delegate` {
    @Test func `hears everything that a task tells`() async throws {
        let play = try await Play(of: Redirect.followed)
        play.recordingSession().dataTask(with: play.request).resume()
        try await play.verify()
        let transcript = await play.transcript()
        #expect(transcript.contains("* redirect 302"))
        #expect(transcript.contains("* data \"hello\""))
        #expect(transcript.contains("* finish"))
    }

    @Test func `answers as the scenario decides`() async throws {
        let play = try await Play(of: Redirect.refused)
        play.recordingSession(scenarioDecides: true).dataTask(with: play.request).resume()
        try await play.verify()
    }

    @Test func `holds callbacks against the scenario`() async throws {
        let play = try await Play(of: "> GET /\n< 200\n<\n< hello\n* response 404\n* data \"hello\"\n* finish")
        play.recordingSession().dataTask(with: play.url).resume()
        let mismatch = try #require(await play.mismatch())
        #expect(mismatch.findings.first?.rule == "wrong-value")
        #expect(mismatch.findings.first?.line == 5)
    }

    @Test func `finds callbacks that no line takes, also behind the last line`() async throws {
        let play = try await Play(of: "> GET /\n< 200\n<\n< hello\n* response 200")
        play.recordingSession().dataTask(with: play.url).resume()
        let mismatch = try #require(await play.mismatch())
        #expect(Set(mismatch.findings.map(\.rule)) == ["unexpected-callback"])
    }

    @Test func `of a download tells what is in its file`() async throws {
        let play = try await Play(of: "> GET /\n< 200\n<\n< hello\n* file \"hello\"\n* finish")
        play.recordingSession().downloadTask(with: play.url).resume()
        try await play.verify()
    }

    @Test func `is told nothing of data(from:), and says so without a wait`() async throws {
        let play = try await Play(of: Self.told, patience: .seconds(300))
        _ = try await play.recordingSession().data(from: play.url)
        let began = ContinuousClock.now
        let mismatch = try #require(await play.mismatch())
        #expect(mismatch.description.contains("tell a delegate of questions alone, "))
        #expect(ContinuousClock.now - began < .seconds(200))
    }

    @Test func `is not waited for where it is told of no end, and all lines have happened`() async throws {
        let play = try await Play(of: Redirect.questions, patience: .seconds(300))
        _ = try await play.recordingSession().data(from: play.url("/old"))
        let began = ContinuousClock.now
        try await play.verify()
        #expect(ContinuousClock.now - began < .seconds(200))
        // A task without a completion handler tells its end, for which no line stands.
        let other = try await Play(of: Redirect.questions)
        other.recordingSession().dataTask(with: other.url("/old")).resume()
        #expect(await other.mismatch()?.findings.map(\.rule) == ["unexpected-callback"])
    }

    @Test func `is waited for as long as a task of its session may go on`() async throws {
        let play = try await Play(of: Self.told, patience: .milliseconds(600))
        let elsewhere = try await Play(of: "> GET /\n! wait 1h\n< 200", for: .other)
        let session = play.recordingSession()
        let suspended = session.dataTask(with: elsewhere.url)
        suspended.resume()
        suspended.suspend()
        _ = try await session.data(from: play.url)
        let began = ContinuousClock.now
        #expect(await play.mismatch()?.findings.map(\.rule) == ["never-came"])
        #expect(ContinuousClock.now - began >= .milliseconds(600))
        suspended.cancel()
        elsewhere.close()
    }

    @Test func `may be told an amount more than once, but no other one than is written`() async throws {
        let text = "> PUT /up\n* sent 5/5\n< 201\n* response 201\n* finish"
        func ending(again amount: Int64) async throws -> Mismatch? {
            let play = try await Play(of: text)
            let delegate = Repeating(play, again: amount)
            let session = URLSession(configuration: .ephemeral, delegate: delegate, delegateQueue: nil)
            var request = URLRequest(url: play.url("/up"))
            request.httpMethod = "PUT"
            session.uploadTask(with: request, from: Data("hello".utf8)).resume()
            defer { session.finishTasksAndInvalidate() }
            return await play.mismatch()
        }
        #expect(try await ending(again: 5) == nil)
        let other = try #require(try await ending(again: 6))
        #expect(other.findings.map(\.rule) == ["unexpected-callback"], "\(other)")
        #expect(
            other.description.contains(
                "\na client reports amounts as often as it likes: '* sent {{any}}' takes them all"))
    }

    @Test(arguments: 1...3) func `takes the amounts of URLSession as often as they come`(_: Int) async throws {
        let upload = try await Play(of: "> PUT /up\n* sent 100000/100000\n< 201\n* response 201\n* finish")
        var request = URLRequest(url: upload.url("/up"))
        request.httpMethod = "PUT"
        upload.recordingSession().uploadTask(with: request, from: Data(repeating: 97, count: 100_000)).resume()
        try await upload.verify()

        let download = try await Play(
            of: """
                client GET /big as download
                > GET /big
                < 200
                <
                < {{bytes 1000000}}
                * progress 1000000/1000000
                * file {{bytes 1000000}}
                * finish
                """)
        download.recordingSession().downloadTask(with: download.url("/big")).resume()
        try await download.verify()
    }

    private static let told = "> GET /\n< 200\n* response 200\n* finish"

    @Test func `asks for a password only where the scenario has one`() async throws {
        let play = try await Play(
            of: """
                > GET /vault
                < 401
                < WWW-Authenticate: Basic realm="vault"
                * challenge Basic realm="vault" -> use alice:secret
                > GET /vault
                > Authorization: {{basic alice:secret}}
                < 200
                """)
        _ = try await play.session(scenarioDecides: true).data(for: play.request)
        try await play.verify()
    }

    @Test func `that comes when the play has begun is not judged`() async throws {
        // The threads of tests may all be busy before the second load begins.
        let play = try await Play(
            of: "> GET /\n< 200\n> GET /\n< 302\n< Location: /new\n> GET /new\n< 200", for: .other,
            patience: .seconds(60))
        _ = try await URLSession(configuration: .ephemeral).data(from: play.url)
        _ = try await play.session().data(from: play.url)
        try await play.verify()
    }

    @Test func `cancels where the scenario does`() async throws {
        let play = try await Play(
            of: "> GET /old\n< 302\n< Location: /new\n* redirect 302 /new -> cancel\n* fail cancelled")
        play.recordingSession(scenarioDecides: true).dataTask(with: play.request).resume()
        try await play.verify()
    }

    @Test func `tells lanes apart by their tasks' names`() async throws {
        let play = try await Play(
            of: """
                client GET /one lane=first
                client GET /two lane=second
                >first GET /one
                >second GET /two
                <second 200
                *second response 200
                *second finish
                <first 200
                *first response 200
                *first finish
                """)
        let session = play.recordingSession()
        for (path, lane) in [("/one", "first"), ("/two", "second")] {
            let task = session.dataTask(with: play.url(path))
            task.taskDescription = lane
            task.resume()
        }
        try await play.verify()
    }
}

/// Is told each amount three times, or another one behind it.
private final class Repeating: RecordingDelegate, @unchecked Sendable {
    private let amount: Int64

    init(_ play: Play, again amount: Int64) {
        self.amount = amount
        super.init(play)
    }

    override func urlSession(
        _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
        totalBytesExpectedToSend total: Int64
    ) {
        for sent in [totalBytesSent, amount, amount] {
            super.urlSession(
                session, task: task, didSendBodyData: bytesSent, totalBytesSent: sent, totalBytesExpectedToSend: total)
        }
    }
}
