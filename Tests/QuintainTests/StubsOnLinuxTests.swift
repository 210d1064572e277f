// StubsOnLinuxTests.swift: what stubs tell of URLSession's own faults on this system.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationNetworking)
    import Foundation
    import FoundationNetworking
    @testable import Quintain
    import Testing

    @Suite struct `What stubs tell of the system's own faults` {
        @Test func `is that a load waits for ever, where nobody answers the 401 of a stub`() async throws {
            let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
                let stubs = try await Stubs(of: "> GET /vault\n< 401\n< WWW-Authenticate: Basic realm=\"x\"")
                stubs.watch(for: .zero)
                _ = try? await stubs.session().data(from: stubs.url("/vault"))
                // Other stubs take the time in which nothing comes to these.
                let slow = try await Stubs(of: "> GET /\n! wait 4s\n< 200")
                _ = try await slow.session().data(from: slow.url)
                stubs.close()
            }
            let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
            let place = "StubsOnLinuxTests.swift:\(#line - 10): "
            #expect(
                text.contains(
                    "\(place)warning: GET /vault was answered by a 401 that asks for Basic, and stubs.session() has no password"
                ),
                "\(text)")
            let stands =
                "\(place)nothing has come to the stubs for 1 s, and their test goes on: the last was GET /vault, which the stub of "
                + "the text:1 has answered by a 401 that asks for Basic, and URLSession on Linux waits for ever where no "
            #expect(text.ranges(of: stands).count == 1, "\(text)")
        }
    }
#endif
