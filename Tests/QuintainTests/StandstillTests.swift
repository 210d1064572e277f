// StandstillTests.swift: plays in which nothing happens.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation
@testable import Quintain
import QuintainLoop
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite struct `A play that stands still` {
    /// A client that hangs makes a test that hangs, and says nothing.
    @Test func `is told, where nobody asks for its verdict`() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let play = try await Play(of: "> GET /a\n! stall\n> GET /b\n< 204", patience: .zero)
            var request = URLRequest(url: play.url("/a"))
            request.timeoutInterval = 4
            _ = try? await play.session().data(for: request)
            play.close()
        }
        let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(
            text.contains("StandstillTests.swift:\(#line - 8): nothing has happened for 1 s in the play of scenario, "))
        #expect(text.contains("and its test goes on: line 3, `> GET /b`, is awaited, and the last that happened is: "))
    }

    @Test func `behind a question names the delegate that has not answered`() async throws {
        let play = try await Play(of: "> GET /old\n< 302\n< Location: /new\n* redirect 302 /new -> no")
        play.session(forwardingTo: Mute()).dataTask(with: play.url("/old")).resume()
        let end = ContinuousClock.now + .seconds(5)
        var stands = ""
        while !stands.contains("not answered"), ContinuousClock.now < end {
            stands = try await OnLoop.run { play.stage.standing }
            await Task.yield()
        }
        let start = "the test's own delegate has not answered 'redirect': it has to call the completion handler; "
        #expect(stands.hasPrefix(start), "\(stands)")
        play.close()
    }

    @Test func `ends where a delegate does not answer, so that a test that awaits its load goes on`() async throws {
        let text = "> GET /old\n< 302\n< Location: /new\n* redirect 302 /new\n> GET /new\n< 200"
        let play = try await Play(of: text, patience: .zero)
        await #expect(throws: URLError.self) {
            try await play.session(forwardingTo: Mute()).data(from: play.url("/old"))
        }
        let mismatch = try #require(await play.mismatch())
        #expect(mismatch.description.contains("the delegate has not answered 'redirect 302 "), "\(mismatch)")
    }

    /// In a process of its own, since its other tasks take all threads.
    @Test func `counts no time in which the client gets no thread`() async {
        await #expect(processExitsWith: .success) {
            let play = try await Play(of: "> GET /a\n< 204\n> GET /b\n< 204\nwithin 1500ms\n> GET /c\n< 204")
            let session = play.session()
            for path in ["/a", "/b", "/c"] {
                _ = try await session.data(from: play.url(path))
                if path == "/b" {
                    // As other tests do that compute.
                    let end = ContinuousClock.now + .seconds(3)
                    for _ in 1...64 {
                        Task.detached { while ContinuousClock.now < end {} }
                    }
                    await Task.yield()
                }
            }
            try await play.verify()
        }
    }

    /// Each of the other tests computes for less than the silence.
    @Test func `ends no rounds by a silence in which the client gets no thread`() async {
        await #expect(processExitsWith: .success) {
            let play = try await Play(of: "repeat 1..5\n> GET /a\n< 204\nend\n! quiet 100ms")
            let session = play.session()
            for _ in 1...5 {
                _ = try await session.data(from: play.url("/a"))
                for _ in 1...8 {
                    Task.detached {
                        let end = ContinuousClock.now + .milliseconds(60)
                        while ContinuousClock.now < end {}
                    }
                }
                await Task.yield()
            }
            try await play.verify()
        }
    }
}
