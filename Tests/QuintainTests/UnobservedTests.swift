// UnobservedTests.swift: loads of sessions whose callbacks a play does not hear of.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation
import Quintain
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite struct `What a failure tells beside its findings where callbacks are not heard of` {
    @Test(arguments: [
        (false, "the load came from another session: callbacks are heard only of play.session(), "),
        (true, "the load came from another session, before one of this play's was made: callbacks are heard only of "),
    ])
    func `is that the load came from another session, and which ones are heard`(isLate: Bool, says: String) async throws
    {
        let play = try await Play(
            of: """
                > GET /
                < 302
                < Location: /b
                * redirect 302 /b
                > GET /b
                < 200
                > GET /more
                < 200
                """)
        _ = try await URLSession(configuration: .ephemeral).data(from: play.url)
        let session = isLate ? play.session() : nil
        let text = try #require(await play.mismatch()?.description)
        #expect(
            text.contains("\n1 line of callbacks not observed: no delegate of this play hears of 'redirect'; \(says)"),
            "\(text)")
        withExtendedLifetime(session) {}
    }

    @Test(arguments: [true, false])
    func `is that a queue lets callbacks overtake each other`(isConcurrent: Bool) async throws {
        let play = try await Play(of: "> GET /\n< 200\n* response 404\n* finish")
        let queue = OperationQueue()
        if !isConcurrent { queue.maxConcurrentOperationCount = 1 }
        let session = URLSession(configuration: .ephemeral, delegate: RecordingDelegate(play), delegateQueue: queue)
        session.dataTask(with: play.url).resume()
        let text = try #require(await play.mismatch()?.description)
        #expect(
            text.contains("\nthe session's delegateQueue runs several operations at once, ") == isConcurrent, "\(text)")
        session.finishTasksAndInvalidate()
    }

    @Test func `is that only a later session of the play hears of them`() async throws {
        let play = try await Play(of: "> GET /\n< 200\n* response 200\n* finish\n> GET /more\n< 200")
        let first = play.session()
        _ = try await first.data(from: play.url)
        let second = play.recordingSession()
        let text = try #require(await play.mismatch()?.description)
        #expect(
            text.contains("hears of 'finish' and 'response'; a session of this play that reports more was made only "))
        withExtendedLifetime((first, second)) {}
    }
}
