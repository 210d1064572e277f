// BundledRoutesTests.swift: the bundled files of routes answer as they say.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainRouteHost
import QuintainServer
import Testing

@Suite struct `The bundled routes` {
    private static let folder =
        String(#filePath.dropLast("Tests/ServerTests/Routes/BundledRoutesTests.swift".count)) + "fixtures/routes"

    private func withBundled(_ body: @escaping @OnLoop @Sendable (TestClient) async throws -> Void) async throws {
        let library = try await OnLoop.run { try Library([Self.folder]) }
        _ = await library.reload()
        let table = await library.table()
        try await OnLoop.run {
            let host = try RouteHost(on: .loopback(), table: table)
            defer { host.close() }
            host.start()
            let client = try await TestClient(host.address)
            defer { client.channel.close() }
            try await body(client)
        }
    }

    @Test(
        arguments: [
            ("GET", "/notes", [], nil, 200, #"[{"id": 1, "text": "buy milk"}, {"id": 2, "text": "feed the dog"}]"#),
            ("GET", "/notes/7", [], nil, 200, #"{"id": 7, "text": "buy milk"}"#),
            ("GET", "/notes/7?verbose=yes", [], nil, 200, #"{"id": 7, "text": "buy milk"}"#),
            ("GET", "/notes/7", [#"If-None-Match: "7-v1""#], nil, 304, ""),
            ("GET", "/notes/missing", [], nil, 404, #"{"error": "there is no such note"}"#),
            ("POST", "/notes", ["Content-Type: application/json; charset=utf-8"], "{}", 201, "{}"),
            ("POST", "/notes", ["Content-Type: text/plain"], "x", 415, #"{"error": "notes are written in JSON"}"#),
            ("PUT", "/notes/7", [#"If-Match: "7-v1""#], "{}", 204, ""),
            ("PUT", "/notes/7", [], "{}", 428, #"{"error": "say which version you have: If-Match"}"#),
            ("DELETE", "/notes/7", [], nil, 204, ""),
            ("GET", "/code/418", [], nil, 418, "code 418"),
            ("GET", "/busy", [], nil, 503, "come back later"),
        ] as [(String, String, [String], String?, Int, String)])
    func `answer`(
        method: String, target: String, fields: [String], body: String?, status: Int, text: String
    ) async throws {
        try await withBundled { client async throws in
            let reply = try await client.ask(method, target, fields, body: body)
            #expect(reply.status == status)
            #expect(reply.text == text)
        }
    }

    /// The length of what is sent before the connection ends, and how it ends. `/slow`, `/trickle` and `/stall` only
    /// take time: the tests of pauses, rates and stalls are beside this one.
    @Test(arguments: [("/close", 0, false), ("/reset", 0, true), ("/cut-short", 400, false)])
    func `end a connection`(target: String, count: Int, isReset: Bool) async throws {
        try await withBundled { client async throws in
            await client.say("GET \(target) HTTP/1.1\r\nHost: x\r\n\r\n")
            let (bytes, end) = await client.rest()
            let head = bytes.isEmpty ? 0 : "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n".utf8.count
            #expect(bytes.count == head + count)
            #expect(end == (isReset ? .reset : .finished))
        }
    }
}
