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

        @Test(arguments: [
            (
                "> POST /a\n< 307\n< Location: /b\n\n> POST /b\n>\n> hello\n< 200",
                "leaves the body out behind a 307 or 308, whatever"
            ),
            ("> POST /a/b\n< 303\n< Location: c\n\n> GET /a/c\n< 200", "resolves a Location that is relative"),
            (
                "> POST /a\n< 303\n< Location: /b\n\n> GET /b\n> Authorization: {{absent}}\n< 200",
                "to wherever it is redirected, unless a delegate removes it"
            ),
            (
                "> POST /a\n< 303\n< Set-Cookie: sid=7\n< Location: /b\n\n> GET /b\n> Cookie: sid=7\n< 200",
                "loses a cookie that a redirect sets"
            ),
        ])
        func `is what URLSession on Linux does wrong at a redirect, in their own session`(text: String, fault: String)
            async throws
        {
            for isOwn in [true, false] {
                let stubs = try await Stubs(of: text)
                var request = URLRequest(url: stubs.url(text.contains("/a/b") ? "/a/b" : "/a"))
                request.httpMethod = "POST"
                request.httpBody = Data("hello".utf8)
                request.setValue("Bearer abc", forHTTPHeaderField: "Authorization")
                let session = isOwn ? stubs.session() : URLSession(configuration: .ephemeral)
                _ = try await session.data(for: request)
                let told = await stubs.judged?.description
                #expect(told?.contains("\nURLSession on Linux ") ?? false == isOwn, "\(told ?? "")")
                #expect(told?.contains(fault) ?? false == isOwn, "\(told ?? "")")
            }
        }

        @Test func `is nothing where the client errs by itself`() async throws {
            let stubs = try await Stubs(
                of: "> GET /a\n< 302\n< Location: /b\n\n> GET /b\n< 200\n\n> POST /c\n>\n> hello\n< 200")
            let session = stubs.session()
            _ = try await session.data(from: stubs.url("/a"))
            _ = try await session.data(from: stubs.url("/d"))
            var request = URLRequest(url: stubs.url("/c"))
            request.httpMethod = "POST"
            _ = try await session.data(for: request)
            let told = try #require(await stubs.judged?.description)
            #expect(told.contains("GET /d: ") && !told.contains("URLSession"), "\(told)")
        }
    }
#endif
