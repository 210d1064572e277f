// UnobservedTests.swift: loads of sessions whose callbacks a play does not hear of.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation
import Quintain
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite struct `What a failure tells beside its findings where callbacks are not heard of` {
    @Test(arguments: [false, true])
    func `is which sessions are heard of where the load came from another one`(isLate: Bool) async throws {
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
            text.contains(
                "\n1 line not checked: no delegate of this play hears of 'redirect'; callbacks are heard of "
            ),
            "\(text)")
        withExtendedLifetime(session) {}
    }
}
