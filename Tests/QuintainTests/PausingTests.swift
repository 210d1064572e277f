// PausingTests.swift: clients with no load under way, which come back by themselves.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation
import Quintain
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite struct `A client that pauses before it asks again` {
    @Test func `is waited for behind a silence`() async throws {
        let play = try await Play(of: "> GET /a\n< 503\n! quiet 100ms\n> GET /a\n< 200")
        let pause = try await Play(of: "> GET /\n! wait 700ms\n< 204")
        let (session, url) = (play.session(), play.url("/a"))
        _ = try await session.data(from: url)
        let client = Task {
            // No load of the play is under way meanwhile.
            _ = try await pause.session().data(from: pause.url)
            _ = try await session.data(from: url)
        }
        try await play.verify()
        try await client.value
        try await pause.verify()
    }

    @Test func `is not waited for beyond the time of its line`() async throws {
        let text = "> GET /a\n< 503\n! quiet 100ms\nwithin 300ms\n> GET /a\n< 200"
        let hasty = try await Play(of: text, patience: .zero)
        let patient = try await Play(of: text, patience: .milliseconds(1))
        for play in [hasty, patient] {
            let session = play.session()
            _ = try await session.data(from: play.url("/a"))
            #expect(await play.mismatch()?.findings.map(\.rule) == ["never-came"])
            withExtendedLifetime(session) {}
        }
        let told = try #require(await patient.mismatch()?.description)
        #expect(told.contains("\n'within 30s' above the line gives the client more time\n"), "\(told)")
    }
}
