// RouteServing.swift: routes written in a test, served on a port of their own.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainRouteHost
import QuintainRoutes
import QuintainScenario
import QuintainServer
import Testing

/// Serves these routes while the body runs; a connection that is left open fails the test.
func withRoutes(
    _ text: String, patience: Int64? = RouteHost.patience,
    _ body: @escaping @OnLoop @Sendable (RouteHost, TestClient) async throws -> Void
) async throws {
    let table = try routeTable(text)
    try await OnLoop.run {
        let host = try RouteHost(on: .loopback(), table: table, patience: patience)
        host.start()
        let client = try await TestClient(host.address)
        defer { host.close() }
        try await body(host, client)
        client.channel.close()
        host.close()
        #expect(await eventually { host.connectionCount == 0 })
    }
}

func routeTable(_ text: String) throws -> RouteTable {
    let reading = ScenarioReader.read(Array(text.utf8), file: "test.routes") { _ in .failure(.missing) }
    #expect(reading.diagnostics.isEmpty)
    return RouteTable([try #require(reading.routes)])
}

let someRoutes = """
    # Routes
    routes

    > GET /a
    < 200
    <
    < first

    > GET /b
    < 200
    <
    < second

    > POST /echo
    < 200
    <
    < {{request.body}}

    > POST /count
    < 200
    <
    < taken

    > GET /large
    < 200
    <
    < {{bytes 1MB}}

    > GET /huge
    < 200
    <
    < {{bytes 100GB}}

    """
