// StubsInTurnTests.swift: stubs that ask for the same, and answer in turn.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation
import Quintain
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite struct `Stubs that ask for the same` {
    private func status(_ stubs: Stubs, _ path: String, _ method: String = "GET") async throws -> Int? {
        var request = URLRequest(url: stubs.url(path))
        request.httpMethod = method
        return (try await stubs.session().data(for: request).1 as? HTTPURLResponse)?.statusCode
    }

    @Test func `answer in turn, each once, and the last one from then on`() async throws {
        try await withStubs(
            of: """
                > GET /notes/1
                < 500

                > GET /notes/1
                < 200

                > GET /other
                < 204
                """
        ) { stubs throws in
            #expect(try await status(stubs, "/notes/1") == 500)
            #expect(try await status(stubs, "/other") == 204)
            #expect(try await status(stubs, "/notes/1?a=b") == 200)
            #expect(try await status(stubs, "/notes/1", "HEAD") == 200)
            #expect(
                await stubs.requests.map(\.stub) == [1, 7, 4, 4].map { "the text:\($0)" })
        }
    }

    @Test func `break off first, and have their body then`() async throws {
        try await withStubs(
            of: """
                > POST /a
                < 200
                < Content-Length: 100
                <
                < half
                ! reset

                > POST /a
                < 200
                <
                < {{request.body}}
                """
        ) { stubs throws in
            var request = URLRequest(url: stubs.url("/a"))
            request.httpMethod = "POST"
            request.httpBody = Data("x".utf8)
            let (session, post) = (stubs.session(), request)
            await #expect(throws: URLError.self) { try await session.data(for: post) }
            #expect(try await session.data(for: post).0 == Data("x".utf8))
        }
    }

    @Test func `fail the test if one of them was not asked for`() async throws {
        let line = #line + 2
        try await withKnownIssue {
            try await withStubs(
                of: """
                    > GET /a
                    < 500

                    > GET /a
                    < 200
                    """
            ) { stubs throws in
                #expect(try await status(stubs, "/a") == 500)
            }
        } matching: { issue in
            issue.sourceLocation?.line == line
                && issue.says(
                    "not every answer in turn was asked for\n  GET /a came once, so the stub of "
                        + "the text:4 has not answered")
        }
    }

    @Test func `fail the test if nothing has asked for them, beside requests that none has answered`() async throws {
        let stubs = try await Stubs(of: "> GET /a\n< 500\n\n> GET /a\n< 200")
        _ = try await status(stubs, "/b")
        var texts: [String] = []
        await withKnownIssue {
            await stubs.verify(failing: { text, _, _ in texts.append(text) })
        }
        #expect(texts.count == 1 && texts[0].hasPrefix("no stub has answered\n  GET /b: "), "\(texts)")
        let unused =
            "\nnot every answer in turn was asked for\n  GET /a never came, so the stubs of the text:1, the text:4 "
            + "have not answered"
        #expect(texts.first?.hasSuffix(unused) == true, "\(texts)")
    }

    @Test func `fail the test where they are dropped, and say nothing where they are closed`() async throws {
        let line = #line + 2
        try await withKnownIssue {
            let stubs = try await Stubs(of: "> GET /a\n< 500\n\n> GET /a\n< 200")
            _ = try await status(stubs, "/a")
        } matching: {
            $0.sourceLocation?.line == line && $0.says("GET /a came once, so the stub of the text:4 has not answered")
        }
        let closed = try await Stubs(of: "> GET /a\n< 500\n\n> GET /a\n< 200")
        closed.close()
    }

    @Test func `are none if they ask for something else, and need not be asked for`() async throws {
        try await withStubs(of: "> GET /a\n> Accept: text/plain\n< 200\n\n> GET /a\n< 406") { stubs throws in
            #expect(try await status(stubs, "/a") == 406)
            #expect(try await status(stubs, "/a") == 406)
        }
    }
}
