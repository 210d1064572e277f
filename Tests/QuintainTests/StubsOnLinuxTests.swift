// StubsOnLinuxTests.swift: what stubs tell of URLSession's own faults on this system.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationNetworking)
    import Foundation
    import FoundationNetworking
    import Quintain
    import Testing

    @Suite struct `A stub that asks for a password` {
        @Test func `fails the load of a session that has none, which is a warning`() async throws {
            let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
                let stubs = try await Stubs(of: "> GET /vault\n< 401\n< WWW-Authenticate: Basic realm=\"x\"")
                await #expect(throws: URLError.self) { try await stubs.session().data(from: stubs.url("/vault")) }
                stubs.close()
            }
            let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
            let place = "StubsOnLinuxTests.swift:\(#line - 6): "
            #expect(text.contains("\(place)warning: a stub asks for Basic"), "\(text)")
        }
    }
#endif
