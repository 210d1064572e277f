// FilledTextTests.swift: texts with values that Swift fills in.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation
import Quintain
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite struct `The line of a failure` {
    @Test func `is the line of the source where Swift fills values into the text`() async throws {
        let (path, count) = ("here", 2)
        let first = #line + 3
        let play = try await Play(
            of: """
                > GET /\(path)?a=\(max(count, 1))&b=\("c".lowercased())
                < 200
                """)
        _ = try await play.session().data(from: play.url("/there"))
        let mismatch = try #require(await play.mismatch())
        #expect(
            mismatch.description.contains("\nFilledTextTests.swift:\(first): no line takes GET /there"), "\(mismatch)")
    }
}
