// ControlRig.swift: a control API with some fixtures, on a port of its own.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainNotation
import QuintainRouteHost
import QuintainServer
import QuintainSessions
import Testing

@OnLoop
final class ControlRig {
    let folder: TestFolder
    let library: Library
    let desk: SessionDesk
    /// The port of the routes.
    let routes: RouteHost
    let api: ControlAPI
    let server: ControlServer
    let client: TestClient

    init(
        _ fixtures: [String: String], token: String?, allowedHosts: [String] = [], address: SocketAddress,
        patience: Int64?, givesFiles: Bool, otherFolders: [String]
    ) async throws {
        folder = try TestFolder()
        for (name, text) in fixtures { try folder.write(name, text) }
        library = try Library([folder.path])
        await library.reload()
        desk = SessionDesk(address: address, authority: .bundled)
        routes = try RouteHost(on: address.with(port: 0), table: await library.table(), patience: patience)
        routes.start()
        api = ControlAPI(
            library: library, desk: desk, version: "0.0.0", routes: RouteDesk(library, on: [routes]),
            texts: PostedTexts(folders: givesFiles ? [folder.path] + otherFolders : []))
        server = try ControlServer(
            on: address, token: token, allowedHosts: allowedHosts, api: api, patience: patience)
        server.start()
        client = try await TestClient(server.address)
    }

    func ask(_ method: String, _ target: String, _ body: String? = nil) async throws -> TestReply {
        try await client.ask(method, target, body: body)
    }

    /// Arms a scenario, and gives the session's number.
    func arm(_ order: String) async throws -> Int {
        let reply = try await ask("POST", "/sessions", order)
        #expect(reply.status == 201, "\(reply.text)")
        return try #require(reply.json["id"]?.number)
    }

    /// A client of a session's default origin.
    func visit(_ id: Int) async throws -> TestClient {
        try await TestClient(try #require(desk[id]?.session.address))
    }

    /// Reports a callback on a connection of its own.
    func report(_ id: Int, _ body: String) async throws -> TestReply {
        let reporter = try await TestClient(server.address)
        defer { reporter.channel.close() }
        return try await reporter.ask("POST", "/sessions/\(id)/callbacks", body: body)
    }

    func close() {
        client.channel.close()
        server.close()
        routes.close()
        desk.close()
    }
}

/// Runs the body with a control API; connections that it leaves open fail the test.
func withControl(
    _ fixtures: [String: String] = someFixtures, token: String? = nil, allowedHosts: [String] = [],
    on address: SocketAddress = .loopback(), patience: Int64? = RouteHost.patience, givesFiles: Bool = false,
    otherFolders: [String] = [], _ body: @escaping @OnLoop @Sendable (ControlRig) async throws -> Void
) async throws {
    try await OnLoop.run {
        let rig = try await ControlRig(
            fixtures, token: token, allowedHosts: allowedHosts, address: address, patience: patience,
            givesFiles: givesFiles, otherFolders: otherFolders)
        defer { rig.close() }
        try await body(rig)
        rig.close()
        #expect(await eventually { rig.server.connectionCount == 0 })
    }
}

let someFixtures = [
    "plain.scenario": "# Plain\n> GET /\n< 200\n<\n< hello\n* response 200\n* finish\n",
    "asks.scenario": """
    # Asks
    > GET /a
    < 302
    < Location: /b
    * redirect 302 /b
    > GET /b
    < 200
    * response 200
    * finish

    """,
    "held.scenario": "# Held\n> GET /\n! hold\n< 200\n",
    "rows.scenario": "# Rows\ncases  name | status\n       one  | 200\n       two  | 404\n> GET /a\n< {{status}}\n",
    "secure.scenario": "# Secure\norigin main https http=2\n> GET /\n< 200\n",
    "some.routes": "# Some routes\nroutes\n\n> GET /r\n< 200\n",
]
