// RouteCodeTests.swift: code that is asked where no route answers, over HTTP/2.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainScenario
import Testing

@testable import QuintainRouteHost
@testable import QuintainRoutes

@Suite struct `Code for routes over HTTP/2` {
    /// Answers below `/made` with the body that has come, and at `/wrong` with what is no reply.
    private func code() throws -> ReplyingCode {
        let text = "# t\nroutes\n\n> POST /\n< 201\n<\n< it said: {{request.body}}\n"
        let reading = ScenarioReader.read(Array(text.utf8), file: "code") { _ in .failure(.missing) }
        #expect(reading.diagnostics.isEmpty)
        let exchange = try #require(reading.routes?.exchanges.first)
        return ReplyingCode("the code at a.swift:1") { entry in
            if entry.path == "/wrong" { return .wrong("the code makes no reply") }
            return entry.path.hasPrefix("/made") ? .reply(exchange, by: "code") : nil
        }
    }

    @Test func `is asked with the whole body, and nothing is kept of its replies`() async throws {
        let code = try code()
        try await withStreams { (host, client) async throws in
            host.code = code
            #expect(try await client.get("/a").text == "first")
            let kept = host.streamReplies.count
            for number in 1...50 {
                let reply = try await client.reply(on: client.ask("POST", "/made/\(number)", body: "dog"))
                #expect(reply.status == 201 && reply.text == "it said: dog")
            }
            #expect(try await client.get("/made").text == "it said: ")
            #expect(host.answered == 52 && kept == 1 && host.streamReplies.count == kept)
        }
    }

    @Test func `is not asked where a route answers, and may leave a request or err`() async throws {
        let code = try code()
        try await withStreams { (host, client) async throws in
            host.code = code
            let wrong = try await client.get("/wrong")
            #expect(wrong.status == 500 && wrong.text.contains("the code makes no reply"))
            #expect(try await client.get("/none").status == 404)
            #expect(try await client.get("/b").text == "second")
            #expect(host.answered == 1)
        }
    }
}
