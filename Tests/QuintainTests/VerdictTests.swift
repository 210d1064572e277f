// VerdictTests.swift: when a play is judged, and what is told of it.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation
import Quintain
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite struct `The end of a play` {
    @Test(arguments: ["quiet", "wait"])
    func `waits for a silence and a pause that stand last`(act: String) async throws {
        let play = try await Play(of: "> GET /\n< 200\n! \(act) 400ms")
        let began = ContinuousClock.now
        _ = try await play.session().data(from: play.url)
        try await play.verify()
        #expect(ContinuousClock.now - began > .milliseconds(400))
    }

    @Test func `notices a request within the silence`() async throws {
        let play = try await Play(of: "> GET /\n< 200\n! quiet 2s")
        let (session, second) = (play.session(), play.url("/favicon.ico"))
        _ = try await session.data(from: play.url)
        async let mismatch = play.mismatch()
        _ = try? await session.data(from: second)
        #expect(try #require(await mismatch).findings.map(\.rule) == ["unexpected-request"])
    }

    @Test func `comes a moment after the last line`() async throws {
        let play = try await Play(of: "> GET /\n< 200")
        _ = try await play.session().data(from: play.url)
        let began = ContinuousClock.now
        try await play.verify()
        #expect(ContinuousClock.now - began > .milliseconds(5))
    }

    @Test func `waits for a reply that the server holds back`() async throws {
        let play = try await Play(of: "> GET /\n! wait 600ms\n< 200\n<\n< late")
        let (session, url) = (play.session(), play.url)
        async let reply = session.data(from: url)
        try await play.verify()
        #expect(try await reply.0 == Data("late".utf8))
    }

    @Test func `waits beyond its patience where the server takes longer`() async throws {
        let play = try await Play(of: "> GET /\n! wait 600ms\n< 200\n<\n< late", patience: .milliseconds(300))
        let (session, url) = (play.session(), play.url)
        async let reply = session.data(from: url)
        try await play.verify()
        #expect(try await reply.0 == Data("late".utf8))
    }

    @Test func `waits for a load that goes on behind the last line`() async throws {
        let play = try await Play(of: "> GET /old\n< 302\n< Location: /new")
        let (session, url) = (play.session(), play.url("/old"))
        async let reply = session.data(from: url)
        // Nothing decides that it be refused.
        #expect(await play.mismatch()?.findings.map(\.rule) == ["unexpected-request"])
        _ = try? await reply
    }
}
