// CallersPlaceTests.swift: a play of a helper function fails where the test calls the helper.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation
import Quintain
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite struct `A play of a helper function` {
    @Test func `fails at the call, and names the line of the test's text`() async throws {
        let call = #line + 2
        try await withKnownIssue {
            try await check(
                """
                > GET /here
                < 200
                """, loading: "/there")
        } matching: { issue in
            issue.sourceLocation?.line == call
                && issue.says("CallersPlaceTests.swift:\(call + 2): no line takes GET /there")
        }
    }

    @Test func `that verifies behind a body does so, too`() async throws {
        let call = #line + 2
        try await withKnownIssue {
            try await check(
                """
                > GET /here
                < 200
                """
            ) { play in _ = try await play.session().data(from: play.url("/there")) }
        } matching: { issue in
            issue.sourceLocation?.line == call
                && issue.says("CallersPlaceTests.swift:\(call + 2): no line takes GET /there")
        }
    }

    @Test func `that is wrong has the place of the test's text`() async {
        let call = #line + 2
        let several = await thrown(ScenarioError.self) {
            try await check(
                """
                > GET /here
                > 200
                """, loading: "/")
        }
        #expect(several?.description.hasPrefix("CallersPlaceTests.swift:\(call + 3):") == true, "\(several as Any)")
        let one = #line + 1
        let short = await thrown(ScenarioError.self) { try await check("> GET", loading: "/") }
        #expect(short?.description.contains("is played at CallersPlaceTests.swift:\(one)") == true, "\(short as Any)")
    }

    @Test func `may play a scenario that was read before`() async throws {
        let here = #_sourceLocation
        let scenario = try Scenario("> GET /\n< 200")
        try await withPlay(scenario, sourceLocation: here) { play in
            _ = try await play.session().data(from: play.url)
        }
        try await withKnownIssue {
            _ = try await Play(scenario, sourceLocation: here).url
        } matching: { issue in
            issue.sourceLocation == here && issue.says("dropped without a verdict")
        }
    }
}
